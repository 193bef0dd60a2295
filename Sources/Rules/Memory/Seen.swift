package import BeelineContent
internal import BeelineSymbols

/// A property of earlier recordings in rules, the last part of a name: `seen.count`, `seen.isbn13.last`.
package enum SeenField: String, Hashable, Sendable, CaseIterable {
    case count, today, first, last, source

    /// The word before the first dot of such a name.
    package static let owner = "seen"

    /// The name for the code itself: `seen.count`.
    package var name: String { "\(Self.owner).\(rawValue)" }

    package var type: FieldType {
        switch self {
        case .count, .today: .number
        case .first, .last: .moment
        case .source: .text
        }
    }

    package var isAlwaysThere: Bool { self == .count || self == .today }

    package var summary: String {
        switch self {
        case .count: "How often this code was recorded."
        case .today: "How often it was recorded on the day of the scan (local time)."
        case .first: "When it was first recorded: `2026-11-25 18:02` (local time)."
        case .last: "When it was last recorded."
        case .source: "The source of its last scan."
        }
    }

    func value(of seen: Seen) -> FieldValue? {
        switch self {
        case .count: .number(DecimalNumber(Int32(clamping: seen.count)))
        case .today: .number(DecimalNumber(Int32(clamping: seen.today)))
        case .first: seen.first.map { .text($0.description) }
        case .last: seen.last.map { .text($0.description) }
        case .source: seen.source.map(FieldValue.text)
        }
    }
}

/// A name for earlier recordings: `seen.count` of this code, `seen.isbn13.count` of the codes that had the same ISBN.
package struct SeenName: Hashable, Sendable, CustomStringConvertible {
    /// The field whose value identifies the recordings; nil for the code itself.
    package let by: Name?
    package let field: SeenField

    package init(by: Name? = nil, _ field: SeenField) { (self.by, self.field) = (by, field) }

    package var description: String {
        by.map { "\(SeenField.owner).\($0).\(field.rawValue)" } ?? field.name
    }
}

/// The names of session values, which actions have set for the source of a code: `session.mode`.
package enum SessionName {
    /// The word before the dot.
    package static let owner = "session"

    /// The value of a session text in rules: a number if written as in JSON, else a text, as `007` and `+1` are.
    package static func value(writtenAs text: String) -> FieldValue {
        let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        guard whole.first != UInt8(ascii: "0") || whole.count == 1, whole.first.map(\.isASCIIDigit) ?? false,
            let number = DecimalNumber(text)
        else { return .text(text) }
        return .number(number)
    }
}

/// The recordings under a key: how often, when and from which source.
package struct Seen: Hashable, Sendable {
    package var count: Int
    /// The number of recordings on the day of the scan.
    package var today: Int
    /// The time of the first recording; nil without any.
    package var first: LocalMoment?
    package var last: LocalMoment?
    /// The source of the last recording; nil if it had no name.
    package var source: String?

    package init(count: Int, today: Int, first: LocalMoment? = nil, last: LocalMoment? = nil, source: String? = nil) {
        (self.count, self.today, self.first, self.last, self.source) = (count, today, first, last, source)
    }

    package static let never = Seen(count: 0, today: 0)

    /// The recordings under two keys of one code, merged: the higher counts, the first and the last time.
    func merged(with other: Seen) -> Seen {
        let last = (other.last ?? .earliest) > (last ?? .earliest) ? other : self
        return Seen(
            count: max(count, other.count), today: max(today, other.today),
            first: [first, other.first].compactMap(\.self).min(), last: last.last, source: last.source)
    }
}

/// A date and a time in the local time zone, to the minute.
package struct LocalMoment: Hashable, Sendable, CustomStringConvertible, Comparable {
    package let date: CalendarDate
    package let time: TimeOfDay

    package init(date: CalendarDate, time: TimeOfDay) { (self.date, self.time) = (date, time) }

    /// Before all others.
    fileprivate static let earliest = LocalMoment(date: CalendarDate(year: 0, dayOfYear: 1), time: .midnight)

    /// `2026-11-25 18:02`.
    package var description: String { "\(date) \(time)" }

    /// Reads `2026-11-25 18:02`, or with a `T` instead of the blank; nil when it is neither.
    package init?(_ text: String) {
        let text = text.utf8
        // Most texts that are looked at are none.
        guard text.count == 16 else { return nil }
        let middle = text.index(text.startIndex, offsetBy: 10)
        guard text[middle] == UInt8(ascii: " ") || text[middle] == UInt8(ascii: "T"),
            let date = String(text[..<middle]).flatMap({ CalendarDate($0) }),
            let time = String(text[text.index(after: middle)...]).flatMap({ TimeOfDay($0) })
        else { return nil }
        self.init(date: date, time: time)
    }

    package static func < (left: LocalMoment, right: LocalMoment) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }
}
