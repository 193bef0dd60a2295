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
    struct Draft {
        var ssid, security, password, eapMethod, phase2, identity, anonymousIdentity: String?
        var transitionDisable, publicKey: String?
        var hidden: String?
        var doubt: String?

        var isHidden: Bool {
            switch hidden?.asciiLowercased {
            case "true", "1", "yes": true
            default: false
            }
        }
    }

    /// Longer texts are no codes of this kind.
    private static let longest = 1 << 14

    static func read(_ text: String) throws(Refusal) -> (value: WiFiNetwork, doubts: [String]) {
        guard text.utf8.count <= longest else { throw .malformed("more than \(longest) bytes") }
        guard let bytes = Array(text.utf8)[...].dropping(keyword: "WIFI:") else {
            throw .malformed("it begins otherwise than with WIFI:")
        }
        var draft = Draft()
        var fields = SemicolonFields(bytes)
        while let part = fields.next() { take(part, of: fields, &draft) }
        guard let ssid = draft.ssid, !ssid.isEmpty else {
            throw .malformed("the name of the network (S) is missing")
        }
        guard ssid.utf8.count <= 32 else {
            throw .malformed("the name of the network (S) has \(ssid.utf8.count) bytes, at most 32 are possible")
        }
        if draft.phase2 == nil, let other = draft.hidden, !isTruthValue(other) {
            // In codes of the first years H was the method of phase 2.
            let method = other.asciiUppercased
            if draft.eapMethod != nil || phase2Methods.contains(method) {
                draft.phase2 = method
            } else {
                draft.doubt = draft.doubt ?? "H is neither true nor false"
            }
        }
        if draft.password?.isEmpty == true { draft.password = nil }
        let security = security(draft)
        if security == "nopass", draft.password != nil {
            draft.doubt = draft.doubt ?? "an open network with a password (P)"
        }
        return (WiFiNetwork(draft, ssid: ssid, security: security), draft.doubt.map { [$0] } ?? [])
    }

    private static func take(_ part: SemicolonFields.Part, of fields: SemicolonFields, _ draft: inout Draft) {
        switch part.name {
        case "S": set(&draft.ssid, "S", &draft.doubt) { fields.unquotedText(part) }
        case "T": set(&draft.security, "T", &draft.doubt) { fields.text(part) }
        case "P": set(&draft.password, "P", &draft.doubt) { fields.unquotedText(part) }
        case "H": set(&draft.hidden, "H", &draft.doubt) { fields.text(part) }
        case "E": set(&draft.eapMethod, "E", &draft.doubt) { fields.text(part).asciiUppercased.unlessEmpty }
        case "PH2", "PH": set(&draft.phase2, "PH2", &draft.doubt) { fields.text(part).asciiUppercased.unlessEmpty }
        case "I": set(&draft.identity, "I", &draft.doubt) { fields.unquotedText(part).unlessEmpty }
        case "A", "AI": set(&draft.anonymousIdentity, "A", &draft.doubt) { fields.unquotedText(part).unlessEmpty }
        case "R": set(&draft.transitionDisable, "R", &draft.doubt) { fields.text(part).unlessEmpty }
        case "K": set(&draft.publicKey, "K", &draft.doubt) { fields.text(part).unlessEmpty }
        case "": draft.doubt = "a part between semicolons has no name; a semicolon may lack its backslash"
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

    private static func security(_ draft: Draft) -> String {
        let isTunnelled = draft.eapMethod != nil || draft.phase2 != nil
        return switch draft.security {
        case nil where isTunnelled || draft.identity != nil, "" where isTunnelled || draft.identity != nil: "WPA2-EAP"
        case nil, "": draft.password == nil ? "nopass" : "WPA"
        case "WPA" where !isTunnelled: "WPA"
        case "nopass": "nopass"
        case let written?:
            switch written.asciiUppercased {
            case "NOPASS", "NONE", "OPEN": "nopass"
            case "WPA" where isTunnelled, "WPA2" where isTunnelled: "WPA2-EAP"
            case let capitals: capitals
            }
        }
    }
}
