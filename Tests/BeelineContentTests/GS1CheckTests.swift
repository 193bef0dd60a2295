import BeelineContent
import BeelineSymbols
import Testing

@Suite("What values of Application Identifiers are checked for")
struct GS1CheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let identifier: String
        let right: [String]
        let wrong: [String]
        var testDescription: String { check }

        init(_ check: String, _ identifier: String, right: [String], wrong: [String]) {
            (self.check, self.identifier, self.right, self.wrong) = (check, identifier, right, wrong)
        }
    }

    static let cases = [
        Case("csum", "01", right: ["09521234543213", "00000096385074"], wrong: ["09521234543212", "90521234543213"]),
        Case("csum", "00", right: ["395201234567890505"], wrong: ["395201234567890506"]),
        // The examples of the General Specifications and of GS1's own check digit calculator.
        Case(
            "csumalpha", "8013",
            right: [
                "1987654Ad4X4bL5ttr2310c2K", "12345_ABCDEFGHIJKLMCP", "7907665Bm8v2AB", "99999zzzzzzzzzzzzzzzzzzT2",
            ],
            wrong: ["1987654Ad4X4bL5ttr2310cXK", "1987654Ad4X4bL5ttr2310c2X", "7907665Bm8v2AC", "1", "22"]),
        Case("hasnondigit", "8014", right: ["1987654Ad4X4bL5ttr2310c2K"], wrong: []),
        Case("gcppos1", "8004", right: ["1234", "0952123ABC"], wrong: ["123", "12A4567", "ABCD"]),
        Case("gcppos2", "02", right: ["09521234543213"], wrong: []),
        Case(
            "yymmdd", "7006", right: ["240229", "000229", "991231"],
            wrong: ["230229", "240230", "240100", "240001", "241301", "240431"]),
        Case("yymmd0", "17", right: ["240200", "240229", "991231"], wrong: ["230229", "240001", "241300", "240132"]),
        Case(
            "yyyymmdd", "7250", right: ["20000229", "19991231"],
            wrong: ["19000229", "19991232", "19990001", "19991200"]),
        Case("hhmi", "7003", right: ["2402290000", "2402292359"], wrong: ["2402292400", "2402290060"]),
        Case("hh", "8008", right: ["24022900", "24022923"], wrong: ["24022924"]),
        Case("mi", "8008", right: ["2402290059"], wrong: ["2402290060"]),
        Case("ss", "8008", right: ["240229005959"], wrong: ["240229005960"]),
        Case("iso3166", "422", right: ["276", "004", "894"], wrong: ["000", "999", "275" + "0", "280", "895"]),
        Case("iso3166", "423", right: ["276", "276040", "276040756250826"], wrong: ["276999", "27604", "276040000"]),
        Case("iso3166999", "7030", right: ["999A", "276A"], wrong: ["998A"]),
        Case("iso3166alpha2", "4307", right: ["DE", "ZW"], wrong: ["XX", "de", "D1", "ZZ"]),
        Case(
            "iso4217", "3912", right: ["9781", "8401", "392123456789012345", "5321", "9241"],
            wrong: ["0001", "2801", "9981"]),
        Case("iso5218", "7252", right: ["0", "1", "2", "9"], wrong: ["3", "8"]),
        Case(
            "iban", "8007", right: ["DE89370400440532013000", "GB29NWBK60161331926819", "NO9386011117947"],
            wrong: [
                "DE89370400440532013001", "XX89370400440532013000", "DE", "de89370400440532013000",
                "DEAA370400440532013000",
            ]),
        Case(
            "latitude", "4309", right: ["00000000000000000000", "18000000003600000000"], wrong: ["18000000010000000000"]
        ),
        Case("longitude", "4309", right: ["09000000001800000000"], wrong: ["09000000003600000001"]),
        Case("yesno", "4321", right: ["0", "1"], wrong: ["2", "9"]),
        Case("hyphen", "4330", right: ["001234", "001234-"], wrong: ["001234A", "001234+"]),
        Case("importeridx", "7040", right: ["1AB-", "1AB_", "1ABz", "1AB0"], wrong: ["1AB+", "1AB=", "1AB/"]),
        Case("packagetype", "7041", right: ["PX", "8", "APE"], wrong: ["ABCD", "px", "P-"]),
        Case("mediatype", "7241", right: ["01", "10", "80", "99"], wrong: ["00", "11", "79"]),
        Case(
            "nonzero", "8001", right: ["00010000100190"], wrong: ["00000000100190", "00010000000190", "00010000100090"]),
        Case(
            "winding", "8001", right: ["00010000100100", "00010000100110"], wrong: ["00010000100120", "00010000100180"]),
        Case("zero", "8003", right: ["09521234543213", "09521234543213AB"], wrong: ["19521234543213"]),
        Case("nozeroprefix", "8011", right: ["0", "1", "10", "123456789012"], wrong: ["01", "00"]),
        Case(
            "pieceoftotal", "8006", right: ["095212345432130102", "095212345432130202"],
            wrong: ["095212345432130302", "095212345432130002", "095212345432130100"]),
        Case(
            "posinseqslash", "7258", right: ["1/3", "3/3"], wrong: ["4/3", "0/3", "1/0", "123", "1-3", "//3", "/13"]),
        Case("pcenc", "4300", right: ["A", "A%20B", "%C3%A9", "A+B"], wrong: ["%", "A%2", "%G0", "%%20"]),
        Case(
            "couponcode", "8110",
            right: [
                "106141416543213150110120", "061414100000011110000",
                "106141416543213150110120" + "1" + "0" + "110" + "000" + "9" + "",
                "106141416543213150110120" + "3271231" + "4270101", "106141416543213150110120" + "50123456",
                "106141416543213150110120" + "61" + "1234567", "106141416543213150110120" + "90000",
            ],
            wrong: [
                "7", "1061414165432131501101", "10614141654321", "106141416543213150110120A",
                "106141416543213150115120",
                "106141416543213150110120" + "3271301", "106141416543213150110120" + "3270101" + "4271231",
                "106141416543213150110120" + "7", "106141416543213150110120" + "93000",
                "106141416543213150110120" + "90002",
                "106141416543216150110120",
            ]),
        Case(
            "couponposoffer", "8112", right: ["001234561234560123456", "161234567890121234569123456789012345"],
            wrong: [
                "201234561234560123456", "0712345678901231234560123456", "00123456123456012345",
                "0012345612345601234567", "00123456123456012345A",
            ]),
        Case("set 39", "8010", right: ["1234#-/A"], wrong: ["1234a", "1234_", "1234+"]),
        Case(
            "set 64", "8030", right: ["-_Az09", "A", "AB=", "A==", "ABCD=="],
            wrong: ["A/B", "A=B", "A===", "=A", "=", "==", "A=", "AB==", "123="]),
        Case(
            "set 82", "10", right: ["!\"%&'()*+,-./0:;<=>?", "_AZaz"],
            wrong: ["#", "$", "@", "[", "~", " ", "`", "{", "\\", "^"]),
        Case(
            "parts", "8043", right: ["123456789012345678", "1234567890123456781", "12345678901234567812"],
            wrong: ["123456789012345678A"]),
    ]

    @Test("each check accepts right values and refuses wrong ones", arguments: cases)
    func checks(_ example: Case) throws {
        let identifier = try #require(ApplicationIdentifier(example.identifier))
        for value in example.right {
            #expect(identifier.problem(with: value) == nil, "\(identifier)\(value)")
        }
        for value in example.wrong {
            let problem = identifier.problem(with: value)
            #expect(problem != nil, "\(identifier)\(value)")
            #expect((problem?.description.utf8.count ?? 0) < 150)
        }
    }

    @Test("a problem names the check that found it, and the error")
    func names() {
        func problem(_ identifier: String, _ value: String) -> GS1Problem.Reason? {
            ApplicationIdentifier(identifier)?.problem(with: value)
        }
        #expect(problem("01", "09521234543214") == .wrongValue(check: "csum", "the check digit is 4, expected 3"))
        #expect(
            problem("8013", "7907665Bm8v2AC")
                == .wrongValue(check: "csumalpha", "the check characters are AC, expected AB"))
        #expect(problem("3912", "0001") == .wrongValue(check: "iso4217", "there is no currency 000 in ISO 4217"))
        #expect(problem("7003", "2712312460") == .wrongValue(check: "hhmi", "there is no hour 24"))
        #expect(problem("423", "27604") == .incomplete)
        #expect(problem("423", "2760AB") == .wrongCharacter(allowed: .numeric))
        #expect(problem("8006", "095212345432130302") == .wrongValue(check: "pieceoftotal", "it is piece 3 of only 2"))
    }

    @Test("every check of the table is one of these, and each has a case")
    func coversTable() {
        let named = Set(ApplicationIdentifier.all.flatMap { $0.components.flatMap(\.checks) })
        #expect(named.subtracting(Self.cases.map(\.check)).isEmpty)
    }
}

