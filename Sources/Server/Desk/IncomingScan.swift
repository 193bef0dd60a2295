package import Beeline
internal import BeelineSupport
package import BeelineSymbols

/// What a desk is made of.
package struct DeskSetup: Sendable {
    /// The rules as they are now.
    package var resolver: @Sendable () -> Resolver
    /// Performs the actions; nil: nothing is performed.
    package var performer: Performer?
    /// Performs those of the scans of programs; nil: nothing is performed for them.
    package var programPerformer: Performer?
    package var decoder: any BarcodeDecoder
    package var database: ServerDatabase
    /// What was recorded and set before. Where it has no path scans are not recorded.
    package var memory: HistoryMemory
    package var events: EventLog
    /// The questions of the dispatcher.
    package var questions: QuestionBoard
}

/// Codes that a caller has scanned, and that the desk is to take once.
package struct IncomingScan: Sendable {
    /// The idempotency key: the caller sends the same scan with the same key until it has an answer.
    package var key: String
    package var symbols: [Symbol]
    /// The name of the picture; nil where the caller has read the codes.
    package var image: String?
    /// When it was scanned, with its zone (RFC 3339), for one that comes late.
    package var at: String?
}

extension IncomingScan {
    private static let longestKey = 128
    private static let longestName = 255
    private static let mostCodes = 1_000

    /// - Throws: 400 `bad-key`.
    static func check(key: String) throws(Problem) {
        guard (1...longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(
                400, "bad-key",
                "the field 'Idempotency-Key' must have 1 to \(longestKey) printable ASCII characters, different "
                    + "for each scan"
            )
        }
    }

    /// The scan, seen to be one that can be kept.
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

    /// What distinguishes it from another scan with its key.
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

/// What the desk said to a scan.
package struct ScanAnswer: Hashable, Sendable {
    /// JSON, on one line without its end.
    package var body: [UInt8]
    /// Whether the scan was taken before, and this is the answer that it got then.
    package var isReplayed: Bool
}
