internal import BeelineSupport
internal import BeelineSymbols
internal import BundledTables

/// Who was given which ISBNs: where the thirteen digits are divided into group, registrant and publication.
///
/// The library brings a table along; a newer one is read from the file RangeMessage.xml that the International ISBN
/// Agency publishes, or from the compact text that ``text`` writes.
///
///     let ranges = try ISBNRanges(rangeMessage: bytes)
///     let parser = ContentParser(isbnRanges: ranges)
///
/// A bundled table is parsed when it is first asked; a look-up is a binary search in one array.
package struct ISBNRanges: Sendable {
    /// Nil for the table that comes with the library, so that naming it costs nothing.
    private let own: Table?
    package static let bundled = ISBNRanges()
    private init() { own = nil }
    init(_ table: Table) { own = table }
    var table: Table { own ?? .bundled }

    /// The day of the table, as its source writes it; nil when it does not say.
    package var issued: String? { table.issued }
    package var groupCount: Int { table.groups.count }

    /// How a number is divided; nil when its group was given to no one.
    package func division(of isbn: ISBN) -> Division? {
        guard let span = span(of: isbn) else { return nil }
        return Division(agency: table.groups[Int(span.group)].agency, lengths: span.lengths)
    }

    /// Where a number lies; nil when its group was given to no one.
    func span(of isbn: ISBN) -> Span? {
        table.span(of: isbn.number)
    }

    /// How many digits the elements of an ISBN have, and whose its group is.
    package struct Division: Hashable, Sendable {
        package let agency: String
        package var groupLength: Int { Int(lengths.group) }
        /// How many digits the registrant has: 1…7; 0 when the number is in a range that no one was given.
        package var registrantLength: Int { Int(lengths.registrant) }
        let lengths: Lengths
    }

    /// The same lengths in little space, for each book has them.
    struct Lengths: Hashable {
        let group: UInt8
        /// 0 between the ranges that were assigned.
        let registrant: UInt8
    }
}

extension ISBNRanges: Equatable {
    /// Whether both divide every number alike, and name the same agencies and day.
    package static func == (left: ISBNRanges, right: ISBNRanges) -> Bool {
        left.table === right.table
            || (left.table.issued == right.table.issued && left.table.groups == right.table.groups)
    }
}

extension ISBNRanges {
    /// The groups in ascending order, and the same as spans of numbers.
    final class Table: Sendable {
        let issued: String?
        let groups: [Group]
        private let spans: [Span]
        /// Where each span starts: all that a look-up compares, in little memory.
        private let starts: [UInt32]

        /// - Parameter groups: in ascending order, none within another; the ranges of each also.
        init(issued: String?, groups: [Group]) {
            self.issued = issued
            self.groups = groups
            var spans: [Span] = []
            spans.reserveCapacity(groups.reduce(0) { $0 + 2 * $1.registrants.count + 1 })
            for (index, group) in groups.enumerated() { Span.append(all: group, at: UInt32(index), to: &spans) }
            self.spans = spans
            starts = spans.map(\.start)
        }

        /// Tests read the bundled table as users' tables are read, so that a fault in it cannot get this far.
        static let bundled = (try? read(bundledText)) ?? Table(issued: nil, groups: [])

        /// The span that a number of thirteen digits is in; nil outside of all groups.
        func span(of number: UInt64) -> Span? {
            guard (9_780_000_000_000..<9_800_000_000_000).contains(number) else { return nil }
            let key = UInt32(truncatingIfNeeded: number / 10 - 978_000_000_000)
            let place = starts.withUnsafeBufferPointer { starts in
                var place = 0
                var count = starts.count
                // Without a branch on what is compared, which no processor could foretell.
                while count > 1 {
                    let half = count / 2
                    place = starts[place + half] <= key ? place + half : place
                    count -= half
                }
                return place
            }
            guard place < spans.count else { return nil }
            let span = spans[place]
            return span.start <= key && key <= span.end ? span : nil
        }
    }

