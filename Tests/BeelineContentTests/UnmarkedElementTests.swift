import BeelineContent
import BeelineSymbols
import Testing

/// A code, what it is, and what is said of it.
struct AssumedCase: Sendable, CustomTestStringConvertible {
    let symbol: Symbol
    /// Kind and value, as `Content` describes itself.
    let content: String
    let warnings: [String]
    var testDescription: String { "\(symbol.symbology) \((symbol.text ?? "").debugDescription)" }

    init(_ symbology: Symbology, _ text: String, aim: AIMIdentifier? = nil, _ content: String, _ warnings: String...) {
        symbol = Symbol(symbology, text, aim: aim)
        (self.content, self.warnings) = (content, warnings)
    }

    /// A code that stays text.
    static func text(_ symbology: Symbology, _ text: String, _ warning: String? = nil) -> AssumedCase {
        warning.map { AssumedCase(symbology, text, "text \(text)", $0) } ?? AssumedCase(symbology, text, "text \(text)")
    }

    func check() {
        let reading = ContentParser.reading(of: symbol)
        #expect(reading.content.description == content)
        #expect(reading.warnings.filter { $0.code != "unknown-symbology" }.map(\.description) == warnings)
        #expect(reading.symbol.text == symbol.text)
        #expect(Promises.broken(by: reading, on: scanDate) == [])
    }
}

@Suite("GS1 element strings of which no symbol says that they are")
struct UnmarkedElementTests {
    static let raw = "0109521234543213"
    static let gtin = "gs1 (01)09521234543213"

    private static func doubt(_ text: String) -> String { "a GS1 element string, perhaps with an error: \(text)" }
    static let separators = doubt("the scanner does not say that it is GS1 data; the separators do")
    static let checkDigit = doubt("only the check digit of (01) shows that it is GS1 data")
    static let unit = doubt("only the check digit of (00) shows that it is GS1 data")
    /// The same of what a scanner may have sent.
    private static let silence = ", because it has no AIM identifier (]C1)"
    static let silentCheckDigit = checkDigit + silence
    static let silentUnit = unit + silence
    private static func toEnd(_ code: String, of key: String = "01", isSilent: Bool = false) -> String {
        doubt(
            "only the check digit of (\(key)) shows that it is GS1 data\(isSilent ? silence : ""); without "
                + "separators (\(code)) is assumed to extend to the end")
    }

    static let separated = [
        AssumedCase(
            .unknown, raw + "21ABC\u{1D}1726120010A1", gtin + "(21)ABC(17)261200(10)A1", separators),
        AssumedCase(.unknown, "\u{1D}" + raw + "10A", gtin + "(10)A", separators),
        AssumedCase(
            .dataMatrix, "10LOT\u{1D}17261231", "gs1 (10)LOT(17)261231", separators,
            "AI (10) at character 1: it needs (01), (02), (03), (8006) or (8026) beside it"),
        .text(
            .dataMatrix, "0109521234543214\u{1D}10LOT", "AI (01) at character 1: the check digit is 4, expected 3"),
        .text(.code128, raw + "17271301\u{1D}10LOT", "AI (17) at character 17: there is no month 13"),
        .text(.unknown, raw + "\u{1D}0512", "AI (0512) at character 18: there is no such Application Identifier"),
        .text(.unknown, "10LOT\u{1D}"), .text(.unknown, "1P123\u{1D}S456"), .text(.unknown, "20 bytes\u{1D}21"),
    ]

