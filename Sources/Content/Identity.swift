internal import BeelineSupport
internal import BeelineSymbols

extension Reading {
    /// What the code is, however it was printed, scanned or typed; nil where it is not text.
    ///
    ///     reading("ISBN 4-87311-904-9").identity             // "9784873119045"
    ///     reading("(21)A1(01)09521234543213").identity       // "(01)09521234543213(21)A1"
    ///     reading(#"{ "b": 1.0, "a": "\u0031" }"#).identity   // #"{"a":"1","b":1}"#
    ///
    /// Two codes with the same identity are the same code. A number has one form. The elements of an element string, and
    /// the members of a JSON object, may be in any order. All other codes are identified by their text, without what
    /// scanners write around it.
    package var identity: String? {
        switch content {
        case .gs1(let elements): elements.identity
        case .json(let document): JSONWriter.text(document.root.canonical)
        case .phone(let number): number.uri
        case .payment(let payment) where payment.form == .iban: payment.iban?.text
        default: kind.definition.identity.flatMap(text(of:)) ?? Respelling.bare(symbol)?.text ?? symbol.text
        }
    }
}

extension ElementString {
    /// The elements in the order of their identifiers. An article without anything beside its GTIN is the article.
    fileprivate var identity: String {
        if elements.count == 1, elements[0].identifier.code == "01" {
            let gtin = elements[0].value
            return (try? ISBN(String(gtin.dropFirst())))?.isbn13 ?? gtin
        }
        return Self.bracketed(
            elements.map { ($0.identifier.code, $0.value) }.sorted { $0.code < $1.code })
    }
}

extension JSONValue {
    /// The same value, written in one way: members in the order of their names, whole numbers without a decimal point.
    fileprivate var canonical: JSONValue {
        switch self {
        case .null, .boolean, .integer, .string: self
        case .real(let number): Int(exactly: number).map(JSONValue.integer) ?? self
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.canonical) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        }
    }
}
