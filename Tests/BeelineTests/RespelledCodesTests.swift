import Beeline
import BeelineActions
import BeelineContent
import BeelinePlugins
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Codes of the bundled kinds as scanners send them and people type them")
struct RespelledCodesTests {
    private static let resolver = Result { try Resolver(rules: .bundled) }

    /// What may be around a code that is none of it.
    private static let frames = [
        ("", "\r"), ("", "\n"), ("", "\r\n"), ("\u{2}", "\u{3}"), ("\u{2}", "\u{3}\r\n"), ("\r\n", ""),
    ]
    /// The same where someone may have written the code by hand.
    private static let margins = [(" ", ""), ("", " "), ("\u{FEFF}", ""), (" ", " \r\n")]

    @Test(
        "are of their kind with ends of lines, STX and ETX, blanks and marks around them",
        arguments: RuleSources.bundled.files.map(\.name))
    func readsFramed(_ name: String) throws {
        let resolver = try Self.resolver.get()
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        for example in try DocumentedKind.all(of: file, actions: PluginRegistry.standard.signatures, reader: .none)
            .flatMap(\.examples)
        {
            guard let text = example.text, !example.hasRawBytes else { continue }
            let plain = resolver.resolve(example)
            let isTyped = [.unknown, .qr, .dataMatrix, .pdf417, .aztec].contains(example.symbology)
            for (before, after) in Self.frames + (isTyped ? Self.margins : []) {
                let framed = before + text + after
                let resolution = resolver.resolve(Symbol(example.symbology, framed, aim: example.aim))
                #expect(resolution.kindName == plain.kindName, "\(framed.debugDescription)")
                #expect(
                    resolution.givenFields.map(\.value) == plain.givenFields.map(\.value), "\(framed.debugDescription)")
                #expect(resolution.tellsSecret == plain.tellsSecret, "\(framed.debugDescription)")
                #expect(resolution.rule?.id == plain.rule?.id, "\(framed.debugDescription)")
                // What follows an AIM identifier is a symbol of its own.
                #expect(text.hasPrefix("]") || resolution.symbol.text == framed)
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        let kind: String
        /// A field and its value; nil of a code that stays text.
        let field: (name: String, value: String)?
        let warnings: [String]
        var testDescription: String { "\(symbology) \(text.debugDescription)" }

        init(
            _ symbology: Symbology, _ text: String, _ kind: String, _ field: (name: String, value: String)? = nil,
            _ doubts: String...
        ) {
            (self.symbology, self.text, self.kind, self.field) = (symbology, text, kind, field)
            warnings = doubts.map { kind == "text" ? $0 : "perhaps not of the kind '\(kind)': \($0)" }
        }
    }

    private static let zero = "the letter O is read as 0"
    private static let capitals = "small letters are read as capitals"
    private static let wide = "full-width characters are read as ASCII"
    private static let divided = "hyphens and blanks are left out"

    static let guarded = [
        Case(.code39, "*-01234562*", "medicine", ("number", "01234562")),
        Case(.code39, "*+A123BJC5D6E71G*", "medicine", nil), Case(.code39, "*0CSSBD*", "medicine", nil),
        Case(.code39, "*RSSMRA80A01H501U*", "personNumber", ("numberType", "codice-fiscale")),
    ]

    static let letters = [
        Case(.unknown, "RR473I24829DE", "parcel", ("number", "RR473124829DE"), "the letter I is read as 1"),
        Case(.code39, "RR473I24829DE", "parcel", ("number", "RR473124829DE"), "the letter I is read as 1"),
        Case(.unknown, "94OO111899223818218407", "parcel", ("number", "9400111899223818218407"), zero),
        Case(.code39, "-O1234562", "medicine", ("number", "01234562"), zero),
        Case(.unknown, "PZN-O3752864", "medicine", ("number", "03752864"), zero),
        Case(.unknown, "IMEI: 49O154203237518", "deviceNumber", ("number", "490154203237518"), zero),
        Case(.unknown, "rr473l24829de", "parcel", ("number", "RR473124829DE"), capitals, "the letter l is read as 1"),
        Case(.unknown, "RROOOO24829DE", "text"), Case(.qr, "RR473I24829DE", "text"),
        Case(.unknown, "RR473I24828DE", "text"),
    ]

    static let typed = [
        Case(.unknown, "rr473124829de", "parcel", ("number", "RR473124829DE"), capitals),
        Case(.unknown, "1z5r89390357567127", "parcel", ("number", "1Z5R89390357567127"), capitals),
        Case(.unknown, "tba123456789012", "parcel", ("number", "TBA123456789012"), capitals),
        Case(.unknown, "rssmra80a01h501u", "personNumber", ("numberType", "codice-fiscale"), capitals),
        Case(.unknown, "+a123bjc5d6e71g", "medicine", nil, capitals),
        Case(.unknown, "ＲＲ４７３１２４８２９ＤＥ", "parcel", ("number", "RR473124829DE"), wide),
        Case(.unknown, "ＰＺＮ－０３７５２８６４", "medicine", ("number", "03752864"), wide),
        Case(.unknown, "RR-473124829-DE", "parcel", ("number", "RR473124829DE"), divided),
        Case(
            .unknown, "1z12345e0305271640", "text", nil,
            "not of the kind 'parcel': the check character is 0, expected 8"),
        Case(.unknown, "AHV 756.9217.0769.85", "personNumber", ("numberType", "ahv")),
        Case(.qr, "rr473124829de", "text"), Case(.unknown, "rr473124828dd", "text"),
    ]

    @Test("are read with a warning that names what was read as what", arguments: guarded + letters + typed)
    func reads(_ example: Case) throws {
        let symbol = Symbol(example.symbology, example.text)
        let resolution = try Self.resolver.get().resolve(symbol)
        #expect(resolution.kindName == example.kind)
        #expect(resolution.reading.warnings.map(\.description) == example.warnings)
        if let (name, value) = example.field {
            #expect(resolution.givenFields.first { $0.name == name }?.value == .text(value))
        }
        #expect(resolution.symbol == symbol)
        // A command about one code reads only the files that may take it.
        let few = try Resolver(rules: .bundled(for: [resolution.content.kind])).resolve(symbol)
        #expect(few.kindName == example.kind)
        #expect(few.reading.warnings == resolution.reading.warnings)
        // The kind that took it is the one that the explanation names.
        let explanation = try Self.resolver.get().explain(symbol)
        let takers = explanation.kinds.filter { if case .took = $0.state { true } else { false } }
        #expect(takers.map(\.name) == (example.kind == "text" ? [] : [example.kind]))
    }

    @Test(
        "letters and digits by chance are text, all but one of two thousand",
        arguments: [Symbology.unknown, .code39, .code128],
        ["0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789abcdefghijklmnopqrstuvwxyz"])
    func leavesChance(_ symbology: Symbology, _ alphabet: String) throws {
        let resolver = try Self.resolver.get()
        var random = Random()
        let letters = Array(alphabet.utf8)
        let total = 10_000
        var found: [String] = []
        for _ in 0..<total {
            let bytes = (0..<6 + random.below(35)).map { _ in letters[random.below(letters.count)] }
            let text = String(decoding: bytes, as: UTF8.self)
            if resolver.resolve(Symbol(symbology, text)).kindName != "text" { found.append(text) }
        }
        #expect(found.count <= total / 2_000, "\(found)")
    }

    /// The same numbers in each run (SplitMix64).
    struct Random {
        private var state: UInt64 = 20

        mutating func below(_ bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((word ^ (word >> 31)) % UInt64(bound))
        }
    }
}
