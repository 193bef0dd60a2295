internal import BeelineSymbols

/// The parser of element strings in symbols that are not marked as GS1: the scanner leaves the mark out, or a label was
/// printed without FNC1. Something in them must make it unlikely that a text is one by chance, and a warning says what
/// was assumed.
enum UnmarkedElements {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        switch symbol.symbology {
        case .unknown, .code128, .dataMatrix, .qr, .aztec, .dotCode: break
        default: return .passed
        }
        let bytes = Array(text.utf8)
        if bytes.contains(RawReader.separator) { return separated(RawReader.withoutEmpty(bytes), context) }
        // Of what was typed or scanned by hand nothing else is known than what the scanner says.
        let written = written(bytes, context)
        if case .taken? = written { return written ?? .passed }
        return unknown(bytes, context) ?? written ?? unseparated(bytes, context, symbol.symbology)
    }

    /// With other separators: what no value can have, after a number with a check digit at the start.
    private static func unknown(_ bytes: [UInt8], _ context: ParsingContext) -> Verdict? {
        // One may be at the start, too: `FNC1` has a digit.
        let body = bytes.starts(with: "FNC1".utf8) { $0.asciiUppercased == $1 } ? bytes[4...] : bytes[...]
        let text = body.drop { !$0.isASCIIDigit }.filter { $0 != 0x20 }
        guard bytes.count >= 18, key(bytes) != nil || key(text) != nil else { return nil }
        for odd in OddSeparator.all(in: bytes) {
            guard let found = try? RawReader.read(odd.bytes[...], isUnseparated: odd.isLeftOut), found.count > 1,
                !odd.isOfValues || found.dropFirst().contains(where: isTelling)
            else { continue }
            let doubt =
                odd.isLeftOut ? "blanks are left out" : "\(odd.shown) is read as a separator of GS1 data"
            let verdict = try? Verdict.elementString(found, mayBeIncomplete: true, [doubt], context)
            if case .taken? = verdict { return verdict }
        }
        return nil
    }

    /// With separators, which no other data have in these places.
    private static func separated(_ bytes: [UInt8], _ context: ParsingContext) -> Verdict {
        do throws(GS1Problem) {
            let found = try RawReader.read(bytes[...])
            // One at the start or the end alone may be what a scanner adds to all codes.
            let isInside = bytes.dropFirst().dropLast().contains(RawReader.separator)
            guard isInside || found.contains(where: isTelling) else { return .passed }
            return try Verdict.elementString(
                found, mayBeIncomplete: found.contains(where: isTelling),
                ["the scanner does not say that it is GS1 data; the separators do"], context)
        } catch {
            return isMeant(bytes, error) ? .doubted(ContentWarning(error)) : .passed
        }
    }

    /// With separators in another notation; nil where there are none.
    static func written(_ bytes: [UInt8], _ context: ParsingContext) -> Verdict? {
        guard let written = SeparatorNotation(bytes) else { return nil }
        do throws(GS1Problem) {
            let found = try RawReader.read(written.bytes[...])
            guard found.contains(where: isTelling) else { return .passed }
            let doubt = "\(written.forms.joined(separator: " and ")) is read as a separator of GS1 data"
            return try Verdict.elementString(found, mayBeIncomplete: true, [doubt], context, position: written.position)
        } catch {
            let isSure =
                written.areNamed
                ? isMeant(written.bytes, error)
                // A bar is in much else: the number at the start must be right, or only its check digit wrong.
                : isTold(error) && key(written.bytes) != nil || corrected(written.bytes) != nil
            guard isSure else { return .passed }
            return .doubted(ContentWarning(error.moved(to: written.position(error.position))))
        }
    }

    /// Without separators: a number with a check digit at the start, and elements alone after it.
    private static func unseparated(_ bytes: [UInt8], _ context: ParsingContext, _ symbology: Symbology) -> Verdict {
        guard let key = key(bytes) else { return wrongKey(bytes, symbology) }
        do throws(GS1Problem) {
            let found = try RawReader.read(bytes[...], isUnseparated: true)
            guard let last = found.last, found.count > 1 || maySayAlone(key) else { return .passed }
            if let rest = hiddenDate(in: last, beside: found) {
                let reason =
                    "the value of AI (\(last.identifier.code)) at character \(last.position) may end before \(rest)"
                return .doubted(.elementString("\(reason), because there is no separator", isIncomplete: false))
            }
            var doubt = "only the check digit of (\(key.code)) shows that it is GS1 data"
            // The scanner was able to report the symbology, and did not.
            if symbology == .unknown { doubt += ", because it has no AIM identifier (]C1)" }
            if !last.identifier.hasFixedLength {
                doubt += "; without separators (\(last.identifier.code)) is assumed to extend to the end"
            }
            // A count of contents is beside them while the unit has a symbol of its own; everything else is chance.
            let mayBeIncomplete = found.contains { $0.identifier.number == Companions.count }
            return try Verdict.elementString(found, mayBeIncomplete: mayBeIncomplete, [doubt], context)
        } catch {
            // Of other identifiers there are too many numbers that begin so.
            return key.number == Companions.item ? .doubted(ContentWarning(error)) : .passed
        }
    }

    /// What begins with a (00) or (01) in which only the check digit is wrong: alone in Code 128, whose labels have
    /// little else of that length, or with a day or another check digit after it.
    private static func wrongKey(_ bytes: [UInt8], _ symbology: Symbology) -> Verdict {
        guard let found = corrected(bytes, isUnseparated: true),
            found.count == 1 ? symbology == .code128 : found.dropFirst().contains(where: isTelling)
        else { return .passed }
        do throws(GS1Problem) {
            _ = try RawReader.read(bytes[...], isUnseparated: true)
            return .passed
        } catch {
            return .doubted(ContentWarning(error))
        }
    }

    /// The elements of a text whose (00) or (01) at its start has the right check digit; nil where more is wrong.
    private static func corrected(_ bytes: [UInt8], isUnseparated: Bool = false) -> [FoundElement]? {
        let start = bytes.first == RawReader.separator ? 1 : 0
        guard let (identifier, value) = number(bytes[start...]), ["00", "01"].contains(identifier.code),
            value.count == identifier.maximumLength, let (digits, _) = Digits.parse(value)
        else { return nil }
        var corrected = bytes
        let digit = UInt8(ascii: "0") + UInt8(CheckDigit.gs1(digits / 10))
        guard corrected[value.endIndex - 1] != digit else { return nil }
        corrected[value.endIndex - 1] = digit
        return try? RawReader.read(corrected[...], isUnseparated: isUnseparated)
    }

    /// The first identifier, if its value is right, and chance hardly makes one.
    private static func key(_ bytes: [UInt8]) -> ApplicationIdentifier? {
        guard let (identifier, value) = number(bytes[...]), identifier.problem(with: value) == nil else { return nil }
        return identifier
    }

    /// The first identifier and its value, if that has a known length and a check digit, and does not begin with zeros
    /// as numbers do that were filled up.
    private static func number(
        _ bytes: ArraySlice<UInt8>
    ) -> (identifier: ApplicationIdentifier, value: ArraySlice<UInt8>)? {
        // A code of EMVCo for payments begins with 0002, and no SSCC does.
        guard bytes.count >= 16, !bytes.starts(with: "0002".utf8),
            let (identifier, digits) = ApplicationIdentifier.first(of: bytes),
            identifier.isChecked, identifier.hasFixedLength
        else { return nil }
        let value = bytes.dropFirst(digits).prefix(identifier.maximumLength)
        return value.prefix(8).allSatisfy { $0 == UInt8(ascii: "0") } ? nil : (identifier, value)
    }

    /// Whether the identifier and the check digit suffice for a number alone: not those of (410) to (417), as numbers
    /// of credit cards begin so, nor those that need others beside them.
    private static func maySayAlone(_ identifier: ApplicationIdentifier) -> Bool {
        identifier.companions.isEmpty && !(4100...4170).contains(identifier.number)
    }

    /// The end of a value of any length that reads as a date and further elements: a separator was before it, or the
    /// value is longer than it seems. Nil for most.
    private static func hiddenDate(in last: FoundElement, beside found: [FoundElement]) -> String? {
        guard !last.identifier.hasFixedLength else { return nil }
        let value = Array(last.value.utf8)
        for start in value.indices.dropLast(7) {
            guard let (identifier, _) = ApplicationIdentifier.first(of: value[start...]), identifier.isDated,
                let rest = try? RawReader.read(value[start...], isUnseparated: true),
                !rest.contains(where: { element in found.contains { $0.identifier == element.identifier } })
            else { continue }
            return String(decoding: value[start...], as: UTF8.self)
        }
        return nil
    }

    /// Whether a text that breaks a rule was meant: a check digit or day is wrong, or a checked number begins the text.
    private static func isMeant(_ bytes: [UInt8], _ problem: GS1Problem) -> Bool {
        isTold(problem) || key(bytes) != nil
    }

    /// Whether a problem is a wrong check digit or day.
    private static func isTold(_ problem: GS1Problem) -> Bool {
        guard case .wrongValue(let check, _) = problem.reason, let check = ValueCheck(rawValue: check) else {
            return false
        }
        return check.isStrict || check.isOfDay
    }

    private static func isTelling(_ element: FoundElement) -> Bool {
        element.identifier.isChecked || element.identifier.isDated
    }
}

