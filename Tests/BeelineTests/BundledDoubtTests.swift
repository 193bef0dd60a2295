import Beeline
import BeelineSymbols
import Testing

/// What the bundled kinds say of numbers that chance makes, and of such with a wrong check character.
@Suite("Warnings of the bundled kinds")
struct BundledDoubtTests {
    private static let resolver = Result { try Resolver(rules: .bundled) }

    struct Case: CustomTestStringConvertible, Sendable {
        let symbology: Symbology
        let text: String
        let kind: String
        let warnings: [String]
        var testDescription: String { "\(symbology) \(text.debugDescription)" }

        init(_ symbology: Symbology, _ text: String, _ kind: String, _ warnings: String...) {
            (self.symbology, self.text, self.kind, self.warnings) = (symbology, text, kind, warnings)
        }
    }

    static let parcels = [
        Case(
            .itf, "09506000134351", "parcel", "not a GTIN: the check digit is 1, expected 2",
            "perhaps not of the kind 'parcel': only the check digit of fourteen digits shows that it is a Leitcode of DHL"
        ),
        Case(
            .itf, "09506000134353", "text", "not a GTIN: the check digit is 3, expected 2",
            "not of the kind 'parcel': the check character is 3, expected 1"),
        Case(.itf, "09506000134352", "product"),
        Case(
            .itf, "563102430313", "parcel",
            "perhaps not of the kind 'parcel': only the check digit of twelve digits shows that it is one of DHL"),
        Case(
            .codabar, "400123456784", "parcel",
            "perhaps not of the kind 'parcel': only the check digit of twelve digits shows that it is one of Japan"),
    ]

    @Test("a number is taken with a doubt, or a wrong check character is named", arguments: parcels)
    func warns(_ example: Case) throws {
        let resolution = try Self.resolver.get().resolve(Symbol(example.symbology, example.text))
        #expect(resolution.kindName == example.kind)
        #expect(resolution.reading.warnings.map(\.description) == example.warnings)
    }
}
