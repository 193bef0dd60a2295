import BeelineContent
import BeelineSymbols
import Testing

@Suite("E-mail")
struct EmailTests {
    private static func email(_ text: String, _ fields: [String: String], _ why: String = "") -> ReadingCase {
        let emails = fields["emails"] ?? ""
        let first = emails.split(separator: ",").first.map(String.init) ?? ""
        return ReadingCase(text, .email, fields.merging(["email": first]) { $1 }, why)
    }

    static let messages = [
        email("srowen@example.org", ["emails": "srowen@example.org"]),
        email("Sean.Owen+qr@Mail.EXAMPLE.co.uk", ["emails": "Sean.Owen+qr@mail.example.co.uk"]),
        email("jürgen@müller.de", ["emails": "jürgen@müller.de"]), email("jan@firma.pl", ["emails": "jan@firma.pl"]),
        email("info@2x.com", ["emails": "info@2x.com"]), email("a@b.XN--P1AI", ["emails": "a@b.xn--p1ai"]),
        email("mailto://a@b.de", ["emails": "a@b.de"]),
        ReadingCase("mailto:?subject=x&body=y", .email, ["subject": "x", "body": "y"], "RFC 6068, section 6.1"),
        ReadingCase("mailto:?cc=a@example.org", .email, ["cc": "a@example.org"], "its sender chooses who else gets it"),
        ReadingCase("mailto:?bcc=a@example.org", .email, ["bcc": "a@example.org"]),
        email("mailto:a@b.de?subject=x&amp;body=y", ["emails": "a@b.de", "subject": "x", "body": "y"]),
        ReadingCase(
            "MATMSG:TO:a@b.de;SUB:x;BODY:http://x.de/a;b;;", .email,
            ["email": "a@b.de", "emails": "a@b.de", "subject": "x", "body": "http://x.de/a"],
            warnings: [
                "an e-mail address or message, perhaps with an error: a part between semicolons is not one of its "
                    + "fields; "
                    + "a semicolon may lack its backslash"
            ]),
        email("mailto:a@example.org?subject=hi&body=x", ["emails": "a@example.org", "subject": "hi", "body": "x"]),
        email("Mailto:a@example.org", ["emails": "a@example.org"], "ZXing takes it for text"),
        email("MAILTO:SROWEN@EXAMPLE.ORG", ["emails": "SROWEN@example.org"]),
        email(
            "mailto:a@b.example,c@d.example?TO=e@f.example&Cc=g@h.example,i@j.example&bcc=k@l.example&SUBJECT=1+1%3D2",
            [
                "emails": "a@b.example,c@d.example,e@f.example", "cc": "g@h.example,i@j.example", "bcc": "k@l.example",
                "subject": "1+1=2",
            ], "a plus is no blank"),
        email("mailto:?to=a@b.example&body=", ["emails": "a@b.example"]),
        email("mailto:?to=a%40b.example%2C%20c%40d.example", ["emails": "a@b.example,c@d.example"]),
        email("mailto:a@b.example;c@d.example;", ["emails": "a@b.example,c@d.example"], "as Outlook parts them"),
        email("mailto:gorby%25kremvax@example.com", ["emails": "gorby%kremvax@example.com"], "RFC 6068, section 6.1"),
        email(
            "mailto:unlikely%3Faddress@example.com?blat=foop", ["emails": "unlikely?address@example.com"], "RFC 6068"),
        email("mailto:%22not%40me%22@example.org", ["emails": "\"not@me\"@example.org"], "RFC 6068"),
        email(
            "mailto:%22oh%5C%5Cno%22@example.org", ["emails": "\"oh\\\\no\"@example.org"], "RFC 6068, section 6.1"),
        email(
            "mailto:user@example.org?subject=caf%C3%A9&body=send%20current-issue%0D%0Asend%20index",
            ["emails": "user@example.org", "subject": "café", "body": "send current-issue\r\nsend index"], "RFC 6068"),
        email("mailto:用户@例子.广告", ["emails": "用户@例子.广告"]),
        email(
            "mailto:a@b.example?subject=100%&body=%FF#f", ["emails": "a@b.example", "subject": "100%", "body": "%FF"]),
        email(
            "MATMSG:TO:a@example.org;SUB:Stuff;BODY:Text;;",
            ["emails": "a@example.org", "subject": "Stuff", "body": "Text"]),
        email(
            "matmsg:body:a\\;b\\:c: d;to:a@b.example;TO:c@d.example,e@f.example;sub:",
            ["emails": "a@b.example,c@d.example,e@f.example", "body": "a;b:c: d"]),
        email(
            "smtp:a@example.org:subj:body: more",
            ["emails": "a@example.org", "subject": "subj", "body": "body: more"]),
        email("SMTP:a@example.org", ["emails": "a@example.org"]),
    ]