    static let unseparated = [
        AssumedCase(.code128, "00340434161094042557", "gs1 (00)340434161094042557", unit),
        AssumedCase(.unknown, "00340434161094042557", "gs1 (00)340434161094042557", silentUnit),
        AssumedCase(.unknown, "00395201234567890505", "gs1 (00)395201234567890505", silentUnit),
        AssumedCase(.unknown, raw, gtin, silentCheckDigit), AssumedCase(.code128, raw, gtin, checkDigit),
        AssumedCase(.dataMatrix, raw + "1727123110LOT", gtin + "(17)271231(10)LOT", toEnd("10")),
        AssumedCase(.unknown, raw + "17271231", gtin + "(17)271231", silentCheckDigit),
        AssumedCase(
            .code128, "00340434161094042557" + "02095212345432133724",
            "gs1 (00)340434161094042557(02)09521234543213(37)24", toEnd("37", of: "00")),
        AssumedCase(
            .unknown, "8006095212345432130102" + "10LOT", "gs1 (8006)095212345432130102(10)LOT",
            toEnd("10", of: "8006", isSilent: true)),
        AssumedCase(
            .code128, "02095212345432133724", "gs1 (02)09521234543213(37)24", toEnd("37", of: "02"),
            "AI (37) at character 17: it needs (00) and (02) or (00) and (8026) beside it"),
        .text(
            .unknown, raw + "21ABC1727123110LOT",
            "the value of AI (21) at character 17 may end before 1727123110LOT, because there is no separator"),
        .text(
            .code128, raw + "1017271231",
            "the value of AI (10) at character 17 may end before 17271231, because there is no separator"),
        .text(.unknown, raw + "17271301", "AI (17) at character 17: there is no month 13"),
        .text(.unknown, "0049374549623555462722647682422133"),
        .text(
            .unknown, raw + "250A",
            "AI (250) at character 17: it needs (01) and (21), (03) and (21) or (8006) and (21) beside it"),
        .text(.code128, "00340123451234567896", "AI (00) at character 1: the check digit is 6, expected 5"),
        .text(.code128, "0109506000134353", "AI (01) at character 1: the check digit is 3, expected 2"),
        .text(
            .dataMatrix, "01095060001343531727123110LOT", "AI (01) at character 1: the check digit is 3, expected 2"),
        .text(.code128, "00000000000340123451"), .text(.code128, "0109506000134353XYZ"),
        .text(.unknown, "01095060001343533712"), .text(.dataMatrix, "0109506000134353"),
        .text(.unknown, "00340434161094042556"), .text(.unknown, "00000000000000000000"),
        .text(.unknown, "0100000000000000"), .text(.unknown, "4109521234543213"), .text(.unknown, "0209521234543213"),
        .text(.pdf417, raw + "1727123110LOT"), .text(.itf, "00340434161094042557"),
        AssumedCase(.unknown, "09521234543213", "product 9521234543213"),
    ]

    @Test("are recognised by separators, or by a check digit at their start", arguments: separated + unseparated)
    func reads(_ example: AssumedCase) { example.check() }

    static let forms = [
        "<GS>", "{GS}", "[GS]", "<FNC1>", "^]", "~1", "~029", "\u{241D}", "|", "\\x1d", "\\u001d", "\\F", "è", "ñ",
        "%1D", "&#29;", "\u{1E}",
    ]

    @Test("have separators that are written out", arguments: forms, [.unknown, .code128, .dataMatrix] as [Symbology])
    func readsWritten(form: String, symbology: Symbology) {
        let name = form == "\u{1E}" ? "U+001E" : form
        let said = Self.doubt("\(name) is read as a separator of GS1 data")
        let content = Self.gtin + "(10)LOT(17)271231"
        for start in ["", form] {
            AssumedCase(symbology, start + Self.raw + "10LOT\(form)17271231", content, said).check()
        }
        let symbol = Symbol(.dataMatrix, Self.raw + "10LOT\(form)17271231", aim: "]d2")
        #expect(ContentParser.reading(of: symbol).content.description == content)
    }

    static let written = [
        AssumedCase(
            .unknown, "<FNC1>" + raw + "10A<gs>21B<gs>", gtin + "(10)A(21)B",
            doubt("<FNC1> and <gs> is read as a separator of GS1 data")),
        AssumedCase(
            .unknown, "10LOT<GS>17271231<GS>37è5", "text 10LOT<GS>17271231<GS>37è5"),
        AssumedCase(
            .unknown, "21é<GS>" + raw, "text 21é<GS>" + raw),
        AssumedCase(
            .unknown, "17271231<GS>10LOT", "gs1 (17)271231(10)LOT", doubt("<GS> is read as a separator of GS1 data"),
            "AI (17) at character 1: it needs (01), (02), (03), (255), (8006) or (8026) beside it"),
        .text(.unknown, raw + "10LOT<GS>17271301", "AI (17) at character 26: there is no month 13"),
        .text(
            .unknown, "01095060001343531727123110ABC123^]21XYZ789",
            "AI (01) at character 1: the check digit is 3, expected 2"),
        .text(
            .qr, "010950600013435310ABC123|21XYZ789", "AI (01) at character 1: the check digit is 3, expected 2"),
        .text(
            .dataMatrix, "~10034012345123456789610A~121B", "AI (00) at character 3: the check digit is 6, expected 5"),
        .text(
            .unknown, "01095060001343531727123110ABC123\\F21XYZ789",
            "AI (01) at character 1: the check digit is 3, expected 2"),
        .text(.qr, raw + "17271301|10LOT", "AI (17) at character 17: there is no month 13"),
        .text(.qr, "0109506000134353|Smith|7"), .text(.qr, raw + "|Smith|7"),
        .text(.unknown, "10LOT|21SERIAL"), .text(.unknown, "20|30|40"), .text(.qr, "91 | 92 | 93"),
        .text(.unknown, "|"),
    ]

