internal import BeelineContent
internal import BeelineSupport

/// A placeholder in the notation of another language, which a template takes as text: `{{name}}`, `${name}`, `%s`.
struct ForeignName {
    /// As it is written.
    let written: Substring
    /// The name within; of a capture its number, and empty for a conversion.
    let name: String
    let notation: Notation

    enum Notation: Equatable {
        /// `{{name}}`, also with blanks, as in Jinja and Handlebars, and `{ name }`.
        case braces
        /// `${name}`, which is an amount in dollars as well.
        case dollar
        /// Signs that little else has: `<name>`, `%name%`, `%(name)s`.
        case signs
        /// Signs that texts and URLs have too: `$name`, `@name`, `[name]`, `:name`.
        case commonSigns
        /// `$1` or `\1`, the captures of other languages.
        case number
        /// `%s`, as in C.
        case conversion
    }

    /// The message about it, whose name is known.
    var advice: String {
        switch notation {
        case .braces: "write {\(name)}, with one brace and no blanks, instead of '\(written)'"
        case .number:
            "'\(written)' does not name a capture: captures have names, (?P<name>…) in the pattern and {match.name} here"
        case .conversion: "nothing replaces '\(written)': write the name of a value in braces, such as {text}"
        case .dollar, .signs, .commonSigns: "write {\(name)} instead of '\(written)'"
        }
    }

    private init(written: Substring, name: String, notation: Notation) {
        (self.written, self.name, self.notation) = (written, name, notation)
    }

    /// All that a text has, in order. `isURL` is whether it is a URL template.
    static func all(in text: String, isURL: Bool) -> [ForeignName] {
        guard mayBe(in: text) else { return [] }
        var found: [ForeignName] = []
        var rest = text[...]
        var before: Character?
        while let first = rest.first {
            if let foreign = ForeignName(at: rest, after: before) {
                if foreign.notation != .commonSigns || !foreign.isPart(of: text, isURL) { found.append(foreign) }
                rest = text[foreign.written.endIndex...]
                before = foreign.written.last
            } else {
                rest = rest.dropFirst()
                before = first
            }
        }
        return found
    }

    /// Filters of Jinja, Liquid and others, which are defaults here: `{isbn13|upper}`.
    private static let filters: Set<Substring> = [
        "upper", "uppercase", "upcase", "lower", "lowercase", "downcase", "capitalize", "title", "trim", "strip",
        "escape",
        "urlencode", "url_encode", "tojson", "json", "length", "int", "float", "round", "string", "first", "last",
        "reverse",
    ]

    /// The first default of a text that is one of them.
    static func filter(in text: String) -> Substring? {
        text.split(separator: "|", omittingEmptySubsequences: false).dropFirst().lazy
            .compactMap { rest in rest.firstIndex(of: "}").map { rest[..<$0] } }.first(where: filters.contains)
    }

    /// What is around a name, the longer before the shorter.
    private static let forms: [(opening: String, closing: String, notation: Notation)] = [
        ("{{", "}}", .braces), ("{ ", "}", .braces), ("${", "}", .dollar), ("$(", ")", .signs), ("$[", "]", .signs),
        ("$", "", .commonSigns), ("<%=", "%>", .signs), ("<", ">", .signs), ("%(", ")", .signs), ("%{", "}", .signs),
        ("%", "%", .signs), ("\\(", ")", .signs), ("[[", "]]", .signs), ("[", "]", .commonSigns),
        ("@", "", .commonSigns), (":", "", .commonSigns),
    ]

    /// Whether a text has one of the signs at all: most have none, and there may be thousands.
    private static func mayBe(in text: String) -> Bool {
        var last = UInt8(ascii: " ")
        for byte in text.utf8 {
            switch byte {
            case _ where "$<%\\[@".utf8.contains(byte): return true
            case UInt8(ascii: "{") where last == byte, UInt8(ascii: " ") where last == UInt8(ascii: "{"): return true
            case UInt8(ascii: ":") where " /={(".utf8.contains(last): return true
            default: last = byte
            }
        }
        return false
    }