    @Test("addresses and messages are read", arguments: messages)
    func reads(message: ReadingCase) { message.check() }

    static let nobody = "not an e-mail address or message: it has no address"

    /// The key of this Pix code is an address.
    static let damagedPayment =
        "00020101021126320014br.gov.bcb.pix0110a@b.com.br5204541153039865802BR5904Shop6004City63040000"

    static let faults = [
        ReadingCase.malformed(
            "MATMSG:TO:not-an-address;SUB:x;BODY:y;;",
            "not an e-mail address or message: \"not-an-address\" is not an e-mail address"),
        .malformed("MATMSG:SUB:x;BODY:y;;", nobody), .malformed("MATMSG:", nobody),
        .malformed("mailto:", nobody), .malformed("smtp:", nobody),
        .malformed("mailto:a@b", "not an e-mail address or message: \"a@b\" is not an e-mail address"),
        .malformed("mailto:a@b.example,c", "not an e-mail address or message: \"c\" is not an e-mail address"),
        .malformed("mailto:a@b.example?cc=x", "not an e-mail address or message: \"x\" is not an e-mail address"),
        .malformed("smtp:a@:b:c", "not an e-mail address or message: \"a@\" is not an e-mail address"),
        .malformed("mailto:a@b.c1", "not an e-mail address or message: \"a@b.c1\" is not an e-mail address"),
        .malformed(damagedPayment, "not a request for money: the CRC is 0000, expected 5721"),
        .malformed(
            "mailto:a@b.example\u{202E}",
            "not an e-mail address or message: one of the addresses is not an e-mail address"
        ),
    ]

    @Test("without an address, or with something else instead of one, it is not a message", arguments: faults)
    func refuses(fault: ReadingCase) {
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .email)
        #expect(reading.warnings.map(\.description) == fault.warnings)
    }

    static let others = [
        "IMG_1234@2x.png", "icon@3x.png", "icon@2x.ai", "sha256@abc.def", "a@b.example", "smtp:mail.example.com:587",
        "Mailto: call me", "smtp:a:b:c", "@", "a@", "@b.example", "a@b", "a@b.c", "a@b.1", "a@b.123", "a@.example",
        "a@b..example", "a@b.example.",
        "a@-b.example", "a@b-.example", ".a@b.example", "a.@b.example", "a..b@c.example", "a b@c.example",
        "a@b@c.example",
        "a@b.example c", "a@b.example\nc@d.example", "<a@b.example>", "Sean <a@b.example>", "\"a b\"@c.example",
        "a(b)@c.example", "a,b@c.example", "a:b@c.example", "a/b@c.example", "a@b.exa_mple", "a@[192.0.2.1]",
        "メールはinfo@example.jp", "info@example.jpまで", "a\u{200B}@b.example", "a\u{AD}@b.example",
        "a@b\u{A0}.example",
        "mail:a@b.example", "see mailto:a@b.example", "mailto", "@home", "50% @ shop.example",
        String(repeating: "a", count: 65) + "@b.example",
        "a@" + String(repeating: "b", count: 64) + ".example",
        "a@" + String(repeating: "b.", count: 125) + "example",
    ]

    @Test("a text without an address only is not an e-mail, and gets no warning", arguments: others)
    func passes(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content.kind != .email && reading.warnings.isEmpty)
    }
}
