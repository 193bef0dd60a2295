import BeelineContent
import BeelineSymbols
import Testing

@Suite("UPI links")
struct UPITests {
    static let samples = [
        FieldSample(
            "with all that shops write",
            "upi://pay?pa=shop.1@okaxis&pn=Corner%20Shop&mc=5411&tr=A17&tn=Green+tea&am=120.50&cu=INR&purpose=00",
            [
                .paymentForm: "upi", .account: "shop.1@okaxis", .payee: "Corner Shop", .merchantCategory: "5411",
                .reference: "A17", .message: "Green tea", .amount: "120.50", .currency: "INR", .purpose: "00",
                .url:
                    "upi://pay?pa=shop.1@okaxis&pn=Corner%20Shop&mc=5411&tr=A17&tn=Green+tea&am=120.50&cu=INR&purpose=00",
            ]),
        FieldSample(
            "with an address only", "upi://pay?pa=a@b", [.account: "a@b", .amount: nil, .payee: nil, .currency: "INR"]),
        FieldSample("in capitals, with the @ encoded", "UPI://PAY?PA=a%40ybl&AM=1", [.account: "a@ybl", .amount: "1"]),
        FieldSample("with an amount of zero or none", "upi://pay?pa=a@b&am=0.00&tn=", [.amount: nil, .message: nil]),
        FieldSample("with an amount that ends in a point", "upi://pay?pa=a@b&am=10.", [.amount: "10"]),
        FieldSample("with an amount that begins with one", "upi://pay?pa=a@b&am=.5", [.amount: "0.5"]),
        FieldSample("with the same currency twice", "upi://pay?pa=a@b&cu=INR&cu=INR", [.currency: "INR"]),
        FieldSample("for a mandate", "upi://mandate?pa=a@b&am=5", [.amount: "5"]),
        FieldSample("with a name in Hindi", "upi://pay?pa=a@b&pn=%E0%A4%9A%E0%A4%BE%E0%A4%AF", [.payee: "चाय"]),
    ]

    static let doubted = [
        DoubtedSample(
            "a category of one digit", "upi://pay?pa=a@b&mc=0&am=5", [.merchantCategory: nil, .amount: "5"],
            warnings: "mc must be four digits"),
        DoubtedSample(
            "a category of letters", "upi://pay?pa=a@b&mc=shop", [.merchantCategory: nil], warnings: "mc must be"),
    ]

    static let refused = [
        Refused("no address", "upi://pay?pn=Shop", "pa, the address of the payee, is missing"),
        Refused("an address without bank", "upi://pay?pa=shop", "pa must be"),
        Refused("an address with two banks", "upi://pay?pa=a@b@c", "pa must be"),
        Refused("two addresses", "upi://pay?pa=a@b&pa=c@d", "pa is there twice"),
        Refused("two amounts", "upi://pay?pa=a@b&am=1&am=100", "am is there twice"),
        Refused("an amount that is none", "upi://pay?pa=a@b&am=1e9", "am must be a number"),
        Refused("an amount below zero", "upi://pay?pa=a@b&am=-1", "am must be a number"),
        Refused("an unknown action", "upi://collect?pa=a@b", "pay or mandate"),
        Refused("a name that is no UTF-8", "upi://pay?pa=a@b&pn=%FF", "pn is not in UTF-8"),
    ]

    @Test("with a payee are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("with a slip that changes nothing for the payee are payments, with a warning", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .payment) }

    @Test("that break a rule are not, with a warning", arguments: refused)
    func refuses(_ sample: Refused) {
        let reading = ContentParser.reading(of: sample.symbol)
        #expect(reading.content.kind != .payment)
        #expect(reading.warnings.map(\.description).contains { $0.contains(sample.reason) }, "\(reading.warnings)")
    }
}
