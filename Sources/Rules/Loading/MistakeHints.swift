internal import BeelineContent
package import BeelineSymbols

/// The nearest right word for a wrong one.
package enum Spelling {
    /// The candidate that a typing mistake is likeliest to have come from; nil when none is near.
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

    /// The same, or else all that there are: `; there are isbn10, isbn13`.
    static func suggestion(for word: String, in known: [String]) -> String {
        suggestion(hint(for: word, in: known), known)
    }

    package static func suggestion(_ hint: String, _ known: [String]) -> String {
        hint.isEmpty && !known.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint
    }

    /// The digit that a letter is easily taken for.
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

/// What people write who know other languages, and what that is here.
enum MistakeHints {
    /// What stands for an operator of other languages; nil for one that is like none.
    static func remedy(forOperator name: String) -> String? {
        switch name.lowercased() {
        case "=", "==", "===", "eq", "equals", "equal", "is":
            "what is to be equal is written without an operator: \"NAME\": \"value\""
        case "!=", "<>", "ne", "not", "isnot", "notequals":
            "what is not to be equal stands in \"not\": {\"NAME\": \"value\"}"
        case "in", "oneof", "anyof": "one of several is written as a list: \"NAME\": [\"one\", \"other\"]"
        case "=<", "lte", "le", "atmost", "max": "write \"<=\""
        case "=>", "gte", "ge", "atleast", "min": "write \">=\""
        case "lt", "below", "before", "lessthan": "write \"<\""
        case "gt", "above", "after", "greaterthan": "write \">\""
        case "startswith", "beginswith", "starts_with", "begins": "write \"prefix\""
        case "endswith", "ends_with", "ends": "write \"suffix\""
        case "regex", "regexp", "pattern", "like", "match": "write \"matches\", which the whole text must fit"
        case "includes", "has", "substring": "write \"contains\""
        case "present", "defined", "isnull", "null": "write \"exists\": true, or false"
        default: nil
        }
    }

    /// What stands for a key of other languages; nil for one that is like none.
    static func remedy(forKey name: String) -> String? {
        switch name.lowercased() {
        case "then", "actions", "action": "what is done stands in \"do\""
        case "if", "condition", "conditions", "match": "the condition stands in \"when\""
        case "and": "conditions that must all hold stand in \"all\""
        case "or": "conditions of which one must hold stand in \"any\""
        case "endpoint", "uri", "href": "the link stands in \"url\""
        case "ttl", "maxage", "max-age", "expires":
            "for how long answers are kept stands in \"cache\": \"12h\" or \"30d\""
        case "ratelimit", "rate", "rps": "how often it may be asked stands in \"perSecond\""
        case "timeout": "how many seconds it may take stands in \"timeLimit\""
        case "fallback", "fallbacks", "services":
            "services that are asked in order are a list: \"service\": [\"one\", \"other\"]"
        case "else", "onerror", "on-error", "onfailure", "on-failure", "catch":
            "what is done when an action was not stands in its \"otherwise\""
        case "finally": "what is done in any case has \"always\": true"
        case "name": "a rule has an \"id\", and a \"title\" for people"
        default: nil
        }
    }

    /// What stands for a name in a condition or a template; nil for one that is like none.
    static func remedy(forName name: String) -> String? {
        switch name.lowercased() {
        case "match", "matches", "regex", "pattern":
            "a pattern is a test of a field: \"text\": {\"matches\": \"…\"}, and finds 'match.NAME'"
        case "isbn": "there are 'isbn13' and 'isbn10'"
        case "gtin", "ean", "upc": "there are 'gtin8', 'gtin12', 'gtin13' and 'gtin14'"
        case "barcode", "code": "what was scanned is 'text'"
        case "time", "weekday", "source", "now": "of the scan there are \(scanFields)"
        case SeenField.owner, "scanned", "duplicate", "recorded": "of earlier recordings there are \(seenFields)"
        case SessionName.owner: "a value that an action has set for the source is 'session.NAME'"
        case "continue", "do", "id", "title": "\"\(name)\" stands beside \"when\""
        default: remedy(forKey: name)
        }
    }

    private static let seenFields = SeenField.allCases.map { "'\($0.name)'" }.joined(separator: ", ")

    private static let scanFields = ScanField.allCases.map { "'\($0.name)'" }.joined(separator: ", ")

    /// The domain that somebody means by `*.example.com` or `.example.com`; nil for any other text.
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

    /// What to do about a text that is no JSON, by what the parser says of it; nil where that says it all.
    static func remedy(forJSON message: String) -> String? {
        if message.contains("invalid escape") { return #"in JSON a backslash is written \\"# }
        if message.contains("unable to decode") || message.contains("invalid UTF-8") { return "save the file as UTF-8" }
        guard let near = message.components(after: "near '") else { return nil }
        switch near.first {
        case "'", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}": return "texts stand between plain double quotes: \""
        case "/", "#": return "JSON has no comments; every object may have a \"note\""
        case "}" where message.contains("string or"), "]" where message.contains("string or"):
            return "a comma stands before it, behind which nothing comes"
        case "\"" where message.contains("expected"), "{" where message.contains("']' expected"):
            return "perhaps a comma is missing before it"
        case "T", "F", "N": return "true, false and null are written in lower case"
        case let digit? where digit.isNumber: return "decimals stand behind a point: 9.99"
        default: return nil
        }
    }
}

extension String {
    /// What stands behind the first place where a text occurs; nil when it does not.
    fileprivate func components(after text: String) -> Substring? {
        ranges(of: text).first.map { self[$0.upperBound...] }
    }
}

extension SelectionProblem {
    /// The name that was asked for.
    package var name: String {
        switch self {
        case .unknown(let name): name
        case .addOnAlone(let symbology): symbology.name
        }
    }

    /// What is wrong, and which name was meant, or all that there are.
    package var advice: String {
        guard case .unknown(let name) = self else { return "\(self)" }
        let names = Symbology.selectable.map(\.name)
        let hint = Spelling.hint(for: name, in: names)
        return "\(self)" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    }
}
