internal import BeelineContent
internal import BeelineSymbols

/// The field `ETag`: a hash of a body, with which a client asks whether its copy is current (RFC 9110, section 8.8.3).
enum EntityTag {
    static func of(_ bytes: [UInt8]) -> String { "\"\(Base64.encode(Array(SHA256.hash(bytes).prefix(12))))\"" }

    /// Whether a client has the body with this tag already (RFC 9110, section 13.1.2).
    static func isKnown(_ tag: String, to head: RequestHead) -> Bool {
        head.headers.all("If-None-Match").contains { names(tag, in: $0) }
    }

    /// Whether a field contains a tag, weak or not.
    private static func names(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " || $0 == "\t" }
            while part.last == " " || part.last == "\t" { part.removeLast() }
            if part.hasPrefix("W/") { part = part.dropFirst(2) }
            return part == "*" || part == tag
        }
    }
}
