import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Parts of kinds of rule files")
struct KindPartsTests {
    private static func file(_ parts: String, others: String = "", when: String = #"{"kind":"text"}"#) -> String {
        #"""
        {"version":1,"kinds":[{"kind":"mine","when":\#(when),"parts":\#(parts)\#(others)}],
         "rules":[{"id":"r","when":{"kind":"mine"},"do":[]}]}
        """#
    }

    /// A text, and the fields that it gives; nil: it is not of the kind, and the reason is the second.
    struct Case: CustomTestStringConvertible {
        let parts: String
        let text: String
        let fields: [(String, String)]
        let reason: String?

        init(_ parts: String, _ text: String, _ fields: [(String, String)] = [], not reason: String? = nil) {
            (self.parts, self.text, self.fields, self.reason) = (parts, text, fields, reason)
        }

        var testDescription: String { "\(text) by \(parts)" }
    }

    private static let line = #"{"separator":";","into":["a",null,{"name":"b","optional":true}]}"#
    private static let escaped = #"{"separator":";","escape":"\\","into":["a","b"]}"#
    private static let pairs = #"""
        {"separator":"|","assign":"=","header":["ST00011","ST00012"],
         "keys":{"Name":"name","Sum":{"name":"amount","type":"number","decimals":2},"Note":{"name":"notes","type":"list","optional":true}}}
        """#
    /// The separator is the one that comes first.
    private static let anySign =
        #"{"separator":["|",";","\n"],"assign":"=","header":"ST","keys":{"Name":"name","Note":{"name":"note","optional":true}}}"#
    private static let fixed =
        #"{"fixed":[{"length":3,"name":"bank"},{"length":2},{"length":4,"name":"year","type":"number","decimals":0},{"name":"rest","optional":true}]}"#
    private static let payments =
        #"{"separator":"_","each":{"separator":":","into":[{"name":"amounts","type":"number"},{"name":"means","is":["Bar","Unbar"]}]}}"#
    private static let tagged =
        #"{"decode":"base64","tlv":{"tag":1,"length":1},"keys":{"1":"seller","4":{"name":"total","type":"number"}}}"#

    static let cases = [
        Case(line, "1;2;3", [("a", "1"), ("b", "3")]),
        Case(line, "1;2", [("a", "1")]),
        Case(line, "1;2;", [("a", "1")]),
        Case(line, "1;2;3;4", not: "the text has 4 parts, and 3 are known"),
        Case(line, "1", not: "part 2 is missing"),
        Case(#"{"separator":";","open":true,"into":["a"]}"#, "1;2;3", [("a", "1")]),
        Case(#"{"separator":"\n","into":["a","b"]}"#, "1\r\n2\r", [("a", "1"), ("b", "2")]),
        Case(escaped, #"1\;2;3\\"#, [("a", "1;2"), ("b", #"3\"#)]),
        Case(escaped, #"1\;2"#, not: "'b' is missing"),
        Case(pairs, "ST00012|Sum=1250|Name=Firma", [("name", "Firma"), ("amount", "12.50")]),
        Case(
            pairs, "ST00011|Name=F|Note=x|Other=1|Sum=5|Note=y|",
            [("name", "F"), ("amount", "0.05"), ("notes", "x,y")]),
        Case(pairs, "ST00013|Name=F|Sum=5", not: "the text does not begin with ST00011 or ST00012"),
        Case(pairs, "ST00012|Name=F", not: "'amount' is missing"),
        // Of several that are missing the first one by its key is named, in each process.
        Case(pairs, "ST00012|Note=x", not: "'name' is missing"),
        Case(pairs, "ST00012|Name=F|Sum=5|Sum=6", not: "'amount' is there twice"),
        Case(pairs, "ST00012|Name=F|Sum=5,0", not: "'amount' is not digits alone"),
        Case(pairs, "ST00012|Name", not: "a part has no '='"),
        Case(anySign, "ST|Name=F;G", [("name", "F;G")]), Case(anySign, "ST;Name=F|G", [("name", "F|G")]),
        Case(anySign, "ST\r\nName=F|G\r\nNote=x", [("name", "F|G"), ("note", "x")]),
        Case(#"{"separator":[", ",","],"into":["a","b"]}"#, "1, 2", [("a", "1"), ("b", "2")]),
        Case(#"{"separator":["-","/"],"each":{"name":"a"}}"#, "1/2/3", [("a", "1,2,3")]),
        Case(fixed, "237XX2026abc", [("bank", "237"), ("year", "2026"), ("rest", "abc")]),
        Case(fixed, "äöüXX2026", [("bank", "äöü"), ("year", "2026")]),
        Case(fixed, "237XX202", not: "'year' is cut off"),
        Case(#"{"fixed":[{"length":3,"name":"bank"}]}"#, "2379", not: "the text continues after its last part"),
        Case(payments, "2.55:Bar_1.00:Unbar", [("amounts", "2.55,1.00"), ("means", "Bar,Unbar")]),
        Case(payments, "2.55:Bar_1.00:Karte", not: "'means' is not Bar or Unbar"),
        Case(
            #"{"separator":",","into":["a",{"name":"b","type":"list","separator":"+"}]}"#, "1,x+y",
            [("a", "1"), ("b", "x,y")]),
        // printf '\001\004Shop\002\001x\004\00512.50' | base64
        Case(tagged, "AQRTaG9wAgF4BAUxMi41MA==", [("seller", "Shop"), ("total", "12.50")]),
        Case(tagged, "AQRTaG9wAgF4BAUxMi41", not: "the text ends within a value"),
        Case(tagged, "AQRTaG9w", not: "'total' is missing"),
        Case(tagged, "AgF4", not: "'seller' is missing"),
        Case(tagged, "~~~", not: "the text is not Base64 (RFC 4648, section 4)"),
        Case(#"{"decode":["percent","hex"],"fixed":[{"name":"a"}]}"#, "%34142", [("a", "AB")]),
        Case(#"{"decode":"base64url","fixed":[{"name":"a"}]}"#, "Pz8_", [("a", "???")]),
        Case(#"{"decode":"base32","fixed":[{"name":"a"}]}"#, "MFRGG", [("a", "abc")]),
        Case(
            #"{"decode":"base32","fixed":[{"name":"a"}]}"#, "MFRGGA",
            not: "the text is not Base32 (RFC 4648, section 6)"),
        Case(#"{"decode":"hex","fixed":[{"name":"a"}]}"#, "FF", not: "'a' is not UTF-8"),
        Case(#"{"decode":"code32","fixed":[{"name":"a"}]}"#, "0CSSBD", [("a", "012345676")]),
        Case(
            #"{"decode":"code32","fixed":[{"name":"a"}]}"#, "0CASBD",
            not: "the text is not Code 32 (six characters of base 32 for nine digits)"),
        Case(
            #"{"decode":"code32","fixed":[{"name":"a"}]}"#, "ZZZZZZ",
            not: "the text is not Code 32 (six characters of base 32 for nine digits)"),
        Case(
            #"{"decode":"code39","fixed":[{"name":"a"}]}"#, "H+E+L+L+O W+O+R+L+D/A%V$",
            not:
                "the text is not Code 39 as full ASCII (ISO/IEC 16388, annex A)"),
        Case(#"{"decode":"code39","fixed":[{"name":"a"}]}"#, "+A%V+B.+C", [("a", "a@b.c")]),
        Case(services, "RR", [("service", "registered"), ("days", "3")]),
        Case(services, "XX", not: "'service' is not one of its values"),
        Case(anyCase, "EX;Name=F;SUM=5", [("name", "F"), ("amount", "5")]),
        Case(anyCase, "ex;nAmE=F;Sum=6", [("name", "F"), ("amount", "6")]),
        Case(anyCase, "ex;NAME=F;name=G;sum=5", not: "'name' is there twice"),
        Case(sum, "2.55_1.00_-0.5;a", [("total", "3.05"), ("note", "a")]),
        Case(same, "5;", [("count", "5")]), Case(same, ";5", [("count", "5")]), Case(same, "5;05", [("count", "5")]),
        Case(same, "5;6", not: "'count' is there twice, with different values"),
        Case(sum, "2_1;7", [("total", "3"), ("note", "7")]),
        Case(sum, "999999999999999999_1;7", not: "'total' has too many digits"),
        Case(
            #"{"separator":";","into":[{"name":"a","type":"number","sum":true},{"name":"a","type":"number","sum":true}]}"#,
            "1.5;2.25", [("a", "3.75")]),
        Case(#"{"separator":";","into":[{"name":"a","field":false},"b"]}"#, "1;2", [("b", "2")]),
    ]
    private static let services =
        #"{"fixed":[{"name":"service","length":1,"values":{"R":"registered","E":"express"}},{"name":"days","type":"number","values":{"R":"3","E":"1"}}]}"#
    private static let anyCase =
        #"{"separator":";","assign":"=","anyCase":true,"header":"EX","keys":{"Name":"name","Sum":{"name":"amount","type":"number"}}}"#
    private static let same =
        #"{"separator":";","into":[{"name":"count","type":"number","same":true,"optional":true},"#
        + #"{"name":"count","type":"number","same":true,"optional":true}]}"#
    private static let sum =
        #"{"separator":";","into":[{"separator":"_","each":{"name":"total","type":"number","sum":true}},"note"]}"#

    @Test("a text is split, or a warning says why not", arguments: cases)
    func takesApart(_ expected: Case) throws {
        let taken = try ruleSet(Self.file(expected.parts)).resolve(reading(expected.text, .qr))
        if let reason = expected.reason {
            #expect(taken.kindName == "text")
            #expect(taken.reading.warnings == [.notOfKind("mine", reason: reason)])
            #expect(taken.reading.warnings.first?.description == "not of the kind 'mine': \(reason)")
        } else {
            #expect(taken.kindName == "mine", "\(taken.reading.warnings)")
            #expect(taken.givenFields.map(\.name) == expected.fields.map(\.0))
            #expect(taken.givenFields.map(\.value.description) == expected.fields.map(\.1))
        }
    }

    /// The value of a part of some type; nil: the text is none of it.
    static let values: [(type: String, text: String, value: FieldValue?)] = [
        (#""type":"number""#, "-12.5", DecimalNumber("-12.5").map(FieldValue.number)),
        (#""type":"number""#, "12,5", nil),
        (#""type":"number","mark":",""#, "12,50", DecimalNumber("12.50").map(FieldValue.number)),
        (#""type":"number","mark":",""#, "12.50", nil), (#""type":"number","mark":".,""#, "1.250,00", nil),
        (#""type":"number","mark":".,""#, "12.50", DecimalNumber("12.5").map(FieldValue.number)),
        (#""type":"number","decimals":2"#, "1250", DecimalNumber("12.50").map(FieldValue.number)),
        (#""type":"number","decimals":2"#, "-1250", nil), (#""type":"number","decimals":0"#, "1234567890123456", nil),
        (#""type":"date","pattern":"yyyyMMdd""#, "20261231", CalendarDate("2026-12-31").map(FieldValue.date)),
        (#""type":"date","pattern":"yyyyMMdd""#, "20261331", nil),
        (#""type":"date","pattern":"yyyyMMdd""#, "20260229", nil),
        (#""type":"date","pattern":"dd.MM.yy""#, "31.12.26", CalendarDate("2026-12-31").map(FieldValue.date)),
        (
            #""type":"date","pattern":"yyyy-MM-ddT*""#, "2026-12-31T21:30Z",
            CalendarDate("2026-12-31").map(FieldValue.date)
        ),
        (#""type":"date","pattern":"yyyy-MM-dd""#, "2026-12-31T21:30Z", nil),
        (#""type":"date","pattern":"yyDDD""#, "26119", CalendarDate("2026-04-29").map(FieldValue.date)),
        (#""type":"date","pattern":"yyyyDDD""#, "2024366", CalendarDate("2024-12-31").map(FieldValue.date)),
        (#""type":"date","pattern":"yyDDD""#, "26366", nil), (#""type":"date","pattern":"yyDDD""#, "26000", nil),
        (#""type":"date","pattern":"MMyy""#, "0228", CalendarDate("2028-02-29").map(FieldValue.date)),
        (#""type":"date","pattern":"MMyy""#, "1328", nil),
        (#""type":"date","pattern":["yyMMdd","yyDDD"]"#, "26119", CalendarDate("2026-04-29").map(FieldValue.date)),
        (#""type":"date","pattern":["yyMMdd","yyDDD"]"#, "260429", CalendarDate("2026-04-29").map(FieldValue.date)),
        (#""type":"date","since":"1997-10-07""#, "1000", CalendarDate("2000-07-03").map(FieldValue.date)),
        (#""type":"date","since":"1997-10-07","cycle":9000"#, "1000", CalendarDate("2025-02-22").map(FieldValue.date)),
        (#""type":"date","since":"1997-10-07","cycle":9000"#, "9999", CalendarDate("2025-02-21").map(FieldValue.date)),
        (#""type":"date","since":"1997-10-07","cycle":9000"#, "-1", nil),
        (#""type":"country""#, "276", .text("DE")), (#""type":"country""#, "999", nil),
        (#""type":"currency""#, "978", .text("EUR")),
        (#""type":"country""#, "PT", .text("PT")), (#""type":"country""#, "pt", nil), (#""type":"country""#, "XX", nil),
        (#""type":"currency""#, "EUR", .text("EUR")), (#""type":"currency""#, "EUX", nil),
        (#""matches":"[0-9]{3}""#, "123", .text("123")), (#""matches":"[0-9]{3}""#, "1234", nil),
        (#""is":"A""#, "A", .text("A")), (#""is":"A""#, "B", nil),
    ]

    @Test("a part is of its type", arguments: values)
    func hasType(_ type: String, _ text: String, _ value: FieldValue?) throws {
        let parts = #"{"separator":"|","into":[{"name":"a",\#(type)}]}"#
        let taken = try ruleSet(Self.file(parts)).resolve(reading(text, .qr))
        #expect(taken.givenFields.first?.value == value)
        #expect((taken.kindName == "mine") == (value != nil))
    }

    @Test("checks and fields may name parts, and what may be missing needs a default")
    func namesParts() throws {
        let parts = #"{"separator":"-","into":["number",{"name":"digit"},{"name":"note","optional":true}]}"#
        let others =
            #","check":{"scheme":"luhn","of":"{part.number}{part.digit}"},"fields":{"all":"{part.number}{part.note|!}"}"#
        let set = try ruleSet(Self.file(parts, others: others))
        let taken = set.resolve(reading("4992739871-6", .qr))
        #expect(taken.givenFields.map(\.name) == ["number", "digit", "all"])
        #expect(taken.givenFields.last?.value == .text("4992739871!"))
        #expect(
            set.resolve(reading("4992739871-7", .qr)).reading.warnings
                == [.wrongCheck(ofKind: "mine", found: "7", expected: "6")])
        let wrong = mistakes(Self.file(parts, others: #","fields":{"all":"{part.note}"}"#))
        #expect(wrong.first?.contains("'part.note' may be absent: write {part.note|…}") == true, "\(wrong)")
    }

    @Test("a part that is not a field is known to checks and fields")
    func joinsParts() throws {
        let parts = #"{"separator":"-","into":[{"name":"a","field":false},{"name":"b","field":false}]}"#
        let set = try ruleSet(
            Self.file(
                parts,
                others: #","check":{"scheme":"luhn","of":"{part.a}{part.b}"},"fields":{"all":"{part.a}{part.b}"}"#))
        let taken = set.resolve(reading("4992-7398716", .qr))
        #expect(taken.givenFields.map(\.name) == ["all"])
        #expect(taken.givenFields.first?.value == .text("49927398716"))
    }

    @Test("a number of days that begins again is the day nearest to the scan")
    func countsDays() throws {
        let set = try ruleSet(Self.file(#"{"fixed":[{"name":"due","type":"date","since":"1997-10-07","cycle":9000}]}"#))
        for (day, due) in [
            ("2000-01-01", "2007-12-31"), ("2020-04-25", "2007-12-31"), ("2020-04-27", "2032-08-21"),
            ("2044-12-20", "2057-04-12"),
        ] {
            let scan = Scan(date: try #require(CalendarDate(day)))
            #expect(set.resolve(reading("3737", .qr), scan: scan).givenFields.first?.value.description == due)
        }
    }

    @Test("the forms of a kind are tried in their order, and a rule knows which fields all have")
    func hasForms() throws {
        let kinds = #"""
            [{"kind":"parcel","title":"a parcel","forms":[
              {"title":"A","when":{"text":{"matches":"A(?P<n>[0-9]+)"}},"fields":{"carrier":"A","number":"{match.n}"}},
              {"title":"B","when":{"text":{"prefix":"B"}},"parts":{"fixed":[{"length":1},{"name":"number"}]},"fields":{"carrier":"B","service":"x"}}]}]
            """#
        func file(_ text: String) -> String {
            #"{"version":1,"kinds":\#(kinds),"rules":[{"id":"r","when":{"kind":"parcel"},"do":[{"action":"say","text":"\#(text)"}]}]}"#
        }
        let set = try ruleSet(file("{carrier} {number} {service|-}"))
        #expect(set.resolve(reading("A12", .qr)).actions.first?["text"] == .text("A 12 -"))
        #expect(set.resolve(reading("B12", .qr)).actions.first?["text"] == .text("B 12 x"))
        #expect(set.resolve(reading("C12", .qr)).kindName == "text")
        #expect(mistakes(file("{service}")).first?.contains("'service' may be absent") == true)
        let explained = set.explain(reading("B12", .qr), scan: .noon).kinds
        #expect(explained.map(\.title) == ["A", "B"])
    }

    @Test("a secret part is hidden, and fields of other parts are not")
    func withholds() throws {
        let parts = #"{"separator":"$","into":[null,"server",{"name":"token","type":"secret"}]}"#
        let set = try ruleSet(Self.file(parts, others: #","fields":{"both":"{part.server}/{part.token}"}"#))
        let taken = set.resolve(reading("EX:1$smdp.example.com$7HX42QRS9T", .qr))
        #expect(taken.classification?.fields.map(\.isSecret) == [false, true, true])
        #expect(taken.reading.holdsSecret)
        #expect(taken.reading.redactedText == "EX:1$smdp.example.com$•••")
        #expect(taken.reading.secretMask.masked("the token 7HX42QRS9T") == "the token •••")
        #expect(!"\(taken.reading)".contains("7HX42QRS9T"))
    }

    @Test(
        "a code that nearly is of a kind with a secret is hidden as a whole",
        arguments: [
            ("EX:2$a$7HX42QRS9T", true), ("EX:1$a", true), ("EX:1$7HX42QRS9T$x", true), ("EX:", true),
            ("EY:1$a$7HX42QRS9T", false), ("7HX42QRS9T", false),
        ])
    func withholdsNearMisses(_ text: String, _ isHidden: Bool) throws {
        let parts =
            #"{"separator":"$","into":[{"is":"EX:1"},{"name":"server","matches":"[a-z]"},{"name":"token","type":"secret"}]}"#
        let file = Self.file(parts, when: #"{"text":{"prefix":"EX:"}}"#)
        let missed = try ruleSet(file).resolve(reading(text, .qr))
        #expect(missed.kindName == "text")
        #expect(missed.reading.holdsSecret == isHidden)
        #expect(missed.reading.redactedText == (isHidden ? "•••" : nil))
        #expect(!missed.reading.warnings.map(\.description).joined().contains("7HX42QRS9T"))
    }

    @Test("a secret that is spelled otherwise in the code hides the code as a whole")
    func withholdsDecoded() throws {
        let parts = #"{"decode":"base64","fixed":[{"name":"token","type":"secret"}]}"#
        let taken = try ruleSet(Self.file(parts)).resolve(reading("N0hYNDJRUlM5VA==", .qr))
        #expect(taken.reading.redactedText == "•••")
    }

    static let refused: [(String, String)] = [
        ("{}", "a text with parts needs one of 'into', 'keys', 'fixed', 'each'"),
        (#"{"separator":";","into":["a"],"fixed":[{"name":"b"}]}"#, "there is already a 'into'"),
        (#"{"separator":";","into":[null]}"#, "no part has a name, so the parts have no effect"),
        (#"{"separator":";","into":[]}"#, "'into' needs at least one part"),
        (#"{"into":["a"]}"#, "parts with 'into' need 'separator', the text between them"),
        (#"{"separator":"","into":["a"]}"#, "'separator' has 1 to 16 bytes"),
        (
            #"{"separator":";","escape":";","into":["a"]}"#,
            "'escape' must be one ASCII character other than the separator"
        ),
        (#"{"separator":";","into":["a","a"]}"#, "there is a part 'a' already"),
        (
            #"{"separator":";","into":["1"]}"#,
            "the name of a part must be letters, digits and '_', beginning with a letter: '1'"
        ),
        (#"{"separator":";","into":["text"]}"#, "every code already has 'text'"),
        (#"{"separator":";","into":["amount"]}"#, "'amount' is a number in other kinds, but a string here"),
        (
            #"{"separator":";","into":[{"name":"a","type":"numbr"}]}"#,
            "there is no type 'numbr' (did you mean 'number'?)"
        ),
        (#"{"separator":";","into":[{"name":"a","type":"date"}]}"#, "a date needs 'pattern'"),
        (
            #"{"separator":";","into":[{"name":"a","type":"date","pattern":"yyyy-mm-dd"}]}"#,
            "write yyyy-MM-dd; capitals matter"
        ),
        (#"{"separator":";","into":[{"name":"a","decimals":2}]}"#, "'decimals' needs the type number"),
        (#"{"separator":";","into":[{"name":"a","type":"number","mark":"x"}]}"#, "'mark' is '.', ',' or '.,'"),
        (#"{"separator":";","into":[{"name":"a","matches":"("}]}"#, "this '(' has no ')'"),
        (#"{"separator":";","into":[{"name":"a","length":3}]}"#, "only parts of 'fixed' can have a length"),
        (#"{"separator":";","into":[{"name":"a","nam":3}]}"#, "a part has no 'nam' (did you mean 'name'?)"),
        (#"{"fixed":[{"name":"a"},{"name":"b","length":2}]}"#, "only the last part can be without 'length'"),
        (#"{"fixed":[{"name":"a"}],"decode":"rot13"}"#, "there is no step 'rot13'; use one of base64, base64url"),
        (#"{"fixed":[{"name":"a"}],"assign":"="}"#, "'assign' goes with 'keys', not with 'fixed'"),
        (
            #"{"separator":"|","keys":{"A":"a"}}"#,
            "parts with 'keys' need 'assign', the text between a key and its value"
        ),
        (#"{"tlv":{"tag":9,"length":1},"keys":{"1":"a"}}"#, "'tag' must be a number of bytes: 1 to 4"),
        (#"{"tlv":{"tag":1,"length":1},"keys":{"A":"a"}}"#, "a tag is a decimal number"),
        (#"{"fixed":[{"name":"a","values":{}}]}"#, "'values' must have 1 to 1024 texts, each with its meaning"),
        (#"{"fixed":[{"name":"a","values":"b"}]}"#, "'values' must be an object, not a string"),
        (#"{"fixed":[{"name":"a","type":"country","values":{"1":"XX"}}]}"#, "'XX' is not a country"),
        (#"{"fixed":[{"name":"a","sum":true}]}"#, "'sum' needs the type number"),
        (
            #"{"fixed":[{"name":"a","type":"number","sum":true,"same":true}]}"#,
            "'same' cannot be combined with 'sum'"
        ),
        (#"{"separator":";","into":["a",{"name":"a","same":true}]}"#, "there is a part 'a' already"),
        (#"{"fixed":[{"field":false}]}"#, "'field' goes with a 'name'"),
        (#"{"fixed":[{"name":"a"}],"anyCase":true}"#, "'anyCase' goes with 'keys', not with 'fixed'"),
        (
            #"{"separator":"|","assign":"=","anyCase":true,"keys":{"A":"a","a":"b"}}"#,
            "the key 'a' is used twice"
        ),
        (#"{"fixed":[{"name":"a","type":"date","pattern":"yyDDDMM"}]}"#, "a pattern of dates has"),
        (#"{"fixed":[{"name":"a","type":"date","pattern":["yyDDD","dd"]}]}"#, "a pattern of dates has"),
        (#"{"fixed":[{"name":"a","type":"date","since":"1997"}]}"#, "'since' must be a day, such as 2026-12-24"),
        (#"{"fixed":[{"name":"a","type":"date","cycle":5}]}"#, "'cycle' needs 'since'"),
        (
            #"{"fixed":[{"name":"a","type":"date","since":"1997-10-07","cycle":0}]}"#,
            "'cycle' must be a number of days"
        ),
        (#"{"fixed":[{"name":"a","since":"1997-10-07"}]}"#, "'since' needs the type date"),
        (#"{"of":"{part.a}","fixed":[{"name":"a"}]}"#, "there is no part 'a'"),
    ]

    @Test("an error in parts is reported", arguments: refused)
    func refuses(_ parts: String, _ message: String) {
        let found = mistakes(Self.file(parts))
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test("rules may ask for values that only a kind of a rule file gives a field")
    func hasOtherValues() throws {
        let set = try ruleSet(
            #"""
            {"version":1,"kinds":[{"kind":"slip","when":{"text":{"prefix":"S"}},"fields":{"paymentForm":"boleto"}}],
             "rules":[{"id":"r","when":{"paymentForm":"boleto"},"do":[]}]}
            """#)
        #expect(set.resolve(reading("S1", .qr)).rule?.id == "r")
        #expect(!mistakes(#"{"version":1,"rules":[{"id":"r","when":{"paymentForm":"boleto"},"do":[]}]}"#).isEmpty)
    }

    static let refusedForms: [(String, String)] = [
        (#""forms":[]"#, "a kind has 1 to 64 forms"), (#""forms":{}"#, "'forms' must be a list"),
        (#""forms":[{}]"#, "a form needs 'when'"),
        (#""forms":[{"when":{}}],"when":{}"#, "'when' must be in each of the 'forms'"),
        (#""forms":[{"when":{},"do":[]}]"#, "a form of a kind has no 'do'"),
        (
            #""forms":[{"when":{},"fields":{"x":"a"}},{"when":{"price":{"exists":true}},"fields":{"x":"{price}"}}]"#,
            "'x' is a string in other kinds, but a number here"
        ),
    ]

    @Test("an error in forms is reported", arguments: refusedForms)
    func refusesForms(_ forms: String, _ message: String) {
        let found = mistakes(#"{"version":1,"kinds":[{"kind":"mine",\#(forms)}],"rules":[]}"#)
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test("parts have no end where they are nested without one")
    func isBounded() {
        var parts = #"{"name":"a"}"#
        for _ in 0..<12 { parts = #"{"separator":";","into":[\#(parts)]}"# }
        #expect(mistakes(Self.file(parts)).contains { $0.contains("parts are nested too deeply") })
    }

    @Test("a form that an earlier one leaves no code is a warning")
    func tellsOfOverlap() throws {
        let set = try ruleSet(
            #"""
            {"version":1,"kinds":[{"kind":"a","when":{"kind":"text","text":{"prefix":"AB"}}},
              {"kind":"b","when":{"kind":"text","text":{"prefix":"ABC"}}},
              {"kind":"c","forms":[{"when":{"kind":"text","text":{"prefix":"ABD"}}},{"when":{"kind":"text","text":{"prefix":"X"}}}]}],
             "rules":[{"id":"r","when":{"kind":["a","c"]},"do":[]}]}
            """#)
        #expect(
            set.warnings.map(\.message) == [
                "no code is ever of the kind 'b': the kind 'a' before it matches all of them",
                "no code ever has this form of 'c': the kind 'a' before it matches all of them",
            ])
    }

    @Test("examples are tests of their kind")
    func testsExamples() {
        let kind = #"""
            {"version":1,"kinds":[{"kind":"mine","when":{"kind":"text","text":{"prefix":"M"}},
             "parts":{"fixed":[{"length":1},{"name":"number"}]},
             "examples":[{"text":"M1","fields":{"number":"1"}},{"text":"M2","fields":{"number":"3"}},{"text":"N1"}]}]}
            """#
        let suite = RuleTestSuite(file: RuleFile(name: "a.json", text: kind), actions: [])
        let results = suite.run()
        #expect(suite.count == 3)
        #expect(results.map(\.hasPassed) == [true, false, false], "\(suite.issues)")
        #expect(results.flatMap(\.differences).map(\.subject) == ["fields.number", "kind"])
        let wrong = kind.replacing(#"{"number":"3"}"#, with: #"{"numbr":"3"}"#)
        let issues = RuleTestSuite(file: RuleFile(name: "a.json", text: wrong), actions: []).issues
        #expect(issues.map(\.message) == ["no code has a field 'numbr' (did you mean 'number'?)"])
    }
}
