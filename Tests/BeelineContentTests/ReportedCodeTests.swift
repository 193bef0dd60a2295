import BeelineContent
import BeelineSymbols
import Testing

/// What people have reported of other readers: what is around a code, between its parts, and in it.
@Suite("Codes as scanners, catalogues and labels really have them")
struct ReportedCodeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        /// The kind, and fields as `name=value`.
        let expected: String
        var testDescription: String { "\(symbol.symbology.name) \((symbol.text ?? "").debugDescription)" }

        init(_ text: String, _ expected: String) { self.init(text, .unknown, expected) }

        init(_ text: String, _ symbology: Symbology, addOn: String? = nil, _ expected: String) {
            (symbol, self.expected) = (Symbol(symbology, text, addOn: addOn), expected)
        }
    }

    static let book = "isbn isbn13=9780306406157"
    static let priced = "isbn isbn13=9780306406157 price=24.95"
    static let pen = "product gtin13=4006381333931"
    static let tissues = "product gtin12=036000291452"

    static let around: [Case] = [
        Case("\u{1B}9780306406157", book), Case("\0\0]E09780306406157", book), Case("9780306406157\0", book),
        Case("9780306406157\u{4}", book), Case("\u{1}9780306406157", book),
        Case("\u{2}\u{1}9780306406157\u{3}\u{4}\r\n", book), Case("9780306406157\u{1D}", book),
        Case("\u{1D}9780306406157", book), Case("4006381333931\u{1D}", pen), Case("036000291452\u{1D}", tissues),
        Case("96385074\u{1D}", "product gtin8=96385074"), Case("9912345\u{1D}", "text"), Case("9012345\u{1D}", "text"),
        Case("\u{1D}0109506000134352", "gs1 gtin14=09506000134352"), Case(" 9780306406157 ", .ean13, book),
        Case(" 9780306406157 ", .code128, book), Case("4006381333931 ", .code39, pen),
        Case(" 036000291452", .upcA, tissues), Case(" 96385074", .ean8, "product gtin8=96385074"),
        Case("]E004252614", "product upcE=04252614"), Case("]E096385074", "product gtin8=96385074"),
        Case("]E0036000291452", tissues), Case("]E036000291452", tissues), Case("36000291452", tissues),
        Case("36000291452", .upcA, tissues), Case("4252614", .upcE, "product upcE=04252614"),
        Case("12125551234", "text"), Case("\"9780306406157\"", book), Case("='9780306406157'", book),
        Case("=\"036000291452\"", tissues), Case("9780306406157.0", book), Case("36000291452.0", tissues),
        Case("9780306406157,", book), Case("4006381333931;", pen), Case("(4006381333931)", pen),
        Case("<4006381333931>", pen), Case("*4006381333931*", pen), Case("|4006381333931|", pen),
        Case("\u{200B}9780306406157", book), Case("9780306406157\u{200E}", book), Case("“9780306406157”", book),
        Case("\u{A0}9780306406157\u{A0}", book), Case("4006381333931\u{17}", pen), Case("\u{6}4006381333931", pen),
        Case("#4006381333931", pen), Case("+9780306406157", "text"), Case("$4006381333931", "text"),
        Case("4006381333932;", "text"), Case("4006381333931%", "text"), Case("4006381333931.5", "text"),
    ]

    static let addOns: [Case] = [
        Case("978030640615752495", priced), Case("]E0978030640615752495", priced),
        Case("]E09780306406157]E252495", priced), Case("]E09780306406157\r]E252495", priced),
        Case("978030640615752495", .ean13, priced), Case("977002493100005", "issn issn=0024-9319 issue=05"),
        Case("]E0977002493100005", "issn issue=05"), Case("]E09770024931000]E105", "issn issue=05"),
        Case("07807300350143506", "isbn isbn10=059043506X"), Case("007807300350143506", "isbn isbn10=059043506X"),
        Case("76194131486000111", "product issue=1"), Case("978030640615852495", "text"),
        Case("400638133393112345", "text"), Case("071001005004", .upcA, addOn: "50275", "isbn isbn13=9780380502752"),
        Case("0071001005004", .ean13, addOn: "50275", "isbn isbn13=9780380502752"),
        Case("078073003501", .upcA, addOn: "43506", "isbn isbn10=059043506X"),
        Case("078073003501", .upcA, "product medium=book"),
        Case("761941314860", .upcA, addOn: "00111", "product issue=1 cover=1 printing=1"),
        Case("9788937460449", .ean13, addOn: "04800", "isbn price= currency="),
        Case("9783161484100", .ean13, addOn: "02495", "isbn price="),
        Case("9784873119045", .ean13, addOn: "51995", "isbn price="),
        Case("9787111128069", .ean13, addOn: "90001", "isbn priceNote="),
        Case("9780306406157", .ean13, addOn: "00000", "isbn price="),
        Case("9780306406157", .ean13, addOn: "50000", "isbn price="),
        Case("9780306406157", .ean13, addOn: "00899", "isbn price=8.99 currency=GBP"),
    ]

    /// What programs and people write between a number and its add-on.
    static let betweenAddOns: [Case] =
        [",", "-", "/", ";", "|", ">", ":", ".", "_", "\t", "  ", ", ", " - ", " / ", "; ", "\n", "\r\n", "\u{1D}"]
        .flatMap {
            sign in
            [
                Case("9780306406157\(sign)52495", priced), Case("9780306406157\(sign)52495", .ean13, priced),
                Case("]E09780306406157\(sign)52495", priced), Case("]E09780306406157\(sign)]E252495", priced),
                Case("978-0-306-40615-7\(sign)52495", priced), Case("ISBN 9780306406157\(sign)52495", priced),
                Case("9 780306 406157\(sign)52495", priced), Case("9770024931000\(sign)05", "issn issue=05"),
                Case("078073003501\(sign)43506", "isbn isbn10=059043506X"),
                Case("0078073003501\(sign)43506", "isbn isbn10=059043506X"),
                Case("761941314860\(sign)00111", "product issue=1"),
            ]
        } + [
            // A number and how many of it, or what else follows it.
            Case("9780306406157,99", "text"), Case("4006381333931,00010", "text"), Case("4006381333931;12", "text"),
            Case("036000291452-01", "text"), Case("036000291452|12", "text"), Case("9780306406158,52495", "text"),
            Case("9780306406157,123", "text"), Case("4006381333931/12345", "text"),
            Case("9780306406157 52495 ", priced),
        ]

    static let named: [Case] = [
        Case("ISBN: 0-306-40615-2 (pbk.)", book), Case("ISBN 978-0-306-40615-7 EAN 9780306406157", book),
        Case("isbn=9780306406157", book), Case("SBN 306-40615-2", book), Case("EAN 4006381333931", pen),
        Case("EAN13:4006381333931", pen), Case("GTIN: 04006381333931", pen), Case("UPC: 036000291452", tissues),
        Case("EAN-8: 96385074", "product gtin8=96385074"), Case("UPC-A 036000291452", tissues),
        Case("UPC-E: 04252614", "product upcE=04252614"), Case("GTIN-14=04006381333931", pen),
        Case("JAN 4901234567894", "product gtin13=4901234567894"), Case("ISBN-13: 978-0-306-40615-7 (hardcover)", book),
        Case("0306406152 (pbk. : alk. paper) :", book), Case("ISBN 0306406152 (pbk.) : $24.95", book),
        Case("ISBN (pbk.): 978-0-306-40615-7", book), Case("eISBN: 9780306406157", book),
        Case("Print ISBN: 978-0-306-40615-7", book), Case("ISSN: 0024-9319 (print)", "issn issn=0024-9319"),
        Case("ISSN=0024-9319", "issn issn=0024-9319"), Case("EAN: 9780306406157", book),
        Case("EAN: 4006381333932", "text"),
        Case("ISBN 9780306406157 is a book", "text"), Case("UPC#036000291452", tissues),
        Case("EAN 4 006381 333931", pen),
        Case("ISBN 0-306-40615-2; ISBN 978-0-306-40615-7", book), Case("EAN/UPC: 036000291452", tissues),
        Case("upcoming 036000291452", "text"), Case("Gtin", "text"), Case("ean", "text"),
        Case("UPC A: 036000291452", tissues), Case("UPC A 036000291452", tissues), Case("UPCA: 036000291452", tissues),
        Case("UPC_A=036000291452", tissues), Case("UPC-A No. 036000291452", tissues),
        Case("UPC\t036000291452", tissues),
        Case("GTIN 12: 036000291452", tissues), Case("UPC – 036000291452", tissues), Case("UPC：036000291452", tissues),
        Case("UPC E 04252614", "product upcE=04252614"), Case("UPCE: 04252614", "product upcE=04252614"),
        Case("EAN 13: 4006381333931", pen), Case("EAN 13 4006381333931", pen), Case("EAN-Nr.: 4006381333931", pen),
        Case("EAN (13) 4006381333931", pen), Case("GTIN 13 4006381333931", pen), Case("GTIN/EAN: 4006381333931", pen),
        Case("GTIN (EAN-13): 4006381333931", pen), Case("GTIN 14: 04006381333931", pen),
        Case("Barcode: 4006381333931", pen), Case("Bar code 4006381333931", pen), Case("Code EAN : 4006381333931", pen),
        Case("バーコード：4006381333931", pen), Case("JANコード：4006381333931", pen), Case("条形码:4006381333931", pen),
        Case("Штрихкод: 4006381333931", pen), Case("Código de barras: 4006381333931", pen),
        Case("EAN 8 96385074", "product gtin8=96385074"),
        Case("DUN-14: 14006381333938", "product gtin14=14006381333938"),
        Case("ISBN 13: 978-0-306-40615-7", book), Case("ISBN 10 0306406152", book), Case("ISBN 13 9780306406157", book),
        Case("ISBN-10: 0306406152 / ISBN-13: 9780306406157", book), Case("I.S.B.N. 0-306-40615-2", book),
        Case("Hardcover ISBN: 9780306406157", book), Case("ISBN pbk: 9780306406157", book),
        Case("EAN/ISBN 9780306406157", book), Case("ISBN 9780306406157 £9.99", book), Case("ISBN№ 9780306406157", book),
        Case("info:isbn/9780306406157", book), Case("978-0-306-40615-7 : $24.95", book),
        Case("Online ISSN: 0024-9319", "issn issn=0024-9319"), Case("Print ISSN 0024-9319", "issn issn=0024-9319"),
        Case("ISMN 13 9790230671187", "ismn ismn=9790230671187"),
        Case("I.S.M.N. M-2306-7118-7", "ismn ismn=9790230671187"),
        Case("UDI: (01)09506000134352(10)ABC123", "gs1 lot=ABC123"),
        Case("GTIN (01)09506000134352(10)ABC123", "gs1 lot=ABC123"),
        Case("Jan 13 2024 12:45:10", "text"), Case("Barcode: 21234567890128", "text"), Case("EAN 13", "text"),
        Case("UPC A 036000291453", "text"), Case("ISBN 10 1234567890 1", "text"), Case("Barcode: 12345670", "text"),
        Case("Print 4006381333931", "text"), Case("Code 4006381333931", "text"), Case("January 96385074", "text"),
    ]

    static let escaped: [Case] = [
        Case(#"WIFI:S:Gast;T:WPA;P:a\/b\'c;;"#, .qr, "wifi password=a/b'c"),
        Case(#"WIFI:S:O\'Brien\/Net;T:WPA;P:x;;"#, .qr, "wifi ssid=O'Brien/Net"),
        Case(#"WIFI:S:a\b\c;T:WPA;P:~\=x;;"#, .qr, #"wifi ssid=a\b\c password=~\=x"#),
        Case(#"MECARD:N:O\'Brien;TEL:1234567;;"#, .qr, "contact name=O'Brien"),
        Case(#"BIZCARD:N:O\'Brien;X:A\/B;B:+123456789;;"#, .qr, "contact familyName=A/B"),
        Case(#"MATMSG:TO:a@b.com;SUB:It\'s;BODY:a\/b;;"#, .qr, "email subject=It's body=a/b"),
        Case(#"URL:http:\/\/example.com\/a"#, .qr, "url url=http://example.com/a"),
        Case(#"URL:http\://example.com/a"#, .qr, "url url=http://example.com/a"),
        Case(#"MEBKM:TITLE:x\'s;URL:http\:\/\/example.com\/;;"#, .qr, "url url=http://example.com/ title=x's"),

        Case("https://https://a.example/<b", .qr, "text"), Case("https://ex ample.com/", .qr, "text link=https://ex"),
        Case("https://www.exam ple.com/a/b", .qr, "text link=https://www.exam"),
    ]

    static let documents: [Case] = [
        Case(
            "M1DOE/JANE            EXXX007 MXPDOHQR 0128 256Y042F0023 100>2180  0255BBR", .aztec,
            "boardingPass from=MXP to=DOH flight=QR128"),
        Case(
            "M1DOE/JOHN            EABCDEFGMRSLGWEZY8724 99  3C  506  10Axxxxxxxxxx", .aztec,
            "boardingPass from=MRS to=LGW flight=EZY8724 seat=3C sequence=506"),
    ]

    static let zeros: [Case] = [
        Case("SPD*1.0*ACC:CZ5855000000001265098001*AM:0.00*X-VS:0000000000", .qr, "payment amount= reference="),
        Case(
            "BEGIN:VCARD\nVERSION:3.0\nN:A;B\nTEL:0000000000\nBDAY:00000000\nEND:VCARD", .qr, "contact phone= birthday="
        ),
        Case("MECARD:N:A;TEL:0000000;BDAY:00000000;;", .qr, "contact phone= birthday="),
    ]

    static let all: [Case] = [around, addOns, betweenAddOns, named, escaped, documents, zeros].flatMap(\.self)

    @Test("the content is that of the bare code", arguments: all)
    func reads(_ example: Case) {
        let reading = ContentParser.reading(of: example.symbol)
        let parts = example.expected.split(separator: " ")
        #expect(reading.kind.rawValue == parts.first.map(String.init), "\(reading.warnings)")
        for part in parts.dropFirst() {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let field = Field(rawValue: halves[0])
            #expect(field != nil, "\(halves[0])")
            if let field { #expect((reading.text(of: field) ?? "") == halves[1], "\(field)") }
        }
    }

    /// What scanners, programs and people write instead of the separator U+001D.
    static let separators = [
        "#", "$", "@", "~", "^", "`", "{", "}", "[", "]", "\\", "|", "||", "<GS>", "<GS><GS>", " <GS> ", "{GS}", "[GS]",
        "(GS)", "<FNC1>", "FNC1", "(FNC1)", "_x001D_", "\\x1d", "\\u001d", "\\u{1d}", "\\035", "%1D", "=1D", "&#29;",
        "&#x1d;", "~029", "~d029", "^029", "^]", "↔", "␝", "§", "¦", "ø", "è", "ê", "ñ", "ç", " ", "  ", "\t", "\n",
        "\u{1C}", "\u{1E}", "\u{1F}", "\u{FFFD}", "•", "<gs>", "CHR(29)", "<0x1D>", "\u{1D}\u{1D}", " \u{1D} ", ";",
        "*", "{0x1D}", "\\0x1D", "\\x{1d}", "$1D", "%x1D", "&lt;GS&gt;", "Ctrl+]", "\\029", "Alt029", "∟", " FNC1 ",
    ]

    @Test("separators of GS1 elements may be written in any way", arguments: separators)
    func separates(_ separator: String) {
        let text = "010950600013435210ABC123\(separator)17261231\(separator)21XYZ9"
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.text(of: .bracketed) == "(01)09506000134352(10)ABC123(17)261231(21)XYZ9")
        #expect(!reading.warnings.isEmpty)
    }

    @Test(
        "the separator may be at the start too, and blanks after identifiers",
        arguments: [
            "^01095060001343521726123110ABC123^21XYZ9", "#01095060001343521726123110ABC123#21XYZ9",
            "FNC1 01095060001343521726123110ABC123 FNC1 21XYZ9", "01 09506000134352 17 261231 10 ABC123 21 XYZ9",
        ])
    func separatesBefore(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.text(of: .bracketed) == "(01)09506000134352(17)261231(10)ABC123(21)XYZ9")
    }

    @Test("a text between thousands of blanks and separators is read, and takes no more of the stack")
    func readsBetweenMany() {
        let around = String(repeating: "\u{1D} \u{0} ", count: 100_000)
        let number = ContentParser.reading(of: Symbol(.unknown, around + "9780306406157" + around))
        #expect(number.text(of: .isbn13) == "9780306406157")
        #expect(ContentParser.reading(of: Symbol(.unknown, around + "a" + around)).kind == .text)
    }

    @Test("dates of licences may have separators", arguments: ["06-05-2019", "06/05/2019", "2019-06-05", "06052019"])
    func readsDates(_ date: String) {
        let text = "@\n\u{1E}\rANSI 636004100002DL00410278DLDAQ1234567\nDCSDOE\nDACJOHN\nDBA\(date)\nDBB05061951\n"
        let reading = ContentParser.reading(of: Symbol(.pdf417, text))
        #expect(reading.text(of: .expiry) == "2019-06-05" && reading.warnings.isEmpty)
    }

    @Test("a day of a licence that cannot be read is named")
    func namesDates() {
        let text = "@\n\u{1E}\rANSI 636004100002DL00410278DLDAQ1234567\nDCSDOE\nDBASOON\nDBB00000000\n"
        let reading = ContentParser.reading(of: Symbol(.pdf417, text))
        #expect(reading.text(of: .expiry) == nil)
        #expect(reading.warnings == [.questionable(.driverLicense, "the expiry (DBA) is not a date")])
    }
}
