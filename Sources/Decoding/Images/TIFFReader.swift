import CPixels
import CTIFF

/// Reads the pages of TIFF files through libtiff, some rows at a time.
struct TIFFReader: PictureReader, ~Copyable {
    private let file: TIFFFile
    private let limits: ImageLimits
    /// Where the pages are described.
    private let pages: [Int]
    private let trouble: ImageError?
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        let directories = TIFFDirectories(bytes, most: limits.maxPages)
        if directories.pages.isEmpty { throw directories.trouble ?? .damaged(.tiff, "it has no pages") }
        file = try TIFFFile(bytes, limits: limits)
        (pages, trouble) = (directories.pages, directories.trouble)
        self.limits = limits
    }

    var hasMore: Bool { index < pages.count || (index == pages.count && trouble != nil) }

    mutating func next() throws(ImageError) -> StoredPicture? {
        defer { index += 1 }
        guard index < pages.count else { throw trouble ?? .damaged(.tiff, "no such page") }
        let page = try file.page(at: pages[index])
        let (width, height) = (Int(page.width), Int(page.height))
        let reduction = try limits.reduction(width: width, height: height, of: .tiff)
        try file.checkPieces(of: page, limits)
        let samples = TIFFSamples(page)
        if samples == nil { try file.checkColors() }
        let image = try GrayImage(width: width / reduction, height: height / reduction) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            var rows = try ReducedRows(width: width, height: height, by: reduction, to: grays)
            if let samples {
                try readRows(page, samples, to: &rows)
            } else {
                try readColors(page, to: &rows)
            }
        }
        return StoredPicture(
            image: image, orientation: Orientation(rawValue: Int(page.orientation)) ?? .upright, reduction: reduction)
    }

    private func readRows(
        _ page: beeline_tiff_page, _ samples: TIFFSamples, to rows: inout ReducedRows
    ) throws(ImageError) {
        let width = Int(page.width)
        // Of a damaged strip libtiff may write a part and be content; the rest would be what was in the memory before.
        let row = try Scratch(zeros: max(Int(page.row_length), samples.rowLength(of: width)))
        for y in 0..<Int(page.height) {
            try limits.checkCancelled()
            try file.readRow(y, into: row)
            rows.add { samples.convert(row.start, count: width, to: $0) }
        }
    }

    private func readColors(_ page: beeline_tiff_page, to rows: inout ReducedRows) throws(ImageError) {
        let (width, height) = (Int(page.width), Int(page.height))
        // Whole strips or rows of tiles, so that none is unpacked again and again.
        let piece = max(1, Int(page.rows_per_piece))
        let wanted = max(1, (1 << 20) / width)
        let band = min(height, (wanted + piece - 1) / piece * piece)
        // Of a page that is larger than the limits, a piece must be within them.
        guard width * band <= max(limits.maxPixels, 4 << 20) else {
            throw .tooManyPixels(width: width, height: height, limit: limits.maxPixels)
        }
        let colors = try Scratch(zeros: width * band * 4)
        for top in stride(from: 0, to: height, by: band) {
            let count = min(band, height - top)
            try colors.start.withMemoryRebound(to: UInt32.self, capacity: width * band) { colors throws(ImageError) in
                try file.readColors(from: top, rows: count, into: colors)
                for y in 0..<count {
                    rows.add { beeline_grays_of_multiplied(colors + y * width, width, $0) }
                }
            }
        }
    }
}

