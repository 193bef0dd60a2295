import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Telephone numbers")
struct PhoneTests {
    private static func phone(
        _ text: String, _ number: String, ext: String? = nil, context: String? = nil, why: String = ""
    ) -> ReadingCase {
        var fields = ["phone": number]
        fields["phoneExtension"] = ext
        fields["phoneContext"] = context
        return ReadingCase(text, .phone, fields, why)
    }

    static let numbers = [
        phone("tel:+15551212", "+15551212"), phone("Tel:+15551212", "+15551212", why: "ZXing takes it for a link"),
        phone("TEL: +1 (555) 12.12 / 3", "+155512123"), phone("tel://+15551212", "+15551212"),
        phone("tel:+1-555-1212;ext=22", "+15551212", ext: "22"),
        phone("tel:863-1234;phone-context=+1-914-555;isub=12;EXT=3-4", "8631234", ext: "34", context: "+1-914-555"),
        phone("tel:555;phone-context=example.com", "555", context: "example.com"),
        phone("tel:555;phone-context=0?q=1%20", "555", why: "neither a domain nor the beginning of a number"),
        phone("tel:555;phone-context=+", "555"), phone("tel:555;phone-context=%3B%2525", "555"),
        phone("tel:０３－１２３４　（５）", "0312345"), phone("tel:555, ext. 22", "555", ext: "22"),
        phone("tel:%2B1%20555%201212", "+15551212"), phone("tel:112", "112"), phone("tel:*%2306%23", "*#06#"),
        phone("tel:*#06#", "*#06#"), phone("tel:#9", "#9"), phone("tel:0012125550100", "0012125550100"),
        phone("tel:+49 (0)30 123456", "+4930123456"), phone("tel:(0)30 123456", "030123456"),
        phone("tel:+1 (001) 5", "+10015"),
        phone("tel:+15551212,,123#", "+15551212", ext: "123#"), phone("tel:+15551212p22w5", "+15551212", ext: "22,5"),
        phone("tel:+15551212;22", "+15551212", ext: "22"), phone("tel:555-1212 x22", "5551212", ext: "22"),
        phone("tel:555-1212 Ext. 22", "5551212", ext: "22"), phone("tel:+15551212;ext=", "+15551212"),
        phone("tel:\u{202A}+1\u{A0}555\u{2011}1212\u{202C}", "+15551212", why: "as copied from an address book"),
    ]

    @Test("a number is what one dials", arguments: numbers)
    func reads(number: ReadingCase) { number.check() }

    private static func fault(_ text: String, _ reason: String) -> ReadingCase {
        .malformed(text, "not a telephone number: " + reason)
    }

    static let faults = [
        fault("tel:", "fewer than two digits"), fault("tel:+", "fewer than two digits"),
        fault("tel:1", "fewer than two digits"), fault("tel:*#", "fewer than two digits"),
        fault("tel:1-800-FLOWERS", "letters are in the number"), fault("tel:bob", "letters are in the number"),
        fault("tel:+1555+1212", "the number has invalid characters"),
        fault("tel:12?x", "the number has invalid characters"),
        fault("tel:٠١٢", "the number has invalid characters"),
        fault("tel:12é", "the number has invalid characters"),
        fault("tel:+15551212*", "a number with + must have digits only"),
        fault("tel:+1234567890123456", "16 digits after the +; the maximum is 15"),
        fault("tel:555;ext=abc", "the extension is not a number"),
        fault("tel:555 x y", "the extension is not a number"),
        fault("tel:" + String(repeating: "1", count: 41), "41 digits"),
        fault("tel:" + String(repeating: "1", count: 2_000), "more than 1024 bytes"),
    ]

    @Test("a text that cannot be dialled is not a number", arguments: faults)
    func refuses(fault: ReadingCase) {
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .phone)
        #expect(reading.warnings.map(\.description) == fault.warnings)
    }

    @Test("numbers that phonenumbers wrote are read as it reads them")
    func agreesWithPhonenumbers() throws {
        let lines = try Fixture.lines(of: "access.tsv").filter { $0[0] == "phone" }
        #expect(lines.count == 200)
        for line in lines {
            let number = try #require(PhoneNumber(line[1]))
            #expect(number.number == line[2], "\(line[1])")
            #expect(number.extension ?? "-" == line[3], "\(line[1])")
            #expect(PhoneNumber(number.uri) == number)
        }
    }

    @Test(
        "digits alone may be anything",
        arguments: ["+15551212", "555-1212", "telephone: 5551212", "tel 5551212", "Tel: ask inside"])
    func passes(text: String) { ReadingCase(text, .text).check() }

    @Test("the URI of a number leads back to it", arguments: numbers)
    func writesItself(number: ReadingCase) throws {
        let first = try #require(PhoneNumber(number.text))
        #expect(PhoneNumber(first.uri) == first)
    }
}

