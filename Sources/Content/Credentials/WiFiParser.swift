internal import BeelineSymbols

/// `WIFI:T:WPA;S:mynet;P:secret;;`, as ZXing wrote it down first and the WPA3 specification (section 7.1) after it.
enum WiFiParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        // A name with a colon is what nearly all notes about a network lack.
        let rest = text.utf8.dropFirst(5)
        return ContentParser.Verdict(.wifi, Content.wifi, readingWithDoubts: { () throws(Refusal) in try read(text) })
            .passing(notes: !rest.isEmpty && !rest.contains(UInt8(ascii: ":")) || Prose.follows(text))
    }

    /// What the fields of a code say, as far as they were read.
    private struct Draft {
        var ssid, security, password, hidden: String?
        var rare: WiFiNetwork.Rare?
        var doubt: String?

        var isHidden: Bool {
            guard let hidden else { return false }
            return switch hidden.asciiLowercased {
            case "true", "1", "yes": true
            default: false
            }
        }

        var isTunnelled: Bool { rare?.eapMethod != nil || rare?.phase2 != nil }
    }

    /// Longer texts are no codes of this kind.
    private static let longest = 1 << 14

    static func read(_ text: String) throws(Refusal) -> (value: WiFiNetwork, doubts: [String]) {
        let bytes = text.utf8.span
        guard bytes.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard bytes.beginsWithWord("WIFI:") else { throw .malformed("it begins otherwise than with WIFI:") }
        var draft = Draft()
        var fields = SemicolonFields(from: 5)
        while let part = fields.next(in: bytes) { take(part, of: bytes, &draft) }
        guard let ssid = draft.ssid, !ssid.isEmpty else {
            throw .malformed("the name of the network (S) is missing")
        }
        guard ssid.utf8.count <= 32 else {
            throw .malformed("the name of the network (S) has \(ssid.utf8.count) bytes, at most 32 are possible")
        }
        if let other = draft.hidden, draft.rare?.phase2 == nil, !isTruthValue(other) {
            // In codes of the first years H was the method of phase 2.
            let method = other.asciiUppercased
            if draft.rare?.eapMethod != nil || phase2Methods.contains(method) {
                draft.rare = draft.rare ?? WiFiNetwork.Rare()
                draft.rare?.phase2 = method
            } else {
                draft.doubt = draft.doubt ?? "H is neither true nor false"
            }
        }
        if draft.password?.isEmpty == true { draft.password = nil }
        let security = security(draft)
        if draft.password != nil, security == "nopass" {
            draft.doubt = draft.doubt ?? "an open network with a password (P)"
        }
        let network = WiFiNetwork(
            ssid: ssid, security: security, password: draft.password, isHidden: draft.isHidden, rare: draft.rare)
        return (network, draft.doubt.map { [$0] } ?? [])
    }

    private static func take(_ part: SemicolonFields.Part, of bytes: Span<UInt8>, _ draft: inout Draft) {
        switch part.name {
        case "S": set(&draft.ssid, "S", &draft.doubt) { part.unquotedText(in: bytes) }
        case "T": set(&draft.security, "T", &draft.doubt) { part.text(in: bytes) }
        case "P": set(&draft.password, "P", &draft.doubt) { part.unquotedText(in: bytes) }
        case "H": set(&draft.hidden, "H", &draft.doubt) { part.text(in: bytes) }
        case "": draft.doubt = "a part between semicolons has no name; a semicolon may lack its backslash"
        default:
            var rare = draft.rare ?? WiFiNetwork.Rare()
            take(part, of: bytes, &rare, &draft.doubt)
            draft.rare = rare
        }
    }

    private static func take(
        _ part: SemicolonFields.Part, of bytes: Span<UInt8>, _ rare: inout WiFiNetwork.Rare, _ doubt: inout String?
    ) {
        switch part.name {
        case "E": set(&rare.eapMethod, "E", &doubt) { part.text(in: bytes).asciiUppercased.unlessEmpty }
        case "PH2", "PH": set(&rare.phase2, "PH2", &doubt) { part.text(in: bytes).asciiUppercased.unlessEmpty }
        case "I": set(&rare.identity, "I", &doubt) { part.unquotedText(in: bytes).unlessEmpty }
        case "A", "AI": set(&rare.anonymousIdentity, "A", &doubt) { part.unquotedText(in: bytes).unlessEmpty }
        case "R": set(&rare.transitionDisable, "R", &doubt) { part.text(in: bytes).unlessEmpty }
        case "K": set(&rare.publicKey, "K", &doubt) { part.text(in: bytes).unlessEmpty }
        default: break
        }
    }

    @inline(__always)
    private static func set(_ member: inout String?, _ name: String, _ doubt: inout String?, to value: () -> String?) {
        if member == nil { member = value() } else { doubt = "\(name) is there twice; the first one counts" }
    }

    /// The methods that devices offer for phase 2.
    private static let phase2Methods: Set = [
        "PAP", "CHAP", "MSCHAP", "MSCHAPV2", "GTC", "MD5", "TLS", "SIM", "AKA", "AKA'",
    ]

    private static func isTruthValue(_ text: String) -> Bool {
        switch text.asciiLowercased {
        case "true", "false", "", "1", "0", "yes", "no": true
        default: false
        }
    }

    private static func security(_ draft: borrowing Draft) -> String {
        let isTunnelled = draft.isTunnelled
        guard let written = draft.security, !written.isEmpty else {
            if isTunnelled || draft.rare?.identity != nil { return "WPA2-EAP" }
            return draft.password == nil ? "nopass" : "WPA"
        }
        return switch written {
        case "WPA" where !isTunnelled: "WPA"
        case "nopass": "nopass"
        default:
            switch WiFiNetwork.security(writtenAs: written) {
            case "WPA" where isTunnelled, "WPA2" where isTunnelled: "WPA2-EAP"
            case let security: security
            }
        }
    }
}
