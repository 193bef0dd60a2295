import BeelineContent
import BeelineSymbols
import Testing

@Suite("SEPA codes")
struct SEPATests {
    /// The lines of a code, some of them replaced; by the number that the standard gives them.
    static func code(_ changes: [Int: String] = [:], count: Int = 8, end: String = "\n") -> String {
        let lines = [
            "BCD", "002", "1", "SCT", "", "Wikimedia Fördergesellschaft", "DE33100205000001194700", "EUR20.00", "", "",
            "", "",
        ]
        return (1...12).prefix(max(count, changes.keys.max() ?? 0)).map { changes[$0] ?? lines[$0 - 1] }
            .joined(separator: end)
    }

    static let samples = [
        FieldSample(
            "without BIC, in version 002", code(),
            [
                .paymentForm: "sepa", .payee: "Wikimedia Fördergesellschaft", .iban: "DE33100205000001194700",
                .account: "DE33100205000001194700", .amount: "20.00", .currency: "EUR", .bic: nil, .purpose: nil,
                .reference: nil, .message: nil, .url: nil,
            ]),
        FieldSample(
            "with the line ends of Windows", code(end: "\r\n"),
            [.amount: "20.00", .payee: "Wikimedia Fördergesellschaft"]),
        FieldSample("with the line ends of old Macs", code(end: "\r"), [.amount: "20.00"]),
        FieldSample("with lines at the end that are empty", code(count: 12) + "\n\n", [.amount: "20.00"]),
        FieldSample("without an amount", code([8: ""]), [.amount: nil, .currency: "EUR"]),
        FieldSample("that ends behind the IBAN", code(count: 7), [.amount: nil, .iban: "DE33100205000001194700"]),
        FieldSample(
            "with all lines", code([2: "001", 5: "BFSWDE33BER", 9: "CHAR", 11: "Spende", 12: "Danke"]),
            [.bic: "BFSWDE33BER", .purpose: "CHAR", .message: "Spende", .information: "Danke", .reference: nil]),
        FieldSample("with a structured reference", code([10: "RF18539007547034"]), [.reference: "RF18539007547034"]),
        FieldSample("with a reference of another kind", code([10: "2024/117"]), [.reference: "2024/117"]),
        FieldSample(
            "with the IBAN in groups, as people write it", code([7: "de33 1002 0500 0001 1947 00"]),
            [.iban: "DE33100205000001194700"]),
        FieldSample("with the largest amount", code([8: "EUR999999999.99"]), [.amount: "999999999.99"]),
        FieldSample("with the smallest amount", code([8: "EUR0.01"]), [.amount: "0.01"]),
        FieldSample("of an instant transfer", code([4: "INST"]), [.amount: "20.00"]),
        FieldSample("in small letters", code([1: "bcd", 4: "sct", 8: "eur1"]), [.amount: "1"]),
    ]

    static let refused = [
        Refused(
            "the widespread sample whose IBAN has the wrong check digits",
            "BCD\n002\n1\nSCT\n\nRecipient\nDE12345678901234567890\nEUR1.00",
            "line 7, IBAN: the check digits are 12, expected "),
        Refused("an IBAN of the wrong length", code([7: "DE3310020500000119470"]), "21 characters, expected 22"),
        Refused("an IBAN of no country", code([7: "XX33100205000001194700"]), "XX is not a country with IBANs"),
        Refused("no IBAN", code([7: ""]), "line 7"),
        Refused("an unknown version", code([2: "003"]), "line 2"),
        Refused("a version of four digits", code([2: "0002"]), "line 2"),
        Refused("a BIC of nine characters", code([5: "COBADEFFX"]), "line 5, BIC"),
        Refused("an unknown character set", code([3: "9"]), "line 3"),
        Refused("no character set", code([3: ""]), "line 3"),
        Refused("another transfer", code([4: "SDD"]), "line 4"),
        Refused("no name", code([6: ""]), "line 6"),
        Refused("a name that is too long", code([6: String(repeating: "ä", count: 71)]), "line 6"),
        Refused("an amount in another currency", code([8: "USD1.00"]), "line 8"),
        Refused("an amount with a comma and three decimals", code([8: "EUR1,005"]), "line 8"),
        Refused("an amount with a separator of thousands", code([8: "EUR1.000,00"]), "line 8"),
        Refused("an amount with a blank in it", code([8: "EUR1 000.00"]), "line 8"),
        Refused("an amount of nothing", code([8: "EUR0.00"]), "line 8"),
        Refused("an amount that is too large", code([8: "EUR1000000000.00"]), "line 8"),
        Refused("an amount below zero", code([8: "EUR-1.00"]), "line 8"),
        Refused("an amount with three decimals", code([8: "EUR1.005"]), "line 8"),
        Refused("a purpose of five letters", code([9: "CHARI"]), "line 9"),
        Refused("a reference with wrong check digits", code([10: "RF19539007547034"]), "line 10"),
        Refused("a reference and a text", code([10: "RF18539007547034", 11: "Rent"]), "not both"),
        Refused("a text that is too long", code([11: String(repeating: "x", count: 141)]), "line 11"),
        Refused("more lines than there are", code(count: 12) + "\nx\ny", "more than 12 lines"),
        Refused(
            "more bytes than there may be",
            code([6: String(repeating: "ä", count: 70), 11: String(repeating: "ö", count: 100)]), "331 bytes"),
        Refused("nothing but the head", "BCD\n002", "line 3"),
        Refused("notes under a heading", "bcd\nnotes", ""),
        Refused("a text that begins with the letters", "BCD is binary coded decimal", ""),
    ]