/// A file that libtiff reads. Its bytes are lent and must outlive it; the handle is freed with the value.
struct TIFFFile: ~Copyable {
    private let handle: OpaquePointer

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        guard let start = bytes.baseAddress, let handle = beeline_tiff_open(start, bytes.count, Self.mostMemory(limits))
        else { throw bytes.count < 8 ? .truncated(.tiff) : .damaged(.tiff, "libtiff does not take its header") }
        self.handle = handle
    }

    deinit { beeline_tiff_close(handle) }

    /// Goes to the page that the directory at that place describes.
    func page(at directory: Int) throws(ImageError) -> beeline_tiff_page {
        var page = beeline_tiff_page()
        guard beeline_tiff_go(handle, UInt64(directory), &page) else { throw failure }
        return page
    }

    /// Refuses strips and tiles that are far larger than the page could need, and what libtiff cannot unpack.
    func checkPieces(of page: beeline_tiff_page, _ limits: ImageLimits) throws(ImageError) {
        let most = Self.mostMemory(limits)
        guard page.piece_length > 0, page.piece_length <= most, page.row_length <= most else {
            throw .damaged(.tiff, "strips or tiles of \(max(page.piece_length, page.row_length)) bytes")
        }
        guard beeline_tiff_can_unpack(handle) else { throw .unsupported(.tiff, words) }
    }

    /// Refuses pages of which libtiff makes no colours.
    func checkColors() throws(ImageError) {
        guard beeline_tiff_can_color(handle) else { throw .unsupported(.tiff, words) }
    }

    /// Reads the row after the one that was read last.
    func readRow(_ y: Int, into row: borrowing Scratch) throws(ImageError) {
        guard beeline_tiff_read_row(handle, UInt32(y), row.start) else { throw failure }
    }

    /// Reads rows as red, green, blue and alpha; there is room for `rows` of the page's width.
    func readColors(from top: Int, rows: Int, into colors: UnsafeMutablePointer<UInt32>) throws(ImageError) {
        guard beeline_tiff_read_colors(handle, UInt32(top), UInt32(rows), colors) else { throw failure }
    }

    /// What the last call complained of.
    private var failure: ImageError {
        if beeline_tiff_was_cut(handle) { return .truncated(.tiff) }
        return .damaged(.tiff, words.isEmpty ? "libtiff gives no reason" : words)
    }

    private var words: String { String(cString: beeline_tiff_words(handle)) }

    /// For a strip or tile: the pixels that may be, in four samples of 16 bits, and in any case enough for a tile.
    private static func mostMemory(_ limits: ImageLimits) -> UInt64 {
        UInt64(max(64 << 20, min(limits.maxPixels, 1 << 40) * 8))
    }
}

/// Where the pages of a TIFF file are described (TIFF 6.0, section 2; BigTIFF has wider fields). libtiff follows the
/// chain of directories, too, but stops at the first that is broken and says nothing of it.
struct TIFFDirectories {
    /// The places of the pages' directories in the file, without those of small copies and masks.
    private(set) var pages: [Int] = []

    /// What is wrong with the chain behind those pages; `nil` if it ends as it should.
    private(set) var trouble: ImageError?

    private let bytes: Bytes
    /// How many bytes an offset has, and what is counted by such a field, and the entry of a tag.
    private let offsetLength: Int
    private let countLength: Int
    private let entryLength: Int

    /// libtiff takes no directory of more.
    private static let mostEntries = 65_535

    /// - Parameter most: how many pages are looked for, and one more, by which it shows that there are more.
    init(_ file: UnsafeBufferPointer<UInt8>, most: Int) {
        let isBig = file.count > 3 && (file[2] == 43 || file[3] == 43)
        bytes = Bytes(file: file, isLittleEndian: file.first == UInt8(ascii: "I"))
        (offsetLength, countLength, entryLength) = isBig ? (8, 8, 20) : (4, 2, 12)
        var copies: [Int] = []
        var seen: Set<Int> = []
        var next = isBig ? 8 : 4
        while pages.count <= most {
            guard let directory = bytes.number(at: next, length: offsetLength) else {
                trouble = .truncated(.tiff)
                break
            }
            if directory == 0 { break }
            guard seen.insert(directory).inserted else {
                trouble = .damaged(.tiff, "its directories lead round in a circle")
                break
            }
            // Copies count as well: of nothing else there could be more without end.
            guard seen.count <= 4 * (most + 1) else {
                trouble = .damaged(.tiff, "too many directories")
                break
            }
            guard let entries = bytes.number(at: directory, length: countLength) else {
                trouble = .truncated(.tiff)
                break
            }
            guard entries <= Self.mostEntries else {
                trouble = .damaged(.tiff, "a directory of \(entries) entries")
                break
            }
            let start = directory + countLength
            guard isWhole(entries: entries, at: start) else {
                trouble = .truncated(.tiff)
                break
            }
            if isCopy(entries: entries, at: start) { copies.append(directory) } else { pages.append(directory) }
            next = start + entries * entryLength
        }
        // Where a file has only a small picture, that is the picture.
        if pages.isEmpty { pages = Array(copies.prefix(1)) }
    }

