/// A place in a JSON value (RFC 6901).
///
///     try JSONPointer("/results/0/title").value(in: answer)
package struct JSONPointer: Hashable, Sendable {
    private let tokens: [String]

    package init(_ text: String) throws(Malformed) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { throw .noSlash }
        var tokens: [String] = []
        // By bytes: a slash that is followed by a combining character is a slash anyway.
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            tokens.append(try Self.unescaped(part))
        }
        self.tokens = tokens
    }

    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for token in tokens {
            let next: JSONValue? =
                switch value {
                // Names are the same when their code points are (section 4); `==` of texts takes more for the same.
                case .object(let members): members.last { $0.name.utf8.elementsEqual(token.utf8) }?.value
                case .array(let elements): Self.index(token).flatMap { $0 < elements.count ? elements[$0] : nil }
                default: nil
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// `0`, or digits without a zero before them; `-`, the element after the last one, is never there.
    private static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            token == "0" || token.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(token)
    }

    private static func unescaped(_ part: Substring.UTF8View) throws(Malformed) -> String {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: throw .badEscape
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        case noSlash
        case badEscape

        package var description: String {
            switch self {
            case .noSlash: "a JSON Pointer must be empty or begin with '/'"
            case .badEscape: "in a JSON Pointer '~' is only allowed in '~0' (a tilde) and '~1' (a slash)"
            }
        }
    }
}
