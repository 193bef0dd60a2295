import BeelineContent
import BeelineSymbols
import Testing

@Suite("Symbols that nobody would print")
struct HostileSymbolTests {
    static let symbologies = Symbology.all + [.other(""), .other("Telepen")]

    static let texts = [
        "", "\0", " ", "-", "\n", "X", "978", "ISBN", "ISBN-13:", "isbn\u{301}", "://", "http://", "URL:", "\u{FEFF}",
        "٩٧٨٠٣٠٦٤٠٦١٥٧", "９７８０３０６４０６１５７", "9780306406157\0", "+", " 52495", "9780306406157 ", "e\u{301}",
        "🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝", "00000000", "000000000000", "99999999999999", "999999999999999999",
        "9999999999999999999999",
    ]

    @Test("any text in any symbology is read as something that has its text", arguments: symbologies)
    func readsAnyText(symbology: Symbology) {
        for text in Self.texts {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(reading.text(of: .text) == text)
            #expect(reading.text(of: .kind) == reading.content.kind.rawValue)
            #expect(Set(reading.warnings).count == reading.warnings.count, "no warning comes twice")
        }
    }

    @Test("bytes that are no text are binary in any symbology", arguments: symbologies)
    func readsBytes(symbology: Symbology) {
        for bytes: [UInt8] in [
            [0xFF], [0x39, 0x37, 0x38, 0x80], [0xED, 0xA0, 0x80], Array(repeating: 0xFE, count: 70_000),
        ] {
            let reading = ContentParser.reading(of: Symbol(symbology, bytes: bytes))
            #expect(reading.content == .binary(bytes))
            #expect(reading.text(of: .text) == nil)
            #expect(reading.text(of: .compact) == nil)
            #expect(reading.text(of: .bytes) == Base64.encode(bytes))
        }
    }

    static let units = [
        "0", "9", "978", "a", " ", "-", "\0", "é", "🐝", "http://", "https://a/", "ISBN", "+", "%", "&=",
    ]

    @Test("a long text of anything is read", arguments: units)
    func readsHugeText(unit: String) {
        let text = String(repeating: unit, count: (1 << 17) / unit.utf8.count)
        for symbology in [Symbology.qr, .ean13, .upcE, .itf, .databar, .unknown] {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(reading.symbol.text == text)
            #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 200 }, "a warning is short")
        }
    }

    @Test("random digits of every length are read in every symbology")
    func readsDigits() {
        var state: UInt64 = 1
        for symbology in Self.symbologies {
            for count in 0...25 {
                let digits = (0..<count).map { _ -> Character in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Character("\((state >> 33) % 10)")
                }
                _ = ContentParser.reading(of: Symbol(symbology, String(digits))).content
            }
        }
    }
}
