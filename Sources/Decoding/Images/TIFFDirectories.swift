/// Where the pages of a TIFF file are described (TIFF 6.0, section 2; BigTIFF has wider fields).
///
/// libtiff follows the chain of directories, too, but stops at the first that is broken and says nothing of it.
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
        // Where a file has nothing but a small picture, that is the picture.
        if pages.isEmpty { pages = Array(copies.prefix(1)) }
    }

    /// Whether the directory, and the values that are too long for it, are in the file.
    ///
    /// libtiff would do without some of them, and say of a file that is cut that it is damaged.
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

    /// The tags without which there are no pixels: BitsPerSample, where strips and tiles are and how long, the colours,
    /// the tables of JPEG.
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
