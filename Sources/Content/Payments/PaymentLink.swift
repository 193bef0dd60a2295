internal import BeelineSymbols

/// A link of the form `scheme:target?name=value&name=value`, as links for payments are written.
struct PaymentLink {
    /// In lower case, without the colon.
    let scheme: String
    /// What stands between the scheme (and two slashes, which some write) and the question mark; as it is.
    let target: ArraySlice<UInt8>
    /// The whole link in ASCII, with the scheme in lower case.
    let url: String
    /// Names in lower case, values as they are.
    private let parameters: [(name: String, value: ArraySlice<UInt8>)]
    private let plusIsBlank: Bool

    /// Longer texts are no links for payments.
    private static let longest = 1 << 14

    /// Nil when the text has no colon, or blanks before its question mark as prose has, or is longer than any such link.
    init?(_ text: String, plusIsBlank: Bool = false) {
        guard text.utf8.count <= Self.longest else { return nil }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var rest = bytes[(colon + 1)...]
        if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2) }
        let halves = rest.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        target = halves.first ?? rest
        guard !target.contains(where: { $0 <= 0x20 }) else { return nil }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).asciiLowercased
        url = scheme + PercentEncoding.visible(bytes[colon...])
        let query = (halves.count == 2 ? halves[1] : []).split(separator: UInt8(ascii: "&"))
        parameters = query.map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (String(decoding: parts[0], as: UTF8.self).asciiLowercased, parts.count == 2 ? parts[1] : [])
        }
        self.plusIsBlank = plusIsBlank
    }

    var names: [String] { parameters.map(\.name) }

    /// The decoded value of a parameter; nil when it is absent or empty.
    ///
    /// - Throws: when it is there twice and differs: nobody knows which of them would be paid; or when it is no text.
    func value(_ name: String) throws(Refusal) -> String? {
        let values = parameters.filter { $0.name == name }
        guard let value = values.first?.value, !value.isEmpty else { return nil }
        guard values.allSatisfy({ $0.value == value }) else { throw .malformed("\(name) is there twice") }
        guard let text = PercentEncoding.decoded(value, plusIsBlank: plusIsBlank) else {
            throw .malformed("\(name) is not in UTF-8")
        }
        return text
    }

    /// The value of a parameter that is a number without sign.
    func amount(_ name: String) throws(Refusal) -> DecimalNumber? {
        guard let text = try value(name) else { return nil }
        guard let amount = Self.number(text) else { throw .malformed("\(name) must be a number") }
        return amount
    }

    /// A number without sign; the point may be its first or its last character (BIP 21).
    static func number(_ text: String) -> DecimalNumber? {
        let point = UInt8(ascii: ".")
        guard let first = text.utf8.first, first.isASCIIDigit || first == point, text.utf8.count > 1 || first != point
        else { return nil }
        let whole = first == point ? "0" + text : text
        return DecimalNumber(whole.utf8.last == point ? whole.dropLast() : whole[...])
    }

    /// The decoded values of a parameter that may be there more than once.
    func values(_ name: String) -> [String] {
        parameters.filter { $0.name == name && !$0.value.isEmpty }.map {
            PercentEncoding.text($0.value, plusIsBlank: plusIsBlank)
        }
    }
}
