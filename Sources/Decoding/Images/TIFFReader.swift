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
        try limits.check(width: width, height: height, of: .tiff)
        try file.checkPieces(of: page, limits)
        let samples = TIFFSamples(page)
        if samples == nil { try file.checkColors() }
        let image = try GrayImage(width: width, height: height) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            if let samples {
                try readRows(page, samples, to: grays)
            } else {
                try readColors(page, to: grays)
            }
        }
        return StoredPicture(image: image, orientation: Orientation(rawValue: Int(page.orientation)) ?? .upright)
    }

    private func readRows(
        _ page: beeline_tiff_page, _ samples: TIFFSamples, to grays: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let width = Int(page.width)
        // Of a damaged strip libtiff may write a part and be content; the rest would be what was in the memory before.
        let row = try Scratch(zeros: max(Int(page.row_length), samples.rowLength(of: width)))
        for y in 0..<Int(page.height) {
            try file.readRow(y, into: row)
            samples.convert(row.start, count: width, to: grays + y * width)
        }
    }

    private func readColors(_ page: beeline_tiff_page, to grays: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        let (width, height) = (Int(page.width), Int(page.height))
        // Whole strips or rows of tiles, lest one is unpacked again and again.
        let piece = max(1, Int(page.rows_per_piece))
        let wanted = max(1, (1 << 20) / width)
        let band = min(height, (wanted + piece - 1) / piece * piece)
        let colors = try Scratch(zeros: width * band * 4)
        for top in stride(from: 0, to: height, by: band) {
            let rows = min(band, height - top)
            try colors.start.withMemoryRebound(to: UInt32.self, capacity: width * band) { colors throws(ImageError) in
                try file.readColors(from: top, rows: rows, into: colors)
                Luma.convertMultiplied(colors, count: rows * width, to: grays + top * width)
            }
        }
    }
}
