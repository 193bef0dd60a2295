import BeelineContent
import BeelineSymbols
import Testing

@Suite("Codes that the fuzzer found")
struct FoundInputTests {
    static let texts = [
        "otpauth://totp/:a:b?secret=JBSWY3DPEHPK3PXP", "otpauth://totp/:a%3Ab?secret=JBSWY3DPEHPK3PXP",
        "otpauth://totp/x:y?secret=JBSWY3DPEHPK3PXP&issuer=a:b", "{\"item\":{\u{2}", "{\"item\":{\"id\":7\u{1C}}}",
        "upi://pay?pa=shop@okaxis&pn=Corner%20Sh\u{7F}p", "upi://pay?pa=shop@okaxis&pn=Käse und Wein",
        "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?label=Boot am See\n",
        "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?req-a\n\u{1B}[1mb=1",
        "otpauthotpah://hotp/E%3AT:WPA;%20hot",
    ]

    @Test("what once broke a promise keeps them", arguments: texts)
    func keepsPromises(text: String) {
        #expect(Promises.broken(by: ContentParser.reading(of: Symbol(.qr, text)), on: scanDate) == [])
    }

    @Test("a link for payments is ASCII, and says the same")
    func encodesPaymentLinks() throws {
        let payment = try #require(Payment("UPI://pay?pa=shop@okaxis&pn=Käse und Wein"))
        #expect(payment.url == "upi://pay?pa=shop@okaxis&pn=K%C3%A4se%20und%20Wein")
        #expect(payment.url.flatMap(Payment.init) == payment)
    }

    @Test(
        "a key's URL keeps the colons of its account and its issuer",
        arguments: [
            ("otpauth://totp/:a:b?secret=MY", "otpauth://totp/:a%3Ab?secret=MY"),
            ("otpauth://totp/x:y?secret=MY&issuer=a:b", "otpauth://totp/:y?secret=MY&issuer=a%3Ab"),
        ])
    func keepsColons(text: String, url: String) throws {
        let key = try #require(OneTimePasswordKey(text))
        #expect(key.url == url)
        #expect(OneTimePasswordKey(url) == key)
    }
}