    @Test("that follow the rules are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    static let doubted = [
        DoubtedSample(
            "without a BIC in version 001", code([2: "001"]), [.amount: "20.00", .bic: nil],
            warnings: "line 5, BIC: missing, but needed in version 001"),
        DoubtedSample(
            "with a version of one digit", code([2: "2"]), [.amount: "20.00"],
            warnings: "line 2, version: 2 was read as 002"),
        DoubtedSample(
            "with a comma in the amount", code([8: "EUR12,50"]), [.amount: "12.50"],
            warnings: "line 8, amount: read as EUR12.50"),
        DoubtedSample(
            "with a blank before the amount", code([8: "EUR 12.50"]), [.amount: "12.50"],
            warnings: "line 8, amount: read as EUR12.50"),
        DoubtedSample(
            "with all of it", code([2: "1", 8: "eur  7,05"]), [.amount: "7.05", .iban: "DE33100205000001194700"],
            warnings: "line 2", "line 5", "line 8"),
    ]

    @Test("that break a rule whose meaning is sure are payments, with a warning", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .payment) }

    /// Names in the bytes that Python's codecs give them, and the number of the character set.
    static let charsets: [(number: String, name: [UInt8], text: String)] = [
        ("2", [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], "M\u{FC}ller"),
        ("3", [0xA3, 0xF3, 0x64, 0xBC, 0x20, 0xA9, 0x6B, 0x6F, 0x64, 0x61], "\u{141}\u{F3}d\u{17A} \u{160}koda"),
        ("5", [0xB8, 0xD2, 0xD0, 0xDD, 0xDE, 0xD2], "\u{418}\u{432}\u{430}\u{43D}\u{43E}\u{432}"),
        ("6", [0xD0, 0xE1, 0xF0], "\u{3A0}\u{3B1}\u{3C0}"), ("8", [0xA4], "\u{20AC}"),
    ]

    @Test(
        "the payee is read in the character set that the code names, whatever was guessed", arguments: ["\n", "\r\n"])
    func readsCharsets(end: String) {
        for (number, name, text) in Self.charsets {
            let halves = Self.code([3: number, 6: "@"], end: end).split(separator: "@").map { Array($0.utf8) }
            let bytes = halves[0] + name + halves[1]
            // What a reader that knows of no more makes of it.
            let guessed = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            let symbol = Symbol(.qr, bytes: bytes) { _ in (guessed, "ISO-8859-1") }
            #expect(ContentParser.reading(of: symbol).text(of: .payee) == text, "\(number)")
        }
    }

    @Test("that break a rule are text, with a warning that names the line", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }
}

@Suite("QR-bills")
struct SwissQRBillTests {
    static func code(_ changes: [Int: String] = [:], count: Int = 31, end: String = "\n") -> String {
        var lines = [
            "SPC", "0200", "1", "CH4431999123000889012", "S", "Max Muster & Söhne", "Musterstrasse", "123", "8000",
            "Seldwyla", "CH", "", "", "", "", "", "", "", "1949.75", "CHF", "S", "Simon Muster", "Musterstrasse", "1",
            "8000", "Seldwyla", "CH", "QRR", "210000000003139471430009017", "Order of 15 June", "EPD", "", "", "",
        ]
        for (number, text) in changes { lines[number - 1] = text }
        return lines.prefix(max(count, changes.keys.max() ?? 0)).joined(separator: end)
    }