@Suite("The table of Application Identifiers")
struct ApplicationIdentifierTests {
    @Test("has all 541 of the release, by code, in order")
    func isComplete() throws {
        let codes = ApplicationIdentifier.all.map(\.code)
        #expect(codes.count == 541)
        #expect(codes == codes.sorted())
        #expect(Set(codes).count == codes.count)
        for identifier in ApplicationIdentifier.all {
            #expect(ApplicationIdentifier(identifier.code) == identifier)
            #expect(identifier.title.isEmpty == ["8110", "8112"].contains(identifier.code))
            #expect(identifier.minimumLength >= 1 && identifier.maximumLength <= 90)
            #expect(!identifier.hasPredefinedLength || identifier.minimumLength == identifier.maximumLength)
        }
        for code in ["", "0", "1", "05", "001", "0001", "310", "3106", "31n3", "99999", "٠١", "-1"] {
            #expect(ApplicationIdentifier(code) == nil, "\(code)")
        }
    }

    @Test("no identifier begins like another one")
    func isPrefixFree() {
        let codes = ApplicationIdentifier.all.map(\.code)
        for code in codes { #expect(codes.count { $0.hasPrefix(code) } == 1, "\(code)") }
    }

    @Test("lengths are predefined for the prefixes that the General Specifications list, and no others")
    func hasPredefinedLengths() {
        let prefixes: Set = [
            "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33",
            "34", "35", "36", "41",
        ]
        for identifier in ApplicationIdentifier.all {
            #expect(
                identifier.hasPredefinedLength == prefixes.contains(String(identifier.code.prefix(2))), "\(identifier)")
        }
    }