extension ContentWarning {
    init(_ problem: GS1Problem) {
        let isIncomplete = if case .lacksCompanions = problem.reason { true } else { false }
        self = .elementString(problem.description, isIncomplete: isIncomplete)
    }
}

extension Verdict {
    /// The verdict on elements that were found in a text. If they may be incomplete, because what they need may be in
    /// another symbol, there is only a warning. `position` maps the number of a character to that of the same one in
    /// the scanned text.
    static func elementString(
        _ found: [FoundElement], mayBeIncomplete: Bool, _ doubts: [String], _ context: ParsingContext,
        position: (Int) -> Int = { $0 }
    ) throws(GS1Problem) -> Verdict {
        let warnings = doubts.map { ContentWarning.questionable(.gs1, $0) }
        do throws(GS1Problem) {
            return .taken(.gs1(try ElementString(found, year: context.date.year)), warnings)
        } catch {
            guard mayBeIncomplete, case .lacksCompanions = error.reason else { throw error }
            let elements = try ElementString(
                found, year: context.date.year, requiresCompanions: false, mayCountItem: true)
            return .taken(.gs1(elements), warnings + [ContentWarning(error.moved(to: position(error.position)))])
        }
    }
}

/// A text whose separators U+001D are written as other characters, such as `<GS>` or `^]`: by scanners that type as
/// keyboards, by spreadsheets, and in the small print of labels.
struct SeparatorNotation {
    /// The text with the separator instead of each notation.
    let bytes: [UInt8]
    /// The notations that were found, each once.
    let forms: [String]
    /// Whether one of the notations has hardly any other meaning.
    let areNamed: Bool
    /// For each byte, the number of its character in the text, counted from 1.
    private let positions: [Int]

