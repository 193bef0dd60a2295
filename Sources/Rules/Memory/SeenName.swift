package import BeelineContent
internal import BeelineSymbols

/// What rules can ask of earlier recordings, by the last part of the name: `seen.count`, `seen.isbn13.last`.
package enum SeenField: String, Hashable, Sendable, CaseIterable {
    case count, today, first, last, source

    /// What stands before the first dot of such a name.
    package static let owner = "seen"

    /// The name that asks for the code itself: `seen.count`.
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
        case .count: "How often this code was recorded before."
        case .today: "How often it was recorded on the day of the scan, in the local time zone."
        case .first: "When it was recorded for the first time: `2026-11-25 18:02`, in the local time zone."
        case .last: "When it was recorded for the last time."
        case .source: "What scanned it the last time, by the name that was given."
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

/// A name that asks for earlier recordings: `seen.count` of this code, `seen.isbn13.count` of the codes that had the same
/// ISBN.
package struct SeenName: Hashable, Sendable {
    /// The field by whose value it asks; nil: the code itself.
    package let by: Name?
    package let field: SeenField

    package init(by: Name? = nil, _ field: SeenField) { (self.by, self.field) = (by, field) }
}

extension SeenName: CustomStringConvertible {
    package var description: String {
        by.map { "\(SeenField.owner).\($0).\(field.rawValue)" } ?? field.name
    }
}

/// The names that ask for what actions have set for the source of a code: `session.mode`.
package enum SessionName {
    /// What stands before the dot.
    package static let owner = "session"

    /// What a value that an action has set stands for in rules: a number where it is written as JSON writes one, else a
    /// text. `007` and `+1` are texts.
    package static func value(writtenAs text: String) -> FieldValue {
        let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        guard whole.first != UInt8(ascii: "0") || whole.count == 1, whole.first.map(\.isASCIIDigit) ?? false,
            let number = DecimalNumber(text)
        else { return .text(text) }
        return .number(number)
    }
}
