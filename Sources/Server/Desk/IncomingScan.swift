internal import BeelineContent
internal import BeelineSupport
package import BeelineSymbols

/// A scan by a caller: one code, or the codes of a picture.
package struct IncomingScan: Sendable {
    /// The idempotency key: the caller repeats a scan with the same key until it has an answer.
    package var key: String
    package var symbols: [Symbol]
    /// The name of the picture; nil where the caller has read the codes.
    package var image: String?
    /// The time of a scan that comes late, with its zone (RFC 3339).
    package var at: String?
}

extension IncomingScan {
    private static let longestKey = 128
    private static let longestName = 255
    private static let mostCodes = 1_000

    /// - Throws: 400 `bad-key`.
    static func check(key: String) throws(Problem) {
        guard !key.isEmpty else {
            throw Problem(
                400, "bad-key",
                "the field 'Idempotency-Key' is missing: a key that is different for each scan, so that one that is sent "
                    + "again is not performed again")
        }
        guard (1...longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(
                400, "bad-key",
                "the field 'Idempotency-Key' must have 1 to \(longestKey) printable ASCII characters, different "
                    + "for each scan"
            )
        }
    }

    /// The scan, checked and with a clean name.
    func checked() throws(Problem) -> IncomingScan {
        try Self.check(key: key)
        guard !symbols.isEmpty else { throw Problem(422, "no-code", "There is no code in this scan.") }
        guard symbols.count <= Self.mostCodes else {
            throw Problem(422, "too-many-codes", "A scan can have at most \(Self.mostCodes) codes.")
        }
        var scan = self
        scan.image = image.map { $0.cleanedName(limit: Self.longestName, orElse: "image") }
        return scan
    }

    /// A hash by which another scan with the same key is recognised.
    var digest: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("symbols") { json in for symbol in symbols { symbol.write(to: &json) } }
            if let image { json.member("image", image) }
            if let at { json.member("at", at) }
        }
        return SHA256.hash(json.bytes)
    }
}

package struct ScanAnswer: Hashable, Sendable {
    /// JSON on one line, without the line feed.
    package var body: [UInt8]
    /// Whether the scan was taken before, and this is its stored answer.
    package var isReplayed: Bool
}
