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
        FieldSample("in small letters", code([1: "bcd", 4: "sct", 8: "eur1"]), [.amount: "1"]),
    ]

    static let refused = [
        Refused(
            "the widespread sample whose IBAN has the wrong check digits",
            "BCD\n002\n1\nSCT\n\nRecipient\nDE12345678901234567890\nEUR1.00",
            "line 7, IBAN: the check digits are 12, expected are "),
        Refused("an IBAN of the wrong length", code([7: "DE3310020500000119470"]), "21 characters, expected are 22"),
        Refused("an IBAN of no country", code([7: "XX33100205000001194700"]), "XX is no country"),
        Refused("no IBAN", code([7: ""]), "line 7"),
        Refused("an unknown version", code([2: "003"]), "line 2"),
        Refused("no BIC in version 001", code([2: "001"]), "line 5, BIC: missing"),
        Refused("a BIC of nine characters", code([5: "COBADEFFX"]), "line 5, BIC"),
        Refused("an unknown character set", code([3: "9"]), "line 3"),
        Refused("no character set", code([3: ""]), "line 3"),
        Refused("another transfer", code([4: "SDD"]), "line 4"),
        Refused("no name", code([6: ""]), "line 6"),
        Refused("a name that is too long", code([6: String(repeating: "ä", count: 71)]), "line 6"),
        Refused("an amount in another currency", code([8: "USD1.00"]), "line 8"),
        Refused("an amount with a comma", code([8: "EUR1,00"]), "line 8"),
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
