import CHEIF

/// One picture of an image file: a page of a document, a frame of an animation, or all that there is.
///
///     ImagePage.forEach(in: bytes) { page in
///         print(page.number ?? 1, page.picture)
///         return true
///     }
package struct ImagePage: Sendable {
    /// Its place in the file, counted from 1; `nil` if the file has just one picture. Of an animation every frame is
    /// counted, so that numbers are left out where frames are.
    package let number: Int?

    /// The picture, or why it was not read. The other pages of the file may be sound.
    package let picture: Result<GrayImage, ImageError>

    /// How many pixels of the file's sides are one of the picture's: more than 1 where the whole would be too large.
    package var reduction = 1

    /// Reads the pictures of a file one after the other, so that there is memory for one at a time.
    ///
    /// A TIFF has pages; those that are marked as small copies of others are left out. A HEIC or AVIF may have several
    /// pictures, the main one first. A GIF, WebP or PNG may have frames: each is as it is shown, composed on earlier
    /// ones, and one that shows nothing new is left out. From a HEIC or AVIF with a sequence of frames, which libheif
    /// does not read, only the still pictures are read. Every other format has one picture. For how a picture is read
    /// see ``GrayImage/init(decoding:limits:)``.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: what is refused before memory is allocated for it.
    ///   - body: gets each page, and says whether it wants the next one. Where nothing can be read it gets the error as
    /// the one page; after ``ImageLimits/maxPages`` pages the last one is the error that reports them.
    package static func forEach<Failure: Error>(
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
            case .png where PNGChunks(file).frameCount != nil:
                try all(limits, body) { () throws(ImageError) in try AnimatedPNGReader(file, limits: limits) }
            case .png: try only(body) { () throws(ImageError) in try PNGReader.read(file, limits: limits) }
            case .pnm: try only(body) { () throws(ImageError) in try PNMReader.read(bytes, limits: limits) }
            case .bmp: try only(body) { () throws(ImageError) in try BMPReader.read(file, limits: limits) }
            case .webp: try all(limits, body) { () throws(ImageError) in try WebPReader(file, limits: limits) }
            case .gif: try all(limits, body) { () throws(ImageError) in try GIFReader(file, limits: limits) }
            case .tiff: try all(limits, body) { () throws(ImageError) in try TIFFReader(file, limits: limits) }
            case .heic, .avif:
                try all(limits, body) { () throws(ImageError) in try HEIFReader(file, format, limits: limits) }
            }
        }
    }

    /// Has the libraries load now what they would otherwise load from files with the first image: the decoders of HEIC and
    /// AVIF, where they are plugins. For a process that is about to give up opening files.
    package static func prepare() { beeline_heif_prepare() }

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
        var reduction = 1
        let picture = Result { () throws(ImageError) in
            let stored = try read()
            reduction = stored.reduction
            return try stored.upright()
        }
        _ = try body(ImagePage(number: nil, picture: picture, reduction: reduction))
    }

    private static func all<Reader: PictureReader & ~Copyable, Failure: Error>(
        _ limits: ImageLimits, _ body: (ImagePage) throws(Failure) -> Bool, _ open: () throws(ImageError) -> Reader
    ) throws(Failure) {
        var reader: Reader
        do throws(ImageError) {
            reader = try open()
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
            var reduction = 1
            do throws(ImageError) {
                try limits.checkCancelled()
                guard let stored = try reader.next() else { continue }
                reduction = stored.reduction
                picture = .success(try stored.upright())
            } catch {
                picture = .failure(error)
            }
            let isOnly = number == 1 && !reader.hasMore
            guard try body(ImagePage(number: isOnly ? nil : number, picture: picture, reduction: reduction)) else {
                return
            }
        }
    }
}