    @Test("each field of the table can be requested")
    func tells() throws {
        let gtin = try #require(ApplicationIdentifier("01"))
        #expect(gtin.title == "GTIN" && gtin.description == "(01)")
        #expect(gtin.linkQualifiers == [["22", "10", "21"], ["235"]])
        #expect(gtin.excluded == ["255", "37"] && gtin.companions.isEmpty)
        #expect(gtin.components.map(\.checks) == [["csum", "gcppos2"]])
        let price = try #require(ApplicationIdentifier("3932"))
        #expect(price.companions == [["30"], ["31nn"], ["32nn"], ["35nn"], ["36nn"]])
        #expect(price.excluded == ["393n"] && price.linkQualifiers == nil && price.isLinkAttribute)
        #expect(price.components.map(\.characters) == [.numeric, .numeric])
        let gdti = try #require(ApplicationIdentifier("253"))
        #expect(gdti.linkQualifiers == [] && gdti.components.map(\.isOptional) == [false, true])
        #expect(gdti.minimumLength == 13 && gdti.maximumLength == 30)
        let signature = try #require(ApplicationIdentifier("8030"))
        #expect(signature.companions.contains(["8010", "8011"]))
    }

    @Test(
        "every identifier takes its shortest and its longest value, in each form", arguments: ApplicationIdentifier.all)
    func takesExtremes(identifier: ApplicationIdentifier) throws {
        for value in ValidValue.extremes(of: identifier) {
            #expect(identifier.problem(with: value) == nil, "\(identifier)\(value)")
            let raw = identifier.code + value
            let elements = try ElementString(parsing: raw, scannedOn: scanDate, requiresCompanions: false)
            #expect(elements[identifier.code] == value)
            #expect(elements.elementString == raw)
            let again = try ElementString(parsing: elements.bracketed, scannedOn: scanDate, requiresCompanions: false)
            #expect(again == elements)
            if let link = elements.digitalLink {
                let linked = try ElementString(parsing: link, scannedOn: scanDate, requiresCompanions: false)
                #expect(linked.elements == elements.elements)
            }
            #expect((elements.digitalLink != nil) == (identifier.linkQualifiers != nil))
        }
    }

