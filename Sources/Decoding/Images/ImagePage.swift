import CHEIF

/// One picture of an image file: a page of a document, a frame of an animation, or all that there is.
///
///     ImagePage.forEach(in: bytes) { page in
///         print(page.number ?? 1, page.picture)
///         return true
///     }
public struct ImagePage: Sendable {
    /// Its place in the file, counted from 1; `nil` if the file has just one picture. Of an animation every frame is
    /// counted, so that numbers are left out where frames are.
    public let number: Int?

    /// The picture, or why it was not read. The other pages of the file may be sound.
    public let picture: Result<GrayImage, ImageError>

    /// Reads the pictures of a file one after the other, so that there is memory for one at a time.
    ///
    /// A TIFF has pages, of which those that are marked as small copies of others are left out. A HEIC or AVIF may have
    /// several pictures, the main one first. A GIF or WebP may have frames: each is as it is shown, upon what earlier
    /// ones left, and one that shows nothing new is left out. All else has one picture. For how a picture is read see
    /// ``GrayImage/init(decoding:limits:)``.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: what is refused before memory is taken for it.
    ///   - body: gets each page, and says whether it wants the next one. Where nothing can be read it gets the error as
    ///     the one page; behind ``ImageLimits/maxPages`` it gets the error that tells of them as the last.
    public static func forEach<Failure: Error>(
        in bytes: [UInt8], limits: ImageLimits = .default, _ body: (ImagePage) throws(Failure) -> Bool
    ) throws(Failure) {
        let format: ImageFormat
        do throws(ImageError) {
            format = try Self.format(of: bytes, limits: limits)
        } catch {
            _ = try body(ImagePage(number: nil, picture: .failure(error)))
            return
        }
        try bytes.withUnsafeBufferPointer { (file) throws(Failure) in
            switch format {
            case .jpeg: try only(body) { () throws(ImageError) in try JPEGReader.read(bytes, limits: limits) }
            case .png: try only(body) { () throws(ImageError) in try PNGReader.read(bytes, limits: limits) }
            case .pnm: try only(body) { () throws(ImageError) in try PNMReader.read(bytes, limits: limits) }
            case .bmp: try only(body) { () throws(ImageError) in try BMPReader.read(file, limits: limits) }
            case .webp: try all(WebPReader.self, of: file, limits, body)
            case .gif: try all(GIFReader.self, of: file, limits, body)
            case .tiff: try all(TIFFReader.self, of: file, limits, body)
            case .heic: try all(HEICReader.self, of: file, limits, body)
            case .avif: try all(AVIFReader.self, of: file, limits, body)
            }
        }
    }

    /// Has the libraries load now what they would otherwise load from files with the first image: the decoders of HEIC and
    /// AVIF, where they are plugins. For a process that is about to give up opening files.
    public static func prepare() { beeline_heif_prepare() }

    private static func format(of bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> ImageFormat {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(limit: limits.maxBytes) }
        guard let format = ImageFormat(recognising: bytes) else {
            throw .unknownFormat(ForeignFormat(recognising: bytes)?.name)
        }
        return format
    }

    private static func only<Failure: Error>(
        _ body: (ImagePage) throws(Failure) -> Bool, _ read: () throws(ImageError) -> StoredPicture
    ) throws(Failure) {
        let picture = Result { () throws(ImageError) in try read().upright() }
        _ = try body(ImagePage(number: nil, picture: picture))
    }

    private static func all<Reader: PictureReader & ~Copyable, Failure: Error>(
        _: Reader.Type, of file: UnsafeBufferPointer<UInt8>, _ limits: ImageLimits,
        _ body: (ImagePage) throws(Failure) -> Bool
    ) throws(Failure) {
        var reader: Reader
        do throws(ImageError) {
            reader = try Reader(file, limits: limits)
        } catch {
            _ = try body(ImagePage(number: nil, picture: .failure(error)))
            return
        }
        var number = 0
        while reader.hasMore {
            number += 1
            guard number <= limits.maxPages else {
                _ = try body(ImagePage(number: number, picture: .failure(.tooManyPages(limit: limits.maxPages))))
                return
            }
            let picture: Result<GrayImage, ImageError>
            do throws(ImageError) {
                guard let stored = try reader.next() else { continue }
                picture = .success(try stored.upright())
            } catch {
                picture = .failure(error)
            }
            let isOnly = number == 1 && !reader.hasMore
            guard try body(ImagePage(number: isOnly ? nil : number, picture: picture)) else { return }
        }
    }
}
