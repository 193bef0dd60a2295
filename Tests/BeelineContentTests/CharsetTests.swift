import BeelineContent
import BeelineSymbols
import Glibc
import Testing

@Suite("Character sets of codes that are not UTF-8")
struct CharsetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let charset: Conversion.Charset
        var testDescription: String { "\(charset.name) \(text)" }
        init(_ charset: Conversion.Charset, _ text: String) { (self.charset, self.text) = (charset, text) }

        var symbol: Symbol { Symbol(.qr, bytes: Conversion.bytes(text, charset)) { CharacterSets.guess($0) } }
    }

    /// Of signs and words of the West, which ISO/IEC 18004 has as its default.
    static let western: [String] = [
        "20°C", "£20", "§ 5", "N° 5", "5 µm", "«oui»", "½ kg", "±5", "5 m²", "© 2020", "¥100", "1º", "ÀÉÎ", "ÄÖÜ",
        "MÜLLER", "STRAßE", "CAFÉ", "Öl", "ÀÉÎ SARL", "ééécéé jj", "«Ça va»", "¿Qué?", "¡Olé!", "¼ l", "3×4", "Ñandú",
        "ÆØÅ", "Þórður", "à côté", "70 % ± 2", "m³", "CO²", "Größe", "São Paulo", "AÇÃO", "Nestlé®", "FRANÇOIS",
        "DÉJÀ VU", "créée", "Sørensen & Søn", "Übergröße", "Kýpur",
    ]

    /// Of languages with letters or signs of their own.
    static let others: [Case] = [
        Case(.windowsWestern, "it’s “new” – 5 €"), Case(.windowsWestern, "Œuvre du cœur…"),
        Case(.chinese, "二维码解码"), Case(.chinese, "你好"), Case(.chinese, "支付宝收款码"), Case(.chinese, "WiFi密码"),
        Case(.traditionalChinese, "謝謝光臨"), Case(.traditionalChinese, "統一發票號碼與金額"),
        Case(.korean, "안녕하세요"), Case(.korean, "주소: 서울시"), Case(.korean, "한국어 텍스트"),
        Case(.japaneseUnix, "株式会社テスト"), Case(.japaneseUnix, "こんにちは"), Case(.japanese, "ありがとう"),
        Case(.japanese, "東京"), Case(.japanese, "ﾃｽﾄ"), Case(.japanese, "山田太郎"),
        Case(.windowsCyrillic, "Привет"), Case(.windowsCyrillic, "Цена: 100 руб."), Case(.windowsCyrillic, "МОСКВА"),
        Case(.windowsCyrillic, "Доброго ранку, Україно"), Case(.russian, "Привет мир"),
        Case(.russian, "ООО \"Газпром\" Москва"), Case(.dosCyrillic, "Кириллица"), Case(.greek, "Γειά σου"),
        Case(.greek, "Η τιμή είναι δέκα ευρώ"), Case(.thai, "ภาษาไทย"), Case(.thai, "ประเทศไทย"),
        Case(.centralEuropean, "Zażółć gęślą jaźń"), Case(.windowsCentralEuropean, "Zażółć gęślą jaźń"),
        Case(.centralEuropean, "Příliš žluťoučký kůň"), Case(.windowsCentralEuropean, "Příliš žlutý kůň"),
        Case(.centralEuropean, "Janez Žnidaršič"), Case(.windowsTurkish, "Yazılım geliştirme şirketi"),
        Case(.windowsHebrew, "בדיקת איות של המסמך"), Case(.windowsArabic, "مرحبا بالعالم"),
    ]

    static let all: [Case] = western.map { Case(.latin1, $0) } + others

    @Test("the likeliest character set is that of the text", arguments: all)
    func guesses(_ example: Case) {
        let reading = ContentParser.reading(of: example.symbol)
        #expect(reading.symbol.text == example.text, "\(reading.symbol.encoding)")
    }

    /// A language of `sentences.tsv` in one of its character sets, and how many of its sentences are read at least.
    struct Sentences: Sendable, CustomTestStringConvertible {
        let language: String
        let charset: Conversion.Charset
        let least: Int
        let texts: [String]
        var testDescription: String { "\(language) in \(charset.name)" }
    }

    static var sentences: [Sentences] {
        get throws {
            let table = String(decoding: try Fixture.bytes(of: "sentences.tsv"), as: UTF8.self)
            return try table.split(separator: "# ").flatMap { part in
                let lines = part.split(separator: "\n").map(String.init)
                let head = lines[0].split(separator: "\t").map(String.init)
                return try head[1].split(separator: " ").map { set in
                    let (name, least) = (set.prefix { $0 != ":" }, set.drop { $0 != ":" }.dropFirst())
                    return Sentences(
                        language: head[0], charset: try #require(Conversion.Charset(name: String(name))),
                        least: try #require(Int(least)), texts: Array(lines.dropFirst()))
                }
            }
        }
    }

    @Test("sentences that no weight was chosen by are guessed")
    func guessesSentences() throws {
        let all = try Self.sentences
        #expect(all.count == 33 && all.allSatisfy { $0.texts.count == 25 })
        for sentences in all {
            let right = sentences.texts.count { text in
                ContentParser.reading(of: Case(sentences.charset, text).symbol).symbol.text == text
            }
            #expect(right >= sentences.least, "\(sentences.testDescription): \(right) of 25")
        }
    }

    struct Declared: Sendable, CustomTestStringConvertible {
        let charset: Conversion.Charset
        let text: String
        var testDescription: String { "\(charset.name) \(text.prefix(40).debugDescription)" }
        init(_ charset: Conversion.Charset, _ text: String) { (self.charset, self.text) = (charset, text) }
    }

    static let declared: [Declared] = [
        Declared(.windowsCyrillic, "ST00011|Name=ООО \"Газпром\"|PersonalAcc=40702810710020102692"),
        Declared(.russian, "ST00013|Name=Школа|PersonalAcc=40702810710020102692"),
        Declared(.centralEuropean, "UPNQR\n\n\n\n\nJanez Žnidaršič\nDunajska 1\n"),
        Declared(.centralEuropean, "BCD\n001\n3\nSCT\nCOBADEFFXXX\nŻółw\nDE89370400440532013000\nEUR1"),
        Declared(.latin1, "BCD\n001\n2\nSCT\nCOBADEFFXXX\nÀÉÎ SARL\nDE89370400440532013000\nEUR1\n\n\nN° 5"),
        Declared(.cyrillic, "BCD\n001\n5\nSCT\nCOBADEFFXXX\nИва\nDE89370400440532013000\nEUR1"),
        Declared(.greek, "BCD\n001\n6\nSCT\nCOBADEFFXXX\nΝίκ\nDE89370400440532013000\nEUR1"),
        Declared(.western, "BCD\n001\n8\nSCT\nCOBADEFFXXX\nŒuf €\nDE89370400440532013000\nEUR1"),
        Declared(.windowsCyrillic, "BCD\n002\n2\nUCT\n\nТОВ Їжак\nUA743052990000026007233566001\nUAH10\n"),
        Declared(.windowsCyrillic, "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=windows-1251:Ли;Ян\nEND:VCARD"),
        Declared(.chinese, "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=GB2312:王;小明\nEND:VCARD"),
        Declared(.japanese, "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=SHIFT_JIS:山田;太郎\nEND:VCARD"),
        Declared(.windowsCentralEuropean, "HRVHUB30\nEUR\n000000000012355\nŠime Žganec\n"),
        Declared(.centralEuropean, "K:PR|V:01|C:1|R:845000000040484987|N:Đorđe Šćepanović|I:RSD1,00"),
        Declared(.centralEuropean, "|PL|26105000991000009078887770|001234|Żółw sp. z o.o.|Opłata za śmieci|||"),
        Declared(.centralEuropean, "HCT\n001\n1\nMKKBHUHB\nŐrség Kft\nHU42117730161111101800000000\nHUF1000\n"),
        Declared(.latin1, "SPC\n0200\n1\nCH4431999123000889012\nS\nÖÀÉ AG\n"),
        Declared(.latin1, "@\n\u{1E}\rANSI 636000090002DL00410278DLDAQ1\nDCSÀÉÎ\n"),
        Declared(.greek, "<?xml version=\"1.0\" encoding=\"ISO-8859-7\"?><a>Νί</a>"),
        Declared(.windowsCyrillic, "data:text/plain;charset=windows-1251,Да"),
    ]

    @Test("a character set that the code names is not guessed", arguments: declared)
    func obeys(_ example: Declared) {
        let bytes = Conversion.bytes(example.text, example.charset)
        let reading = ContentParser.reading(of: Symbol(.qr, bytes: bytes) { CharacterSets.guess($0) })
        #expect(reading.symbol.text == example.text)
        #expect(reading.symbol.encoding == .told(example.charset.name))
        let isGuessed = reading.warnings.contains { if case .guessedCharset = $0 { true } else { false } }
        #expect(!isGuessed)
    }

    @Test("a character set that the user names is used for all codes that are not UTF-8")
    func takesOption() throws {
        let parser = try #require(ContentParser(charset: "gbk"))
        let bytes: [UInt8] = [0xB2, 0xE2]
        let reading = parser.reading(of: Symbol(.qr, bytes: bytes) { CharacterSets.guess($0) }, on: scanDate)
        #expect(reading.symbol.text == "测" && reading.warnings.isEmpty)
        #expect(parser.reading(of: Symbol(.qr, "é"), on: scanDate).symbol.text == "é")
        #expect(ContentParser(charset: "gbx") == nil)
    }
}

extension Conversion {
    /// The bytes of a text in a character set.
    static func bytes(_ text: String, _ charset: Charset) -> [UInt8] {
        let converter = iconv_open(charset.rawValue, "UTF-8")
        defer { iconv_close(converter) }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: text.utf8.count * 2)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (next, inputLeft) = (input.baseAddress, input.count)
                var (free, outputLeft) = (output.baseAddress, output.count)
                _ = iconv(converter, &next, &inputLeft, &free, &outputLeft)
                #expect(inputLeft == 0, "\(text) is not in \(charset.name)")
                return output.count - outputLeft
            }
        }
        return output.prefix(count).map { UInt8(bitPattern: $0) }
    }
}