    /// A registration group and the registrants in it.
    struct Group: Hashable {
        /// 978 or 979.
        let prefix: UInt32
        let number: UInt32
        let length: Int
        let agency: String
        var registrants: [Registrants]

        /// The first of its numbers: nine digits after the prefix, 979 beginning at a thousand million.
        var start: UInt32 { (prefix - 978) * 1_000_000_000 + number * powerOfTen(9 - length) }
        var end: UInt32 { start + (powerOfTen(9 - length) - 1) }
    }

    /// Registrant elements of the same length, one after the other.
    struct Registrants: Hashable {
        let low: UInt32
        var high: UInt32
        let length: Int
    }

    /// Numbers that are divided alike.
    struct Span {
        let start: UInt32
        let end: UInt32
        /// The place of the group in the table.
        let group: UInt32
        let lengths: Lengths

        fileprivate static func append(all group: Group, at index: UInt32, to spans: inout [Span]) {
            var next = group.start
            func add(through end: UInt32, registrantLength: Int) {
                spans.append(
                    Span(
                        start: next, end: end, group: index,
                        lengths: Lengths(group: UInt8(group.length), registrant: UInt8(registrantLength))))
                next = end + 1
            }
            for registrants in group.registrants {
                let unit = powerOfTen(9 - group.length - registrants.length)
                let start = group.start + registrants.low * unit
                if start > next { add(through: start - 1, registrantLength: 0) }
                add(through: group.start + registrants.high * unit + (unit - 1), registrantLength: registrants.length)
            }
            if next <= group.end { add(through: group.end, registrantLength: 0) }
        }
    }

    /// - Parameter exponent: 0…9.
    static func powerOfTen(_ exponent: Int) -> UInt32 {
        var power: UInt32 = 1
        for _ in 0..<exponent { power *= 10 }
        return power
    }
}

extension ISBNRanges {
    /// Reads the compact text that ``text`` writes.
    ///
    /// A line for each group: prefix and group, agency, and the registrant elements that were assigned, between tabs.
    /// Lines that begin with `#` are comments; one that begins with `issued` says the day of the table.
    ///
    /// - Throws: `ISBNRangesError`, for the first line that is wrong.
    package init(table bytes: [UInt8]) throws(ISBNRangesError) {
        self.init(try bytes.withUnsafeBufferPointer { (bytes) throws(ISBNRangesError) in try Table.read(bytes) })
    }

    /// The table as compact text, which `init(table:)` reads.
    package var text: String {
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
        "# The assigned ISBNs: the groups, and how many digits their registrants have.",
        "#",
        "# Facts of the International ISBN Agency (isbn-international.org), in a form of our own: prefix and group; the",
        "# agency; the assigned registrant elements, each with as many digits as it has. Tabs between them.",
        "# `beeline tables isbn RangeMessage.xml` writes a newer one.",
    ]
}

extension ISBNRanges.Table {
    fileprivate typealias Bytes = UnsafeBufferPointer<UInt8>

    fileprivate static var bundledText: Bytes {
        let table = beeline_isbn_ranges()
        return Bytes(start: table.bytes, count: table.length)
    }

    /// Reads the compact text where it is: each start of the program that meets a book reads the bundled one.
    fileprivate static func read(_ bytes: Bytes) throws(ISBNRangesError) -> ISBNRanges.Table {
        var builder = ISBNRanges.Builder()
        var number = 0
        var start = 0
        while start < bytes.count {
            number += 1
            let end = place(of: "\n", in: bytes, from: start)
            let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
            let line = Bytes(rebasing: bytes[start..<(hasReturn ? end - 1 : end)])
            start = end + 1
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            try read(line, number, &builder)
        }
        return try builder.table()
    }

