import BeelineContent
import BeelineSymbols
import Testing

@Suite("Codes of merchants (EMV)")
struct EMVMerchantTests {
    /// With the CRC, computed bit by bit, unlike the table of the parser.
    static func code(_ objects: String) -> String {
        let text = "000201" + objects + "6304"
        var rest: UInt32 = 0xFFFF
        for byte in text.utf8 {
            rest ^= UInt32(byte) << 8
            for _ in 0..<8 { rest = rest & 0x8000 == 0 ? rest << 1 : (rest << 1 ^ 0x1021) & 0xFFFF }
        }
        let digits = String(rest & 0xFFFF, radix: 16, uppercase: true)
        return text + String(repeating: "0", count: 4 - digits.count) + digits
    }

    static let best =
        "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT"
        + "6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A01122"
        + "33449988770708123456786304A13A"

    static let samples = [
        FieldSample(
            "the example of the standard, with Chinese characters that count as one each", best,
            [
                .paymentForm: "emv", .account: "A93FO3230Q", .payee: "BEST TRANSPORT", .city: "BEIJING",
                .amount: "23.72", .currency: "CNY", .country: "CN", .merchantCategory: "4111", .reference: nil,
            ]),
        FieldSample(
            "the example of the Banco Central do Brasil",
            "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913"
                + "Fulano de Tal6008BRASILIA62070503***63041D3D",
            [
                .paymentForm: "pix", .account: "123e4567-e12b-12d1-a456-426655440000", .payee: "Fulano de Tal",
                .city: "BRASILIA", .currency: "BRL", .reference: nil, .amount: nil, .url: nil,
            ]),
        FieldSample("with the CRC in small letters", String(best.dropLast(4)) + "a13a", [.amount: "23.72"]),
        FieldSample(
            "with a bill number and a purpose", code("26060002xx53039785802DE62180104B-170806Coffee"),
            [.reference: "B-17", .purpose: "Coffee", .account: nil]),
        FieldSample(
            "of DuitNow in Malaysia, with the version 02",
            "00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD"
                + "6005BANGI6304343F",
            [.account: "123456789", .amount: "10.00", .currency: "MYR", .payee: "QRCSDNBHD"]),
        FieldSample(
            "of QR Ph between persons; the first value is the bank",
            "00020101021127780012com.p2pqrpay0111PAPHPHM1XXX02089996440304126390604987410515+63-906-0498741520460165303608"
                + "5802PH5918Bernabe Jr Agustin6010Valenzuela63041475",
            [.account: "639060498741", .currency: "PHP", .payee: "Bernabe Jr Agustin"]),
        FieldSample(
            "of QR Ph with a merchant",
            code("28490011ph.ppmi.p2m0111CUOBPHM1XXX0315217020000007833" + "53036085802PH"),
            [.account: "217020000007833"]),
        FieldSample(
            "of a system that is not known, with a bank and an account",
            code("26360008XX.BANKS0108COBADEFF0208SHOP-17A" + "53039785802DE"), [.account: "SHOP-17A"]),
        FieldSample(
            "of Bakong in Cambodia, with the account in place of a system", code("29130009bee@abank53038405802KH"),
            [.account: "bee@abank"]),
        FieldSample(
            "of FPS in Hong Kong", code("26340012hk.com.hkicl0103004020716812345303344" + "5802HK"),
            [.account: "1681234"]),
        FieldSample(
            "of a system that is not known, and nothing more", code("26120008LK.LPOPP53031445802LK"), [.account: nil]),
    ]

    static let refused = [
        Refused("a wrong CRC", String(best.dropLast()) + "B", "the CRC is A13B, expected A13A"),
        Refused("a changed amount", best.replacing("23.72", with: "93.72"), "expected"),
        Refused("no CRC", String(best.dropLast(8)), "CRC (63) is not at the end"),
        Refused("a wrong length", code("26060002xx53049785802DE"), "a length is wrong"),
        Refused("an object that is there twice", code("26060002xx53039785303978" + "5802DE"), "twice"),
        Refused("no account", code("53039785802DE"), "no account"),
        Refused("an empty account", code("2600" + "53039785802DE"), "no account"),
        Refused("no currency", code("26060002xx5802DE"), "currency (53)"),
        Refused("an unknown currency", code("26060002xx53030005802DE"), "currency (53)"),
        Refused("no country", code("26060002xx5303978"), "country (58)"),
        Refused("an amount that is none", code("26060002xx530397854041,005802DE"), "amount (54)"),
        Refused("an amount below zero", code("26060002xx53039785402-15802DE"), "amount (54)"),
        Refused("a category of letters", code("26060002xx5204shop53039785802DE"), "merchant category (52)"),
        Refused("Pix without a key", code("26180014br.gov.bcb.pix53039865802BR"), "Pix without"),
        Refused("a number that begins so", "000201123456", ""),
        Refused("a part number that begins so", "00021234-AB-5678901", ""),
    ]

    @Test("that follow the rules are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("that break a rule are text, with a warning", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }

    @Test("of the systems of seven countries, put together by another program, are understood")
    func readsSystems() throws {
        let lines = try Fixture.lines(of: "payments.tsv").filter { $0[0] == "emv" }
        #expect(lines.count == 8)
        for line in lines {
            let reading = ContentParser.reading(of: Symbol(.qr, line[1]))
            let fields: [Field] = [.paymentForm, .account, .amount, .currency, .payee]
            let values = fields.map { reading.value(of: $0)?.description ?? "-" }
            #expect(values.map { $0 == "7." ? "7" : $0 } == Array(line[2...]), "\(reading.warnings)")
        }
    }

    static let doubted = [
        DoubtedSample(
            "with a fee on top of the amount", code("26060002xx5303978540520.00550202560415.55802DE"),
            [.amount: "20.00"], warnings: "a fee of 15.5 is added to the amount"),
        DoubtedSample(
            "with a fee of a part of the amount", code("26060002xx5303978540520.0055020357015" + "5802DE"),
            [.amount: "20.00"], warnings: "a fee of 5 % is added to the amount"),
    ]

    @Test("tips and fees are fields beside the amount", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .payment) }

    @Test("every currency of ISO 4217 is known by its number")
    func knowsCurrencies() throws {
        let lines = try Fixture.lines(of: "payments.tsv").filter { $0[0] == "currency" }
        #expect(lines.count > 170)
        for line in lines {
            let reading = ContentParser.reading(of: Symbol(.qr, Self.code("26060002xx5303\(line[1])5802DE")))
            #expect(reading.text(of: .currency) == line[2], "\(line[1])")
        }
    }
}
