internal import BeelineSymbols

extension LocalDecoder {
    /// Decodes the pages of an image file one after the other, and holds one at a time.
    ///
    /// A page that cannot be read does not cost the others; where none can be, its error is thrown. Once time is over no
    /// further page is begun: what was read until then is the answer, and the page says why it is the last.
    func decodePages(
        of bytes: [UInt8], _ options: DecodeOptions, _ limit: TimeLimit?, noting: (PassNote) -> Void
    ) throws(DecodeError) -> Decoding {
        var decoding = Decoding()
        try ImagePage.forEach(in: bytes, limits: limits) { (page) throws(DecodeError) in
            if let number = page.number, let limit, !decoding.pages.isEmpty, .now >= limit.end {
                var rest = DecodedPage(number: number, width: 0, height: 0)
                rest.failure = .tooLarge(
                    "the pages before took \(limit.seconds) s, and all pages of an image may take no more; page \(number) "
                        + "and what follows was not read; split it")
                decoding.pages.append(rest)
                return false
            }
            do throws(DecodeError) {
                let image: GrayImage
                switch page.picture {
                case .success(let picture): image = picture
                case .failure(let error): throw DecodeError(error)
                }
                let read = try decode(image, page: page.number, options, limit, noting: noting)
                decoding.symbols += read.symbols
                decoding.pages += read.pages
                decoding.losses += read.losses
            } catch {
                guard let number = page.number else { throw error }
                var failed = DecodedPage(number: number, width: 0, height: 0)
                failed.failure = error
                decoding.pages.append(failed)
            }
            if options.stopsAtFirst, !decoding.symbols.isEmpty { return false }
            noting(PassNote(pass: PassNote.reading, page: page.number.map { $0 + 1 }))
            return true
        }
        if let failure = decoding.onlyFailure { throw failure }
        return decoding
    }
}
