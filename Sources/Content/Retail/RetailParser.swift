internal import BeelineSymbols

/// The parser of books, periodicals, music and products: of the digits of retail symbols, and of digits that were
/// typed.
///
/// In other symbols only the check digit says that a number is a GTIN, which one number of ten has by chance: they are
/// taken with a warning, and only when the prefix was given to someone. The prefix of books is enough in any symbol.
enum RetailParser {
    static let parser = KindParser(
        "retail", openings: KindParser.digits, mayTake: { symbol, _ in symbol.symbology.isRetail }, parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        switch symbol.symbology {
        case .ean13, .ean8, .upcA, .upcE, .databar, .databarLimited, .itf, .unknown: break
        default: return symbol.mayHoldBook ? assumed(symbol, text, context) : .passed
        }
        guard let (value, count) = Digits.parse(text.utf8) else {
            guard symbol.symbology.isRetail else { return .passed }
            let isDigits = text.utf8.allSatisfy(\.isASCIIDigit)
            let reason = isDigits ? "\(text.utf8.count) digits" : "other characters than digits"
            return .doubted(.notOfSymbology(symbol.symbology, reason: reason))
        }
        let number = Number(value: value, count: count, addOn: symbol.addOn)
        switch symbol.symbology {
        case .ean13, .upcA:
            return restored(number, context) ?? only(symbol.symbology, number, allowed: 12...13, context)
        case .ean8: return only(symbol.symbology, number, allowed: 8...8, context)
        case .upcE:
            if count == 7, case .taken(let content, let warnings) = upcE("0" + text, number) {
                return .taken(content, warnings + [.questionable(.product, "its leading zero was missing")])
            }
            if count == 6 || count == 7 {
                let missing = count == 6 ? "the number system and the check digit are" : "one of these is"
                let needed = "a number system (0 or 1), six digits and a check digit are needed"
                return .doubted(.notOfSymbology(.upcE, reason: "\(count) digits; \(needed), and \(missing) missing"))
            }
            // Some readers report the UPC-A that it stands for.
            return count == 8 ? upcE(text, number) : only(.upcE, number, allowed: 12...13, context)
        case .databar, .databarLimited:
            // Some readers report the Application Identifier 01 before the fourteen digits.
            let isWithAI = count == 16 && value / 100_000_000_000_000 == 1
            guard count == 14 || isWithAI else { return .passed }
            return checked(Number(value: value % 100_000_000_000_000, count: 14, addOn: symbol.addOn), context)
        case .itf:
            // Fourteen digits are an ITF-14 nearly always; a kind of a rule file may still take them.
            guard count == 14 else { return .passed }
            return checked(Number(value: value, count: 14, addOn: nil), context)
        default: return typed(text, number, context)
        }
    }

    private struct Number {
        let value: UInt64
        let count: Int
        let addOn: String?
        var isRight: Bool { UInt64(CheckDigit.gs1(value / 10)) == value % 10 }
    }

    /// A symbol that contains a GTIN and nothing else.
    private static func only(
        _ symbology: Symbology, _ number: Number, allowed: ClosedRange<Int>, _ context: ParsingContext
    ) -> Verdict {
        guard allowed.contains(number.count) else {
            return .doubted(.notOfSymbology(symbology, reason: "\(number.count) digits"))
        }
        return checked(number, context)
    }

    /// A UPC-A of eleven digits whose leading zero a scanner or a spreadsheet has dropped.
    private static func restored(_ number: Number, _ context: ParsingContext) -> Verdict? {
        guard number.count == 11, number.isRight else { return nil }
        let upc = Number(value: number.value, count: 12, addOn: number.addOn)
        guard case .taken(let content, let warnings) = checked(upc, context) else { return nil }
        return .taken(content, warnings + [.questionable(.product, "its leading zero was missing")])
    }

    private static func checked(_ number: Number, _ context: ParsingContext) -> Verdict {
        let value = number.value
        let family = Family(number)
        guard number.isRight else {
            let (found, expected) = (UInt8(value % 10), CheckDigit.gs1(value / 10))
            return .doubted(
                .wrongCheckDigit(
                    of: family.title, found: UInt8(ascii: "0") + found, expected: UInt8(ascii: "0") + expected))
        }
        let content: Content =
            switch family {
            case .book: .isbn(Book(ISBN(checked: value), addOn: number.addOn, ranges: context.isbnRanges))
            case .music: .ismn(ISMN(checked: value))
            case .periodical: .issn(Periodical(checked: value, addOn: AddOn(number.addOn)))
            case .bookRow: .japaneseBookRow(JapaneseBookRow(checked: value))
            case .magazine: .japaneseMagazine(JapaneseMagazine(checked: value, addOn: AddOn(number.addOn)))
            case .product: .product(Product(GTIN(checked: value, digits: number.count), addOn: number.addOn))
            }
        if case .product(let product) = content, product.medium == .book { return oldBook(product, number, context) }
        return .taken(content)
    }

