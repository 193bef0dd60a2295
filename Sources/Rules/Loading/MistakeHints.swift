internal import BeelineContent
internal import BeelineSupport
package import BeelineSymbols

/// Suggestions for misspelled words.
package enum Spelling {
    /// The candidate that a typing error is likeliest to have come from; nil when none is near.
    ///
    ///     Spelling.nearest(to: "isbn1O", in: ["isbn13", "isbn10"])   // "isbn10"
    ///
    /// Case does not count. A word may differ from it by a third of its letters (inserted, left out, changed, or two
    /// neighbours swapped), but by one at least and three at most. Of words that are equally near, the one that looks
    /// more like it is taken, then the first.
    package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        let farthest = min(3, max(1, letters.count / 3))
        var best: (rank: (Int, Int), word: String)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - letters.count) <= farthest else { continue }
            let distance = distance(letters, other)
            guard distance <= farthest else { continue }
            let rank = (distance, self.distance(letters.map(shape), other.map(shape)))
            if rank < best?.rank ?? (.max, .max) { best = (rank, candidate) }
        }
        return best?.word
    }

    /// ` (did you mean 'isbn10'?)`, or nothing when no candidate is near.
    package static func hint(for word: String, in candidates: some Sequence<String>) -> String {
        nearest(to: word, in: candidates).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// The same, or else all that there are: `; use one of isbn10, isbn13`.
    package static func suggestion(for word: String, in known: [String]) -> String {
        suggestion(hint(for: word, in: known), known)
    }

    package static func suggestion(_ hint: String, _ known: [String]) -> String {
        hint.isEmpty && !known.isEmpty ? "; use one of \(known.joined(separator: ", "))" : hint
    }

    /// The digit that a letter is easily read as.
    private static func shape(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        case "o": "0"
        case "l", "i": "1"
        case "s": "5"
        case "b": "8"
        default: letter
        }
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

/// Hints for words and notations of other languages.
package enum MistakeHints {
    /// How to make the column of a catalogue one of numbers; empty for a name that is not a column of texts.
    static func columnType(of name: Name) -> String {
        guard case .cell(let cell) = name, cell.type == .text else { return "" }
        return "; give the type of the column: \"catalogs\": {\"\(cell.list)\": {\"columns\": "
            + "{\"\(cell.column)\": \"number\"}}}, and "
            + "import an imported list again with --types \(cell.column)=number"
    }

    /// What to write instead of an operator of other languages; nil for an unknown one.
    static func remedy(forOperator name: String) -> String? {
        switch name.lowercased() {
        case "=", "==", "===", "eq", "equals", "equal", "is":
            "write equality without an operator: \"NAME\": \"value\""
        case "!=", "<>", "ne", "not", "isnot", "notequals": "write inequality with \"not\": {\"NAME\": \"value\"}"
        case "in", "oneof", "anyof": "write alternatives as a list: \"NAME\": [\"one\", \"other\"]"
        case "=<", "lte", "le", "atmost", "max": "write \"<=\""
        case "=>", "gte", "ge", "atleast", "min": "write \">=\""
        case "lt", "below", "before", "lessthan": "write \"<\""
        case "gt", "above", "after", "greaterthan": "write \">\""
        case "startswith", "beginswith", "starts_with", "begins": "write \"prefix\""
        case "endswith", "ends_with", "ends": "write \"suffix\""
        case "regex", "regexp", "pattern", "like", "match": "write \"matches\"; it must match the whole text"
        case "includes", "has", "substring": "write \"contains\""
        case "present", "defined", "isnull", "null": "write \"exists\": true, or false"
        default: nil
        }
    }

    /// What to write instead of a key of other languages; nil for an unknown one.
    static func remedy(forKey name: String) -> String? {
        switch name.lowercased() {
        case "then", "actions", "action": "use \"do\" for the actions"
        case "if", "condition", "conditions", "match": "use \"when\" for the condition"
        case "and": "use \"all\" for conditions that must all be true"
        case "or": "use \"any\" for alternative conditions"
        case "endpoint", "uri", "href": "use \"url\" for the link"
        case "ttl", "maxage", "max-age", "expires":
            "use \"cache\": \"12h\" or \"30d\" for the time that answers are kept"
        case "ratelimit", "rate", "rps": "use \"perSecond\" for the rate limit"
        case "timeout": "use \"timeLimit\" for the time limit in seconds"
        case "fallback", "fallbacks", "services":
            "write several services as a list: \"service\": [\"one\", \"other\"]"
        case "else", "onerror", "on-error", "onfailure", "on-failure", "catch":
            "use \"otherwise\" of an action for what to do when it fails"
        case "finally": "use \"always\": true for an action that is always performed"
        case "name": "a rule has an \"id\", and a \"title\""
        default: nil
        }
    }

    /// What to write instead of a name in a condition or a template; nil for an unknown one.
    static func remedy(forName name: String) -> String? {
        switch name.lowercased() {
        case "match", "matches", "regex", "pattern":
            "a pattern is a test of a field: \"text\": {\"matches\": \"…\"}, and finds 'match.NAME'"
        case "isbn": "there are 'isbn13' and 'isbn10'"
        case "gtin", "ean", "upc": "there are 'gtin8', 'gtin12', 'gtin13' and 'gtin14'"
        case "barcode", "code": "use 'text' for the scanned text"
        case "time", "weekday", "source", "now": "the names of the scan are \(scanFields)"
        case "scan": "the names of the scan are \(scanFields); {scan} alone, in 'json', is the whole result"
        case SeenField.owner, "scanned", "duplicate", "recorded": "the names of earlier recordings are \(seenFields)"
        case SessionName.owner: "use 'session.NAME' for a value that an action has set for the source"
        case "continue", "do", "id", "title": "put \"\(name)\" beside \"when\", not in it"
        default: remedy(forKey: name)
        }
    }

    /// The action that someone means by the word of another program; nil for an unknown one, and where it is not known.
    package static func remedy(forAction name: String, known: [String]) -> String? {
        let word = name.lowercased().filter { $0.isLetter }
        let meant: String? =
            switch word {
            case "open", "url", "browse", "browser", "link", "launch", "goto", "navigate", "openlink", "openbrowser",
                "visit", "redirect":
                "open-url"
            case "webhook", "hook", "http", "https", "post", "get", "put", "request", "fetch", "rest", "api", "curl",
                "call", "send", "httppost", "httpget":
                "http-request"
            case "mqtt", "mqttpublish", "topic": "publish"
            case "exec", "execute", "run", "shell", "command", "cmd", "script", "system", "program", "process", "start",
                "spawn", "bash", "sh":
                "run-program"
            case "log", "save", "store", "write", "history", "remember", "database", "db", "insert", "append", "track":
                "record"
            case "print", "show", "output", "display", "echo", "json", "result", "return", "message": "emit"
            case "clipboard", "paste", "copytoclipboard", "pasteboard": "copy"
            case "alert", "notification", "notifysend", "toast", "desktop", "popup": "notify"
            case "beep", "play", "ding", "audio", "playsound", "bell": "sound"
            case "wifi", "connect", "wlan", "join": "connect-wifi"
            case "contact", "vcard", "addcontact": "save-contact"
            case "calendar", "event", "ics", "appointment", "addevent": "save-event"
            case "search", "query", "find", "enrich", "resolve": "lookup"
            case "reject", "deny", "block", "stop", "fail", "error", "abort", "forbid": "refuse"
            case "session", "assign", "let", "variable", "setvalue", "setsession": "set"
            case "counter", "increment", "inc", "add", "sum", "tally": "count"
            default: nil
            }
        return meant.flatMap { known.contains($0) ? $0 : nil }
    }

    /// The action that is meant by a value without 'action': `{"type": "open-url"}`, `{"open-url": …}`, `"open-url"`.
    static func action(meantBy value: JSONValue, known: [String]) -> String? {
        func action(_ name: String) -> String? {
            known.contains(name) ? name : remedy(forAction: name, known: known)
        }
        switch value {
        case .string(let name): return action(name)
        case .object(let members):
            let keys = ["type", "name", "do", "run", "kind", "call", "use", "Action", "actions"]
            for member in members where keys.contains(member.name) {
                if let name = member.value.string.flatMap(action) { return name }
            }
            return members.lazy.compactMap { member in known.first { $0 == member.name } }.first
                ?? (members.count == 1 ? action(members[0].name) : nil)
        default: return nil
        }
    }

    /// What to write instead of a kind of other programs; nil for an unknown one, and where the right one is not known.
    package static func remedy(forKind name: String, known: [String]) -> String? {
        let word = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let meant: String? =
            switch word {
            case "book", "books", "bookland", "paperback": "isbn"
            case "magazine", "journal", "periodical", "newspaper": "issn"
            case "music", "sheetmusic", "score": "ismn"
            case "article", "item", "goods", "gtin", "retail", "barcode", "sku": "product"
            case "link", "web", "website", "uri", "http", "https", "webaddress": "url"
            case "wlan", "network", "hotspot", "wifinetwork": "wifi"
            case "vcard", "mecard", "person", "card", "businesscard": "contact"
            case "calendar", "ical", "vevent", "appointment": "event"
            case "mail", "mailto", "emailaddress": "email"
            case "tel", "telephone", "call", "mobile", "phonenumber": "phone"
            case "message", "textmessage", "mms": "sms"
            case "location", "coordinates", "map", "gps", "position", "place": "geo"
            case "totp", "hotp", "2fa", "authenticator", "otpauth": "otp"
            case "passkey", "webauthn": "fido"
            case "sepa", "epc", "girocode", "bitcoin", "crypto", "bank", "transfer", "invoice", "pay": "payment"
            case "flight", "boarding", "airline", "bcbp": "boardingPass"
            case "licence", "license", "driver", "aamva": "driverLicense"
            case "train", "rail", "railway": "railTicket"
            case "car", "vehicle", "chassis": "vin"
            case "package", "shipment", "shipping", "tracking", "dhl", "ups", "fedex", "usps", "post": "parcel"
            case "drug", "pharma", "medication", "pzn": "medicine"
            case "bill", "invoicecode", "bon": "receipt"
            case "plain", "plaintext", "string", "other", "unknown", "any", "none", "default": "text"
            case "bytes", "data", "base64", "raw": "binary"
            default: nil
            }
        if let meant, known.contains(meant) { return "write \"\(meant)\"" }
        // 'pdf417' and 'datamatrix' are symbologies.
        let symbology = Symbology(name: name)
        guard Symbology.all.contains(symbology) else { return nil }
        return "it is a symbology: write \"symbology\": \"\(symbology.name)\""
    }

    private static let seenFields = SeenField.allCases.map { "'\($0.name)'" }.joined(separator: ", ")

    private static let scanFields = ScanField.allCases.map { "'\($0.name)'" }.joined(separator: ", ")

    /// The domain that someone means by `*.example.com` or `.example.com`; nil for any other text.
    static func domain(inWildcard text: String) -> String? {
        let start = text.hasPrefix("*.") ? 2 : text.hasPrefix(".") ? 1 : 0
        let domain = String(text.dropFirst(start))
        return start > 0 && URLHead.isHost(domain) && !URLHead.hasPort(domain) ? domain : nil
    }

    /// The field that has the value of a GS1 Application Identifier as a date or a number; nil where there is none.
    static func typedField(for name: Name) -> FieldDefinition? {
        guard case .field(.ai(let code)) = name else { return nil }
        let field: Field? =
            switch code {
            case "11": .produced
            case "13": .packed
            case "15": .bestBefore
            case "16": .sellBy
            case "17": .expiry
            case "30", "37": .count
            case _ where code.count == 4 && code.hasPrefix("310"): .netWeight
            default: nil
            }
        return field?.definition
    }
}

extension SelectionProblem {
    /// The selected name.
    package var name: String {
        switch self {
        case .unknown(let name): name
        case .addOnAlone(let symbology): symbology.name
        }
    }

    /// The problem, with the likely name or all valid names.
    package var advice: String {
        guard case .unknown(let name) = self else { return "\(self)" }
        let names = Symbology.selectable.map(\.name)
        let hint = Spelling.hint(for: name, in: names)
        return "\(self)" + (hint.isEmpty ? "; use one of \(names.joined(separator: ", "))" : hint)
    }
}
