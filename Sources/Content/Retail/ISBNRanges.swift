internal import BeelineSupport
internal import BeelineSymbols
internal import BundledTables

/// The assigned ranges of ISBNs: where the thirteen digits are divided into group, registrant and publication.
///
/// The library contains a table; a newer one is read from the file RangeMessage.xml that the International ISBN Agency
/// publishes, or from the compact text that ``text`` writes.
///
///     let ranges = try ISBNRanges(rangeMessage: bytes)
///     let parser = ContentParser(isbnRanges: ranges)
///
/// The bundled table is parsed at its first use; a look-up is a binary search for the group, and one in it.
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
    package func division(of isbn: ISBN) -> Division? { table.division(of: isbn.number) }

    /// How many digits the elements of an ISBN have, and whose its group is.
    package struct Division: Hashable, Sendable {
        package let agency: String
        package let groupLength: Int
        /// How many digits the registrant has: 1…7; 0 when the number is in a range that no one was given.
        package let registrantLength: Int
        var publicationLength: Int { 9 - groupLength - registrantLength }
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
    final class Table: Sendable {
        let issued: String?
        /// In ascending order, none within another; the ranges of each also.
        let groups: [Group]

        init(issued: String?, groups: [Group]) { (self.issued, self.groups) = (issued, groups) }

        /// Tests read the bundled table as users' tables are read, so that a fault in it cannot get this far.
        static let bundled = (try? read(bundledText)) ?? Table(issued: nil, groups: [])

        func division(of number: UInt64) -> Division? {
            let digits = number / 10
            guard let index = last(of: groups.count, where: { groups[$0].numbers.lowerBound <= digits }),
                groups[index].numbers.contains(digits)
            else { return nil }
            let group = groups[index]
            return Division(
                agency: group.agency, groupLength: group.length, registrantLength: group.registrantLength(of: digits))
        }
    }

    /// A registration group and the registrants in it.
    struct Group: Hashable {
        /// 978 or 979.
        let prefix: UInt64
        let number: UInt64
        let length: Int
        let agency: String
        var registrants: [Registrants] = []
        /// Its numbers, without their check digits.
        let numbers: Range<UInt64>

        init(prefix: UInt64, number: UInt64, length: Int, agency: String) {
            (self.prefix, self.number, self.length, self.agency) = (prefix, number, length, agency)
            let count = powerOfTen(9 - length)
            let start = prefix * 1_000_000_000 + number * count
            numbers = start..<start + count
        }

        /// The length of the registrant of one of its numbers; 0 where no one was given it.
        func registrantLength(of digits: UInt64) -> Int {
            let rest = digits - numbers.lowerBound
            func registrant(_ place: Int) -> UInt64 { rest / powerOfTen(9 - length - registrants[place].length) }
            let place = last(of: registrants.count) { registrants[$0].low <= registrant($0) }
            return place.flatMap { registrant($0) <= registrants[$0].high ? registrants[$0].length : nil } ?? 0
        }
    }

    /// Registrant elements of the same length, one after the other.
    struct Registrants: Hashable {
        let low: UInt64
        var high: UInt64
        let length: Int
    }

    /// - Parameter exponent: 0…18.
    static func powerOfTen(_ exponent: Int) -> UInt64 { DecimalNumber.powers[exponent] }
}

/// The last of so many places that fits, as all before it do, found by halving; nil where none does.
private func last(of count: Int, where fits: (Int) -> Bool) -> Int? {
    var (first, end) = (0, count)
    while first < end {
        let middle = (first + end) / 2
        if fits(middle) { first = middle + 1 } else { end = middle }
    }
    return first > 0 ? first - 1 : nil
}

extension ISBNRanges {
    /// Reads the compact text that ``text`` writes. A line for each group: prefix and group, agency, and the registrant
    /// elements that were assigned, between tabs. Lines that begin with `#` are comments; one that begins with `issued`
    /// says the day of the table. An error for the first line that is wrong.
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
                    Digits.text($0, count: registrants.length)
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
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
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
        let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
        let text = fields.count > 1 ? String(validating: fields[1], as: UTF8.self) : nil
        if fields[0].elementsEqual("issued".utf8) {
            guard fields.count == 2, let text else {
                throw ISBNRangesError(number, "after `issued` there must be a day")
            }
            return try builder.setIssued(text, line: number)
        }
        guard fields.count == 3, let text else {
            throw ISBNRangesError(number, "expected group, agency and ranges with tabs between them")
        }
        try builder.addGroup(prefix: fields[0], agency: text, line: number)
        for range in fields[2].split(separator: UInt8(ascii: " ")) {
            let hyphen = range.firstIndex(of: UInt8(ascii: "-"))
            let low = Digits.parse(range[..<(hyphen ?? range.endIndex)])
            guard let low, let high = hyphen.map({ Digits.parse(range[($0 + 1)...]) }) ?? low, low.count == high.count
            else {
                let found = ISBNRangesError.shown(range)
                throw ISBNRangesError(number, "\(found) is neither a range such as 00-19 nor a single number")
            }
            try builder.addRegistrants(low: low.value, high: high.value, length: low.count, line: number)
        }
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

