internal import BeelineSymbols

/// Numbers of books and articles as people type them: in full-width characters, with letters that look like digits, and
/// with hyphens and blanks anywhere.
///
/// The check digit must be right, and a warning says what was read as what.
enum TypedNumberParser {
    static let parser = KindParser(
        "typedNumber",
        openings: KindParser.digits + (0xFF10...0xFF19).compactMap { Unicode.Scalar($0).map { String($0) } }
            + ["o", "i", "l", "\u{FF2F}", "\u{FF29}", "\u{FF4F}", "\u{FF49}"],
        parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        guard symbol.symbology == .unknown, 10...longest ~= text.utf8.count, let typed = TypedNumber(text) else {
            return .passed
        }
        var doubted = Verdict.passed
        if typed.isWide || !typed.letters.isEmpty {
            let verdict = number(symbol, typed.text, context)
            switch verdict {
            case .taken(let content, let warnings):
                return .taken(content, typed.doubts.map { .questionable(content.kind, $0) } + warnings)
            // With letters it may be anything.
            case .doubted where typed.letters.isEmpty: doubted = verdict
            default: break
            }
        }
        guard typed.isDivided, case .taken(let content, _) = divided(symbol, typed, context) else {
            return typed.isDivided && typed.letters.isEmpty ? resemblance(typed, context) ?? doubted : doubted
        }
        let doubts = typed.doubts + ["its hyphens and blanks are not where such a number has them"]
        return .taken(content, doubts.map { .questionable(content.kind, $0) })
    }

    /// What the parsers of numbers make of it.
    private static func number(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        let plain = RetailParser.parse(symbol, text, context)
        if case .passed = plain { return WrittenNumberParser.parse(symbol, text, context) }
        return plain
    }

    /// The same without hyphens and blanks.
    private static func divided(_ symbol: Symbol, _ typed: TypedNumber, _ context: ParsingContext) -> Verdict {
        let verdict = number(symbol, typed.digits, context)
        guard case .taken(let content, _) = verdict else { return .passed }
        switch content {
        case .isbn, .issn, .ismn, .japaneseMagazine:
            // One ten-digit number of eleven is an ISBN, and telephone numbers have hyphens too.
            return typed.digits.utf8.count == 13 || typed.endsInX ? verdict : .passed
        case .product(let product):
            // Eight digits are right by chance too often.
            let isLong = typed.digits.utf8.count >= 12
            return isLong && product.gtin.isAssigned && typed.isDividedLikeArticle ? verdict : .passed
        default: return .passed
        }
    }

    /// What is said of a number that stays text.
    private static func resemblance(_ typed: TypedNumber, _ context: ParsingContext) -> Verdict? {
        switch typed.digits.utf8.count {
        case 10 where typed.groups.last == 1 && (try? ISBN(typed.digits)) != nil:
            let reason = "the check digit is that of an ISBN, but its hyphens and blanks are in the wrong places"
            return .doubted(.malformed(.isbn, "\(reason); write the letters ISBN before it to make this clear"))
        case 13:
            guard let (value, _) = Digits.parse(typed.digits.utf8), ISBN.isBook(value) else { return nil }
            do throws(NumberError) {
                try NumberError.checkGS1(value)
            } catch {
                if case .wrongCheckDigit(let found, let expected) = error {
                    return .doubted(.wrongCheckDigit(of: "an ISBN", found: found, expected: expected))
                }
            }
            return nil
        default: return nil
        }
    }

    /// Bytes of the longest number with a label, in characters of three bytes and with blanks around each.
    private static let longest = 120
}

/// The digits that a typed text stands for.
struct TypedNumber {
    /// In ASCII: digits, hyphens, blanks, an X at the end, and a label before them.
    let text: String
    /// The same without label, hyphens and blanks.
    let digits: String
    /// How many characters are between hyphens and blanks.
    let groups: [Int]
    let isWide: Bool
    /// The letters that were read as digits, each once.
    let letters: [Unicode.Scalar]

    var isDivided: Bool { groups.count > 1 }
    var endsInX: Bool { digits.utf8.last.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false }

    /// Nil where there are other characters, or more letters than a slip explains.
    init?(_ text: String) {
        var ascii = ""
        var isWide = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0: ascii += " "
            case 0xAD: continue
            case 0x21...0x7E: ascii.unicodeScalars.append(scalar)
            case 0x2010...0x2015, 0x2212: ascii += "-"
            case 0x3000, 0x30FC, 0xFF01...0xFF5E:
                isWide = true
                guard let narrow = Unicode.Scalar(scalar.value &- 0xFEE0), narrow.isASCII else {
                    ascii += scalar.value == 0x3000 ? " " : "-"
                    continue
                }
                ascii.unicodeScalars.append(narrow)
            default: return nil
            }
        }
        let number = Self.withoutLabel(ascii)
        var (plain, digits, groups, letters) = ("", "", [0], [Unicode.Scalar]())
        var letterCount = 0
        for scalar in number.unicodeScalars {
            switch scalar {
            case "0"..."9", "x", "X":
                plain.unicodeScalars.append(scalar)
                digits.unicodeScalars.append(scalar)
            case "O", "o", "I", "l":
                let digit = scalar == "O" || scalar == "o" ? "0" : "1"
                plain += digit
                digits += digit
                letterCount += 1
                if !letters.contains(scalar) { letters.append(scalar) }
            case " ", "-", ":":
                plain.unicodeScalars.append(scalar)
                if groups.last != 0 { groups.append(0) }
                continue
            default: return nil
            }
            groups[groups.count - 1] += 1
        }
        if groups.last == 0 { groups.removeLast() }
        // Eight and nine digits are too few to distinguish a wrong digit from another number.
        guard letterCount == 0 || (letterCount <= 3 && digits.utf8.count >= 10) else { return nil }
        self.text = String(ascii.prefix(ascii.count - number.count)) + plain
        (self.digits, self.groups, self.isWide, self.letters) = (digits, groups, isWide, letters)
    }

    /// Whether hyphens and blanks do not stand as in the numbers of telephones and people, which begin with two zeros
    /// or end in groups of two to five digits.
    var isDividedLikeArticle: Bool {
        guard let last = groups.last else { return false }
        let isShort = digits.utf8.count == 12
        return last == 1 || (!digits.utf8.starts(with: "00".utf8) && (!isShort || last >= 6))
    }

    /// What was read as what.
    var doubts: [String] {
        var doubts = isWide ? ["full-width characters are read as ASCII"] : []
        if !letters.isEmpty {
            let taken = letters.map { "\($0) is read as \($0 == "O" || $0 == "o" ? 0 : 1)" }
            doubts.append("the letter " + taken.joined(separator: " and "))
        }
        return doubts
    }

    private static func withoutLabel(_ text: String) -> Substring {
        if ISBN.startsWithLabel(text) { return ISBN.withoutLabel(text) }
        return text[Periodical.labelEnd(text)...]
    }
}
