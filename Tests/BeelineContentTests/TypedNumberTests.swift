import BeelineContent
import BeelineSymbols
import Testing

@Suite("Numbers of books and articles where nothing says that they are")
struct AssumedNumberTests {
    static let book = "a book, perhaps with an error: only its digits show that it is one"
    static let article = "an article of trade, perhaps with an error: only its digits show that it is one"

    static let digits = [Symbology.code128, .code39, .code93, .qr, .microQR, .dataMatrix, .aztec, .pdf417].flatMap {
        [
            AssumedCase($0, "9783161484100", "isbn 9783161484100", book),
            AssumedCase($0, "4006381333931", "product 4006381333931", article),
            AssumedCase($0, "036000291452", "product 036000291452", article),
            AssumedCase($0, "14006381333938", "product 14006381333938", article),
            .text($0, "9783161484101", "not an ISBN: the check digit is 1, expected 0"),
            .text($0, "4006381333932"), .text($0, "036000291453"),
            // Eight digits are right by chance too often, and so are ten; the others are of no organisation of GS1.
            .text($0, "96385074"), .text($0, "316148410X"), .text($0, "3161484101"), .text($0, "2001234567893"),
            .text($0, "1700000000008"),
            .text($0, "9901234567899"), .text($0, "1920241008209"),
        ]
    }

    static let others = [
        AssumedCase(.qr, "978-3-16-148410-0", "isbn 9783161484100", book),
        AssumedCase(.code128, "3-16-148410-X", "isbn 9783161484100", book),
        AssumedCase(.qr, "978 3 16 148410 0", "isbn 9783161484100", book),
        AssumedCase(
            .qr, "979-0-060-11561-5", "ismn 9790060115615",
            "a piece of printed music, perhaps with an error: only its digits show that it is one"),
        AssumedCase(
            .code39, "9770024931000", "issn 0024-9319",
            "a periodical, perhaps with an error: only its digits show that it is one"),
        .text(.qr, "978-3-16-148410-1", "not an ISBN: the check digit is 1, expected 0"),
        .text(.qr, "306-40615-2"), .text(.qr, "0024-9319"), .text(.qr, "555-123-4567"),
        AssumedCase(.codabar, "9783161484100", "isbn 9783161484100", book),
        AssumedCase(.codabar, "A9783161484100B", "isbn 9783161484100", book),
        AssumedCase(.codabar, "e978-3-16-148410-0*", "isbn 9783161484100", book),
        .text(.codabar, "A9783161484100"), .text(.codabar, "A4006381333931B"), .text(.codabar, "AB"),
        AssumedCase(.other("scanner"), "9783161484100", "isbn 9783161484100", book),
        .text(.msi, "4006381333931"), .text(.codabar, "4006381333931"), .text(.other("scanner"), "4006381333931"),
        AssumedCase(.code128, "4006381333931", aim: "]C1", "gs1 (400)6381333931"),
    ]

    @Test("have a right check digit and an assigned prefix, and a warning", arguments: digits + others)
    func reads(_ example: AssumedCase) { example.check() }
}

@Suite("Numbers of books and articles as people type them")
struct TypedNumberTests {
    static let wide = "full-width characters are read as ASCII"
    static let elsewhere = "its hyphens and blanks are not where such a number has them"

    private static func book(_ text: String, _ doubts: String...) -> AssumedCase {
        AssumedCase(
            text: text, "isbn 9784873119045", doubts.map { "a book, perhaps with an error: \($0)" })
    }

    private static func article(_ text: String, _ number: String, _ doubts: String...) -> AssumedCase {
        AssumedCase(text: text, "product \(number)", doubts.map { "an article of trade, perhaps with an error: \($0)" })
    }