    /// Whether the directory, and the values that are too long for it, are in the file. libtiff would ignore some of
    /// them, and report a truncated file as damaged.
    private func isWhole(entries: Int, at start: Int) -> Bool {
        guard entries * entryLength <= bytes.file.count - start else { return false }
        for index in 0..<entries {
            let entry = start + index * entryLength
            guard let kind = bytes.number(at: entry + 2, length: 2), Self.lengths.indices.contains(kind),
                let count = bytes.number(at: entry + 4, length: offsetLength)
            else { continue }
            let (length, overflow) = count.multipliedReportingOverflow(by: Self.lengths[kind])
            guard !overflow else { return false }
            guard length > offsetLength, Self.needed.contains(bytes.number(at: entry, length: 2) ?? 0) else { continue }
            guard let place = bytes.number(at: entry + 4 + offsetLength, length: offsetLength),
                place <= bytes.file.count, length <= bytes.file.count - place
            else { return false }
        }
        return true
    }

    /// How many bytes a value of each type has (TIFF 6.0, section 2; 16 to 18 are BigTIFF's).
    private static let lengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

    /// The tags without which there are no pixels: of samples, strips and tiles, colours, JPEG tables.
    private static let needed: Set<Int> = [258, 273, 279, 320, 324, 325, 347]

    /// Whether a directory describes a small copy of another page, or where a page is transparent: the bits 0 and 2 of
    /// NewSubfileType (tag 254), the value 2 of the older SubfileType (255).
    private func isCopy(entries: Int, at start: Int) -> Bool {
        for index in 0..<entries {
            let entry = start + index * entryLength
            // They are sorted by their tags.
            guard let tag = bytes.number(at: entry, length: 2), tag <= 255 else { return false }
            let value = entry + 4 + offsetLength
            if tag == 254, let kind = bytes.number(at: value, length: 4) { return kind & 0b101 != 0 }
            if tag == 255, let kind = bytes.number(at: value, length: 2) { return kind == 2 }
        }
        return false
    }
}

/// The samples of a page that has one for each pixel and no tiles, by which rows are read without making colours of
/// them: those of scanners and fax machines.
struct TIFFSamples {
    private enum Layout {
        /// Up to 8 bits.
        case packed(PackedSamples)
        /// 16 bits in the machine's order.
        case wide(isInverted: Bool)
    }

    private let layout: Layout

    /// `nil` for pages of any other kind.
    init?(_ page: beeline_tiff_page) {
        let (minIsWhite, minIsBlack, unsignedSamples) = (UInt16(0), UInt16(1), UInt16(1))
        guard !page.is_tiled, page.samples_per_pixel == 1, page.sample_format == unsignedSamples,
            [minIsWhite, minIsBlack].contains(page.photometric)
        else { return nil }
        let isInverted = page.photometric == minIsWhite
        switch page.bits_per_sample {
        case 1, 2, 4, 8:
            let depth = Int(page.bits_per_sample)
            let levels = PackedSamples.levels(bitDepth: depth)
            layout = .packed(PackedSamples(bitDepth: depth, grays: isInverted ? levels.reversed() : levels))
        case 16: layout = .wide(isInverted: isInverted)
        default: return nil
        }
    }

    /// The bytes that a row of so many pixels takes.
    func rowLength(of width: Int) -> Int {
        switch layout {
        case .packed(let samples): samples.rowLength(of: width)
        case .wide: width * 2
        }
    }

    /// Converts `count` pixels, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        switch layout {
        case .packed(let samples): samples.convert(row, count: count, to: grays)
        case .wide(let isInverted):
            let mask: UInt8 = isInverted ? 255 : 0
            row.withMemoryRebound(to: UInt16.self, capacity: count) { samples in
                for index in 0..<count { grays[index] = UInt8(truncatingIfNeeded: samples[index] &>> 8) ^ mask }
            }
        }
    }
}
