internal import BeelinePDF
package import BeelineSupport
// What the declarations of this module speak of comes along with it.
@_exported public import BeelineSymbols
internal import CZBar
internal import CZXing
internal import Glibc

/// Decodes in this process.
///
/// What a hostile image does to a decoder, it does to this process; where that matters use `DecodingPool`, which takes the
/// same inputs. The pages of PDF files are drawn by poppler's programs, which `beeline-decode` confines. The module replaces
/// the C++ `operator new` of the program, which shows when a decoder reads beyond its data; see Docs/Building.md.
///
///     let symbols = try await LocalDecoder().symbols(in: .file("shelf.jpg"))
public struct LocalDecoder: BarcodeDecoder {
    let limits: ImageLimits
    private let program: String?
    private let threads: WorkThreads

    /// Decoding takes long, and these are all the threads that it ever takes: one for each core.
    private static let threads = WorkThreads(label: "beeline.decode")

    /// How long a program may take to draw a page of a PDF; a document may take ten times as long.
    private static let drawingTime = Duration.seconds(60)

    /// - Parameter program: the path of `beeline-decode`, which is needed for PDF files; nil looks for it with the first of
    ///   them.
    public init(program: String? = nil) { self.init(limits: .reduced, program: program) }

    /// Larger images than the limits are refused. By default all decoders share their threads.
    package init(limits: ImageLimits, program: String? = nil, threads: WorkThreads? = nil) {
        self.limits = limits
        self.program = program
        self.threads = threads ?? Self.threads
    }

