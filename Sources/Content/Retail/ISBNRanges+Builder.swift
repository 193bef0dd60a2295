internal import BeelineSymbols

extension ISBNRanges {
    /// Takes groups and ranges as a file tells them, and refuses what could not be.
    struct Builder {
        private var issued: String?
        private var groups: [(group: Group, line: Int)] = []

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
            let parts = prefix.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard parts.count == 2, let element = parts.first.flatMap({ Digits.parse($0) }),
                element.value == 978 || element.value == 979, element.count == 3,
                let number = parts.last.flatMap({ Digits.parse($0) }), number.count <= 5
            else {
                let found = ISBNRangesError.shown(prefix)
                throw ISBNRangesError(line, "\(found) is no group: 978- or 979- and one to five digits are expected")
            }
            guard element.value == 978 || number.value >= (0..<number.count - 1).reduce(1, { power, _ in power * 10 })
            else { throw ISBNRangesError(line, "979-0 is printed music and no group of ISBNs") }
            guard !agency.isEmpty, agency.utf8.count <= 200, !agency.unicodeScalars.contains(where: \.isHidden) else {
                throw ISBNRangesError(line, "the name of the agency is empty, too long, or has control characters")
            }
            let group = Group(
                prefix: UInt32(element.value), number: UInt32(number.value), length: number.count, agency: agency,
                registrants: [])
            groups.append((group, line))
        }

        /// Adds registrant elements of a length to the last group.
        mutating func addRegistrants(
            low: UInt64, high: UInt64, length: Int, line: Int
        ) throws(ISBNRangesError) {
            // Of the group only this: with a copy of it, its list would be copied for each range.
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
            groups[groups.count - 1].group.registrants.append(
                Registrants(low: UInt32(low), high: UInt32(high), length: length))
        }

        /// Puts all in order.
        ///
        /// - Throws: `ISBNRangesError` when two groups or two ranges overlap, or there is no group.
        func ranges() throws(ISBNRangesError) -> ISBNRanges {
            guard !groups.isEmpty else { throw ISBNRangesError(0, "there is no group in it") }
            var sorted: [Group] = []
            for (group, line) in groups.sorted(by: { $0.group.start < $1.group.start }) {
                if let before = sorted.last, before.end >= group.start {
                    throw ISBNRangesError(line, "the group \(group.name) overlaps \(before.name)")
                }
                sorted.append(try Self.sorted(group, line: line))
            }
            return ISBNRanges(Table(issued: issued, groups: sorted))
        }

        /// A group with its ranges in ascending order, those of one length that follow each other as one.
        private static func sorted(_ group: Group, line: Int) throws(ISBNRangesError) -> Group {
            func start(_ registrants: Registrants) -> UInt32 { registrants.low * powerOfTen(7 - registrants.length) }
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
    /// Prefix and group: `978-4`.
    var name: String { "\(prefix)-" + Digits.text(UInt64(number), count: length) }
}

/// Why a file is no table of ISBN ranges.
public struct ISBNRangesError: Error, Hashable, Sendable {
    /// The line, counted from 1; 0 when the file as a whole is at fault.
    public let line: Int
    /// What is wrong there.
    public let problem: String

    init(_ line: Int, _ problem: String) { (self.line, self.problem) = (line, problem) }

    /// What was found, short enough for a message.
    static func shown(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes.prefix(40)), as: UTF8.self).debugDescription
    }
}

extension ISBNRangesError: CustomStringConvertible {
    public var description: String { line > 0 ? "line \(line): \(problem)" : problem }
}