    /// In capitals.
    private static let named =
        ControlNotation.named(RawReader.separator, "GS").map(\.form)
        + [
            "<FNC1>", "{FNC1}", "[FNC1]", "(FNC1)", "^FNC1", "<F1>", "{F1}", "[F1]", "(GS)", "^GS", "\\GS", "&GS;",
            "%GS%",
            "#GS#", "_GS_", "|GS|", "_X001D_", "\\035", "\\29", "\\U{1D}", "<0X1D>", "<1D>", "{1D}", "[1D]", "^029",
            "~D029", "<029>", "=1D", "&#X1D;", "↔",
            "{0X1D}", "\\0X1D", "\\X{1D}", "$1D", "%X1D", "&LT;GS&GT;", "CTRL+]", "\\029", "ALT029", "ALT+029", "∟",
        ].map { Array($0.utf8) }
    private static let others = ["~1", "^]", "|", "\\F", "\u{1E}", "è", "ñ"].map { Array($0.utf8) }
    /// The longest first, because some begin like others.
    private static let all = (named + others).sorted { $0.count > $1.count }
    private static let isFirst: [Bool] = (0...255).map { byte in all.contains { $0[0] == byte } }

    /// The beginnings of a text that has FNC1 at the start.
    static let openings = (named + others).map { String(decoding: $0, as: UTF8.self).asciiLowercased }

    /// Nil where there is none.
    init?(_ text: [UInt8]) {
        guard text.contains(where: { Self.isFirst[Int($0)] }) else { return nil }
        var (bytes, positions, forms, areNamed) = ([UInt8](), [Int](), [String](), false)
        var (place, position) = (0, 1)
        while place < text.count {
            let byte = text[place]
            positions.append(position)
            if Self.isFirst[Int(byte)], let form = Self.form(text[place...]) {
                let shown = text[place..<(place + form.count)]
                let name = byte == 0x1E ? "U+001E" : String(decoding: shown, as: UTF8.self)
                if !forms.contains(name) { forms.append(name) }
                areNamed = areNamed || Self.named.contains(form)
                // Blanks before one, and another one, are the same separator.
                while bytes.last == 0x20 {
                    bytes.removeLast()
                    positions.removeLast()
                }
                if bytes.last == RawReader.separator {
                    positions.removeLast()
                } else {
                    bytes.append(RawReader.separator)
                }
                position += shown.count { $0 & 0xC0 != 0x80 }
                place += form.count
                while place < text.count, text[place] == 0x20 { (place, position) = (place + 1, position + 1) }
            } else {
                bytes.append(byte)
                place += 1
                if place < text.count, text[place] & 0xC0 != 0x80 { position += 1 }
            }
        }
        guard !forms.isEmpty else { return nil }
        (self.bytes, self.positions, self.forms, self.areNamed) = (bytes, positions, forms, areNamed)
    }