    /// What is printed in an image or on the pages of a PDF, with no limit on the time that an image takes.
    ///
    /// It works on threads of its own, one for each core. When the task is cancelled it ends at once; the thread ends with the
    /// call of a library that it is at.
    ///
    /// - Throws: `DecodeError`; `.unavailable` for a PDF where `beeline-decode` or poppler is missing, with what to do.
    public func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        try await decode(image, options: options) { _ in }
    }

    /// - Parameter noting: as `decode(now:)` has it; called on the thread that decodes.
    func decode(
        _ image: ImageSource, options: DecodeOptions, noting: @escaping @Sendable (PassNote) -> Void
    ) async throws(DecodeError) -> Decoding {
        let bytes: [UInt8]
        switch try await decodeUnlessPDF(image, options, noting) {
        case .decoded(let decoding): return decoding
        case .pdf(let document): bytes = document
        }
        let launcher: String
        if let program { launcher = program } else { launcher = try WorkerProgram.find(purpose: Self.drawing) }
        let file = try Descriptor(memory: bytes)
        return try await PDFReading.decoding(
            file.number, options, DocumentBudget(timeLimit: Self.drawingTime), launcher: launcher,
            timeLimit: Self.drawingTime
        ) { (page, options) async throws(DecodeError) in
            switch try await decodeUnlessPDF(.descriptor(page), options, noting) {
            case .decoded(let decoding): return decoding
            case .pdf: throw .unreadableImage("a page of the PDF was drawn as another PDF")
            }
        }
    }

    private enum Reading {
        case decoded(Decoding)
        /// It is a PDF, of these bytes, and its pages are to be drawn first.
        case pdf([UInt8])
    }

    private func decodeUnlessPDF(
        _ image: ImageSource, _ options: DecodeOptions, _ noting: @escaping @Sendable (PassNote) -> Void
    ) async throws(DecodeError) -> Reading {
        if !options.only.isEmpty { try Self.capabilities.check(options) }
        let kept = try RetainedImage(image)
        return try await threads.run(orThrow: .cancelled) { (cancellation) throws(DecodeError) in
            let bytes = try read(kept.source, cancellation)
            withExtendedLifetime(kept) {}
            if PDFReading.reads(bytes) { return .pdf(bytes) }
            return .decoded(try decodePages(of: bytes, options, nil, cancellation, noting: noting))
        }
    }

    private static let drawing = "the programs that draw the pages of a PDF are confined"

    /// The codes in an image that is not a PDF; blocks this thread.
    ///
    /// - Parameters:
    ///   - patience: after it no more is looked for beside the codes that were found, and `Decoding.losses` says so; a
    ///     page full of codes may take minutes. Nil: as long as it takes.
    ///   - cancellation: ends it before the next pass.
    ///   - noting: called with each pass, and with `PassNote.reading` for a page, before it starts: who watches this
    ///     process then knows what it was at when it ended.
    package func decode(
        now source: ImageSource, _ options: DecodeOptions = DecodeOptions(), patience: Duration? = nil,
        cancellation: Cancellation? = nil, noting: (PassNote) -> Void = { _ in }
    ) throws(DecodeError) -> Decoding {
        let limit = patience.map { TimeLimit(length: $0, end: .now + $0) }
        noting(PassNote(pass: PassNote.reading))
        return try decodePages(of: try read(source, cancellation), options, limit, cancellation, noting: noting)
    }

    /// When it is time to be content with what is found.
    struct TimeLimit {
        let length: Duration
        let end: ContinuousClock.Instant
    }

    /// What is on one page, whose number is nil for an image that has just one.
    func decode(
        _ image: GrayImage, page number: Int?, _ options: DecodeOptions, _ limit: TimeLimit?,
        _ cancellation: Cancellation? = nil, noting: (PassNote) -> Void
    ) throws(DecodeError) -> Decoding {
        var reader = PageReader(options: options)
        reader.cancellation = cancellation
        reader.deadline = options.frame == nil ? limit?.end : .now + FramePlan.patience
        let note = { (pass: String) in noting(PassNote(pass: pass, page: number)) }
        // Of several pages some may be smaller.
        if number == nil, options.region?.liesOutside(of: image) == true {
            throw .unreadableImage(
                "the part to look at lies outside of it: it has \(image.width) × \(image.height) pixels")
        }
        let answer = try reader.read(image, noting: note)
        try cancellation?.check()
        var page = DecodedPage(number: number, width: image.width, height: image.height)
        page.diagnosis = reader.diagnosis(of: image, answer, noting: note)
        page.preview = Preview.png(of: image, options, noting: note)
        var decoding = Decoding(symbols: answer.symbols.map { $0.onPage(number) }, pages: [page])
        // What is left of a frame, the next one shows.
        if options.frame == nil, let limit, let next = answer.next {
            decoding.losses = [LostPass(pass: next, page: number, reason: "\(limit.length.wholeSeconds) s were over")]
        }
        return decoding
    }

    /// What the barcode of a pass would say.
    private static func decode(pass bytes: [UInt8], _ options: DecodeOptions) throws(DecodeError) -> Decoding {
        do throws(WalletPass.Problem) {
            let symbols = try WalletPass.symbols(in: bytes).filter {
                options.only.isEmpty || options.only.contains($0.symbology)
            }
            return Decoding(
                symbols: options.stopsAtFirst ? Array(symbols.prefix(1)) : symbols,
                pages: [DecodedPage(width: 0, height: 0)])
        } catch {
            throw .unreadableImage(error.description)
        }
    }

    private func read(_ source: ImageSource, _ cancellation: Cancellation?) throws(DecodeError) -> [UInt8] {
        do throws(FileError) {
            switch source {
            case .bytes(let bytes): return bytes
            case .file(let path): return try readFile(path, limit: limits.maxBytes, cancellation: cancellation)
            case .descriptor(let descriptor):
                return try readToEnd(of: descriptor, path: "image", limit: limits.maxBytes, cancellation: cancellation)
            }
        } catch {
            if case .tooLong(let limit) = error.reason {
                throw .tooLarge(ImageError.tooManyBytes(limit: limit).description)
            }
            throw .cannotOpen(error.message)
        }
    }
}

extension DecodeOptions {
    /// The same for a picture whose sides were divided.
    fileprivate func reduced(by reduction: Int) -> DecodeOptions {
        guard reduction > 1, let region else { return self }
        func reduced(_ length: ImageRegion.Length) -> ImageRegion.Length {
            if case .pixels(let count) = length { .pixels(count / reduction) } else { length }
        }
        var options = self
        options.region = ImageRegion(
            x: reduced(region.x), y: reduced(region.y), width: reduced(region.width), height: reduced(region.height))
        return options
    }
}

extension Decoding {
    /// What was found in a picture whose sides were divided, in the pixels of the file.
    fileprivate func enlarged(by reduction: Int) -> Decoding {
        guard reduction > 1 else { return self }
        let scale = Mapping(matrix: [Double(reduction), 0, 0, 0, Double(reduction), 0, 0, 0, 1])
        var decoding = self
        for index in decoding.pages.indices {
            decoding.pages[index].width *= reduction
            decoding.pages[index].height *= reduction
        }
        let (width, height) = (decoding.pages.first?.width ?? 0, decoding.pages.first?.height ?? 0)
        decoding.symbols = decoding.symbols.map { $0.placed(by: scale, width: width, height: height) }
        for index in decoding.pages.indices {
            guard let findings = decoding.pages[index].diagnosis?.findings else { continue }
            decoding.pages[index].diagnosis?.findings = findings.map { finding in
                var placed = finding
                placed.outline = finding.outline.map { scale.outline($0, width: width, height: height) }
                return placed
            }
        }
        return decoding
    }
}

