import BeelineContent
import BeelineSymbols
import Testing

/// What other programs were seen to make of a text, and what it is. Where they were right, the case says nothing.
@Suite("What texts are, whoever says otherwise")
struct ClassificationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        let kind: Kind
        /// Why another program's answer was not taken.
        let reason: String
        var testDescription: String { "\(text.debugDescription) is \(kind)\(reason.isEmpty ? "" : ": \(reason)")" }

        init(_ text: String, _ kind: Kind, _ reason: String = "", symbology: Symbology = .qr) {
            (self.symbology, self.text, self.kind, self.reason) = (symbology, text, kind, reason)
        }
    }

    static let cases = [
        Case("wifi:S:x;T:WPA;P:secret;;", .wifi, "the keyword has no case of its own"),
        Case("WIFI:T:WPA;P:secret;;", .text, "a network without a name is none"),
        Case("WIFI:S:UP:x;T:WPA;P:secret;;", .wifi),
        Case("mecard:N:Owen;;", .contact, "the keyword has no case of its own"),
        Case("Tel:+15551212", .phone, "a scheme has no case"),
        Case("Mailto:a@example.org", .email, "a scheme has no case"),
        Case("README.md", .text, "a file name, although Moldova has .md"),
        Case("Note:hello", .text, "nobody knows a scheme 'note'"),
        Case("Note: hello", .text), Case("12:30", .text),
        Case("http://müller.de", .url, "an international domain is one too"),
        Case("http://user@example.org/", .url, "a link to be warned of is a link"),
        Case("geo:91,0", .text, "no place is beyond the pole"),
        Case("geo:1,2", .geo), Case("9780306406157", .text, "in a QR code nothing says that digits are an ISBN"),
        Case("9780306406157", .text, symbology: .code128),
        Case("9784567890123", .text, "its check digit is wrong", symbology: .ean13),
        Case("9771234567003", .issn, "977 is the prefix of periodicals", symbology: .ean13),
        Case("0012345678905", .product, symbology: .ean13), Case("012345678905", .product, symbology: .upcA),
        Case("9790060115615", .ismn, "979-0 is printed music", symbology: .ean13),
        Case("96385074", .product, symbology: .ean8),
        Case("00012345678905", .product, "fourteen digits with their check digit in an ITF-14", symbology: .itf),
        Case("otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP", .otp, "more than a link"),
        Case("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1", .payment, "more than a link"),
        Case(
            "BCD\n002\n1\nSCT\n\nRecipient\nDE12345678901234567890", .text,
            "a transfer whose IBAN has wrong check digits"),
        Case("{\"a\":1}", .json, "JSON is more than text"),
        Case(
            "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351399743589971313508078026"
                + "948312026786722471666005727649643501784024544726574771401798171307406596245",
            .fido, "more than a link"),
        Case("https://id.gs1.org/01/09521234543213", .gs1, "a GS1 Digital Link"),
        Case("1M8GDM9AXKP042788", .vin, symbology: .code39),
        Case("1M8GDM9AXKP042788", .vin, "cars have them in QR codes too"),
        Case("\u{FEFF}http://example.com", .url, "a byte order mark is none of the text"),
        Case("Begin:VEVENT\nDTSTART:20200101\nEND:VEVENT", .event, "names have no case (RFC 5545, section 2)"),
        Case(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20200101T100000Z\nEND:VEVENT\nEND:VCALENDAR", .event),
        Case("MATMSG:TO:not-an-address;SUB:x;BODY:y;;", .text, "nobody can be written to there"),
        Case("SMSTO:+15551212:Hi: there?", .sms),
        Case("sip:alice@example.org", .url, "a scheme that is known"),
        Case("market://details?id=org.example", .url), Case("HTTP://EXAMPLE.COM/A", .url),
        Case("example.c", .text), Case("192.168.0.1", .text), Case("  http://example.com  ", .url), Case("", .text),
        Case("]E09521234543213", .product, "a scanner wrote the AIM identifier before it", symbology: .unknown),
        Case("]C1010952123454321310ABC", .gs1, symbology: .unknown),
        Case("]C0abc", .text, "Code 128 that is not of GS1", symbology: .unknown),
        Case("DHL1234567890", .text, "no driver licence begins so"),
        Case("M1", .text, "no boarding pass is so short"), Case("M1 Garand", .text),
        Case("https://paypal.com@evil.example", .url), Case("https://x.com/abc", .url),
        Case("HTTPS://EXAMPLE.COM", .url),
    ]

    @Test("each is of its kind, or text", arguments: cases)
    func classifies(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(example.symbology, example.text))
        #expect(reading.content.kind == example.kind, "\(reading.warnings)")
    }
}