    private static func form(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        all.first { form in text.starts(with: form) { $0.asciiUppercased == $1 } }
    }

    /// The number of the character in the text that is at a place of ``bytes``, counted from 1.
    func position(_ number: Int) -> Int { positions.indices.contains(number - 1) ? positions[number - 1] : number }
}

/// A text whose elements have a sign between them: mostly one that no value may have (GS1 General Specifications,
/// figure 7.11-1), such as `#`.
struct OddSeparator {
    /// The text with the separator instead of the sign.
    let bytes: [UInt8]
    /// The sign, as it is written.
    let shown: String
    /// Whether it is left out: blanks that are anywhere.
    var isLeftOut = false
    /// Whether values may have it.
    var isOfValues = false

    /// The signs that may be the separator, in the order in which they are tried; none for nearly all texts.
    static func all(in text: [UInt8]) -> [OddSeparator] {
        var found: [OddSeparator] = []
        for word in words {
            if let bytes = text.replacing(word: Array(word.utf8)) {
                found.append(OddSeparator(bytes: bytes, shown: word, isOfValues: true))
            }
        }
        let signs = Set(text.split(whereSeparator: isOfValue).map { $0.filter { $0 != 0x20 } })
        let written = signs.subtracting([[]])
        if written.count == 1, let sign = written.first {
            let shown = String(decoding: sign, as: UTF8.self)
            if shown.unicodeScalars.count <= 2 { found.append(OddSeparator(separated(text), shown)) }
        } else if signs == [[]] {
            let words = text.split(separator: 0x20)
            // `01 09506000134352 10 ABC123`: a blank after each identifier too.
            if words.count.isMultiple(of: 2),
                stride(from: 0, to: words.count, by: 2).allSatisfy({ ApplicationIdentifier.find(words[$0]) != nil })
            {
                let elements = stride(from: 0, to: words.count, by: 2).map { words[$0] + words[$0 + 1] }
                found.append(OddSeparator(Array(elements.joined(separator: [RawReader.separator])), "a blank"))
            }
            found.append(OddSeparator(separated(text), "a blank"))
            found.append(OddSeparator(bytes: text.filter { $0 != 0x20 }, shown: "a blank", isLeftOut: true))
        } else if signs.isEmpty {
            for sign in ";,*:".utf8 where text.contains(sign) {
                let bytes = text.map { $0 == sign ? RawReader.separator : $0 }
                found.append(OddSeparator(bytes: bytes, shown: String(Unicode.Scalar(sign)), isOfValues: true))
            }
        }
        return found
    }

    /// Words that stand for it, in capitals.
    private static let words = ["FNC1", "CHR(29)", "CHAR(29)", "U+001D", "0X1D", "/GS/", "-GS-"]

    private init(bytes: [UInt8], shown: String, isLeftOut: Bool = false, isOfValues: Bool = false) {
        (self.bytes, self.shown, self.isLeftOut, self.isOfValues) = (bytes, shown, isLeftOut, isOfValues)
    }

    private init(_ bytes: [UInt8], _ sign: String) {
        self.bytes = bytes
        shown = sign.unicodeScalars.map { scalar in
            let isUnseen = scalar.value < 0x20 || 0x7F...0xA0 ~= scalar.value
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return isUnseen ? "U+\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)" : String(scalar)
        }.joined()
    }

    /// The text with one separator instead of whatever is between what values have.
    private static func separated(_ text: [UInt8]) -> [UInt8] {
        Array(text.split { !isOfValue($0) }.joined(separator: [RawReader.separator]))
    }

    private static func isOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x22, 0x25...0x3F, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}

extension [UInt8] {
    /// The text with a separator instead of each place of a word, in whatever case; nil where there is none.
    fileprivate func replacing(word: [UInt8]) -> [UInt8]? {
        var (replaced, place, hasFound) = ([UInt8](), 0, false)
        while place < count {
            if self[place...].starts(with: word, by: { $0.asciiUppercased == $1 }) {
                while replaced.last == 0x20 { replaced.removeLast() }
                if replaced.last != RawReader.separator { replaced.append(RawReader.separator) }
                (place, hasFound) = (place + word.count, true)
                while place < count, self[place] == 0x20 { place += 1 }
            } else {
                replaced.append(self[place])
                place += 1
            }
        }
        return hasFound ? replaced : nil
    }
}