extension ImageRegion {
    /// Whether it begins where the image has ended. Parts of an image never do.
    fileprivate func liesOutside(of image: GrayImage) -> Bool {
        func isBeyond(_ length: Length, _ side: Int) -> Bool {
            if case .pixels(let count) = length { count >= side } else { false }
        }
        return isBeyond(x, image.width) || isBeyond(y, image.height)
    }
}

extension DecodeError {
    init(_ error: ImageError) {
        switch error {
        case .tooManyPixels, .tooUneven, .tooManyBytes, .tooManyPages: self = .tooLarge(error.description)
        case .cancelled: self = .cancelled
        default: self = .unreadableImage(error.description)
        }
    }
}

extension LocalDecoder {
    /// Decodes the pages of an image file one after the other, with one at a time in memory. A page that cannot be read
    /// does not cost the others; where none can be, its error is thrown. Once time is over no further page is begun:
    /// what was read until then is the answer, and the page says why it is the last.
    func decodePages(
        of bytes: [UInt8], _ options: DecodeOptions, _ limit: TimeLimit?, _ cancellation: Cancellation? = nil,
        noting: (PassNote) -> Void
    ) throws(DecodeError) -> Decoding {
        try cancellation?.check()
        if WalletPass.mayBe(bytes) { return try Self.decode(pass: bytes, options) }
        var decoding = Decoding()
        var limits = limits
        limits.cancellation = cancellation
        try ImagePage.forEach(in: bytes, limits: limits) { (page) throws(DecodeError) in
            try cancellation?.check()
            if let number = page.number, let limit, !decoding.pages.isEmpty, .now >= limit.end {
                var rest = DecodedPage(number: number, width: 0, height: 0)
                rest.failure = .tooLarge(
                    "the pages before took \(limit.length.wholeSeconds) s, and all pages of an image may take no more; page \(number) "
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
                let read = try decode(
                    image, page: page.number, options.reduced(by: page.reduction), limit, cancellation, noting: noting
                ).enlarged(by: page.reduction)
                decoding.symbols += read.symbols
                decoding.pages += read.pages
                decoding.losses += read.losses
            } catch {
                guard let number = page.number, error != .cancelled else { throw error }
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

extension LocalDecoder {
    /// What this decoder reads; PDF files only where poppler and `beeline-decode` are found.
    public func capabilities() -> DecoderCapabilities {
        var capabilities = Self.capabilities
        if PDFReading.isAvailable, program != nil || (try? WorkerProgram.find()) != nil {
            capabilities.imageFormats.append("PDF")
        }
        return capabilities
    }

    /// What the libraries read that this program is linked with.
    package static var capabilities: DecoderCapabilities {
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        // 10400 is 1.4.0.
        let zxing = beeline_zxing_version()
        return DecoderCapabilities(
            decoders: [
                DecoderCapabilities.Decoder(
                    name: ZBarDecoder.name, version: "\(major).\(minor).\(patch)", symbologies: ZBarDecoder.readable),
                DecoderCapabilities.Decoder(
                    name: ZXingDecoder.name, version: "\(zxing / 10000).\(zxing / 100 % 100).\(zxing % 100)",
                    symbologies: ZXingFormats.readable),
                DecoderCapabilities.Decoder(
                    name: RetailReader.name, version: "", symbologies: [.ean13, .ean8, .upcA, .upcE]),
            ],
            imageFormats: ImageFormat.allCases.map(\.name) + [WalletPass.format])
    }
}

extension LocalDecoder {
    /// Has everything loaded that decoding would otherwise load from files when it is first needed. To be called once, by a
    /// process that is about to shut itself in.
    package static func prepare() {
        Conversion.prepare([.japanese, .chinese])
        ImagePage.prepare()
        // ZBar opens these for every QR code, wanted or not.
        for charset in ["SJIS", "ISO8859-1", "BIG5"] { _ = iconv_open("UTF-8", charset) }
        // Where libheif's decoders are plugins, it looks for them with the first file of its kind, be there nothing in it.
        _ = try? GrayImage(decoding: [0, 0, 0, 0x18] + "ftypheic".utf8 + [0, 0, 0, 0] + "mif1heic".utf8)
    }
}
