internal import BeelineSymbols

/// The parser of numbers of books and articles as people type them, into a field or into the program that makes a
/// label: in full-width characters, with letters that look like digits, and with hyphens and blanks anywhere.
///
/// The check digit must be right, and a warning says what was read as what. A symbol contains other numbers more often
/// than a field does, so letters and blanks must leave less to chance there.
enum TypedNumberParser {
    static let parser = KindParser(
        "typedNumber",
        openings: KindParser.digits + (0xFF10...0xFF19).compactMap { Unicode.Scalar($0).map { String($0) } }
            + ["o", "i", "l", "\u{FF2F}", "\u{FF29}", "\u{FF4F}", "\u{FF49}"],
        parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        let isSymbol = symbol.symbology != .unknown
        guard !isSymbol || symbol.mayHoldBook, 10...longest ~= text.utf8.count, let typed = TypedNumber(text),
            !isSymbol || typed.letters.isEmpty || typed.digits.utf8.count == 13
        else { return .passed }
        var doubted = Verdict.passed
        if !typed.doubts.isEmpty {
            let verdict = number(symbol, typed.text, context)
            switch verdict {
            case .taken(let content, let warnings):
                return .taken(content, typed.doubts.map { .questionable(content.kind, $0) } + warnings)
            // With letters it may be anything.
            case .doubted where typed.letters.isEmpty: doubted = verdict
            default: break
            }
        }
        guard typed.isDivided, case .taken(let content, let warnings) = divided(symbol, typed, context) else {
            let mayResemble = typed.isDivided && typed.letters.isEmpty && !isSymbol
            return mayResemble ? resemblance(typed, context) ?? doubted : doubted
        }
        let doubts = typed.doubts + ["its hyphens and blanks are not where such a number has them"]
        return .taken(content, doubts.map { .questionable(content.kind, $0) } + warnings)
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
            let isDivided = symbol.symbology == .unknown ? typed.isDividedLikeArticle : typed.isPrintedLikeArticle
            return isLong && product.gtin.isAssigned && isDivided ? verdict : .passed
        default: return .passed
        }
    }

    /// The warning about a number that stays text.
    private static func resemblance(_ typed: TypedNumber, _ context: ParsingContext) -> Verdict? {
        switch typed.digits.utf8.count {
        case 10 where typed.groups.last == 1 && (try? ISBN(typed.digits)) != nil:
            let reason = "the check digit is that of an ISBN, but its hyphens and blanks are in the wrong places"
            return .doubted(.malformed(.isbn, "\(reason); write the letters ISBN before it to make this clear"))
        case 12...13:
            guard let (value, count) = Digits.parse(typed.digits.utf8) else { return nil }
            let isBook = count == 13 && ISBN.isBook(value)
            do throws(NumberError) {
                try NumberError.checkGS1(value)
            } catch {
                guard case .wrongCheckDigit(let found, let expected) = error else { return nil }
                let right = value / 10 * 10 + UInt64(expected - UInt8(ascii: "0"))
                guard isBook || typed.isPrintedLikeArticle && GTIN(checked: right, digits: count).isAssigned else {
                    return nil
                }
                let number = isBook ? "an ISBN" : "a GTIN"
                return .doubted(.wrongCheckDigit(of: number, found: found, expected: expected))
            }
            return nil
        default: return nil
        }
    }

    /// Bytes of the longest number with a label, in characters of three bytes and with blanks around each.
    private static let longest = 120
}

/// A typed number, as its digits.
struct TypedNumber {
    /// In ASCII: digits, hyphens, blanks, an X at the end, and a label before them.
    let text: String
    /// The same without label, hyphens and blanks.
    let digits: String
    /// How many characters are between hyphens and blanks.
    let groups: [Int]
    private let narrow: HalfwidthText
    /// The letters that were read as digits, each once.
    let letters: [Unicode.Scalar]

    var isDivided: Bool { groups.count > 1 }
    var endsInX: Bool { digits.utf8.last.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false }

    /// Nil where there are other characters, or more letters than a slip explains.
    init?(_ text: String) {
        guard let narrow = HalfwidthText(text) else { return nil }
        let ascii = narrow.text
        let number = Self.withoutLabel(ascii)
        var (plain, digits, groups, letters) = ("", "", [0], [Unicode.Scalar]())
        var letterCount = 0
        for scalar in number.unicodeScalars {
            switch scalar {
            case "0"..."9", "x", "X":
                plain.unicodeScalars.append(scalar)
                digits.unicodeScalars.append(scalar)
            case " ", "-", ":":
                plain.unicodeScalars.append(scalar)
                if groups.last != 0 { groups.append(0) }
                continue
            default:
                guard let digit = UInt8(exactly: scalar.value).flatMap(LookalikeLetters.digit) else { return nil }
                plain.unicodeScalars.append(Unicode.Scalar(digit))
                digits.unicodeScalars.append(Unicode.Scalar(digit))
                letterCount += 1
                if !letters.contains(scalar) { letters.append(scalar) }
            }
            groups[groups.count - 1] += 1
        }
        if groups.last == 0 { groups.removeLast() }
        // Eight and nine digits without a label are too few to distinguish a wrong digit from another number.
        let isLong = digits.utf8.count >= 10 || number.startIndex > ascii.startIndex
        guard letterCount == 0 || (letterCount <= LookalikeLetters.most && isLong) else { return nil }
        self.text = String(ascii.prefix(ascii.count - number.count)) + plain
        (self.digits, self.groups, self.narrow, self.letters) = (digits, groups, narrow, letters)
    }

    /// Whether hyphens and blanks are in other places than in the numbers of telephones and people, which begin with
    /// two zeros or end in groups of two to five digits.
    var isDividedLikeArticle: Bool {
        guard let last = groups.last else { return false }
        let isShort = digits.utf8.count == 12
        return last == 1 || (!digits.utf8.starts(with: "00".utf8) && (!isShort || last >= 6))
    }

    /// Whether the digits are divided as below an EAN-13 or a UPC-A, or the last one is apart.
    var isPrintedLikeArticle: Bool { groups.last == 1 || groups == [1, 6, 6] }

    /// What was read as what; empty where hyphens and blanks are all that is unusual.
    var doubts: [String] { narrow.doubts + (letters.isEmpty ? [] : [LookalikeLetters.doubt(letters)]) }

    private static func withoutLabel(_ text: String) -> Substring {
        if ISBN.startsWithLabel(text) { return ISBN.withoutLabel(text) }
        return text[Periodical.labelEnd(text)...]
    }
}
