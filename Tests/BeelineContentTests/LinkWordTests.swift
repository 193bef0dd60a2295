import BeelineContent
import BeelineSymbols
import Testing

@Suite("The words URL: and URI: before other codes than links")
struct LinkWordTests {
    static let codes = [
        ReadingCase("URL:mailto:a@b.de", .email, ["email": "a@b.de", "emails": "a@b.de"]),
        ReadingCase("url: tel:+491234567", .phone, ["phone": "+491234567"]),
        ReadingCase("URL:geo:1,2", .geo, ["latitude": "1", "longitude": "2"]),
        ReadingCase(
            "URL:otpauth://totp/?digits=6", .text,
            warnings: ["not a key for one-time passwords: the secret is missing"]),
        ReadingCase("URL:URL:tel:+491234567", .text, warnings: [none]), ReadingCase("URL:tel", .text, warnings: [none]),
    ]

    static let none = "not a link: what follows the colon is no link"

    @Test("the word is passed over where the keyword of a code follows", arguments: codes)
    func reads(code: ReadingCase) { code.check() }

    @Test("a key behind it is a secret")
    func hidesSecret() {
        let reading = ContentParser.reading(of: Symbol(.qr, "URI:otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP"))
        #expect(reading.content.kind == .otp)
        #expect(reading.holdsSecret && reading.redactedText == "otpauth://totp/ACME:bob?secret=•••&issuer=ACME")
    }
}
