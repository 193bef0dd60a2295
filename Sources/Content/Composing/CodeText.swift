internal import BeelineSymbols

/// The text of a code made from fields: the inverse of ``ContentParser``, with the same names.
///
///     let text = try CodeText(.wifi, fields: [("ssid", "Guest"), ("password", "for;guests")]).text
///     // "WIFI:T:WPA;S:Guest;P:for\\;guests;;"
///
/// It escapes characters as the parsers expect, and parses the result again: a text that is not of its kind is never
/// returned.
public struct CodeText: Hashable, Sendable {
    /// The kind of the code.
    public let kind: Kind
    /// What the code contains.
    public let text: String

    /// The kinds that can be written, and the names of their fields; those that end with an s may be given several
    /// times.
    public static let fields: [(kind: Kind, names: [String])] = Kind.table.compactMap { definition in
        definition.writer.map { (definition.kind, $0.names) }
    }

    /// Makes the text of a code.
    ///
    /// - Parameter fields: names as rules and output have them, and their values.
    /// - Throws: when a field is unknown, missing, or of another form; the description names the field and what is
    ///   possible.
    public init(_ kind: Kind, fields: [(name: String, value: String)]) throws {
        guard let writer = kind.definition.writer else {
            let kinds = Self.fields.map(\.kind.rawValue).joined(separator: ", ")
            throw CodeTextError(
                "kind", "is '\(kind.rawValue)', which cannot be drawn from fields; use \(kinds), or draw any text")
        }
        let given = try GivenFields(fields, of: kind, names: writer.names)
        let text = try writer.write(given)()
        let reading = ContentParser().reading(of: Symbol(.qr, text), on: CalendarDate(year: 2000, dayOfYear: 1))
        guard reading.kind == kind else {
            let reason = reading.warnings.first?.description ?? "a reader would read it as \(reading.kind.rawValue)"
            let names = given.names
            throw CodeTextError(
                names.joined(separator: ", "),
                "\(names.count == 1 ? "makes" : "make together") no code of the kind '\(kind)': \(reason)")
        }
        self.kind = kind
        self.text = text
    }
}