    /// The UPC-A of a publisher of paperbacks.
    private static func oldBook(_ product: Product, _ number: Number, _ context: ParsingContext) -> Verdict {
        if let isbn = AddOn(number.addOn).flatMap({ OldBook.isbn(number.value % 1_000_000_000_000, addOn: $0) }) {
            return .taken(.isbn(Book(isbn, ranges: context.isbnRanges)), [.questionable(.isbn, OldBook.doubt)])
        }
        return .taken(.product(product), [.questionable(.product, OldBook.bareDoubt)])
    }

    /// What digits are the number of, by how they begin.
    private enum Family {
        case book, music, periodical, bookRow, magazine, product

        init(_ number: Number) {
            switch number.count {
            case 13: self.init(number.value)
            // With the indicator 0 these are the thirteen digits of a GTIN-13; a second row has no GTIN.
            case 14 where number.value < 10_000_000_000_000:
                self.init(number.value)
                if self == .bookRow { self = .product }
            default: self = .product
            }
        }

        private init(_ value: UInt64) {
            switch value / 1_000_000_000 {
            case 9770...9779: self = .periodical
            case 9790: self = .music
            case 9780...9799: self = .book
            case 1910...1929: self = .bookRow
            case 4910: self = .magazine
            default: self = .product
            }
        }

        var title: String {
            switch self {
            case .book: "an ISBN"
            case .music: "an ISMN"
            case .periodical: "the EAN-13 of an ISSN"
            case .bookRow: "the second row of a Japanese book"
            case .magazine: "a Japanese magazine"
            case .product: "a GTIN"
            }
        }
    }

    private static func upcE(_ text: String, _ number: Number) -> Verdict {
        do throws(NumberError) {
            let gtin = try GTIN(upcE: text)
            // What someone printed is read, whatever rule they followed; there is but one way to expand it.
            let warnings = gtin.upcE.flatMap { $0 == text ? nil : [ContentWarning.otherwiseSuppressed($0)] } ?? []
            return .taken(.product(Product(gtin, addOn: number.addOn)), warnings)
        } catch .wrongCheckDigit(let found, let expected) {
            return .doubted(.wrongCheckDigit(of: "a UPC-E", found: found, expected: expected))
        } catch {
            let reason =
                error == .wrongPrefix ? "the number system, its first digit, must be 0 or 1" : error.description
            return .doubted(.notOfSymbology(.upcE, reason: reason))
        }
    }

    /// Digits in a symbol that may contain anything.
    private static func assumed(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        guard 12...14 ~= text.utf8.count, let (value, count) = Digits.parse(text.utf8) else { return .passed }
        let number = Number(value: value, count: count, addOn: symbol.addOn)
        // A wrong digit is worth a word where the prefix is that of books.
        let isBook = count == 13 && ISBN.isBook(value)
        guard isBook || (number.isRight && symbol.mayHoldArticle) else { return .passed }
        let verdict = checked(number, context)
        guard case .taken(let content, _) = verdict else { return verdict }
        switch content {
        case .product(let product) where !product.gtin.isAssigned: return .passed
        // The number of no article.
        case .japaneseBookRow: return .passed
        default: return .taken(content, [.assumed(content.kind)])
        }
    }

    /// Digits without a symbology: their count must say what they are.
    private static func typed(_ text: String, _ number: Number, _ context: ParsingContext) -> Verdict {
        switch number.count {
        case 12, 13, 14: return checked(number, context)
        // A number of a telephone in North America is 1, an area and an exchange, neither of which begin with 0 or 1.
        case 11
        where number.value / 1_000_000_000 < 12 || number.value / 1_000_000 % 10 < 2 || number.value >= 20_000_000_000:
            guard GTIN(checked: number.value, digits: 12).isAssigned else { return .passed }
            return restored(number, context) ?? .passed
        case 8:
            // What begins with 0 or 1 may be a UPC-E as well, whose check digit is another one's.
            let gtin = try? GTIN(number.value, digits: 8)
            if let gtin, number.value >= 20_000_000 { return .taken(.product(Product(gtin, addOn: number.addOn))) }
            let isEither = gtin != nil || (try? GTIN(upcE: text)) != nil
            return isEither ? .doubted(.ambiguousEightDigits) : .passed
        default: return .passed
        }
    }
}

extension Symbol {
    /// Whether it may contain the number of a book, as libraries and second-hand shops print it in other symbologies.
    var mayHoldBook: Bool {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .databar, .databarLimited, .databarExpanded: false
        default: !isGS1
        }
    }

    /// Whether it may contain the number of an article although its symbology is not for these. The other symbologies
    /// are for numbers that someone else assigns.
    var mayHoldArticle: Bool {
        switch symbology {
        case .code128, .code39, .code93, .telepen, .pdf417, .microPDF417, .qr, .microQR, .rectangularMicroQR,
            .dataMatrix, .aztec, .dotCode:
            !isGS1
        default: false
        }
    }
}

extension ContentWarning {
    /// The warnings about a number in such a symbol.
    static func assumed(_ kind: Kind) -> ContentWarning { .questionable(kind, "only its digits show that it is one") }
}
