import BeelineSymbols
import Testing

@Suite("AIM identifiers")
struct AIMIdentifierTests {
    @Test("an identifier is a bracket, a letter, a digit or letter", arguments: ["]E0", "]C1", "]z9", "]X0", "]LA"])
    func reads(text: String) {
        #expect(AIMIdentifier(text)?.description == text)
    }

    @Test("nothing else is one", arguments: ["", "]", "]E", "E0]", "]E00", "[E0", "]00", "]E-", "]é", "]E\0", " ]E0"])
    func refuses(text: String) {
        #expect(AIMIdentifier(text) == nil)
    }

    /// GS1 General Specifications, section 7.8.
    static let gs1: [Symbology: String] = [
        .code128: "]C1", .databar: "]e0", .databarLimited: "]e0", .databarExpanded: "]e0", .dataMatrix: "]d2",
        .qr: "]Q3", .rectangularMicroQR: "]Q3", .aztec: "]z1", .dotCode: "]J1",
    ]

    @Test("the symbologies that carry GS1 element strings say so by an identifier that is one of GS1")
    func knowsGS1() {
        for symbology in Symbology.all {
            #expect(symbology.gs1AIM?.description == Self.gs1[symbology], "\(symbology)")
            #expect(symbology.gs1AIM?.isGS1 ?? true)
        }
    }

    /// ISO/IEC 15424, for a symbol without options.
    static let plain: [Symbology: String] = [
        .ean13: "]E0", .ean8: "]E4", .upcA: "]E0", .upcE: "]E0", .ean2: "]E1", .ean5: "]E2", .itf: "]I0",
        .codabar: "]F0", .code39: "]A0", .code93: "]G0", .code128: "]C0", .code11: "]H0", .msi: "]M0", .pdf417: "]L0",
        .qr: "]Q1", .aztec: "]z0", .dataMatrix: "]d1", .maxiCode: "]U0", .databar: "]e0",
    ]

    @Test("a symbol without an identifier gets that of a plain symbol")
    func makesUp() {
        for (symbology, aim) in Self.plain {
            #expect(Symbol(symbology, "1").aim?.description == aim)
            #expect(Symbol(symbology, bytes: [0x31]).aim?.description == aim)
        }
        #expect(Symbol(.unknown, "1").aim == nil)
        #expect(Symbol(.code128, "1", aim: "]C1").isGS1)
        #expect(!Symbol(.code128, "1").isGS1)
        #expect(Symbol(.databarExpanded, "1").isGS1, "DataBar carries nothing else")
    }
}
