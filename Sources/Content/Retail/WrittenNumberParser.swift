internal import BeelineSymbols

/// The parser of ISBN, ISSN and ISMN as people write them: with hyphens, in their short forms, after the letters of
/// their names. Without these letters only a typed code is taken, for ten digits in a QR code are rather a telephone
/// number; and an ISBN that is divided as it must be.
enum WrittenNumberParser {
    static let parser = KindParser(
        "writtenNumber",
        openings: KindParser.digits + ["isbn", "issn", "ismn", "eissn", "e-issn", "pissn", "p-issn", "m"]
            + ["urn:isbn", "urn:issn", "urn:ismn"] + NamedNumber.openings,
        parse: parse)

    private static let urn = Array("urn:".utf8)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        guard let first = text.utf8.first else { return .passed }
        let isTyped = symbol.symbology == .unknown
        switch first | 0x20 {
        case UInt8(ascii: "i"), UInt8(ascii: "e"), UInt8(ascii: "p"):
            let plain = labelled(symbol, text, context)
            if case .taken = plain { return plain }
            return NamedNumber.verdict(symbol, text, context) ?? plain
        case UInt8(ascii: "u"):
            // `urn:isbn:`, `urn:issn:` and `urn:ismn:` (RFC 8254, RFC 3044): a label before the label.
            let utf8 = text.utf8
            guard text.begins(with: Self.urn) else { return NamedNumber.verdict(symbol, text, context) ?? .passed }
            guard utf8.count > 8, utf8.count <= 60, Array(utf8.prefix(9)).last == UInt8(ascii: ":") else {
                return .passed
            }
            return parse(symbol, String(decoding: utf8.dropFirst(4), as: UTF8.self), context)
        case UInt8(ascii: "m") where isTyped: return looksWritten(text.utf8.dropFirst()) ? ismn(text) : .passed
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard isTyped || symbol.mayHoldBook, looksWritten(text.utf8[...]) else {
                return isTyped && text.utf8.count > 12
                    ? NamedNumber.remarked(symbol, text, context) ?? .passed : .passed
            }
            if looksLikeISSN(text) { return !isTyped ? .passed : YearSpan.isOne(text) ? years(text) : issn(text) }
            let book = isbn(text, isLabelled: false, symbol, context)
            guard case .passed = book, isTyped else { return book }
            return NamedNumber.remarked(symbol, text, context) ?? book
        default: return NamedNumber.verdict(symbol, text, context) ?? .passed
        }
    }

    /// A number whose name is directly before it.
    static func labelled(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        if ISBN.startsWithLabel(text) { return isbn(text, isLabelled: true, symbol, context) }
        if Periodical.labelEnd(text) != text.startIndex { return issn(text, isLabelled: true) }
        if ISMN.startsWithLabel(text) { return ismn(text, isLabelled: true) }
        return .passed
    }

    private static func isbn(
        _ text: String, isLabelled: Bool, _ symbol: Symbol, _ context: ParsingContext
    ) -> Verdict {
        var isCheckTold = true
        let isAssumed = !isLabelled && symbol.symbology != .unknown
        if !isLabelled {
            guard let groups = DigitGroups(text[...]),
                let digits = try? WrittenDigits(text[...], most: 13, countsBeforeX: 8...9),
                groups.areElements(ofISBN: digits, context.isbnRanges), !isAssumed || groups.isDivided && !isShort(text)
            else { return .passed }
            // Ten digits in a row are the numbers of much else; what ends in X is not.
            isCheckTold = groups.isDivided || digits.endsInX
        }
        do throws(NumberError) {
            let book = Book(try ISBN(text), addOn: symbol.addOn, ranges: context.isbnRanges)
            return .taken(.isbn(book), isShort(text) ? [.leadingZeroRestored] : isAssumed ? [.assumed(.isbn)] : [])
        } catch .wrongPrefix {
            // 979-0 is music, whatever the letters before it say.
            let music = ismn(String(ISBN.withoutLabel(text)))
            if isAssumed, case .taken(let content, _) = music { return .taken(content, [.assumed(.ismn)]) }
            guard isLabelled else { return music }
            switch music {
            case .taken(let content, _):
                return .taken(content, [.malformed(.isbn, "numbers that begin with 979-0 are printed music")])
            case .doubted: return music
            case .passed: return .doubted(.malformed(.isbn, NumberError.wrongPrefix.description))
            }
        } catch {
            return doubted(error, .isbn, "an ISBN", isLabelled: isLabelled, isCheckTold: isCheckTold && !isShort(text))
        }
    }

    private static func years(_ text: String) -> Verdict {
        guard (try? Periodical(text)) != nil else { return .passed }
        return .doubted(
            .malformed(.issn, "it may be a span of years; write the letters ISSN before it to make this clear"))
    }

    private static func issn(_ text: String, isLabelled: Bool = false) -> Verdict {
        do throws(NumberError) {
            return .taken(.issn(try Periodical(text)))
        } catch {
            return doubted(error, .issn, "an ISSN", isLabelled: isLabelled, isCheckTold: true)
        }
    }

    private static func ismn(_ text: String, isLabelled: Bool = false) -> Verdict {
        do throws(NumberError) {
            return .taken(.ismn(try ISMN(text)))
        } catch {
            // An M and nine digits in a row are the serial numbers of much else.
            let isSerial = !text.utf8.contains(UInt8(ascii: "-")) && text.utf8.count == 10
            return doubted(error, .ismn, "an ISMN", isLabelled: isLabelled, isCheckTold: !isSerial)
        }
    }

    /// - Parameter isCheckTold: whether a wrong check digit is worth a warning without a label too.
    private static func doubted(
        _ error: NumberError, _ kind: Kind, _ number: String, isLabelled: Bool, isCheckTold: Bool
    ) -> Verdict {
        switch error {
        case .wrongCheckDigit(let found, let expected) where isLabelled || isCheckTold:
            .doubted(.wrongCheckDigit(of: number, found: found, expected: expected))
        case .wrongLength(1...), .wrongPrefix: isLabelled ? .doubted(.malformed(kind, error.description)) : .passed
        default: .passed
        }
    }

    /// Whether a text has the length of a number, begins like one and may be worth the closer look.
    private static func looksWritten(_ utf8: Substring.UTF8View) -> Bool {
        guard (9...40).contains(utf8.count), let first = utf8.first, let last = utf8.last else { return false }
        return (first.isASCIIDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: " "))
            && (last.isASCIIDigit || last | 0x20 == UInt8(ascii: "x"))
    }

    /// Whether a text is four digits, a hyphen and four characters more.
    private static func looksLikeISSN(_ text: String) -> Bool {
        let utf8 = text.utf8
        switch utf8.count {
        case 9: return utf8.dropFirst(4).first == UInt8(ascii: "-")
        // The hyphens beyond ASCII have three bytes.
        case 11: return utf8.dropFirst(4).prefix(2).elementsEqual([0xE2, 0x80])
        default: return false
        }
    }

    /// Whether a text that is nearly an ISBN has nine digits only, as other numbers have; hyphens change nothing.
    private static func isShort(_ text: String) -> Bool {
        ISBN.withoutLabel(text).utf8.count { $0.isASCIIDigit || $0 | 0x20 == UInt8(ascii: "x") } == 9
    }
}