    private static func read(
        _ line: Bytes, _ number: Int, _ builder: inout ISBNRanges.Builder
    ) throws(ISBNRangesError) {
        let first = place(of: "\t", in: line, from: 0)
        let second = place(of: "\t", in: line, from: first + 1)
        let third = place(of: "\t", in: line, from: second + 1)
        let name = line[..<first]
        func text() -> String? { String(validating: line[(first + 1)..<second], as: UTF8.self) }
        if name.elementsEqual("issued".utf8) {
            guard first < line.count, second == line.count, let day = text() else {
                throw ISBNRangesError(number, "after `issued` there must be a day")
            }
            return try builder.setIssued(day, line: number)
        }
        guard second < line.count, third == line.count, let agency = text() else {
            throw ISBNRangesError(number, "expected group, agency and ranges with tabs between them")
        }
        try builder.addGroup(prefix: name, agency: agency, line: number)
        var start = second + 1
        while start < line.count {
            let end = place(of: " ", in: line, from: start)
            let range = line[start..<end]
            start = end + 1
            guard !range.isEmpty else { continue }
            let hyphen = place(of: "-", in: line, from: range.startIndex, to: end)
            let low = Digits.parse(range[..<hyphen])
            let high = hyphen < end ? Digits.parse(range[(hyphen + 1)...]) : low
            guard let low, let high, low.count == high.count else {
                let found = ISBNRangesError.shown(range)
                throw ISBNRangesError(number, "\(found) is neither a range such as 00-19 nor a single number")
            }
            try builder.addRegistrants(low: low.value, high: high.value, length: low.count, line: number)
        }
    }

    /// The place of a character; the end, or where it is looked for behind the end, where there is none.
    private static func place(of character: Unicode.Scalar, in bytes: Bytes, from start: Int, to end: Int? = nil) -> Int
    {
        var place = start
        let end = end ?? bytes.count
        while place < end, bytes[place] != UInt8(ascii: character) { place += 1 }
        return place
    }
}

extension ISBNRanges: CustomStringConvertible {
    /// The day, and how many groups: `264 groups, issued 2026-08-01`.
    package var description: String { "\(groupCount) groups" + (issued.map { ", issued \($0)" } ?? "") }
}

extension ISBNRanges {
    /// Accepts groups and ranges of a file, and refuses impossible ones.
    struct Builder {
        private var issued: String?
        private var groups: [(group: Group, line: Int)] = []
        /// Those of the last group, in memory that the next one uses again.
        private var registrants: [Registrants] = []

        /// Takes the day of the table.
        mutating func setIssued(_ day: String, line: Int) throws(ISBNRangesError) {
            guard day.utf8.count <= 100, !day.unicodeScalars.contains(where: \.isHidden) else {
                throw ISBNRangesError(line, "the day of the table is too long, or has control characters")
            }
            issued = day
        }

        /// - Parameter prefix: such as `978-4`.
        mutating func addGroup(
            prefix: some Collection<UInt8>, agency: String, line: Int
        ) throws(ISBNRangesError) {
            guard let hyphen = prefix.firstIndex(of: UInt8(ascii: "-")), let element = Digits.parse(prefix[..<hyphen]),
                element.value == 978 || element.value == 979, element.count == 3,
                let number = Digits.parse(prefix[hyphen...].dropFirst()), number.count <= 5
            else {
                let found = ISBNRangesError.shown(prefix)
                throw ISBNRangesError(line, "\(found) is not a group; it must be 978- or 979- and one to five digits")
            }
            guard element.value == 978 || number.value >= (0..<number.count - 1).reduce(1, { power, _ in power * 10 })
            else { throw ISBNRangesError(line, "979-0 is printed music and no group of ISBNs") }
            guard !agency.isEmpty, agency.utf8.count <= 200, !agency.unicodeScalars.contains(where: \.isHidden) else {
                throw ISBNRangesError(line, "the name of the agency is empty, too long, or has control characters")
            }
            let group = Group(
                prefix: UInt32(element.value), number: UInt32(number.value), length: number.count, agency: agency,
                registrants: [])
            endGroup()
            groups.append((group, line))
        }

        private mutating func endGroup() {
            guard !groups.isEmpty, !registrants.isEmpty else { return }
            groups[groups.count - 1].group.registrants = registrants.map(\.self)
            registrants.removeAll(keepingCapacity: true)
        }