        mutating func setIssued(_ day: String, line: Int) throws(ISBNRangesError) {
            guard day.utf8.count <= 100, !day.unicodeScalars.contains(where: \.isHidden) else {
                throw ISBNRangesError(line, "the day of the table is too long, or has control characters")
            }
            issued = day
        }

        /// - Parameter prefix: such as `978-4`.
        mutating func addGroup(prefix: some Collection<UInt8>, agency: String, line: Int) throws(ISBNRangesError) {
            guard let hyphen = prefix.firstIndex(of: UInt8(ascii: "-")), let element = Digits.parse(prefix[..<hyphen]),
                element.value == 978 || element.value == 979, element.count == 3,
                let number = Digits.parse(prefix[hyphen...].dropFirst()), number.count <= 5
            else {
                let found = ISBNRangesError.shown(prefix)
                throw ISBNRangesError(line, "\(found) is not a group; it must be 978- or 979- and one to five digits")
            }
            guard element.value == 978 || number.value >= powerOfTen(number.count - 1) else {
                throw ISBNRangesError(line, "979-0 is printed music and no group of ISBNs")
            }
            guard !agency.isEmpty, agency.utf8.count <= 200, !agency.unicodeScalars.contains(where: \.isHidden) else {
                throw ISBNRangesError(line, "the name of the agency is empty, too long, or has control characters")
            }
            let group = Group(prefix: element.value, number: number.value, length: number.count, agency: agency)
            groups.append((group, line))
        }

        /// Adds registrant elements of a length to the last group.
        mutating func addRegistrants(low: UInt64, high: UInt64, length: Int, line: Int) throws(ISBNRangesError) {
            guard let groupLength = groups.last?.group.length else {
                throw ISBNRangesError(line, "a range without a group")
            }
            guard (1...7).contains(length), groupLength + length <= 8 else {
                throw ISBNRangesError(
                    line,
                    "group and registrant have \(groupLength + length) digits, more than the 8 that they may have")
            }
            guard low <= high, high < powerOfTen(length) else {
                throw ISBNRangesError(line, "the range \(low)-\(high) of \(length) digits ends before it begins")
            }
            groups[groups.count - 1].group.registrants.append(Registrants(low: low, high: high, length: length))
        }

        /// Puts all in order. An error when two groups or two ranges overlap, or there is no group.
        mutating func table() throws(ISBNRangesError) -> Table {
            guard !groups.isEmpty else { throw ISBNRangesError(0, "there is no group in it") }
            groups.sort { $0.group.numbers.lowerBound < $1.group.numbers.lowerBound }
            var ordered: [Group] = []
            for (group, line) in groups {
                if let last = ordered.last, last.numbers.upperBound > group.numbers.lowerBound {
                    throw ISBNRangesError(line, "the group \(group.name) overlaps \(last.name)")
                }
                ordered.append(try Self.sorted(group, line: line))
            }
            return Table(issued: issued, groups: ordered)
        }

        /// The first of the seven digits behind the group that begin with a registrant.
        private static func start(_ registrants: Registrants) -> UInt64 {
            registrants.low * powerOfTen(7 - registrants.length)
        }

        /// A group with its ranges in ascending order, those of one length that follow each other as one.
        private static func sorted(_ group: Group, line: Int) throws(ISBNRangesError) -> Group {
            var result = group
            result.registrants = []
            var next: UInt64 = 0
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
    var name: String { "\(prefix)-" + Digits.text(number, count: length) }
}

/// Why a file is not a table of ISBN ranges.
package struct ISBNRangesError: Error, Hashable, Sendable {
    package let line: Int
    package let problem: String
    init(_ line: Int, _ problem: String) { (self.line, self.problem) = (line, problem) }

    /// What was found, short enough for a message.
    static func shown(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes.prefix(200)), as: UTF8.self).shortened(to: 40).debugDescription
    }
}

extension ISBNRangesError: CustomStringConvertible {
    package var description: String { line > 0 ? "line \(line): \(problem)" : problem }
}