/// The lengths of the groups of digits of a number that is written with hyphens or blanks: three, one, five and so on.
/// Telephone numbers have hyphens too, but in other places.
struct DigitGroups {
    /// How many characters each has; a single one where nothing divides the number.
    let lengths: [Int]

    /// Nil when a group is empty.
    init?(_ text: Substring) {
        var lengths: [Int] = []
        var length = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", "x", "X": length += 1
            // Within a group it only says where a line may be broken.
            case "\u{AD}": continue
            default:
                guard length > 0, lengths.count < 5 else { return nil }
                lengths.append(length)
                length = 0
            }
        }
        guard length > 0 else { return nil }
        self.lengths = lengths + [length]
    }

    var isDivided: Bool { lengths.count > 1 }

    /// Whether the groups are the elements of an ISBN (ISO 2108, section 4), as far as the table knows them. The digits
    /// are all of the number, or those before an X at its end.
    func areElements(ofISBN digits: WrittenDigits, _ ranges: ISBNRanges) -> Bool {
        guard isDivided else { return true }
        let count = digits.count + (digits.endsInX ? 1 : 0)
        guard lengths.last == 1 || count == 13 else { return false }
        switch (count, lengths.count) {
        // As booksellers write it, and as it is printed below an EAN-13.
        case (13, 2): return lengths == [3, 10]
        case (13, 3): return lengths == [1, 6, 6]
        case (13, 5):
            guard lengths[0] == 3, lengths[4] == 1 else { return false }
            return agree(lengths[1], lengths[2], digits.value, ranges)
        case (10, 4): return agree(lengths[0], lengths[1], Self.thirteen(digits), ranges)
        // An SBN is an ISBN of group 0 without that digit.
        case (9, 3): return agree(1, lengths[0], Self.thirteen(digits), ranges)
        default: return false
        }
    }

    private func agree(_ group: Int, _ registrant: Int, _ number: UInt64, _ ranges: ISBNRanges) -> Bool {
        guard let division = ranges.division(of: ISBN(checked: number)) else { return true }
        return division.groupLength == group
            && (division.registrantLength == 0 || division.registrantLength == registrant)
    }

    /// Thirteen digits for nine or ten; the check digit, which the table does not ask for, is left 0.
    private static func thirteen(_ digits: WrittenDigits) -> UInt64 {
        (978_000_000_000 + (digits.endsInX ? digits.value : digits.value / 10)) * 10
    }
}

/// Two years with a hyphen between them, `1990-2026`, which may be an ISSN by its digits.
enum YearSpan {
    /// - Parameter text: four characters, a hyphen, and four more.
    static func isOne(_ text: String) -> Bool {
        guard let first = Digits.parse(Array(text.utf8.prefix(4))),
            let second = Digits.parse(Array(text.utf8.suffix(4)))
        else { return false }
        return (1900...2099).contains(first.value) && (first.value...2099).contains(second.value)
    }
}