        /// Adds registrant elements of a length to the last group.
        mutating func addRegistrants(
            low: UInt64, high: UInt64, length: Int, line: Int
        ) throws(ISBNRangesError) {
            guard let groupLength = groups.last?.group.length else {
                throw ISBNRangesError(line, "a range without a group")
            }
            guard (1...7).contains(length), groupLength + length <= 8 else {
                throw ISBNRangesError(
                    line,
                    "group and registrant have \(groupLength + length) digits, more than the 8 that they may have")
            }
            guard low <= high, high < UInt64(powerOfTen(length)) else {
                throw ISBNRangesError(line, "the range \(low)-\(high) of \(length) digits ends before it begins")
            }
            registrants.append(Registrants(low: UInt32(low), high: UInt32(high), length: length))
        }

        /// Puts all in order.
        ///
        /// - Throws: `ISBNRangesError` when two groups or two ranges overlap, or there is no group.
        mutating func table() throws(ISBNRangesError) -> Table {
            endGroup()
            guard !groups.isEmpty else { throw ISBNRangesError(0, "there is no group in it") }
            // As a rule they are in order: then nothing is copied.
            let areInOrder = groups.indices.dropFirst().allSatisfy {
                groups[$0 - 1].group.start < groups[$0].group.start
            }
            if !areInOrder { groups.sort { $0.group.start < $1.group.start } }
            for (index, (group, line)) in groups.enumerated() {
                if index > 0, groups[index - 1].group.end >= group.start {
                    throw ISBNRangesError(line, "the group \(group.name) overlaps \(groups[index - 1].group.name)")
                }
                if !Self.areInOrder(group.registrants) { groups[index].group = try Self.sorted(group, line: line) }
            }
            return Table(issued: issued, groups: groups.map(\.group))
        }

        /// The first of the seven digits behind the group that begin with a registrant.
        private static func start(_ registrants: Registrants) -> UInt32 {
            registrants.low * powerOfTen(7 - registrants.length)
        }

        /// Whether ranges are in ascending order, none overlaps another, and none continues with the one before it.
        private static func areInOrder(_ ranges: [Registrants]) -> Bool {
            var next: UInt32 = 0
            var length = 0
            for registrants in ranges {
                let start = start(registrants)
                guard start > next || (start == next && registrants.length != length) else { return false }
                next = (registrants.high + 1) * powerOfTen(7 - registrants.length)
                length = registrants.length
            }
            return true
        }

        /// A group with its ranges in ascending order, those of one length that follow each other as one.
        private static func sorted(_ group: Group, line: Int) throws(ISBNRangesError) -> Group {
            var result = group
            result.registrants = []
            var next: UInt32 = 0
            for registrants in group.registrants.sorted(by: { start($0) < start($1) }) {
                guard start(registrants) >= next else {
                    throw ISBNRangesError(line, "two ranges of the group \(group.name) overlap")
                }
                next = (registrants.high + 1) * powerOfTen(7 - registrants.length)
                if let last = result.registrants.last, last.length == registrants.length,
                    last.high + 1 == registrants.low
                {
                    result.registrants[result.registrants.count - 1].high = registrants.high
                } else {
                    result.registrants.append(registrants)
                }
            }
            return result
        }
    }
}

extension ISBNRanges.Group {
    var name: String { "\(prefix)-" + Digits.text(UInt64(number), count: length) }
}

/// Why a file is not a table of ISBN ranges.
package struct ISBNRangesError: Error, Hashable, Sendable {
    package let line: Int
    package let problem: String
    init(_ line: Int, _ problem: String) { (self.line, self.problem) = (line, problem) }

    /// What was found, short enough for a message.
    static func shown(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes.prefix(40)), as: UTF8.self).debugDescription
    }
}

extension ISBNRangesError: CustomStringConvertible {
    package var description: String { line > 0 ? "line \(line): \(problem)" : problem }
}
