import BeelineContent
import BeelineSymbols
import Testing

@Suite("Networks, keys, messages and places that mean harm")
struct HostileAccessTests {
    static let kinds: [Kind] = [.wifi, .otp, .fido, .email, .phone, .sms, .geo]

    static let heads = [
        "WIFI:", "WIFI:S:", "otpauth://totp/", "otpauth://totp/?secret=", "FIDO:/", "mailto:", "mailto:?to=",
        "MATMSG:TO:",
        "smtp:", "", "a@", "tel:", "tel:+", "tel:12;", "sms:", "smsto:12:", "mms:?body=", "geo:", "geo:1,2;u=",
        "geo:0,0?q=",
    ]

    static let units = [
        "\\", ";", ":", "\"", "S:x;", "%", "%41", "&", "&a", "a=1&", "A", "0", ",", "@", "a@b.example,", ".", "-", "(",
        "+", "é", "🐝", "\0", " ", "\n",
    ]

    @Test("long codes take no time", arguments: heads)
    func readsHuge(head: String) {
        for unit in Self.units {
            let text = head + String(repeating: unit, count: (1 << 14) / unit.utf8.count - head.utf8.count)
            let reading = ContentParser.reading(of: Symbol(.qr, text))
            #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 400 }, "a warning is short")
        }
    }

    @Test("a megabyte is none of these", arguments: heads)
    func refusesLonger(head: String) {
        let text = head + String(repeating: "1", count: 1 << 20)
        #expect(!Self.kinds.contains(ContentParser.reading(of: Symbol(.qr, text)).content.kind))
    }
}
