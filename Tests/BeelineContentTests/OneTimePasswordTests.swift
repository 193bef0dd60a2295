import BeelineContent
import BeelineSymbols
import Testing

@Suite("Keys for one-time passwords")
struct OneTimePasswordTests {
    private static func otp(
        _ text: String, _ fields: [String: String?], warnings: [String] = [], _ why: String = ""
    ) -> ReadingCase {
        let usual: [String: String?] = [
            "otpType": "totp", "sharedSecret": "JBSWY3DPEHPK3PXP", "algorithm": "SHA1", "digits": "6", "period": "30",
        ]
        return ReadingCase(
            text, .otp, usual.merging(fields) { $1 }.compactMapValues(\.self),
            warnings: warnings.map { "a key for one-time passwords, perhaps with an error: " + $0 }, why)
    }

    static let keys = [
        otp(
            "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME",
            [
                "issuer": "ACME", "accountName": "bob",
                "url": "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME",
            ]),
        otp(
            "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP",
            ["issuer": "A", "accountName": "b", "url": "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A"],
            "ZXing takes it for a link"),
        otp(
            "OTPAUTH://TOTP/ACME%3A%20bob?SECRET=jbsw y3dp-ehpk%203pxp%3D%3D&ALGORITHM=sha256&DIGITS=8&PERIOD=60",
            [
                "issuer": "ACME", "accountName": "bob", "algorithm": "SHA256", "digits": "8", "period": "60",
                "url":
                    "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME&algorithm=SHA256&digits=8&period=60",
            ]),
        otp(
            "otpauth://totp?secret=JBSWY3DPEHPK3PXP&issuer=Big+Corp%2B&digits=&algorithm=HmacSHA512&image=x#f",
            [
                "issuer": "Big Corp+", "algorithm": "SHA512",
                "url": "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&issuer=Big%20Corp%2B&algorithm=SHA512",
            ], "no label, a blank as in forms, a parameter that nobody knows"),
        otp(
            "otpauth://totp/bob+x@a.example?secret=JBSWY3DPEHPK3PXP&counter=5",
            ["accountName": "bob+x@a.example", "url": "otpauth://totp/bob%2Bx%40a.example?secret=JBSWY3DPEHPK3PXP"]),
        otp(
            "otpauth://hotp/bob?secret=JBSWY3DPEHPK3PXP&counter=41&period=9",
            [
                "otpType": "hotp", "accountName": "bob", "counter": "41", "period": nil,
                "url": "otpauth://hotp/bob?secret=JBSWY3DPEHPK3PXP&counter=41",
            ]),
        otp(
            "otpauth://hotp/bob?secret=JBSWY3DPEHPK3PXP",
            [
                "otpType": "hotp", "accountName": "bob", "counter": "0", "period": nil,
                "url": "otpauth://hotp/bob?secret=JBSWY3DPEHPK3PXP&counter=0",
            ], warnings: ["the counter is missing; 0 is assumed"]),
        otp(
            "otpauth://totp/Disney+:a?secret=JBSWY3DPEHPK3PXP&issuer=Disney+",
            [
                "issuer": "Disney+", "accountName": "a",
                "url": "otpauth://totp/Disney%2B:a?secret=JBSWY3DPEHPK3PXP&issuer=Disney%2B",
            ]),
        otp(
            "otpauth://totp/Evil:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME",
            [
                "issuer": "ACME", "accountName": "bob",
                "url": "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME",
            ],
            warnings: ["the label names another issuer"]),
        otp(
            "otpauth://totp/?secret=ABC", ["sharedSecret": "ABC", "url": "otpauth://totp/?secret=ABC"],
            warnings: ["the secret ends within a byte; it may be truncated"]),
    ]

    @Test("a key is read, with defaults for missing parameters", arguments: keys)
    func reads(key: ReadingCase) { key.check() }

    private static func fault(_ text: String, _ reason: String) -> ReadingCase {
        .malformed(text, "not a key for one-time passwords: " + reason)
    }

    static let faults = [
        fault("otpauth://totp/a", "the secret is missing"), fault("otpauth://totp/a?secret=", "the secret is missing"),
        fault("otpauth://totp/a?secret=A", "the secret is shorter than a byte"),
        fault("otpauth://totp/a?secret=ABC1", "the secret is not Base32"),
        fault("otpauth://totp/a?secret=AB=C", "the secret is not Base32"),
        fault("otpauth://totp/a?secret=ABé", "the secret is not Base32"),
        fault("otpauth://motp/a?secret=ABCD", "the type is neither totp nor hotp"),
        fault("otpauth://totp/a?secret=ABCD&digits=5", "5 digits; 6 to 8 are possible"),
        fault("otpauth://totp/a?secret=ABCD&digits=six", "digits is not a whole number"),
        fault("otpauth://totp/a?secret=ABCD&period=0", "the period is 0 seconds"),
        fault("otpauth://totp/a?secret=ABCD&period=-30", "period is not a whole number"),
        fault("otpauth://hotp/a?secret=ABCD&counter=9999999999999999999", "counter is not a whole number"),
        fault("otpauth://totp/a?secret=ABCD&algorithm=MD5", "the algorithm must be SHA1, SHA256 or SHA512"),
    ]

    @Test("a key that no authenticator accepts is refused, and the reason reveals no secret", arguments: faults)
    func refuses(fault: ReadingCase) {
        // A parser of links may take the text afterwards.
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .otp)
        #expect(reading.warnings.map(\.description) == fault.warnings)
    }

    @Test("URLs that pyotp wrote are read as it reads them")
    func agreesWithPyotp() throws {
        let lines = try Fixture.lines(of: "access.tsv").filter { $0[0] == "otp" }
        #expect(lines.count == 200)
        for line in lines {
            let reading = ContentParser.reading(of: Symbol(.qr, line[1]))
            let fields: [Field] = [.otpType, .issuer, .accountName, .sharedSecret, .algorithm, .digits]
            #expect(fields.map { reading.value(of: $0)?.description } == line[2...7].map(\.self), "\(line[1])")
            #expect(reading.value(of: line[2] == "totp" ? .period : .counter)?.description == line[8])
            #expect(reading.warnings.isEmpty)
            #expect(OneTimePasswordKey(try #require(reading.text(of: .url))).map(Content.otp) == reading.content)
        }
    }

    @Test("the secret is shown only on request")
    func redacts() throws {
        let reading = ContentParser.reading(of: Symbol(.qr, "otpauth://totp/ACME:bob?secret=jbswy3dpehpk3pxp"))
        #expect(reading.redactedText == "otpauth://totp/ACME:bob?secret=•••&issuer=ACME")
        #expect(reading.content.description == "otp totp ACME:bob")
        for field in [Field.sharedSecret, .url, .text, .compact] { #expect(reading.isSecret(.fixed(field))) }
        var dumped = ""
        dump(reading.content, to: &dumped)
        for text in [dumped, String(reflecting: reading.content)] {
            #expect(!text.lowercased().contains("jbswy3dpehpk3pxp"))
        }
    }

    /// The test vectors of RFC 4648, section 10.
    static let vectors = [("MY", "f"), ("MZXQ", "fo"), ("MZXW6", "foo"), ("MZXW6YQ", "foob"), ("MZXW6YTBOI", "foobar")]

    @Test("the bytes of a secret are those of RFC 4648", arguments: vectors)
    func decodes(base32: String, text: String) throws {
        #expect(try #require(OneTimePasswordKey("otpauth://totp/?secret=\(base32)")).secretBytes == Array(text.utf8))
    }
}