    /// An account that is not a QR-IBAN, with its matching reference.
    private static func plain(_ changes: [Int: String] = [:]) -> String {
        code([4: "CH5800791123000889012", 28: "NON", 29: ""].merging(changes) { $1 })
    }

    private static let noDebtor = Dictionary(uniqueKeysWithValues: (21...27).map { ($0, "") })

    static let samples = [
        FieldSample(
            "with all lines that are needed", code(),
            [
                .paymentForm: "swiss-qr-bill", .payee: "Max Muster & Söhne", .iban: "CH4431999123000889012",
                .amount: "1949.75", .currency: "CHF", .payer: "Simon Muster", .city: "Seldwyla", .postalCode: "8000",
                .payeeAddress: "Musterstrasse 123, 8000 Seldwyla, CH", .country: "CH", .message: "Order of 15 June",
                .reference: "210000000003139471430009017", .information: nil,
            ]),
        FieldSample("with the line ends of Windows", code(end: "\r\n"), [.amount: "1949.75", .payer: "Simon Muster"]),
        FieldSample("without amount and payer", code(noDebtor.merging([19: ""]) { $1 }), [.amount: nil, .payer: nil]),
        FieldSample("without a reference", plain(), [.reference: nil, .iban: "CH5800791123000889012"]),
        FieldSample(
            "with a creditor's reference", plain([28: "SCOR", 29: "RF18 5390 0754 7034"]),
            [.reference: "RF18539007547034"]),
        FieldSample(
            "with bill information and other ways to pay", plain([32: "//S1/10/10201409", 33: "eBill/B/x", 34: "y"]),
            [.information: "//S1/10/10201409"]),
        FieldSample(
            "with an address in two lines", plain([5: "K", 7: "Weg 1", 8: "8000 Seldwyla", 9: "", 10: ""]),
            [.payeeAddress: "Weg 1, 8000 Seldwyla, CH", .city: nil, .postalCode: nil, .country: "CH"]),
        FieldSample(
            "of Liechtenstein in euros", plain([4: "LI21088100002324013AA", 20: "EUR"]),
            [.iban: "LI21088100002324013AA", .currency: "EUR"]),
        FieldSample("that only tells something", plain([19: "0.00"]), [.amount: "0.00"]),
    ]

    static let refused = [
        Refused("notes under a heading", "SPC\nx", ""),
        Refused(
            "an IBAN with wrong check digits", code([4: "CH4531999123000889012"]), "line 4, IBAN: the check digits"),
        Refused("an IBAN of another country", code([4: "DE33100205000001194700"]), "line 4, IBAN: of CH or LI"),
        Refused("another version", code([2: "0100"]), "line 2"),
        Refused("another coding", code([3: "2"]), "line 3"),
        Refused("no creditor", code([5: "", 6: "", 7: "", 8: "", 9: "", 10: "", 11: ""]), "creditor: missing"),
        Refused("no name", code([6: ""]), "line 6"),
        Refused("an unknown type of address", code([5: "X"]), "line 5"),
        Refused("no town", code([10: ""]), "lines 9 and 10"),
        Refused("a town in an address of two lines", code([5: "K"]), "lines 7…10"),
        Refused("a country of three letters", code([11: "CHE"]), "line 11"),
        Refused("an ultimate creditor", code([13: "Somebody"]), "ultimate creditor"),
        Refused("an amount with a comma", code([19: "1949,75"]), "line 19"),
        Refused("another currency", code([20: "USD"]), "line 20"),
        Refused("a debtor without country", code([27: ""]), "line 27"),
        Refused(
            "a reference of the wrong type for the account", plain([28: "QRR", 29: "210000000003139471430009017"]),
            "line 28"),
        Refused("no reference with a QR-IBAN", code([28: "NON", 29: ""]), "line 28"),
        Refused("a reference with a wrong check digit", code([29: "210000000003139471430009018"]), "line 29"),
        Refused("a reference that is too short", code([29: "21000000000313947143000901"]), "line 29"),
        Refused(
            "a creditor's reference with wrong check digits", plain([28: "SCOR", 29: "RF19539007547034"]), "line 29"),
        Refused("a reference where none may be", plain([29: "1"]), "line 29"),
        Refused("an unknown type of reference", plain([28: "XXX"]), "line 28"),
        Refused("another trailer", code([31: "END"]), "line 31"),
        Refused("too few lines", code(count: 30), "30 lines"),
        Refused("too many lines", code(count: 34) + "a\nb\nc", "36 lines"),
        Refused("a message that is too long", code([30: String(repeating: "x", count: 141)]), "line 30"),
        Refused("a text that begins with the letters", "SPC is a kind of bill", ""),
    ]

