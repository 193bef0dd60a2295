import BeelineContent
import BeelineSymbols
import Testing

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

    /// An account that is no QR-IBAN, with what goes with it.
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
