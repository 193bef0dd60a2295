internal import BundledTables

extension ISBNRanges {
    /// The bytes of `Tables/isbn-ranges.tsv`.
    static var bundledText: [UInt8] {
        let table = beeline_isbn_ranges()
        return Array(UnsafeBufferPointer(start: table.bytes, count: table.length))
    }

    /// Reads the compact text that ``text`` writes.
    ///
    /// A line for each group: prefix and group, agency, and the registrant elements that were given out, between tabs.
    /// Lines that begin with `#` are comments; one that begins with `issued` says the day of the table.
    ///
    /// - Throws: `ISBNRangesError`, for the first line that is wrong.
    public init(table bytes: [UInt8]) throws(ISBNRangesError) {
        var builder = Builder()
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let cells = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
            if cells[0].elementsEqual("issued".utf8) {
                guard cells.count == 2, let day = String(validating: cells[1], as: UTF8.self) else {
                    throw ISBNRangesError(number, "after `issued` a day is expected")
                }
                try builder.setIssued(day, line: number)
                continue
            }
            guard cells.count == 3, let agency = String(validating: cells[1], as: UTF8.self) else {
                throw ISBNRangesError(number, "expected are group, agency and ranges with tabs between them")
            }
            try builder.addGroup(prefix: cells[0], agency: agency, line: number)
            for range in cells[2].split(separator: UInt8(ascii: " ")) {
                let hyphen = range.firstIndex(of: UInt8(ascii: "-"))
                let low = Digits.parse(range[..<(hyphen ?? range.endIndex)])
                let high = hyphen.map { Digits.parse(range[($0 + 1)...]) } ?? low
                guard let low, let high, low.count == high.count else {
                    let found = ISBNRangesError.shown(range)
                    throw ISBNRangesError(number, "\(found) is no range such as 00-19, nor a single number")
                }
                try builder.addRegistrants(low: low.value, high: high.value, length: low.count, line: number)
            }
        }
        self = try builder.ranges()
    }

    /// The table as compact text, which `init(table:)` reads.
    public var text: String {
        var lines = Self.heading
        if let issued { lines.append("issued\t\(issued)") }
        for group in table.groups {
            let ranges = group.registrants.map { registrants in
                let ends = [registrants.low, registrants.high].map {
                    Digits.text(UInt64($0), count: registrants.length)
                }
                return registrants.low == registrants.high ? ends[0] : ends.joined(separator: "-")
            }
            lines.append("\(group.name)\t\(group.agency)\t\(ranges.joined(separator: " "))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let heading = [
        "# Who was given which ISBNs: the groups, and how many digits their registrants have.",
        "#",
        "# Facts of the International ISBN Agency (isbn-international.org), in a form of our own: prefix and group; the",
        "# agency; the registrant elements that were given out, each with as many digits as it has. Tabs between them.",
        "# `beeline tables isbn RangeMessage.xml` writes a newer one.",
    ]
}

extension ISBNRanges: CustomStringConvertible {
    /// The day, and how many groups: `264 groups, issued 2026-08-01`.
    public var description: String { "\(groupCount) groups" + (issued.map { ", issued \($0)" } ?? "") }
}