    @Test("that follow the rules are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("that break a rule are text, with a warning that names the line", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }
}

@Suite("Czech payment codes (SPAYD), and IBANs alone")
struct SPAYDTests {
    static let samples = [
        FieldSample(
            "with what invoices have",
            "SPD*1.0*ACC:CZ5855000000001265098001*AM:480.50*CC:CZK*MSG:PLATBA ZA ZBOZI*X-VS:1234567890",
            [
                .paymentForm: "spayd", .iban: "CZ5855000000001265098001", .account: "CZ5855000000001265098001",
                .amount: "480.50", .currency: "CZK", .message: "PLATBA ZA ZBOZI", .reference: "1234567890", .bic: nil,
            ]),
        FieldSample(
            "with a BIC, a payee, and an asterisk in the text",
            "SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*RN:V%C4%8Dela*RF:7004139146*X-VS:1*MSG:a%2Ab*CRC32:1234ABCD*",
            [.bic: "RZBCCZPP", .payee: "Včela", .reference: "7004139146", .message: "a*b", .amount: nil]),
        FieldSample(
            "in small letters", "spd*1.0*acc:CZ5855000000001265098001*am:1", [.amount: "1", .paymentForm: "spayd"]),
        FieldSample(
            "an IBAN and nothing else", "DE89370400440532013000",
            [.paymentForm: "iban", .iban: "DE89370400440532013000", .account: "DE89370400440532013000", .amount: nil]),
        FieldSample(
            "an IBAN in groups, typed", .unknown, "de89 3704 0044 0532 0130 00", [.iban: "DE89370400440532013000"]),
        FieldSample("an IBAN of Norway", "NO9386011117947", [.iban: "NO9386011117947"]),
    ]

    static let refused = [
        Refused("no account", "SPD*1.0*AM:480.50*CC:CZK", "ACC, the account"),
        Refused("a wrong IBAN", "SPD*1.0*ACC:CZ5955000000001265098001", "ACC: the check digits are 59"),
        Refused("a wrong BIC", "SPD*1.0*ACC:CZ5855000000001265098001+RZB", "no BIC"),
        Refused("an amount with a comma", "SPD*1.0*ACC:CZ5855000000001265098001*AM:1,50", "AM must be"),
        Refused("three decimals", "SPD*1.0*ACC:CZ5855000000001265098001*AM:1.500", "AM must be"),
        Refused("two amounts", "SPD*1.0*ACC:CZ5855000000001265098001*AM:1*AM:2", "AM is there twice"),
        Refused("a part without a name", "SPD*1.0*ACC:CZ5855000000001265098001*480", "a name, a colon"),
        Refused("a currency that is none", "SPD*1.0*ACC:CZ5855000000001265098001*CC:KC", "CC must be"),
        Refused("a stage of something", "SPD*alpha*beta", ""),
        Refused(
            "an IBAN alone with wrong check digits", "DE88370400440532013000",
            "the check characters are 88, expected 89"),
        Refused("an IBAN with a wrong digit", "GB82WEST12345698765433", "not of the kind 'IBAN'"),
        Refused(
            "an IBAN in groups with a wrong digit, typed", .unknown, "DE89 3704 0044 0532 0130 01", "expected 62"),
        Refused("an IBAN of the Netherlands with a wrong digit", "NL91ABNA0417164301", "expected 64"),
        Refused("an IBAN with letters where its country has digits", "NL91ABNA04171643O0", ""),
        Refused("an IBAN that is too short", "NL91ABNA04171643", ""),
        Refused("an IBAN on a label of goods", .code128, "DE89370400440532013000", ""),
        Refused("an IBAN in two lines", "DE8937040044\n0532013000", ""),
    ]

    @Test("with a right IBAN are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("that break a rule are text", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }
}
