import BeelineContent
import BeelineSymbols
import Testing

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
        fault("sms:bob?body=hi", "a number is none: letters are in the number"),
        fault("SMSTO:+15551212,x:hi", "a number is none: the number has characters that none has"),
        fault("sms:+15551212,5", "a number is none: fewer than two digits"),
    ]

    @Test("a message to nobody that says nothing is none, nor one to something else than numbers", arguments: faults)
    func refuses(fault: ReadingCase) {
        let reading = ContentParser.reading(of: Symbol(.qr, fault.text))
        #expect(reading.content.kind != .sms)
        #expect(reading.warnings.map(\.code) == ["malformed"])
        #expect(reading.warnings.first?.description.hasPrefix("not a text message: ") == true)
    }
}
