import BeelineDecoding
import BeelineSymbols
import TestPrograms
import Testing

@Suite("Codes that zint printed")
struct SymbologyTests {
    @Test("each symbology is read with its content, AIM identifier and add-on", arguments: PrintedCode.all)
    func reads(_ code: PrintedCode) async throws {
        let png = try await Drawing.png(code.zint.type, code.zint.data, code.zint.options)
        let symbols = try await LocalDecoder().symbols(in: .bytes(png))
        try #require(symbols.count == 1)
        let symbol = symbols[0]
        #expect(symbol.symbology == code.symbology)
        #expect(symbol.bytes == code.bytes)
        #expect(symbol.text == code.text)
        #expect(symbol.encoding == code.encoding)
        #expect(symbol.aim?.description == code.aim)
        #expect(symbol.addOn == code.addOn)
        #expect(symbol.isGS1 == ["]C1", "]Q3", "]e0"].contains(code.aim))
        #expect(["zbar", "zxing"].contains(symbol.sighting?.decoder))
    }

    @Test("zbarimg reads the same from the same picture", arguments: PrintedCode.all)
    func agreesWithZbarimg(_ code: PrintedCode) async throws {
        let png = try await Drawing.png(code.zint.type, code.zint.data, code.zint.options)
        let folder = try TemporaryFolder()
        let path = try folder.write("code.png", png)
        let enabled = ["upca", "upce", "ean2", "ean5"].map { "-S\($0).enable" }
        let seen = try await run(
            "zbarimg", ["-q", "-Sisbn10.disable", "-Sisbn13.disable", "-Sqrcode.binary"] + enabled + [path])
        var expected = ["\(code.zbarName):".utf8 + code.bytes]
        if let addOn = code.addOn { expected.append(Array("EAN-\(addOn.count):\(addOn)".utf8)) }
        let lines = seen.bytes.split(separator: 0x0A).map(Array.init)
        #expect(Set(lines) == Set(expected))
    }

    @Test("all that ZBar reads is among the codes, but for the SQ code and lone add-ons")
    func isComplete() {
        let all: Set<Symbology> = [
            .ean13, .ean8, .upcA, .upcE, .itf, .databar, .databarExpanded, .codabar, .code39, .code93, .code128, .qr,
        ]
        #expect(Set(PrintedCode.all.map(\.symbology)) == all)
    }
}
