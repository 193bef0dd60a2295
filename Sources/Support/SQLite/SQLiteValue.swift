/// A value in a column of a row, or in place of a question mark in SQL.
///
///     try insertion.run(["2026-01-31", 3, .null])
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// In UTF-8, with any characters; NUL is one of them.
    case text(String)
    case blob([UInt8])

    /// A text, or null for nil.
    public init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

    /// A whole number, or null for nil.
    public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
}