    @Test(
        "no identifier takes a value that is too short, too long, or of other characters",
        arguments: ApplicationIdentifier.all)
    func refusesExtremes(identifier: ApplicationIdentifier) {
        #expect(identifier.problem(with: "") == .tooShort(minimum: identifier.minimumLength))
        let long = String(repeating: "1", count: identifier.maximumLength + 1)
        #expect(identifier.problem(with: long) == .tooLong(maximum: identifier.maximumLength))
        for wrong in [" ", "\u{1D}", "é", "\u{0}", "$"] {
            let value = String(repeating: wrong, count: identifier.minimumLength)
            #expect(identifier.problem(with: value) != nil, "\(identifier)\(wrong.debugDescription)")
        }
    }
}

@Suite("Elements that need others, and elements that exclude others")
struct CompanionTests {
    static let gtin = "(01)09521234543213"

    static let alone: [(String, String)] = [
        (gtin + "(37)5", "AI (37) at character 19: it needs (00) and (02) or (00) and (8026) beside it"),
        ("(02)09521234543213", "AI (02) at character 1: it needs (37) beside it"),
        (
            gtin + "(250)A",
            "AI (250) at character 19: it needs (01) and (21), (03) and (21) or (8006) and (21) beside it"
        ),
        (gtin + "(3932)978100", "AI (3932) at character 19: it needs (30), (31nn), (32nn), (35nn) or (36nn) beside it"),
        (gtin + "(255)9521234543213", "AI (01) at character 1: it must not be combined with (255)"),
        (gtin + "(03)09521234543213", "AI (03) at character 19: it must not be combined with (01)"),
        (gtin + "(3102)000100(3103)001000", "AI (3102) at character 19: it must not be combined with (3103)"),
        (gtin + "(235)A(21)B", "AI (21) at character 25: it must not be combined with (235)"),
        (
            "(00)395201234567890505(4330)000000(4331)000000",
            "AI (4330) at character 23: it must not be combined with (4331)"
        ),
    ]

