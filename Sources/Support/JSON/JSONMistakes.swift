internal import BeelineSymbols

/// The remedy for a text that people write and that is not JSON, from what is at the wrong place and before it.
///
/// A remedy cites nothing of the text, which may be a file that must not be shown.
package enum JSONMistakes {
    /// What to write instead; nil where the message of the parser is enough.
    ///
    ///     JSONMistakes.remedy(for: error, in: bytes)   // "remove the comma before it"
    package static func remedy(for error: JSONError, in bytes: [UInt8]) -> String? {
        let problem = error.messageWithoutCitation
        if let remedy = remedy(inString: problem) { return remedy }
        let index = PositionIndex(bytes)
        var outline = Outline()
        for token in JSONTokens(bytes) {
            if index.position(of: token.upperBound - 1) >= error.position {
                return outline.remedy(for: Word(bytes[token]), problem)
            }
            outline.append(token, bytes) { index.position(of: $0) }
        }
        return outline.unclosed
    }

    /// The remedy for an error within the quotes of a text.
    private static func remedy(inString problem: String) -> String? {
        if problem.contains("invalid escape") { return #"in JSON a backslash is written \\"# }
        if problem.contains("unable to decode") || problem.contains("invalid UTF-8") { return "save the file as UTF-8" }
        if problem.hasPrefix("unexpected newline") {
            return #"a text ends with a quote on its line; a line break in it is written \n"#
        }
        if problem.hasPrefix("premature end") { return "the quote that begins this text is never closed" }
        if problem.hasPrefix("control character") { return #"in a text write \t for a tab, and \n for a line break"# }
        return nil
    }

    /// What is open before a place, and the token before it.
    private struct Outline {
        private struct Bracket {
            let sign: UInt8
            let position: TextPosition
        }

        private var open: [Bracket] = []
        private var last: Word?
        /// Whether that token is the name of a member.
        private var isName = false

        mutating func append(_ token: Range<Int>, _ bytes: [UInt8], position: (Int) -> TextPosition) {
            let word = Word(bytes[token])
            isName = expectsName && word.first == UInt8(ascii: "\"")
            switch word.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(Bracket(sign: word.first, position: position(token.lowerBound)))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            default: break
            }
            last = word
        }

        private var isInObject: Bool { open.last?.sign == UInt8(ascii: "{") }

        /// Whether the next token is the name of a member, or the end of the object.
        private var expectsName: Bool {
            isInObject && (last?.first == UInt8(ascii: "{") || last?.first == UInt8(ascii: ","))
        }

        /// Whether the token before is the end of a value.
        private var isAfterValue: Bool {
            guard let last, !isName else { return false }
            return !"{[,:".utf8.contains(last.first)
        }

        /// What is to be said where the text ends too early.
        var unclosed: String? {
            guard let bracket = open.last else { return nil }
            let (opening, closing) = bracket.sign == UInt8(ascii: "{") ? ("{", "}") : ("[", "]")
            return
                "the '\(opening)' of line \(bracket.position.line), column \(bracket.position.column) is never closed: "
                + "write '\(closing)'"
        }

        func remedy(for word: Word, _ problem: String) -> String? {
            if open.isEmpty, last == nil { return word.remedyAtStart }
            if let remedy = word.commentRemedy { return remedy }
            switch word.first {
            case UInt8(ascii: "}"), UInt8(ascii: "]"): return remedy(forBracket: word.first)
            case UInt8(ascii: ","):
                if last?.first == UInt8(ascii: ",") { return "remove one of the commas" }
                return isName ? "put a colon and a value after the name" : "a value is missing before it"
            case UInt8(ascii: "\"") where isName, UInt8(ascii: "{") where isName, UInt8(ascii: "[") where isName:
                return "put a colon after the name"
            case UInt8(ascii: ":") where !isInObject && !open.isEmpty:
                return "a list has no names: \(unclosed ?? "put what has names between { and }")"
            default: break
            }
            if isName, word.first == UInt8(ascii: "=") { return "write a colon instead of the '='" }
            if word.isBeforeSemicolon { return "write a comma instead of the ';'" }
            if isName { return "put a colon after the name" }
            if isAfterValue {
                if open.isEmpty { return "a file has one object; remove what is after it" }
                return word.isValue ? "a comma may be missing before it" : nil
            }
            if expectsName { return word.isNumber ? "write a decimal point: 9.99" : word.nameRemedy }
            return word.valueRemedy
        }

        private func remedy(forBracket sign: UInt8) -> String? {
            if open.isEmpty { return "there is one bracket too many" }
            if last?.first == UInt8(ascii: ",") { return "remove the comma before it" }
            let isSame = (open.last?.sign == UInt8(ascii: "{")) == (sign == UInt8(ascii: "}"))
            if !isSame { return unclosed }
            return isName || last?.first == UInt8(ascii: ":") ? "a value is missing before it" : nil
        }
    }

    /// A token, as far as it decides what is wrong.
    private struct Word {
        let text: String
        let first: UInt8

        init(_ token: ArraySlice<UInt8>) {
            // Only the beginning of a token matters, and it may be as long as the file.
            text = String(decoding: token.prefix(40), as: UTF8.self)
            first = token.first ?? 0
        }

        private var second: UInt8? { text.utf8.dropFirst().first }
        var isNumber: Bool { first.isASCIIDigit }
        private var isSigned: Bool { "+-.".utf8.contains(first) && second?.isASCIIDigit ?? false }
        private var isQuoted: Bool {
            ["'", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "`", "„", "«"].contains(text.first)
        }

        /// Whether it may be a value, or the beginning of one.
        var isValue: Bool { "\"{[-".utf8.contains(first) || first.isASCIIDigit || first.isASCIILetter || isQuoted }

        /// A number and what follows it without a blank are one token.
        var isBeforeSemicolon: Bool { text.hasPrefix(";") || first.isASCIIDigit && text.hasSuffix(";") }

        var commentRemedy: String? {
            first == UInt8(ascii: "/") || first == UInt8(ascii: "#")
                ? "JSON has no comments; every object may have a \"note\"" : nil
        }

        var remedyAtStart: String? {
            if let commentRemedy { return commentRemedy }
            if first == UInt8(ascii: "<") { return "the file is JSON, not XML or HTML" }
            guard first.isASCIILetter || first == UInt8(ascii: "-") || first >= 0x80 else { return nil }
            return "the file is JSON, not YAML: it begins with {, and names are in double quotes: {\"version\": 1}"
        }

        var nameRemedy: String? {
            if isQuoted { return Self.quotes }
            return first.isASCIILetter || first >= 0x80 || "_$@".utf8.contains(first)
                ? "put names in double quotes: {\"name\": …}; the file is JSON, not JavaScript or YAML" : nil
        }

        var valueRemedy: String? {
            if isQuoted { return Self.quotes }
            if isNumber || isSigned { return numberRemedy }
            switch text.lowercased() {
            case "true", "false", "null": return "write true, false and null in lower case"
            case "yes", "no", "on", "off": return "write true or false, or put a text in double quotes"
            case "none", "nil", "undefined": return "write null, or leave the member out"
            default: break
            }
            return first.isASCIILetter || first >= 0x80 || first == UInt8(ascii: "_")
                ? "put texts in double quotes" : nil
        }

        private static let quotes = "put texts in plain double quotes: \""

        private var numberRemedy: String {
            let digits = text.drop { $0 == "-" || $0 == "+" }
            if first == UInt8(ascii: "+") { return "a number has no + in front" }
            if digits.hasPrefix(".") { return "write a zero before the decimal point: 0.5" }
            if digits.hasPrefix("0"), digits.dropFirst().first?.isNumber ?? false {
                return "a number has no zero in front: write 5, or \"05\" for a text"
            }
            return digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
                ? "write digits on both sides of the decimal point: 9.99"
                : "write a number in digits, such as 9.99, or put a text in double quotes"
        }
    }
}
