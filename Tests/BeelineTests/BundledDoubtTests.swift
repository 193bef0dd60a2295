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

    private static let names = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n"
    private static let cardNames = "\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"

    private static func wrong(
        _ symbology: Symbology, _ text: String, _ kind: String, _ found: Character, _ expected: Character
    ) -> Case {
        Case(
            symbology, text, "text", "not of the kind '\(kind)': the check character is \(found), expected \(expected)")
    }

    /// Each of the check digits of each size (ICAO Doc 9303-4 to 9303-7), and those of persons and addresses.
    static let wrong = [
        wrong(.unknown, names + "L898902C37UTO7408122F1204159ZE184226B<<<<<10", "identityDocument", "7", "6"),
        wrong(.unknown, names + "L898902C36UTO7408122F1204159ZE184226B<<<<<20", "identityDocument", "2", "1"),
        wrong(.unknown, names + "L898902C36UTO7408122F1204159ZE184226B<<<<<<0", "identityDocument", "<", "1"),
        wrong(.pdf417, names + "L898902C36UTO7408122F1204159ZE184226B<<<<<11", "identityDocument", "1", "0"),
        wrong(.unknown, names + "L898902C36UTO7408123F1204159ZE184226B<<<<<10", "identityDocument", "3", "2"),
        wrong(
            .unknown, "V" + names.dropFirst() + "L8988901C5XXX4009078F96121096ZE184226B<<<<<<", "identityDocument", "5",
            "4"),
        wrong(
            .unknown, "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C5XXX4009078F9612109<<<<<<<<",
            "identityDocument", "5", "4"),
        wrong(
            .unknown, "I<UTOD231458908<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6" + cardNames,
            "identityDocument", "8", "7"),
        wrong(
            .unknown, "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<7" + cardNames,
            "identityDocument", "7", "6"),
        wrong(
            .unknown, "I<UTOD23145890<7349<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<7" + cardNames,
            "identityDocument", "7", "6"),
        wrong(
            .unknown, "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458908UTO7408122F1204159<<<<<<<6",
            "identityDocument", "8", "7"),
        wrong(
            .unknown, "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<7",
            "identityDocument", "7", "6"),
        wrong(.code39, "RSSMRA85T10A562T", "personNumber", "T", "S"),
        wrong(.code128, "HEGG560427MVZRRL05", "personNumber", "5", "4"),
        Case(
            .qr, "tron:TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeD", "text",
            "not of the kind 'paymentSlip': the check characters are g5tDeD, expected g5tDeC"),
        Case(
            .qr, "ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLj", "text",
            "not of the kind 'paymentSlip': the check characters are 8DuaLj, expected 8DuaLh"),
        Case(
            .dataMatrix, "+A99912345/$$3280930LOT/14D202808315", "text",
            "not of the kind 'medicine': 'expiry' is there twice, with different values"),
    ]

    @Test("a number is taken with a doubt, or a wrong check character is named", arguments: parcels + wrong)
    func warns(_ example: Case) throws {
        let resolution = try Self.resolver.get().resolve(Symbol(example.symbology, example.text))
        #expect(resolution.kindName == example.kind)
        #expect(resolution.reading.warnings.map(\.description) == example.warnings)
    }
}