    @Test("are text, with the first that is wrong", arguments: alone)
    func refuses(text: String, problem: String) {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.content.kind == .text)
        #expect(reading.warnings.map(\.description) == [problem])
    }

    @Test(
        "are right when what they need is there",
        arguments: [
            gtin + "(21)7(250)A", gtin + "(3932)978100(3103)001000", gtin + "(30)5(3922)100", "(10)A" + gtin,
            "(8010)1234AB(8011)7(8030)Ab9", "(8018)952123454321000003(7259)A(7258)1/2", "(253)9521234543213",
        ])
    func accepts(text: String) {
        #expect(ContentParser.reading(of: Symbol(.unknown, text)).content.kind == .gs1)
    }

    @Test("need them on the item, so they may be in another symbol of the image")
    func joins() throws {
        let lot = Symbol(.code128, "10ABC", aim: "]C1")
        let item = Symbol(.dataMatrix, "0109521234543213", aim: "]d2")
        let readings = ContentParser.readings(of: [lot, Symbol(.qr, "(10)X (sic)"), item])
        #expect(readings.map(\.content.kind) == [.gs1, .text, .gs1])
        #expect(readings[0].text(of: .lot) == "ABC")
        #expect(readings.flatMap(\.warnings).isEmpty)
        #expect(
            ContentParser.readings(of: [lot, Symbol(.ean13, "9521234543213")]).map(\.content.kind) == [.gs1, .product])
        let alone = ContentParser.readings(of: [lot, Symbol(.qr, "hello")])
        #expect(alone.map(\.content.kind) == [.gs1, .text])
        #expect(alone[0].warnings.map(\.code) == ["gs1-incomplete"])
    }

    @Test("need them on the same page, and of one article only")
    func joinsWithinPage() {
        func symbol(_ symbology: Symbology, _ text: String, aim: AIMIdentifier? = nil, page: Int?) -> Symbol {
            Symbol(symbology, text, aim: aim, sighting: Sighting(outline: nil, decoder: "", page: page))
        }
        let lot = symbol(.code128, "10ABC", aim: "]C1", page: 1)
        let tea = symbol(.ean13, "9521234543213", page: 1)
        let other = symbol(.ean13, "4006381333931", page: 1)
        let isComplete = { (symbols: [Symbol]) in
            let readings = ContentParser.readings(of: symbols)
            #expect(readings.map(\.content.kind) == [.gs1] + symbols.dropFirst().map { _ in .product })
            return readings[0].warnings.isEmpty
        }
        #expect(isComplete([lot, tea]))
        #expect(isComplete([lot, tea, tea]))
        #expect(!isComplete([lot, tea, other]))
        #expect(!isComplete([lot, symbol(.ean13, "9521234543213", page: 2)]))
        #expect(isComplete([lot, tea, symbol(.ean13, "4006381333931", page: 2)]))
    }

    @Test("may complete each other, but not when nothing completes them")
    func joinsIncomplete() {
        let contents = Symbol(.code128, "0209521234543213", aim: "]C1")
        let count = Symbol(.code128, "3712", aim: "]C1")
        let unit = Symbol(.code128, "00395201234567890505", aim: "]C1")
        let all = ContentParser.readings(of: [contents, count, unit])
        #expect(all.map(\.content.kind) == [.gs1, .gs1, .gs1])
        #expect(all.flatMap(\.warnings).isEmpty)
        let rest = ContentParser.readings(of: [contents, count])
        #expect(rest.map(\.content.kind) == [.gs1, .gs1])
        #expect(
            rest.allSatisfy { $0.warnings.map(\.code) == ["gs1-incomplete"] }, "neither is complete without the unit")
    }

    @Test("do not make up for any other fault")
    func keepsFaults() {
        let item = Symbol(.dataMatrix, "0109521234543213", aim: "]d2")
        let readings = ContentParser.readings(of: [Symbol(.code128, "17271301", aim: "]C1"), item])
        #expect(readings.map(\.content.kind) == [.text, .gs1])
        #expect(readings[0].warnings.map(\.description) == ["AI (17) at character 1: there is no month 13"])
    }

    @Test("can be left out of account")
    func isLenient() throws {
        #expect(throws: GS1Problem.self) { try ElementString(parsing: "(10)ABC", scannedOn: scanDate) }
        let elements = try ElementString(parsing: "(10)ABC", scannedOn: scanDate, requiresCompanions: false)
        #expect(elements.lot == "ABC")
        #expect(throws: GS1Problem.self) {
            try ElementString(parsing: Self.gtin + "(37)5", scannedOn: scanDate, requiresCompanions: false)
        }
    }
}
