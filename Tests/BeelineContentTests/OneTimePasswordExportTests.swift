import BeelineContent
import BeelineSymbols
import Testing

@Suite("Exported keys for one-time passwords")
struct OneTimePasswordExportTests {
    /// A field of Protocol Buffers.
    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + length(bytes.count) + bytes
    }
    private static func field(_ number: UInt8, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
    private static func field(_ number: UInt8, _ value: Int) -> [UInt8] { [number << 3] + length(value) }

    private static func length(_ count: Int) -> [UInt8] {
        count < 128 ? [UInt8(count)] : [UInt8(count & 127 | 128)] + length(count >> 7)
    }

    private static func key(_ fields: [UInt8]...) -> [UInt8] {
        field(1, field(1, "Hello!") + fields.flatMap(\.self))
    }

    private static func code(_ parts: [UInt8]...) -> String {
        let escapes = ["+": "%2B", "/": "%2F", "=": "%3D"]
        return "otpauth-migration://offline?data="
            + Base64.encode(parts.flatMap(\.self)).map { escapes[String($0)] ?? String($0) }.joined()
    }

    private static func export(
        _ text: String, _ fields: [String: String?], warnings: [String] = [], _ why: String
    ) -> ReadingCase {
        let usual: [String: String?] = [
            "keyCount": "1", "otpTypes": "totp", "sharedSecrets": "JBSWY3DPEE", "algorithms": "SHA1",
            "digitCounts": "6", "part": "1", "partCount": "1", "otpURLs": "otpauth://totp/?secret=JBSWY3DPEE",
        ]
        return ReadingCase(
            text, .otpExport, usual.merging(fields) { $1 }.compactMapValues(\.self),
            warnings: warnings.map { "exported keys for one-time passwords, perhaps with an error: " + $0 }, why)
    }

    static let exports = [
        export(
            code(
                key(field(2, "ACME:bob"), field(3, "ACME"), field(4, 1), field(5, 1), field(6, 2)),
                key(field(2, "alice"), field(3, "Bank"), field(4, 2), field(5, 2), field(6, 1), field(7, 7)),
                field(2, 1), field(3, 3), field(4, 1), field(5, 99)),
            [
                "keyCount": "2", "issuers": "ACME,Bank", "accountNames": "bob,alice", "otpTypes": "totp,hotp",
                "algorithms": "SHA1,SHA256", "digitCounts": "6,8", "sharedSecrets": "JBSWY3DPEE,JBSWY3DPEE",
                "part": "2", "partCount": "3",
                "otpURLs": "otpauth://totp/ACME:bob?secret=JBSWY3DPEE&issuer=ACME,"
                    + "otpauth://hotp/Bank:alice?secret=JBSWY3DPEE&issuer=Bank&algorithm=SHA256&digits=8&counter=7",
            ], "two keys in the second of three codes"),
        export(code(key()), [:], "a secret alone, with the defaults of the message"),
        export(
            code(key(field(3, "A"), field(2, "B:c"))),
            [
                "issuers": "A", "accountNames": "B:c",
                "otpURLs": "otpauth://totp/A:B%3Ac?secret=JBSWY3DPEE&issuer=A",
            ], "a colon in the name of an account"),
        export(
            code(key(field(8, "unique"), [0x79, 1, 2, 3, 4, 5, 6, 7, 8], [0x7D, 1, 2, 3, 4]), field(9, "new")), [:],
            "fields that nobody knows, of each type"),
        export(
            code(key(field(2, "a")), key()),
            [
                "keyCount": "2", "accountNames": "a,", "otpTypes": "totp,totp", "algorithms": "SHA1,SHA1",
                "digitCounts": "6,6", "sharedSecrets": "JBSWY3DPEE,JBSWY3DPEE",
                "otpURLs": "otpauth://totp/a?secret=JBSWY3DPEE,otpauth://totp/?secret=JBSWY3DPEE",
            ], "a key without a name beside one with it"),
        export("OTPAUTH-MIGRATION://OFFLINE/?DATA=CggKBkhlbGxvIQ&x=1#f", [:], "capitals, a slash, no padding"),
        export(
            code(key(), key(field(4, 4)), key(field(5, 3)), key(field(6, 3)), field(1, field(2, "x"))), [:],
            warnings: [
                "key 2 is left out: its algorithm is none of SHA1, SHA256 and SHA512",
                "key 3 is left out: its passwords have neither 6 nor 8 digits",
                "key 4 is left out: its type is neither totp nor hotp", "key 5 is left out: it has no secret",
            ], "keys that no one can use beside one that can be used"),
        export(
            code(key(), field(3, 2), field(4, 2)), [:], warnings: ["it is part 2 of 2, counted from 0"],
            "a number of a part that cannot be"),
        export(code(key(), field(3, 0), field(4, 0)), [:], "zeros, as other apps write them"),
    ]

    @Test("each key is read", arguments: exports)
    func reads(export: ReadingCase) { export.check() }

    private static func fault(_ text: String, _ reason: String) -> ReadingCase {
        .malformed(text, "not exported keys for one-time passwords: " + reason)
    }

    static let faults = [
        fault("otpauth-migration://online?data=CggKBkhlbGxvIQ", "it does not begin with otpauth-migration://offline"),
        fault("otpauth-migration://offline", "the data is missing"),
        fault("otpauth-migration://offline?data=", "the data is missing"),
        fault("otpauth-migration://offline?data=C", "the data is not Base64"),
        fault("otpauth-migration://offline?data=C%00gK", "the data is not Base64"),
        fault(code(Array(key().dropLast())), "the data is truncated, or no message"),
        fault(
            code([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
            "the data is truncated, or no message"),
        fault(code([0x0A] + Array(repeating: 0xFF, count: 99)), "the data is truncated, or no message"),
        fault(code(Array(repeating: 0x0B, count: 2000)), "the data is truncated, or no message"),
        fault(code([0x00, 0x00]), "the data is truncated, or no message"),
        fault(code(field(2, 1)), "there is no key in the data"),
        fault(code(field(1, "x")), "there is no key that can be used in the data"),
        fault(code(Array(repeating: key(), count: 101).flatMap(\.self)), "there are more than 100 keys in the data"),
        fault("otpauth-migration://offline?data=" + String(repeating: "A", count: 1 << 14), "more than 16384 bytes"),
    ]

    @Test("hostile and truncated data is refused, and the reason reveals no secret", arguments: faults)
    func refuses(fault: ReadingCase) { fault.check() }

    @Test("a message in itself, many times, is the secret of a key, which is not opened")
    func doesNotRecurse() {
        var nested: [UInt8] = []
        for _ in 0..<2000 { nested = Self.field(1, nested) }
        let export = OneTimePasswordExport(Self.code(nested))
        #expect(export?.keys.map(\.secretBytes.count) == [nested.count - 6])
    }

    @Test("no secret is shown unless it is asked for")
    func redacts() {
        let text = Self.code(Self.key(Self.field(2, "bob")), Self.key(Self.field(3, "Bank")))
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.redactedText == "otpauth-migration://offline?data=•••")
        for field in [Field.sharedSecrets, .otpURLs, .text, .compact] { #expect(reading.isSecret(.fixed(field))) }
        #expect(reading.secretMask.masked("JBSWY3DPEE Hello!") == "••• •••")
        var dumped = ""
        dump(reading, to: &dumped)
        for text in [dumped, String(reflecting: reading.content), reading.description] {
            #expect(!text.contains("JBSWY3DPEE") && !text.contains("Hello!"))
        }
    }
}
