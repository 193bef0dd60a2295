/// Which modules of a QR code are the same in all codes of its version (ISO/IEC 18004, 6.3).
struct QRLayout {
    let version: Int
    /// The columns of the middles of alignment patterns, which are their rows as well (annex E); none in version 1.
    let alignment: [Int]

    static let versions = 1...40

    /// Nil where there is no such version.
    init?(version: Int) {
        guard Self.versions.contains(version) else { return nil }
        self.version = version
        guard version > 1 else {
            alignment = []
            return
        }
        // The last one is 7 modules from the edge; from there they come in even steps, and the remainder follows the
        // first one. Version 32 alone rounds up.
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (4 * version + 2 * count + 1) / (2 * count - 2) * 2
        let last = 4 * version + 10
        alignment = [6] + (0..<(count - 1)).reversed().map { last - $0 * step }
    }

    /// Modules on a side.
    var size: Int { 4 * version + 17 }

    /// Whether an alignment pattern has its middle there: all crossings but those in finder patterns.
    func isAlignment(column: Int, row: Int) -> Bool {
        guard let first = alignment.first, let last = alignment.last, alignment.contains(column),
            alignment.contains(row)
        else { return false }
        return !(column == first && (row == first || row == last) || column == last && row == first)
    }

    /// Whether timing and alignment patterns have a dark module there; nil where something else is.
    func isDarkGuide(column: Int, row: Int) -> Bool? {
        if isFinder(column: column, row: row) { return nil }
        for y in alignment where abs(row - y) <= 2 {
            for x in alignment where abs(column - x) <= 2 && isAlignment(column: x, row: y) {
                return max(abs(column - x), abs(row - y)) != 1
            }
        }
        if row == 6 || column == 6 { return (row + column).isMultiple(of: 2) }
        return nil
    }

    /// Whether any pattern that is the same in all codes of this version has a dark module there; nil where data are.
    func isDark(column: Int, row: Int) -> Bool? {
        if isFinder(column: column, row: row) {
            let x = column < 8 ? column : size - 1 - column
            let y = row < 8 ? row : size - 1 - row
            // By the distance from the middle: 4 is the separator.
            let ring = max(abs(x - 3), abs(y - 3))
            return ring != 2 && ring != 4
        }
        if let guide = isDarkGuide(column: column, row: row) { return guide }
        if column == 8, row == size - 8 { return true }
        guard version >= 7 else { return nil }
        // The version is there twice, above and beside; one is the other one's transpose.
        let (x, y) = row < 6 ? (column, row) : (row, column)
        guard y < 6, (size - 11...size - 9).contains(x) else { return nil }
        return VersionInformation.word(of: version) >> (3 * y + x - (size - 11)) & 1 == 1
    }

    /// Whether it is a module of a finder pattern or of its separator.
    private func isFinder(column: Int, row: Int) -> Bool {
        (column < 8 && (row < 8 || row >= size - 8)) || (column >= size - 8 && row < 8)
    }
}

/// The 18 bits beside two finder patterns that say the version, from 7 on (ISO/IEC 18004, 7.10 and annex D).
enum VersionInformation {
    /// The version in six bits, and twelve by which three errors are corrected.
    static func word(of version: Int) -> Int {
        let generator = 0x1F25
        var rest = version << 12
        for bit in (12..<18).reversed() where rest >> bit & 1 == 1 { rest ^= generator << (bit - 12) }
        return version << 12 | rest
    }

    /// The version whose bits are nearest, and how many differ.
    static func nearest(to bits: Int) -> (version: Int, errors: Int)? {
        (7...40).map { ($0, (word(of: $0) ^ bits).nonzeroBitCount) }.min { $0.1 < $1.1 }
    }
}
