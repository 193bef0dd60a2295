import BeelineContent
import BeelineSymbols
import Testing

@Suite("Papers and payments that somebody tore or forged")
struct HostilePaperTests {
    static let samples: [FieldSample] = [
        SEPATests.samples, SwissQRBillTests.samples, UPITests.samples, EMVMerchantTests.samples,
        CryptoPaymentTests.samples, BoardingPassTests.samples, DriverLicenseTests.samples, VINTests.samples,
    ].flatMap(\.self)

    private func readAll(_ reading: Reading) {
        if reading.content.kind != .text {
            for definition in Field.fields(of: reading.content.kind) { _ = reading.value(of: definition.field) }
        }
        #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 200 }, "\(reading.warnings)")
    }

    @Test("cut anywhere, they are read as something", arguments: samples)
    func readsCut(_ sample: FieldSample) {
        let text = Array((sample.symbol.text ?? "").unicodeScalars)
        for count in text.indices {
            var cut = String.UnicodeScalarView()
            cut.append(contentsOf: text[..<count])
            readAll(ContentParser.reading(of: Symbol(sample.symbol.symbology, String(cut))))
        }
    }

    @Test("with one byte changed, they are read as something", arguments: samples)
    func readsChanged(_ sample: FieldSample) {
        let text = Array((sample.symbol.text ?? "").utf8)
        for index in text.indices {
            var changed = text
            changed[index] = [0x00, 0x39, 0x46][index % 3]
            readAll(
                ContentParser.reading(of: Symbol(sample.symbol.symbology, String(decoding: changed, as: UTF8.self))))
        }
    }

    @Test("a merchant's code that was cut or changed is never a payment")
    func refusesForgedCodes() {
        let bytes = Array(EMVMerchantTests.best.utf8)
        for index in bytes.indices {
            let cut = String(decoding: bytes[..<index], as: UTF8.self)
            #expect(ContentParser.reading(of: Symbol(.qr, cut)).content.kind != .payment, "\(cut)")
            var changed = bytes
            changed[index] = bytes[index] == 0x31 ? 0x32 : 0x31
            let text = String(decoding: changed, as: UTF8.self)
            #expect(ContentParser.reading(of: Symbol(.qr, text)).content.kind != .payment, "\(text)")
        }
    }

    static let doubled = samples.filter { $0.name != "in small letters" }

    @Test("twice in one text, or with a thousand lines behind them, they are read as something", arguments: doubled)
    func readsDoubled(_ sample: FieldSample) {
        let text = sample.symbol.text ?? ""
        for text in [text + text, text + "\n" + text, text + String(repeating: "\n0", count: 1_000)] {
            readAll(ContentParser.reading(of: Symbol(sample.symbol.symbology, text)))
        }
    }

    static let openings = [
        "BCD\n", "SPC\r\n", "000201", "upi://pay?pa=a@b&", "bitcoin:", "lightning:", "ethereum:0x", "monero:4",
        "solana:",
        "bc1", "lnbc1", "zcash:u1", "M4", "@\nANSI ", "@\nANSI 636014080102", BoardingPassTests.plain,
        DriverLicenseTests.modern,
    ]

    @Test("begun right and going on for long, they are read", arguments: openings)
    func readsHuge(_ opening: String) {
        for unit in ["0", "A", "\n", "26040000", "&am=1", "q", "DL0041", "%41", "é"] {
            for size in unit == "0" ? [4_000, 16_000, 300_000] : [4_000, 16_000] {
                let text = opening + String(repeating: unit, count: size / unit.utf8.count)
                #expect(ContentParser.reading(of: Symbol(.qr, text)).symbol.text == text)
            }
        }
    }
}
