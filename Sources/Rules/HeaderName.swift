internal import BeelineSymbols

/// Names of the headers that a rule may set.
package enum HeaderName {
    /// Why a rule may not set a header; nil when it may: its name must be a token (RFC 9110, section 5.1), and must not be
    /// one that belongs to the connection.
    package static func problem(with name: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(isOfToken) else { return "'\(name)' is no name of a header" }
        guard !ofConnection.contains(name.lowercased()) else {
            return "the header '\(name)' belongs to the connection, and no rule sets it"
        }
        return nil
    }

    /// Those that say how the request is to be read, which is not the rule's business.
    private static let ofConnection: Set<String> = [
        "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
