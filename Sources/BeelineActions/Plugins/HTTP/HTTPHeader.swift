/// A header of a request, fit to be sent.
struct HTTPHeader: Hashable, Sendable {
    let name: String
    /// It may be a secret.
    let value: String

    /// Nil when the name is no token (RFC 9110, section 5.1) or one that belongs to the connection, or when the value
    /// could end the line: what a code says must not become a header of its own.
    init?(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfToken), !Self.kept.contains(name.lowercased()),
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
        else { return nil }
        self.name = name
        self.value = value
    }

    /// As libcurl wants it: a name alone would take the header away, one with a semicolon is sent without a value.
    var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }

    /// Those that say how the request is to be read, which is not the rule's business.
    private static let kept: Set<String> = [
        "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