@Suite("Telephone numbers of digits only")
struct PlainNumberTests {
    static let texts =
        [1, 2, 3, 14, 15, 16, 39, 40, 41, 1_100].flatMap { count in
            ["", "+", "++", "-", "0", "(0)", " "].map { $0 + String(repeating: "7", count: count) }
        } + ["", "+", "7+", "7x", "１２"]

    @Test("digits alone are read as themselves, two to forty of them, or up to fifteen after a plus", arguments: texts)
    func isItself(text: String) {
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        let isPlain =
            digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (2...(text.hasPrefix("+") ? 15 : 40)).contains(digits.utf8.count)
        #expect((PhoneNumber(text)?.description == text) == isPlain)
    }
}

@Suite("Text messages")
struct TextMessageTests {
    private static func sms(
        _ text: String, _ phones: String?, subject: String? = nil, body: String? = nil, mms: Bool = false,
        why: String = ""
    ) -> ReadingCase {
        var fields = ["multimedia": "\(mms)"]
        fields["phones"] = phones
        fields["phone"] = phones?.split(separator: ",").first.map(String.init)
        fields["subject"] = subject
        fields["body"] = body
        return ReadingCase(text, .sms, fields, why)
    }

    static let messages = [
        sms("sms:+15551212", "+15551212"), sms("sms:+15551212?body=hi", "+15551212", body: "hi"),
        sms("SMS:+1-555-1212;via=+12070700?BODY=1+1%20%26", "+15551212", body: "1+1 &"),
        sms(
            "sms:+15551212,+15551213;via=x,12345?subject=s&body=b", "+15551212,+15551213,12345", subject: "s", body: "b"
        ),
        sms("sms:+15551212;+15551213", "+15551212,+15551213", why: "parted by semicolons"),
        sms("sms:+15551212&body=hi", "+15551212", body: "hi", why: "iOS has it so"),
        sms("sms:+15551212;?&body=hi", "+15551212", body: "hi", why: "one way for iOS and Android"),
        sms("sms:+15551212:hi: there", "+15551212", body: "hi: there"),
        sms("sms:?body=JOIN", nil, body: "JOIN", why: "the sender chooses who gets it"),
        sms("SMSTO:+15551212:Hi: there?", "+15551212", body: "Hi: there?"),
        sms(
            "smsto:+15551212:100%25 a&b?body=x", "+15551212", body: "100%25 a&b?body=x", why: "nothing is encoded here"),
        sms("smsto:+15551212", "+15551212"), sms("smsto:+15551212:", "+15551212"),
        sms("sms:+15551212;body=hi", "+15551212", body: "hi"),
        sms("sms:+15551212;body=see: this", "+15551212", body: "see: this"),
        sms("sms:+15551212&amp;body=hi", "+15551212", body: "hi"), sms("sms:tel:+15551212", "+15551212"),
        sms("sms:tel:+15551212:hi", "+15551212", body: "hi"),
        sms("smsto:+15551212?body=hi%21", "+15551212", body: "hi!"), sms("smsto::hi", nil, body: "hi"),
        sms("mms:+15551212?body=hi", "+15551212", body: "hi", mms: true),
        sms("mmsto:+15551212:subj:body", "+15551212", subject: "subj", body: "body", mms: true),
        sms("MMSTO:+15551212:body", "+15551212", body: "body", mms: true),
        sms("mmsto:+15551212:https://a.example/", "+15551212", body: "https://a.example/", mms: true),
        sms("mmsto:+15551212::b:c", "+15551212", body: "b:c", mms: true),
    ]

    @Test("numbers and text are read, in the form in which they are written", arguments: messages)
    func reads(message: ReadingCase) { message.check() }

    @Test("a note that begins with the same word is text", arguments: ["sms: tell them", "SMS: call me later"])
    func passes(text: String) { ReadingCase(text, .text).check() }

    private static func fault(_ text: String, _ reason: String) -> ReadingCase {
        .malformed(text, "not a text message: " + reason)
    }

    static let faults = [
        fault("sms:", "there is neither a number nor a text"), fault("smsto::", "there is neither a number nor a text"),
        fault("mms:?body=", "there is neither a number nor a text"),
        fault("sms:bob?body=hi", "a number is not valid: letters are in the number"),
        fault("SMSTO:+15551212,x:hi", "a number is not valid: the number has invalid characters"),
        fault("sms:+15551212,5", "a number is not valid: fewer than two digits"),
    ]

    @Test("a message without recipient and text is refused, and so is an invalid number", arguments: faults)
    func refuses(fault: ReadingCase) {
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .sms)
        #expect(reading.warnings.map(\.code) == ["malformed"])
        #expect(reading.warnings.first?.description.hasPrefix("not a text message: ") == true)
    }
}
