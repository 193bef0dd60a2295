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

@Suite("Links to pay with cryptocurrencies")
struct CryptoPaymentTests {
    static let boat = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"
    static let invoice =
        "lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdz"
        + "w5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp"
    static let lnurl =
        "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWF"
        + "NV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS"
    static let monero =
        "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A"
    static let contract = "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7"
    static let vitalik = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

    static let samples = [
        FieldSample(
            "with an amount; other programs take it for a mere link", "bitcoin:\(boat)?amount=0.1",
            [
                .paymentForm: "bitcoin", .account: boat, .amount: "0.1", .currency: nil,
                .url: "bitcoin:\(boat)?amount=0.1",
            ]),
        FieldSample(
            "with a label and a message",
            "bitcoin:\(boat)?label=Luke-Jr&message=Donation%20for%20xyz",
            [.label: "Luke-Jr", .message: "Donation for xyz", .amount: nil]),
        FieldSample(
            "in capitals", "BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            [.account: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]),
        FieldSample(
            "to a Taproot address",
            "bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0?amount=20.30000000",
            [.amount: "20.30000000"]),
        FieldSample("with an invoice only", "bitcoin:?lightning=\(invoice)", [.account: invoice]),
        FieldSample(
            "to an address without a scheme", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            [.paymentForm: "bitcoin", .url: "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]),
        FieldSample(
            "through Lightning", "lightning:\(invoice)",
            [.paymentForm: "lightning", .account: invoice, .amount: "0.002500", .message: "1 cup coffee"]),
        FieldSample(
            "through Lightning without a scheme, in capitals", invoice.uppercased(),
            [.account: invoice, .url: "lightning:\(invoice.uppercased())"]),
        FieldSample(
            "that ask a server for an invoice", "LIGHTNING:\(lnurl)", [.account: lnurl.lowercased(), .amount: nil]),
        FieldSample("to a Lightning address", "lightning:bee@example.com", [.account: "bee@example.com"]),
        FieldSample(
            "Bitcoin Cash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1",
            [.paymentForm: "bitcoincash", .account: "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .amount: "1"]),
        FieldSample("Bitcoin Cash with an address of old form", "bitcoincash:\(boat)", [.account: boat]),
        FieldSample(
            "Monero", "monero:\(monero)?tx_amount=239.39014&recipient_name=el00ruobuob&tx_description=books",
            [.paymentForm: "monero", .amount: "239.39014", .label: "el00ruobuob", .message: "books"]),
        FieldSample(
            "Ethereum, in wei", "ethereum:\(vitalik)?value=2.014e18",
            [.paymentForm: "ethereum", .account: vitalik, .amount: "2.014"]),
        FieldSample(
            "Ethereum on a chain, in whole wei", "ethereum:pay-\(vitalik)@1?value=1500000000000000000", [.amount: "1.5"]
        ),
        FieldSample("Ethereum, one wei", "ethereum:\(vitalik)?value=1", [.amount: "0.000000000000000001"]),
        FieldSample(
            "Ethereum, more digits than a number has", "ethereum:\(vitalik)?value=1234567890123456789", [.amount: nil]),
        FieldSample(
            "with a point at the end of the amount", "bitcoin:\(boat)?amount=1.", [.amount: "1"]),
        FieldSample("with a point at its beginning", "bitcoin:\(boat)?amount=.1", [.amount: "0.1"]),
        FieldSample("with the same amount twice", "bitcoin:\(boat)?amount=1&amount=1", [.amount: "1"]),
        FieldSample("to an address of old form without a scheme", boat, [.paymentForm: "bitcoin", .account: boat]),
        FieldSample(
            "to an address of several signers without a scheme", "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
            [.url: "bitcoin:3P14159f73E4gFr7JterCCQh9QjiTjiZrG"]),
        FieldSample("to an address of Ethereum without a scheme", vitalik, [.paymentForm: "ethereum"]),
        FieldSample(
            "to an address of Bitcoin Cash without a scheme", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            [.url: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"]),
        FieldSample("Ethereum on its own chain by number", "ethereum:\(vitalik)@1/?value=1e18", [.amount: "1"]),
        FieldSample("Ethereum, a name", "ethereum:beeline.eth", [.account: "beeline.eth"]),
        FieldSample(
            "Solana",
            "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1&label=Michael&message=Thanks&reference=a&reference=b",
            [
                .paymentForm: "solana", .account: "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN", .label: "Michael",
                .reference: "a,b", .message: "Thanks",
            ]),
        FieldSample(
            "Solana with a memo", "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=.01&memo=OrderId12345",
            [.amount: "0.01", .information: "OrderId12345", .reference: nil]),
    ]

    static let doubted = [
        DoubtedSample(
            "Ethereum, a token", "ethereum:\(contract)/transfer?address=\(vitalik)&uint256=1",
            [.account: vitalik, .amount: nil], warnings: "in a token instead of ether, of the contract \(contract)"),
        DoubtedSample(
            "Ethereum, a token as older wallets write it",
            "ethereum:\(vitalik)?contractAddress=\(contract)&decimal=18&value=1",
            [.account: vitalik, .amount: nil], warnings: "in a token instead of ether, of the contract"),
        DoubtedSample(
            "Ethereum, with decimals", "ethereum:\(vitalik)?decimal=6&value=1", [.amount: nil], warnings: "decimal"),
        DoubtedSample(
            "another chain, whose coin is another", "ethereum:\(vitalik)@137?value=1e18",
            [.account: vitalik, .amount: nil], warnings: "on the chain 137"),
        DoubtedSample(
            "a token of another chain", "ethereum:\(contract)@137/transfer?address=\(vitalik)&uint256=1",
            [.account: vitalik], warnings: "token", "chain 137"),
        DoubtedSample(
            "Solana, a token",
            "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=5&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
            [.amount: nil, .paymentForm: "solana"], warnings: "the token EPjFW"),
    ]

    static let refused = [
        Refused(
            "leave to take tokens", "ethereum:\(contract)/approve?address=\(vitalik)&uint256=1",
            "calls the function approve, which is not a payment"),
        Refused("tokens for nobody", "ethereum:\(contract)/transfer?uint256=1", "address of the payee is missing"),
        Refused("a name of another system", "ethereum:foo.bar?value=1", "the address is not valid for ethereum"),
        Refused("prose in one word", "dash:board", ""),
        Refused("prose about weather", "lightning:strikes", ""),
        Refused("a part number", "bc1234567890123", ""),
        Refused("a part number with its letters", "lnbc1234567890abcd", ""),
        Refused("a hexadecimal number", "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359", ""),
        Refused("an address without a scheme with a wrong letter", "1BoatSLRHtKNngkdXEeobR76b53LETtpyU", "checksum"),
        Refused(
            "the same, typed", .unknown, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "the checksum of the address is wrong"),
        Refused("the same in Code 128", .code128, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", ""),
        Refused("a number in capitals as long as an address", "1BVBMSEYSTWETQTFN5AU4M4GFG7XJANVN3", ""),
        Refused(
            "an address of Ethereum without a scheme with a wrong capital (EIP-55)",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "checksum"),
        Refused("mixed case that is not hexadecimal", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeG", ""),
        Refused("a number of many digits", "1234567891234567891234567891", ""),
        Refused(
            "a Bech32 address without a scheme with a wrong letter", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
            "checksum"),
        Refused("an address with a wrong letter", "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyU", "checksum is wrong"),
        Refused("an address of another currency", "litecoin:\(boat)", "the address is not valid for litecoin"),
        Refused(
            "a Bech32 address with two letters changed places", "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f34t",
            "checksum"),
        Refused(
            "a Taproot address with the checksum of old ones (BIP 350)",
            "bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "checksum"),
        Refused("an address of mixed case", "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4", "checksum"),
        Refused("no address", "bitcoin:?amount=1", "the address is missing"),
        Refused("two amounts", "bitcoin:\(boat)?amount=1&amount=2", "amount is there twice"),
        Refused("an amount that is none", "bitcoin:\(boat)?amount=1,5", "amount must be a number"),
        Refused("an amount below zero", "bitcoin:\(boat)?amount=-1", "amount must be a number"),
        Refused(
            "a demand that nobody knows", "bitcoin:\(boat)?req-somethingyoudontunderstand=50", "demands req-something"),
        Refused(
            "an address of Bitcoin Cash with a wrong letter", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q",
            "checksum"),
        Refused("an address of Monero with a wrong letter", "monero:\(monero.dropLast())B", "checksum"),
        Refused(
            "an address of Ethereum with a wrong capital (EIP-55)",
            "ethereum:0xFB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "checksum"),
        Refused(
            "an address of Ethereum that is too short", "ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35",
            "the address is not valid for ethereum"),
        Refused("a chain that is none", "ethereum:\(vitalik)@main", "chain"),
        Refused("an invoice with a letter lost", "lightning:\(invoice.dropLast())", "checksum of the invoice"),
        Refused(
            "an address of Solana that is too short", "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2",
            "the address is not valid for solana"),
        Refused("prose", "bitcoin: a peer-to-peer electronic cash system", ""),
        Refused("prose about running", "dash: to run fast", ""),
        Refused("a word", "lnbcx", ""),
    ]

    @Test("with a right address are payments", arguments: samples)
    func reads(_ sample: FieldSample) { sample.check(kind: .payment) }

    @Test("whose amount is not of their coin have no amount, with a warning", arguments: doubted)
    func doubts(_ sample: DoubtedSample) { sample.check(kind: .payment) }

    @Test("that break a rule are text, with a warning", arguments: refused)
    func refuses(_ sample: Refused) { sample.check(never: .payment) }

    @Test("hundreds of addresses, right and wrong, are what other programs say")
    func agreesOnAddresses() throws {
        let lines = try Fixture.lines(of: "payments.tsv").filter { $0[0] == "address" }
        #expect(lines.count > 350)
        for line in lines {
            let kind = ContentParser.reading(of: Symbol(.qr, line[1])).content.kind
            #expect((kind == .payment) == (line[2] == "valid"), "\(line[1])")
        }
    }
}
