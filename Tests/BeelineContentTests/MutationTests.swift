import BeelineContent
import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

@Suite("Mutated codes")
struct MutationTests {
    /// Reads the bytes in the symbol's stead, and says where a promise is broken.
    private static func check(_ bytes: [UInt8], for example: Symbol) {
        let symbol = Symbol(example.symbology, bytes: bytes[...], aim: example.aim, addOn: example.addOn)
        let broken = Promises.broken(by: ContentParser.reading(of: symbol), on: scanDate)
        if !broken.isEmpty { Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(broken)") }
    }

    @Test(
        "cut anywhere, doubled or turned around, a code keeps the promises of what it is then", arguments: Kind.allCases
    )
    func survivesCuts(kind: Kind) {
        for example in kind.definition.examples {
            let bytes = example.bytes
            for index in bytes.indices {
                Self.check(Array(bytes[..<index]), for: example)
                if index % 8 == 0 { Self.check(Array(bytes[index...]) + bytes[..<index], for: example) }
            }
            let half = bytes.count / 2
            Self.check(bytes + bytes, for: example)
            Self.check(Array(bytes.reversed()), for: example)
            Self.check(bytes[..<half] + Array(bytes[half...].reversed()), for: example)
            Self.check(Array(bytes[..<half].reversed()) + bytes[half...], for: example)
        }
    }

    @Test(
        "with a byte changed, doubled or left out, a code keeps the promises of what it is then",
        arguments: Kind.allCases)
    func survivesChanges(kind: Kind) {
        var generator = SeededGenerator(seed: UInt64(kind.index))
        for example in kind.definition.examples {
            // All bytes of a short code; of a long one a third, for that takes its time.
            let step = example.bytes.count > 100 ? 3 : 1
            for index in stride(from: 0, to: example.bytes.count, by: step) {
                var bytes = example.bytes
                bytes[index] = .random(in: 0x20...0x7E, using: &generator)
                Self.check(bytes, for: example)
                for _ in 0..<2 {
                    bytes[index] = Self.telling.randomElement(using: &generator) ?? 0
                    Self.check(bytes, for: example)
                }
                // Mostly no UTF-8.
                if index % 4 == 0 {
                    bytes[index] = .random(in: 0x80...0xFF, using: &generator)
                    Self.check(bytes, for: example)
                }
                bytes = example.bytes
                if Bool.random(using: &generator) {
                    bytes.remove(at: index)
                } else {
                    bytes.insert(contentsOf: Self.inserted.randomElement(using: &generator) ?? [], at: index)
                }
                Self.check(bytes, for: example)
            }
        }
    }

    /// Bytes that mean something to one kind or another.
    private static let telling: [UInt8] = Array("\0\t\n\r\u{1C}\u{1D}\u{1E} \"%&()+,-./0:;=?@XZ[\\]{}".utf8) + [0x7F]

    /// Controls, a byte order mark, invisible characters, and a letter with two marks.
    private static let inserted = [
        "\0", "\u{1}", "\u{1B}", "\u{1D}", "\u{85}", "\u{FEFF}", "\u{200B}", "\u{202E}", "é\u{301}", "\r\n",
    ]
    .map { Array($0.utf8) }

    @Test("a code with bytes that are not UTF-8 in the middle is binary", arguments: Kind.allCases)
    func knowsBadUTF8(kind: Kind) {
        for example in kind.definition.examples {
            for bad: [UInt8] in [[0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
                var bytes = example.bytes
                bytes.insert(contentsOf: bad + [0x20], at: bytes.count / 2)
                #expect(
                    ContentParser.reading(of: Symbol(example.symbology, bytes: bytes[...])).content == .binary(bytes))
            }
        }
    }

    static let nests = [
        ("[", "["), ("{", "{\"a\":"), ("[", "[{\"\":"), ("BEGIN:VCARD\n", "BEGIN:VCARD\n"),
        ("BEGIN:VCALENDAR\n", "BEGIN:VEVENT\nBEGIN:VALARM\n"), ("BEGIN:VCARD\nFN:a\n", "AGENT:BEGIN:VCARD\n"),
        ("FIDO:/", "9"), ("https://", "[["), ("URL:", "URL:"), ("URLTO:", "URLTO:"), ("geo:0,0?q=", "("),
        ("(01)", "("), ("mailto:", "mailto:"), ("SMSTO:", "SMSTO:"),
        ("000201", "2699"), ("lightning:", "lightning:"),
    ]

    @Test("deep nesting is read", arguments: nests)
    func readsNested(opening: String, unit: String) {
        for count in [100, 5_000] {
            Self.check(Array((opening + String(repeating: unit, count: count)).utf8), for: Symbol(.qr, ""))
        }
    }

    static let openings = [
        "", "978", "(01)", "https://id.gs1.org/01/", "WIFI:S:", "BEGIN:VCARD\nN:", "MECARD:N:",
        "BEGIN:VEVENT\nDTSTART:",
        "otpauth://totp/", "tel:", "smsto:", "geo:", "FIDO:/", "BCD\n", "SPC\n", "000201", "upi://pay?", "bitcoin:",
        "M1",
        "@\n\u{1E}\rANSI ", "{\"", "[", "mailto:", "MATMSG:TO:", "https://", "MEBKM:URL:", "a@",
    ]

    @Test("more than a megabyte after any opening is only a text", arguments: openings)
    func readsLong(opening: String) { Self.checkLong(opening, count: 1_200_000) }

    @Test("and so are ten of them", arguments: ["", "https://", "MECARD:N:", "{\""])
    func readsHuge(opening: String) { Self.checkLong(opening, count: 10_000_000) }

    private static func checkLong(_ opening: String, count: Int) {
        let text = opening + String(repeating: "1", count: count)
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 400 })
    }
}

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

    @Test("codes that once broke a promise keep it", arguments: texts)
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

