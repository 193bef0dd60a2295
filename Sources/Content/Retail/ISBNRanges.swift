internal import BeelineSupport

/// Who was given which ISBNs: where the thirteen digits are divided into group, registrant and publication.
///
/// The library brings a table along; a newer one is read from the file RangeMessage.xml that the International ISBN
/// Agency publishes, or from the compact text that ``text`` writes.
///
///     let ranges = try ISBNRanges(rangeMessage: bytes)
///     let parser = ContentParser(isbnRanges: ranges)
///
/// A bundled table is parsed when it is first asked; a look-up is a binary search in one array.
public struct ISBNRanges: Sendable {
    /// Nil for the table that comes with the library, so that naming it costs nothing.
    private let own: Table?

    /// The table that comes with the library.
    public static let bundled = ISBNRanges()

    private init() { own = nil }

    init(_ table: Table) { own = table }

    var table: Table { own ?? .bundled }

    /// The day of the table, as its source writes it; nil when it does not say.
    public var issued: String? { table.issued }

    /// How many registration groups it has.
    public var groupCount: Int { table.groups.count }

    /// How a number is divided; nil when its group was given to nobody.
    public func division(of isbn: ISBN) -> Division? {
        guard let span = span(of: isbn) else { return nil }
        return Division(agency: table.groups[Int(span.group)].agency, lengths: span.lengths)
    }

    /// Where a number lies; nil when its group was given to nobody.
    func span(of isbn: ISBN) -> Span? {
        if let own { return own.span(of: isbn.number) }
        return Table.bundled.span(of: isbn.number)
    }

    /// Lends what writes the agency of a group as a member of JSON.
    func withAgencies(_ body: (JSONMembers) -> Void) {
        if let own { return body(own.agencies) }
        body(Table.bundled.agencies)
    }

    /// How many digits the elements of an ISBN have, and whose its group is.
    public struct Division: Hashable, Sendable {
        /// The country, region or language of the group.
        public let agency: String
        /// How many digits the registration group has: 1…5.
        public var groupLength: Int { Int(lengths.group) }
        /// How many digits the registrant has: 1…7; 0 when the number is in a range that nobody was given.
        public var registrantLength: Int { Int(lengths.registrant) }

        let lengths: Lengths
    }

    /// The same lengths in little space, for each book has them.
    struct Lengths: Hashable {
        let group: UInt8
        /// 0 between the ranges that were given out.
        let registrant: UInt8
    }
}

extension ISBNRanges: Equatable {
    /// Whether both divide every number alike, and name the same agencies and day.
    public static func == (left: ISBNRanges, right: ISBNRanges) -> Bool {
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
        /// The agencies of the groups, in their order, as members of JSON.
        let agencies: JSONMembers

        /// - Parameter groups: in ascending order, none within another; the ranges of each likewise.
        init(issued: String?, groups: [Group]) {
            self.issued = issued
            self.groups = groups
            spans = groups.indices.flatMap { Span.all(of: groups[$0], at: UInt32($0)) }
            starts = spans.map(\.start)
            agencies = JSONMembers("agency", groups.map(\.agency))
        }

        /// Tests read the bundled table as users' tables are read, so that a fault in it cannot get this far.
        static let bundled = (try? ISBNRanges(table: bundledText))?.table ?? Table(issued: nil, groups: [])

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
        /// The digits of the group as a number.
        let number: UInt32
        /// How many digits the group has.
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

        fileprivate static func all(of group: Group, at index: UInt32) -> [Span] {
            var spans: [Span] = []
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
            return spans
        }
    }

    /// - Parameter exponent: 0…9.
    static func powerOfTen(_ exponent: Int) -> UInt32 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