    /// What a text begins with; nil where that is nothing foreign.
    private init?(at text: Substring, after before: Character?) {
        guard let first = text.first, "{$<%[@:\\".contains(first) else { return nil }
        let digits = text.dropFirst().prefix { $0.isNumber }
        let behind = text[digits.endIndex...].first
        switch first {
        case "$" where !digits.isEmpty, "\\" where !digits.isEmpty:
            // 12 dollars, or 1.50, are an amount.
            guard digits.count == 1, digits != "0", behind.map({ !".,".contains($0) }) ?? true else { return nil }
            self.init(written: text[..<digits.endIndex], name: String(digits), notation: .number)
            return
        case "@", "[":
            // An address, an index, a link of Markdown.
            if before?.isLetter ?? false || before?.isNumber ?? false { return nil }
        case ":": if let before, !" /={(".contains(before) { return nil }
        default: break
        }
        for form in Self.forms {
            if let found = ForeignName(text, form.opening, form.closing, form.notation) {
                self = found
                return
            }
        }
        guard first == "%", let conversion = Self.conversion(text.dropFirst()),
            !(before.map { $0.isNumber || $0 == "%" } ?? false)
        else { return nil }
        self.init(written: text[..<conversion], name: "", notation: .conversion)
    }

    /// The end of what follows the sign of a conversion in C: `s`, `1$s`, `@`.
    private static func conversion(_ text: Substring) -> Substring.Index? {
        let place = text.prefix { $0.isNumber }
        var rest = text[place.endIndex...]
        if !place.isEmpty {
            guard rest.first == "$" else { return nil }
            rest = rest.dropFirst()
        }
        guard let letter = rest.first, "sdiu@".contains(letter) else { return nil }
        rest = rest.dropFirst()
        return rest.first.map { $0.isLetter || $0.isNumber || $0 == "%" } ?? false ? nil : rest.startIndex
    }

    private init?(_ text: Substring, _ opening: String, _ closing: String, _ notation: Notation) {
        guard text.hasPrefix(opening) else { return nil }
        let mayHaveBlanks = notation == .braces || opening == "<%="
        var rest = text.dropFirst(opening.count)
        if mayHaveBlanks { rest = rest.drop { $0 == " " } }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
        rest = rest.dropFirst(name.count)
        if mayHaveBlanks { rest = rest.drop { $0 == " " } }
        guard !name.isEmpty, rest.hasPrefix(closing) else { return nil }
        rest = rest.dropFirst(closing.count)
        if opening == "%(", rest.first?.isLetter ?? false { rest = rest.dropFirst() }
        // A sentence may end after a name.
        let trimmed = closing.isEmpty && name.hasSuffix(".") ? name.dropLast() : name
        self.init(written: text[..<rest.startIndex], name: String(trimmed), notation: notation)
    }

    /// Whether what looks like a placeholder is something else: a label of the value beside it (`[price] {price}`), a
    /// link of Markdown, an emoji, or the name of a parameter of a URL (`?filter[price]=`).
    private func isPart(of text: String, _ isURL: Bool) -> Bool {
        if text.contains("{\(name)") { return true }
        return switch (written.first, text[written.endIndex...].first) {
        case ("[", "("), (":", ":"): true
        case (_, "="): isURL
        default: false
        }
    }
}

extension TemplateReader {
    /// The first name of another notation that is known here, or a placeholder without a name where there are captures
    /// or no value in braces; nil without one.
    func foreignName(in text: String, isURL: Bool = false) -> ForeignName? {
        guard !log.file.isBundled else { return nil }
        return ForeignName.all(in: text, isURL: isURL).first { foreign in
            switch foreign.notation {
            // Amounts have other numbers, too.
            case .number: !context.captures.isEmpty || foreign.name == "1" && !hasValue(text)
            case .conversion: !hasValue(text)
            // An amount in dollars.
            case .dollar where isNumber(foreign.name): false
            default: knows(foreign.name)
            }
        }
    }

    private func hasValue(_ text: String) -> Bool { isBesideValue || text.utf8.contains(UInt8(ascii: "{")) }

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
        if let filter = ForeignName.filter(in: text), !log.file.isBundled {
            log.warning("'\(filter)' is what a missing value is replaced by: templates have no functions", at: path)
        }
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