/// A hostile code must not keep the program busy: whatever is read takes a time in step with its length.
@Suite("The time to read a code grows in step with its length")
struct ParsingTimeTests {
    /// How codes of each kind begin.
    static let openings = [
        "", "978", "ISBN ", "urn:isbn:", "(01)09521234543213", "\u{1D}0109521234543213", "https://a.example/",
        "https://a.example/01/09521234543213?", "http://", "https://a.example/?", "https://a.example/#", "www.",
        "WIFI:S:", "WIFI:", "BEGIN:VCARD\n", "BEGIN:VCARD\nVERSION:3.0\nN:",
        "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:",
        "BEGIN:VCARD\nVERSION:4.0\nTEL;", "BEGIN:VCARD\nADR:", "BEGIN:VCARD\nEMAIL:", "MECARD:", "MECARD:N:",
        "BIZCARD:N:",
        "BEGIN:VCALENDAR\n", "BEGIN:VEVENT\n", "BEGIN:VEVENT\nDTSTART:", "BEGIN:VEVENT\nSUMMARY;",
        "BEGIN:VEVENT\nDURATION:",
        "otpauth://totp/", "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&", "tel:", "sms:", "smsto:+1:", "geo:", "geo:1,2;",
        "FIDO:/", "BCD\n", "BCD\n002\n1\nSCT\n\n", "SPC\n", "000201", "00020101021126", "upi://pay?", "SPD*1.0*",
        "bitcoin:", "ethereum:", "lightning:", "lnbc1", "bc1", "M1", "@\n\u{1E}\rANSI ", "@", "{", "[", "{\"a\":",
        "mailto:",
        "mailto:a@b.example?", "MATMSG:TO:", "SMTP:", "MEBKM:", "URL:", "javascript:", "data:", "a@", "+49",
    ]

    static let units = [
        "0", "a", "%", "\\", ";", ":", ",", "=\n", "&a=1", "?", "/", ".", "-", "@", "\"", "\n ", "\r\n", " ", "\t",
        "(10)a",
        "\u{1D}10a", "*a:1", "S:a;", "N:a\n", "BEGIN:VCARD\n", "BEGIN:VEVENT\n", "TYPE=a,", "{", "[", "\"a\":1,", "<a>",
        "0102",
        "e\u{301}", "\u{200B}", "=3D", "+1 ", "xn--",
    ]

    @Test("whatever a code repeats", arguments: openings)
    func grows(_ opening: String) {
        for unit in Self.units {
            let growth = Growth.of(
                size: 1 << 11, { opening + String(repeating: unit, count: max(1, $0 / unit.utf8.count)) }
            ) { text in
                Self.read(Symbol(.qr, text))
            }
            #expect(!growth.isExcessive, "\(unit.debugDescription): \(growth)")
        }
    }

    /// Reads a code, and all that rules and output can ask of it.
    private static func read(_ symbol: Symbol) {
        let reading = ContentParser.reading(of: symbol)
        for field in Field.table.map(\.field) { _ = reading.value(of: field)?.description }
        _ = reading.warnings.map(\.description)
        _ = reading.shownText
    }
}
