import BeelineRuleTools
import BeelineRules
import Testing

/// What was accepted without a word and did not what its author meant.
@Suite("Traps in rule files")
struct SilentTrapsTests {
    private static func kind(_ members: String) -> String {
        #"{"version":1,"kinds":[{"kind":"slip",\#(members)}],"rules":[{"id":"a","when":{"kind":"slip"},"do":[]}]}"#
    }

    private static func matching(_ check: String) -> String {
        kind(
            #""when":{"text":{"matches":"(?P<num>[0-9]{6})(?P<cents>[0-9]{4})","decimals":{"cents":2}}},"check":\#(check)"#
        )
    }

    private static func parts(_ parts: String, _ others: String = "") -> String {
        kind(#""when":{"text":{"prefix":"A"}},"parts":\#(parts)\#(others)"#)
    }

    static let mistakes: [(json: String, message: String)] = [
        (
            matching(#"{"scheme":"luhn","of":"{match.num}{match.cents}"}"#),
            "'match.cents' is a number because of 'decimals', and has a point in it: capture its digits under another name"
        ),
        (
            matching(#"{"scheme":"luhn","of":"match.num"}"#),
            "the text to check has no {name}, so it is the same for every code: write {match.num}"
        ),
        (
            parts(
                #"{"separator":";","into":[{"name":"n","type":"number"}]}"#,
                #","check":{"scheme":"luhn","of":"{part.n}"}"#),
            "'part.n' is a number, and not the characters of the code"
        ),
        (parts(#"{"separator":";","keys":{"A":"article"}}"#), #"need 'assign', the text between a key and its value"#),
        (
            parts(#"{"separator":";","into":[{"name":"d","type":"date","pattern":"DD.MM.YYYY"}]}"#),
            "write dd.MM.yyyy; capitals matter"
        ),
        (
            parts(#"{"separator":";","into":[{"name":"d","type":"date","pattern":"%Y-%m-%d"}]}"#),
            "write yyyy-MM-dd; capitals matter"
        ),
        (oneRule(do: #"[{"action":"open","url":"https://a.example/"}]"#), #"no action 'open': write "open-url""#),
        (oneRule(do: #"[{"action":"print","fields":{}}]"#), #"no action 'print': write "emit""#),
        (oneRule(do: #"[{"action":"log","fields":{}}]"#), #"no action 'log': write "record""#),
        (oneRule(do: #"[{"type":"open-url","url":"https://a.example/"}]"#), #"write {"action": "open-url", …}"#),
        (oneRule(do: #"[{"open-url":"https://a.example/"}]"#), #"write {"action": "open-url", …}"#),
        (oneRule(do: #"["emit"]"#), #"write {"action": "emit", …}"#),
        (oneRule(when: #"{"kind":"book"}"#), #"there is no kind 'book': write "isbn""#),
        (oneRule(when: #"{"kind":"wlan"}"#), #"there is no kind 'wlan': write "wifi""#),
        (
            oneRule(when: #"{"kind":"qrcode"}"#),
            #"there is no kind 'qrcode': it is a symbology: write "symbology": "qr_code""#
        ),
        (
            oneRule(when: #"{"kind":"isbn"}"#, do: #"[{"action":"open-url","url":"https://a.example/{{isbn13}}"}]"#),
            "write {isbn13}, with one brace and no blanks, instead of '{{isbn13}}'"
        ),
        (
            oneRule(when: #"{"kind":"isbn"}"#, do: #"[{"action":"say","text":"{ isbn13 }"}]"#),
            "write {isbn13}, with one brace and no blanks, instead of '{ isbn13 }'"
        ),
        (oneRule(do: #"[{"action":"say","text":"{scan}"}]"#), "{scan} alone, in 'json', is the whole result"),
    ]

    @Test("are errors with their remedy", arguments: mistakes)
    func areErrors(_ json: String, _ message: String) {
        let found = BeelineRulesTests.mistakes(json)
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    static let texts: [(text: String, warning: String?)] = [
        ("{{isbn13}}", "write {isbn13}, with one brace"), ("{{ isbn13 }}", "write {isbn13}, with one brace"),
        ("a ${isbn13} b", "write {isbn13} instead of '${isbn13}'"), ("$isbn13", "write {isbn13} instead of '$isbn13'"),
        ("<isbn13>", "write {isbn13} instead of '<isbn13>'"), ("%isbn13%", "write {isbn13} instead of '%isbn13%'"),
        ("{{match.a}}", "write {match.a}, with one brace"), ("match.a", "for the value write {match.a}"),
        ("{isbn13|upper}", "templates have no functions"), ("{isbn13|none}", nil),
        ("scan.time", "for the value write {scan.time}"), ("$1", "captures have names"),
        (#"\\1"#, "captures have names"), ("%(isbn13)s", "instead of '%(isbn13)s'"),
        ("%{isbn13}", "instead of '%{isbn13}'"),
        ("[isbn13]", "instead of '[isbn13]'"), ("[[isbn13]]", "instead of '[[isbn13]]'"),
        ("@isbn13", "instead of '@isbn13'"), (":isbn13", "instead of ':isbn13'"),
        ("$(isbn13)", "instead of '$(isbn13)'"), (#"\\(isbn13)"#, #"instead of '\(isbn13)'"#),
        ("<%= isbn13 %>", "instead of '<%= isbn13 %>'"), ("$isbn13$", "instead of '$isbn13'"),
        ("a %s", "nothing replaces '%s': write the name of a value in braces"), ("%1$s", "nothing replaces '%1$s'"),
        ("[isbn13] {price|}", "instead of '[isbn13]'"),
        ("{isbn13}", nil), ("{{x}}", nil), ("$5.00", nil), ("<b>", nil), ("100 %", nil),
        ("[price] {price|}", nil), ("[text](a)", nil), ("info@text", nil), (":date:", nil), ("a[price]", nil),
        ("50%s", nil), ("{isbn13} %s", nil), ("price: 5", nil), ("%d%", nil), ("%x", nil),
        ("isbn13", nil), ("www.example", nil), ("a < b > c", nil), ("kind: isbn13", nil),
    ]

    @Test("of other template languages are warnings where the name is known", arguments: texts)
    func areWarnings(_ text: String, _ warning: String?) throws {
        let when = #"{"kind":"isbn","isbn13":{"matches":"(?P<a>978)[0-9]+"}}"#
        let json = oneRule(when: when, do: #"[{"action":"say","text":"\#(text)"}]"#)
        let found = try language(json).warnings.map(\.message)
        #expect(warning.map { warning in found.contains { $0.contains(warning) } } ?? found.isEmpty, "\(found)")
    }

    static let urls: [(query: String, warning: String?)] = [
        (":isbn13", "instead of ':isbn13'"), ("?q=:isbn13", "instead of ':isbn13'"), ("@isbn13", "'@isbn13'"),
        ("?q=[isbn13]", "'[isbn13]'"), ("?q=$1", "'$1' does not name a capture"), ("?q=$isbn13", "'$isbn13'"),
        ("?q=%(isbn13)s", "write {isbn13} instead of '%(isbn13)s'"), ("?q=%s", "nothing replaces '%s'"),
        ("?q=%{isbn13}", "'%{isbn13}'"), ("?q={:isbn13}", "':isbn13'"), (":x/{isbn13}", nil),
        ("?filter[price]={isbn13}", nil), ("?[price]=1", nil), ("?$text=a", nil), ("?q={isbn13}&p=$1", nil),
        ("@shop/{isbn13}", nil), ("a@text", nil), ("?q=%20s", nil), ("#{isbn13}", nil), ("?q=$2", nil),
    ]

    @Test("of routes and queries are found in URLs", arguments: urls)
    func findsInURLs(_ query: String, _ warning: String?) throws {
        let rule = oneRule(
            when: #"{"kind":"isbn"}"#, do: #"[{"action":"open-url","url":"https://a.example/\#(query)"}]"#)
        let errors = BeelineRulesTests.mistakes(rule)
        let found = try errors + (errors.isEmpty ? language(rule).warnings.map(\.message) : [])
        #expect(warning.map { warning in found.contains { $0.contains(warning) } } ?? found.isEmpty, "\(found)")
    }

    private static let program = ActionSignature(
        name: "run", summary: "", parameters: [.init("args", .texts, summary: "")], effects: [.process])

    @Test("of a program are its own", arguments: [(#"["%s","{kind}"]"#, false), (#"["a","$1"]"#, true)])
    func leavesArguments(_ arguments: String, _ isTold: Bool) throws {
        let json = oneRule(do: #"[{"action":"run","args":\#(arguments)}]"#)
        let rules = try RuleSet(files: [RuleFile(name: "f", text: json)], actions: [Self.program])
        #expect(rules.warnings.isEmpty != isTold)
    }

    @Test("of a constant from outside name where it comes from")
    func namesTheOrigin() {
        let json = oneRule(when: #"{"price":{"<":"{const.limit}"}}"#, constants: #"{"limit":"12.50"}"#)
        let environment = BeelineRulesTests.mistakes(json, constants: ConstantSettings(environment: ["LIMIT": "abc"]))
        #expect(environment == ["'price' is a number, and the constant is 'abc' (from BEELINE_SET_LIMIT)"])
        let option = BeelineRulesTests.mistakes(
            json, constants: ConstantSettings(values: ["limit": "abc"], origin: "--set"))
        #expect(option == ["'price' is a number, and the constant is 'abc' (from --set limit)"])
    }

    private static let set = ActionSignature(
        name: "set", summary: "", parameters: [.init("values", .fields, summary: "")], effects: [.local])

    @Test(
        "a session value that no action sets is a warning, unless a test gives it",
        arguments: [
            ("mode", "mode", "", nil), ("mode", "mdoe", "", "no action sets 'session.mdoe' (did you mean 'mode'?)"),
            ("mode", "other", "", "no action sets 'session.other'"),
            ("mode", "other", #","given":{"session":{"other":"x"}}"#, nil),
        ] as [(String, String, String, String?)])
    func warnsOfUnsetValues(_ name: String, _ used: String, _ given: String, _ warning: String?) throws {
        let json = #"""
            {"version":1,"rules":[
              {"id":"a","when":{"session.\#(used)":"x"},"do":[]},
              {"id":"b","when":{},"do":[{"action":"set","values":{"\#(name)":"x"}}]}],
             "tests":[{"scan":{"text":"a"}\#(given),"expect":null}]}
            """#
        let rules = try RuleSet(files: [RuleFile(name: "f", text: json)], actions: [Self.set])
        #expect(rules.warnings.map(\.message) == [warning].compactMap(\.self))
    }

    static let recorded: [(when: String, text: String, isCertain: Bool)] = [
        (#"{"kind":"isbn","seen.isbn13.count":{">":0}}"#, "{seen.isbn13.last} {seen.isbn13.first}", true),
        (#"{"seen.count":{">":0}}"#, "{seen.last}", true), (#"{"seen.count":{">=":1}}"#, "{seen.last}", true),
        (#"{"seen.today":2}"#, "{seen.first}", true), (#"{"seen.count":[1,2]}"#, "{seen.first}", true),
        (#"{"not":{"seen.count":0}}"#, "{seen.last}", true), (#"{"seen.first":{"exists":true}}"#, "{seen.last}", true),
        (#"{"seen.count":{">=":0}}"#, "{seen.last}", false), (#"{"seen.count":[0,1]}"#, "{seen.last}", false),
        (#"{"seen.count":{"<":5}}"#, "{seen.last}", false), (#"{"seen.count":{">":0}}"#, "{seen.source}", false),
        (#"{"kind":"isbn","seen.isbn13.count":{">":0}}"#, "{seen.last}", false),
    ]

    @Test("what was recorded has a time", arguments: recorded)
    func knowsRecordings(_ when: String, _ text: String, _ isCertain: Bool) {
        let found = BeelineRulesTests.mistakes(oneRule(when: when, do: #"[{"action":"say","text":"\#(text)"}]"#))
        #expect(found.isEmpty == isCertain, "\(found)")
    }
}

@Suite("Names of bundled files that are not in use")
struct BundledNamesTests {
    private static let parcels = RuleFile(
        name: "bundled:parcels",
        text: #"""
            {"version":1,"constants":{"depot":"north"},"services":{"trace":{"url":"https://a.example/{n}","results":{"a":"/a"}}},
             "kinds":[{"kind":"parcel","when":{"text":{"matches":"1Z(?P<n>[0-9]+)"}},"fields":{"wagon":"{match.n}"}}],
             "rules":[{"id":"parcel.show","when":{"kind":"parcel"},"do":[]}]}
            """#)

    private static let reader = RuleFileReader(bundled: { [parcels] }) { name, _ throws(RuleFileProblem) in
        guard name == parcels.name else { throw RuleFileProblem("no such file") }
        return parcels
    }

    private static let actions = ActionSignature.all + [.lookup]

    static let cases: [(rule: String, subject: String)] = [
        (#""when":{"kind":"parcel"},"do":[]"#, "kind 'parcel'"),
        (#""when":{"kind":["isbn","parcel"]},"do":[]"#, "kind 'parcel'"),
        (#""when":{"wagon":"1"},"do":[]"#, "field 'wagon'"),
        (#""when":{},"do":[{"action":"say","text":"{wagon|}"}]"#, "field 'wagon'"),
        (#""when":{},"do":[{"action":"say","text":"{const.depot}"}]"#, "constant 'depot'"),
        (#""when":{},"do":[{"action":"lookup","service":"trace","with":{"n":"{text|}"}}]"#, "service 'trace'"),
    ]

    @Test("are errors that name the file to include, with which there are none", arguments: cases)
    func nameTheInclude(_ rule: String, _ subject: String) throws {
        func load(_ include: String) throws(RuleSetError) -> RuleSet {
            let json = #"{"version":1,"rules":[\#(include){"id":"a",\#(rule)}]}"#
            return try RuleSet(files: [RuleFile(name: "f", text: json)], actions: Self.actions, reader: Self.reader)
        }
        let error = #expect(throws: RuleSetError.self) { try load("") }
        let message =
            "the \(subject) is defined in bundled:parcels: add { \"include\": \"bundled:parcels\" } to \"rules\""
        #expect(error?.issues.map(\.message) == [message])
        _ = try load(#"{"include":"bundled:parcels"},"#)
    }

    @Test("are known in tests if they are of kinds, and a misspelled one is still an error")
    func areKnownInTests() {
        func suite(_ when: String, _ expected: String) -> RuleTestSuite {
            let json = #"""
                {"version":1,"rules":[{"id":"a","when":\#(when),"do":[]}],
                 "tests":[{"scan":{"text":"1Z123"},"expect":\#(expected)}]}
                """#
            return RuleTestSuite(file: RuleFile(name: "f", text: json), actions: Self.actions, reader: Self.reader)
        }
        for when in [#"{"kind":"parcel"}"#, #"{"wagon":"123"}"#, "{}"] {
            let suite = suite(when, #"{"rule":"a","kind":"parcel","fields":{"wagon":"123"}}"#)
            #expect(suite.canRun && suite.run().allSatisfy { $0.hasPassed }, "\(when): \(suite.messages)")
        }
        let plain = suite("{}", #"{"kind":"text"}"#).run()
        #expect(plain.allSatisfy { $0.hasPassed })
        let wrong = suite(#"{"kind":"parcle"}"#, "null")
        #expect(wrong.messages.contains { $0.contains("there is no kind 'parcle' (did you mean 'parcel'?)") })
        let rule = suite("{}", #"{"rule":"parcel.show"}"#)
        #expect(rule.messages.contains { $0.contains("the rule 'parcel.show' is defined in bundled:parcels") })
    }
}
