internal import BeelineContent
internal import BeelineSupport

/// A name in the notation of another language, which a template takes as text: `{{name}}`, `${name}`, `<name>`.
struct ForeignName {
    /// As it is written.
    let written: Substring
    /// The name within.
    let name: String
    let notation: Notation

    enum Notation: CaseIterable {
        /// `{{name}}`, also with blanks, as in Jinja and Handlebars, and `{ name }`.
        case braces
        /// `${name}` and `$name`, as in shells and JavaScript.
        case dollar
        /// `<name>`.
        case angles
        /// `%name%`, as in batch files.
        case percent
        /// `/:name`, as in routes of web servers.
        case colon
        /// `$1` or `\1`, the captures of other languages.
        case number
    }

    /// The message about it, whose name is known.
    var advice: String {
        switch notation {
        case .braces: "write {\(name)}, with one brace and no blanks, instead of '\(written)'"
        case .number:
            "'\(written)' does not name a capture: captures have names, (?P<name>…) in the pattern and {match.name} here"
        case .dollar, .angles, .percent, .colon: "write {\(name)} instead of '\(written)'"
        }
    }

    private init(written: Substring, name: String, notation: Notation) {
        (self.written, self.name, self.notation) = (written, name, notation)
    }

    /// All that a text has, in order. `isURL` is whether it is a URL template.
    static func all(in text: String, isURL: Bool) -> [ForeignName] {
        guard mayBe(in: text, isURL) else { return [] }
        var found: [ForeignName] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { "{$<%:\\".contains($0) }) {
            let before = start == text.startIndex ? nil : text[text.index(before: start)]
            if let foreign = ForeignName(at: text[start...], before: before, isURL) {
                found.append(foreign)
                rest = text[foreign.written.endIndex...]
            } else {
                rest = text[text.index(after: start)...]
            }
        }
        return found
    }

    /// Whether a text has one of the signs at all: most have none, and there may be thousands.
    private static func mayBe(in text: String, _ isURL: Bool) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "\\"): return true
            case UInt8(ascii: "{") where last == byte, UInt8(ascii: " ") where last == UInt8(ascii: "{"): return true
            case UInt8(ascii: ":") where isURL && last == UInt8(ascii: "/"): return true
            default: last = byte
            }
        }
        return false
    }

    /// What a text begins with; nil where that is nothing foreign.
    private init?(at text: Substring, before: Character?, _ isURL: Bool) {
        switch text.first {
        case "{": self.init(text, from: text.hasPrefix("{{") ? "{{" : "{ ", to: "}", .braces)
        case "$" where text.dropFirst().first == "{": self.init(text, from: "${", to: "}", .dollar)
        case "$" where text.dropFirst().first?.isNumber ?? false, "\\" where text.dropFirst().first?.isNumber ?? false:
            let digits = text.dropFirst().prefix { $0.isNumber }
            // 12 dollars, or 1.50, are an amount.
            let behind = text[digits.endIndex...].first
            guard digits.count == 1, digits != "0", behind.map({ !".,".contains($0) }) ?? true else { return nil }
            self.init(written: text[..<digits.endIndex], name: String(digits), notation: .number)
        case "$": self.init(text, from: "$", to: "", .dollar)
        case "<": self.init(text, from: "<", to: ">", .angles)
        case "%": self.init(text, from: "%", to: "%", .percent)
        case ":" where isURL && before == "/": self.init(text, from: ":", to: "", .colon)
        default: return nil
        }
    }

    private init?(_ text: Substring, from opening: String, to closing: String, _ notation: Notation) {
        guard text.hasPrefix(opening) else { return nil }
        var rest = text.dropFirst(opening.count)
        if notation == .braces { rest = rest.drop { $0 == " " } }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
        rest = rest.dropFirst(name.count)
        if notation == .braces { rest = rest.drop { $0 == " " } }
        guard !name.isEmpty, rest.hasPrefix(closing) else { return nil }
        rest = rest.dropFirst(closing.count)
        if opening == "{{" {
            guard rest.hasPrefix("}") else { return nil }
            rest = rest.dropFirst()
        }
        // A sentence may end after a name.
        let trimmed = closing.isEmpty && name.hasSuffix(".") ? name.dropLast() : name
        self.init(written: text[..<rest.startIndex], name: String(trimmed), notation: notation)
    }
}

extension TemplateReader {
    /// The first name of another notation that is known here, or a number where there are captures; nil without one.
    func foreignName(in text: String, isURL: Bool = false) -> ForeignName? {
        guard !log.file.isBundled else { return nil }
        return ForeignName.all(in: text, isURL: isURL).first { foreign in
            switch foreign.notation {
            case .number: return !context.captures.isEmpty
            // An amount in dollars.
            case .dollar where isNumber(foreign.name): return false
            default: return knows(foreign.name)
            }
        }
    }

    private func knows(_ name: String) -> Bool {
        if let given, !name.hasPrefix("const.") { return given[name] != nil }
        return NameReader(context: context).knows(name)
    }

    private func isNumber(_ name: String) -> Bool {
        if name.hasPrefix("catalog.") { return true }
        if let own = context.kinds.customField(name) { return own.type == .number }
        return FieldName(name)?.type == .number
    }

    /// Logs a warning for a name in a notation that has no meaning here, and for a name without its braces.
    func warn(ofNamesIn text: String, at path: JSONPath, isURL: Bool = false) {
        if let foreign = foreignName(in: text, isURL: isURL) {
            log.warning(foreign.advice, at: path)
        } else if !isURL, RuleName.hasOwner(text), !log.file.isBundled, knows(text) {
            log.warning("'\(text)' is a text here: for the value write {\(text)}", at: path)
        }
    }
}

extension RuleName {
    /// Whether a text has the form of a name with an owner: `match.number`.
    fileprivate static func hasOwner(_ text: String) -> Bool {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), text.utf8.count <= 100 else { return false }
        return NameReader.owners.contains(String(text[..<dot])) && isValid(text[text.utf8.index(after: dot)...])
    }
}