    @Test("but only where the whole is right", arguments: written)
    func readsOthers(_ example: AssumedCase) { example.check() }

    static let incomplete = [
        AssumedCase(
            .code128, "02095212345432133724", aim: "]C1", "gs1 (02)09521234543213(37)24",
            "AI (37) at character 17: it needs (00) and (02) or (00) and (8026) beside it"),
        AssumedCase(
            .code128, raw + "3724", aim: "]C1", gtin + "(37)24",
            "AI (37) at character 17: it needs (00) and (02) or (00) and (8026) beside it"),
        AssumedCase(
            .dataMatrix, "10LOT1", aim: "]d2", "gs1 (10)LOT1",
            "AI (10) at character 1: it needs (01), (02), (03), (8006) or (8026) beside it"),
        AssumedCase(
            .databarExpanded, "1527123110LOT", "gs1 (15)271231(10)LOT",
            "AI (15) at character 1: it needs (01), (02), (03), (8006) or (8026) beside it"),
        AssumedCase(
            .code128, raw + "255" + "9521234543213", aim: "]C1", "text \(raw)2559521234543213",
            "AI (01) at character 1: it must not be combined with (255)"),
    ]

    @Test("may be one symbol of several on a label", arguments: incomplete)
    func readsOneOfSeveral(_ example: AssumedCase) { example.check() }

    static let brackets = [
        AssumedCase(.unknown, "(01)09521234543213(10)(17)261231", gtin + "(17)261231", doubt("(10) is empty")),
        AssumedCase(.qr, "(01)09521234543213(17)261231(10)", gtin + "(17)261231", doubt("(10) is empty")),
        AssumedCase(
            .qr, "(01) 09521234543213 (10) (21) (17) 261231", gtin + "(17)261231", doubt("(10) is empty"),
            doubt("(21) is empty")),
        AssumedCase(
            .unknown, "(01)09521234543213(10)(17)ABC", "text (01)09521234543213(10)(17)ABC",
            "AI (17) at character 23: its value is too short, it has 6 characters at least"),
        AssumedCase(
            .unknown, "(01)(17)261231", "text (01)(17)261231",
            "AI (17) at character 5: it needs (01), (02), (03), (255), (8006) or (8026) beside it"),
        AssumedCase(
            .code128, "(01)(17)261231", aim: "]C1", "gs1 (17)261231", doubt("(01) is empty"),
            "AI (17) at character 5: it needs (01), (02), (03), (255), (8006) or (8026) beside it"),
    ]

    @Test("an element in brackets without a value is left out, and data after it is not its own", arguments: brackets)
    func readsEmpty(_ example: AssumedCase) { example.check() }

    static let signatures = [
        ("(253)9521234543213", "(253)"), ("(255)9521234543213", "(255)"), ("(8003)09521234543213", "(8003)"),
    ]

    @Test("a signature is of a single thing", arguments: signatures)
    func needsSerial(key: String, code: String) {
        let text = key + "(8030)Ab9"
        let position = key.utf8.count + 1
        let problem = "AI (8030) at character \(position): it needs the serial number of \(code)"
        AssumedCase.text(.unknown, text, problem).check()
        #expect(ContentParser.reading(of: Symbol(.unknown, text)).warnings.map(\.code) == ["gs1-invalid"])
        AssumedCase(.unknown, key + "123(8030)Ab9", "gs1 \(key)123(8030)Ab9").check()
    }