extension GrayImage {
    /// Reads an image file.
    ///
    /// The format is recognised by the content, so a JPEG called `.png` is read as the JPEG it is. The picture comes
    /// upright (the EXIF orientation is applied), transparency lies over white, colours become their Rec. 601 luma,
    /// and of several pages, frames or images the first is read; ``ImagePage`` has the others. Colour profiles and gamma
    /// are not applied. A file is read if no pixel of the picture is missing, even if something behind the pixels is.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: what is refused before memory is allocated for it.
    /// - Throws: ``ImageError``, which says what is wrong with the file.
    package init(decoding bytes: [UInt8], limits: ImageLimits = .default) throws(ImageError) {
        var first = Result<GrayImage, ImageError>.failure(.empty)
        ImagePage.forEach(in: bytes, limits: limits) { page in
            first = page.picture
            return false
        }
        self = try first.get()
    }
}

extension ImageFormat {
    /// Recognises a format by the first bytes of a file; `nil` if it is none of these.
    ///
    ///     ImageFormat(recognising: Array("P5 2 2 255 ....".utf8))   // .pnm
    package init?(recognising bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89] + "PNG".utf8) {
            // Half of the signature: the rest shows damage by a text transfer, which libspng reports.
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if Self.tiffMarks.contains(Array(bytes.prefix(4))) {
            self = .tiff
        } else if bytes.starts(with: "GIF8".utf8) {
            self = .gif
        } else if BMPHeader.begins(bytes) {
            self = .bmp
        } else if let format = Self.format(ofBrandsIn: bytes) {
            self = format
        } else if bytes.count > 2, bytes[0] == UInt8(ascii: "P"),
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]),
            PNMScanner.isSpace(bytes[2]) || bytes[2] == UInt8(ascii: "#")
        {
            self = .pnm
        } else {
            return nil
        }
    }

    /// Both byte orders, with offsets of 4 and of 8 bytes (BigTIFF).
    private static let tiffMarks = ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { Array($0.utf8) }

    /// Recognises HEIC and AVIF by the brands in the box that either begins with (ISO/IEC 14496-12, 4.3): the one that
    /// the file is best read as, then those that it is also like.
    private static func format(ofBrandsIn bytes: [UInt8]) -> ImageFormat? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        let brands = stride(from: 8, through: min(length, bytes.count, 256) - 4, by: 4)
            .map { String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self) }
        let major = String(decoding: bytes[8..<12], as: UTF8.self)
        if ["avif", "avis"].contains(major) { return .avif }
        if ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].contains(major) { return .heic }
        guard ["mif1", "mif2", "msf1", "miaf"].contains(major) else { return nil }
        return brands.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heic
    }
}

/// A common file format that cannot be read, recognised only so that the error can name it.
struct ForeignFormat {
    /// The name with its article, such as `a PDF`.
    let name: String

    /// The place of the mark in the file.
    private let offset: Int

    /// The bytes that identify the format.
    private let mark: [UInt8]

    private init(_ name: String, at offset: Int = 0, _ mark: String) {
        self.name = name
        self.offset = offset
        self.mark = Array(mark.utf8)
    }

    private static let table = [
        ForeignFormat("a JPEG XL", at: 4, "JXL "),
        ForeignFormat("a JPEG 2000", at: 4, "jP  "),
        ForeignFormat("a PAM", "P7\n"),
        ForeignFormat(ImageError.pdf, "%PDF-"),
        ForeignFormat("a PostScript file", "%!PS"),
    ]

    /// Recognises a format by the first bytes of a file; `nil` if it is not in the table.
    init?(recognising bytes: [UInt8]) {
        if let found = Self.table.first(where: { bytes.dropFirst($0.offset).starts(with: $0.mark) }) {
            self = found
        } else if Self.isSVG(bytes) {
            self.init("an SVG", "<svg")
        } else {
            return nil
        }
    }

    /// An SVG may begin with a declaration and with comments; a kilobyte is enough to see past them.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024).drop { PNMScanner.isSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return false }
        return start.indices.contains { start[$0...].starts(with: "<svg".utf8) }
    }
}
