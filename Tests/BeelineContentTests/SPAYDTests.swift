import BeelineContent
import BeelineSymbols
import Testing

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
        Refused("an IBAN alone with wrong check digits", "DE88370400440532013000", ""),
        Refused("an IBAN on a label of goods", .code128, "DE89370400440532013000", ""),
        Refused("an IBAN in two lines", "DE8937040044\n0532013000", ""),
    ]

    @Test("with a right IBAN are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("that break a rule are text", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }
}