    @Test("a lot is complete with the article of another symbol, and the warning is gone")
    func completes() {
        let lot = Symbol(.code128, "1727123110LOT", aim: "]C1")
        let alone = ContentParser.readings(of: [lot, Symbol(.qr, "hello")])[0]
        #expect(alone.content.kind == .gs1 && alone.warnings.map(\.code) == ["gs1-incomplete"])
        let joined = ContentParser.readings(of: [lot, Symbol(.unknown, Self.raw)])
        #expect(joined[0].content.description == "gs1 (17)271231(10)LOT" && joined[0].warnings.isEmpty)
    }
}

@Suite("GS1 element strings that people and programs write otherwise")
struct TypedElementTests {
    private static func doubt(_ text: String) -> String { "a GS1 element string, perhaps with an error: \(text)" }
    private static let square = "its brackets are square, not round"
    private static let letter = "the letter O is read as 0"
    private static let wide = "full-width characters are read as ASCII"
    private static let advice = "element strings have round brackets; write (01) to have them read, or scan the symbol"

    static let cases = [
        AssumedCase(
            .unknown, "[01]09506000134352[17]271231[10]ABC", "gs1 (01)09506000134352(17)271231(10)ABC", doubt(square)),
        AssumedCase(.unknown, "(O1)09506000134352(10)A", "gs1 (01)09506000134352(10)A", doubt(letter)),
        AssumedCase(.unknown, "(01)O9506000134352(10)LOT", "gs1 (01)09506000134352(10)LOT", doubt(letter)),
        AssumedCase(.unknown, "（０１）０９５０６０００１３４３５２", "gs1 (01)09506000134352", doubt(wide)),
        AssumedCase(
            .unknown, "(00) 3 4012345 123456789 5", "gs1 (00)340123451234567895", doubt("blanks are left out")),
        AssumedCase(
            .unknown, "[O1] 09506000134352", "gs1 (01)09506000134352", doubt(square), doubt("blanks are left out"),
            doubt(letter)),
        .text(.unknown, "[01]09506000134353[10]ABC", "not a GS1 element string: \(advice)"),
        .text(.unknown, "[91]Note"), .text(.unknown, "[1] see page 5"), .text(.unknown, "[01"),
        .text(.unknown, "(O1) is a note"), .text(.unknown, "[12345]1"), .text(.qr, "[01]09506000134352"),
    ]

    @Test("are read with a warning where a check digit is right", arguments: cases)
    func reads(_ example: AssumedCase) { example.check() }

    @Test(
        "an IBAN too",
        arguments: [
            ("ＤＥ８９３７０４００４４０５３２０１３０００", [wide]), ("DE893704OO440532013000", [letter]),
            ("de89 3704 oo44 0532 0130 00", ["small letters are read as capitals", "the letter o is read as 0"]),
        ])
    func readsAccounts(text: String, doubts: [String]) {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.text(of: .iban) == "DE89370400440532013000")
        #expect(reading.warnings == doubts.map { .questionable(.payment, $0) })
    }
}

@Suite("Texts that chance makes")
struct ChanceTests {
    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// How many of so many texts are recognised, in each symbology that may contain any data.
    private static func count(_ alphabet: [UInt8], lengths: ClosedRange<Int>, of total: Int, seed: UInt64) -> Int {
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for number in 0..<total {
            let length = Int.random(in: lengths, using: &generator)
            let bytes = (0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }
            let symbology = [Symbology.unknown, .code128, .qr, .dataMatrix][number % 4]
            let reading = ContentParser.reading(of: Symbol(symbology, String(decoding: bytes, as: UTF8.self)))
            if reading.kind != .text { count += 1 }
        }
        return count
    }

    @Test("letters and digits are text, all but one of two thousand")
    func leavesLetters() {
        let total = 10_000
        #expect(Self.count(Self.letters, lengths: 6...40, of: total, seed: 1) <= total / 2_000)
    }

    @Test("digits that no number is as long as are text, all but one of two hundred")
    func leavesDigits() {
        let total = 4_000
        #expect(Self.count(Array("0123456789".utf8), lengths: 15...40, of: total, seed: 2) <= total / 200)
    }
}