    static let cases = [
        book("４８７３１１９０４９", wide), book("９７８４８７３１１９０４５", wide), book("４－８７３１１－９０４－９", wide),
        book("ISBN９７８４８７３１１９０４５", wide), book("ＩＳＢＮ　４－８７３１１－９０４－９", wide),
        book("9784873119O45", "the letter O is read as 0"), book("978487311904５", wide),
        book("97848731l9o45", "the letter l is read as 1 and o is read as 0"),
        book("978-4-873I1-904-5", "the letter I is read as 1"),
        book("ISBN 4-87311-9O4-9", "the letter O is read as 0"), book("97848 73119 045", elsewhere),
        book("97-84873119045", elsewhere), book("978 4873 119045", elsewhere),
        book("97 8487 311 9O45", "the letter O is read as 0", elsewhere),
        AssumedCase(
            .unknown, "31614-8410X", "isbn 9783161484100", "a book, perhaps with an error: \(elsewhere)"),
        article("4006 3813 3393 1", "4006381333931", elsewhere), article("4-006381-333931", "4006381333931", elsewhere),
        article("0 36000 29145 2", "036000291452", elsewhere),
        article("1 4006381 33393 8", "14006381333938", elsewhere),
        article("４００６３８１３３３９３１", "4006381333931", wide), article("９６３８５０７４", "96385074", wide),
        article("O36000291452", "036000291452", "the letter O is read as 0"),
        .text(.unknown, "９７８４８７３１１９０４６", "not an ISBN: the check digit is 6, expected 5"),
        .text(.unknown, "978-48731-1904-6", "not an ISBN: the check digit is 6, expected 5"),
        .text(.unknown, "97848731l9o46"),
        .text(.unknown, "4006 3813 3393 2", "not a GTIN: the check digit is 2, expected 1"),
        .text(.unknown, "4 006381 333932", "not a GTIN: the check digit is 2, expected 1"),
        .text(.unknown, "0 36000 29145 3", "not a GTIN: the check digit is 3, expected 2"),
        AssumedCase(
            .unknown, "ISSN O378-5955", "issn 0378-5955",
            "a periodical, perhaps with an error: the letter O is read as 0"),
        .text(.unknown, "359629433X", "not an ISBN: the check digit is X, expected 9"),
        .text(.unknown, "359629433x", "not an ISBN: the check digit is X, expected 9"),
        // Ten digits may be anything.
        .text(.unknown, "3596294330"), .text(.unknown, "3161484101"),
        .text(.unknown, "9798312345670", "not an ISBN: the check digit is 0, expected 4"),
        .text(.unknown, "359629433"), .text(.unknown, "359629433X1"), .text(.unknown, "35962943X"),
        .text(.unknown, "2001 2345 6789 0"), .text(.unknown, "4006 3813 33932"), .text(.unknown, "O378-5955"),
        // Telephone numbers, numbers of people, words.
        .text(.unknown, "0360 0029 1452"), .text(.unknown, "00 036 0002 91452"), .text(.unknown, "01 23 45 67 89"),
        .text(.unknown, "9638 5074"), .text(.unknown, "96385O74"), .text(.unknown, "lOOOIOlOlI"),
        .text(.unknown, "O0O0O0O0O0O0O"), .text(.unknown, "oil"), .text(.unknown, "４８７３"),
    ]

    private static let assumed = "only its digits show that it is one"

    private static func book(_ symbology: Symbology, _ text: String, _ doubts: String...) -> AssumedCase {
        let warnings = (doubts + [assumed]).map { "a book, perhaps with an error: \($0)" }
        return AssumedCase(symbology, text: text, "isbn 9784873119045", warnings)
    }

    static let inSymbols = [
        book(.qr, "９７８４８７３１１９０４５", wide), book(.aztec, "４－８７３１１－９０４－９", wide),
        book(.qr, "97848731l9o45", "the letter l is read as 1 and o is read as 0"),
        book(.code39, "9784873119O45", "the letter O is read as 0"),
        book(.dataMatrix, "978-4-873I1-904-5", "the letter I is read as 1"),
        book(.code128, "978 4873 119045", elsewhere),
        book(.qr, "97 8487 311 9O45", "the letter O is read as 0", elsewhere),
        AssumedCase(
            .code93, "4OO6381333931", "product 4006381333931",
            "an article of trade, perhaps with an error: the letter O is read as 0",
            "an article of trade, perhaps with an error: \(assumed)"),
        AssumedCase(
            .qr, "4 006381 333931", "product 4006381333931",
            "an article of trade, perhaps with an error: \(elsewhere)",
            "an article of trade, perhaps with an error: \(assumed)"),
        .text(.qr, "4006 3813 33931"), .text(.qr, "O36000291452"), .text(.code39, "1400638I333938"),
        .text(.qr, "97848731l9o46"), .text(.code128, "978-48731-1904-6"), .text(.codabar, "4 006381 333931"),
        .text(.qr, "4873119O49"),
    ]

    @Test("are read with a warning that names what was read as what", arguments: cases + inSymbols)
    func reads(_ example: AssumedCase) { example.check() }
}

extension AssumedCase {
    fileprivate init(_ symbology: Symbology = .unknown, text: String, _ content: String, _ warnings: [String]) {
        symbol = Symbol(symbology, text)
        (self.content, self.warnings) = (content, warnings)
    }
}
