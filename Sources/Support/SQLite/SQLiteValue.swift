/// A value in a column of a row, or in place of a question mark in SQL.
///
///     try insertion.run(["2026-01-31", 3, .null])
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// In UTF-8, with any characters; NUL is one of them.
    case text(String)
    case blob([UInt8])

    /// A text, or null for nil.
    package init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

    /// A whole number, or null for nil.
    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
}
