import BeelineRules
import BeelineSupport
import Testing

@Suite("Constants, ids and files")
struct ConstantsTests {
    private static let json = oneRule(
        do: #"[{"action":"open-url","url":"https://{const.shop}/"}]"#, constants: #"{"shop":"file.example"}"#)

    private func url(values: [String: String] = [:], environment: [String: String] = [:]) throws -> String? {
        let set = try ruleSet(Self.json, constants: ConstantSettings(values: values, environment: environment))
        return set.resolve(reading("x")).actions.first?.url
    }

    @Test("--set overrides the environment, and that the file")
    func precedence() throws {
        #expect(try url() == "https://file.example/")
        #expect(try url(environment: ["SHOP": "env.example"]) == "https://env.example/")
        #expect(try url(environment: ["shop": "env.example"]) == "https://file.example/")
        #expect(
            try url(values: ["shop": "set.example"], environment: ["SHOP": "env.example"]) == "https://set.example/")
    }

    @Test("of two files the first has the say, in both of them")
    func firstFileWins() throws {
        let user = RuleFile(name: "user", text: #"{"version":1,"constants":{"shop":"user.example"}}"#)
        let set = try RuleSet(files: [user, RuleFile(name: "f", text: Self.json)], actions: ActionSignature.all)
        #expect(set.resolve(reading("x")).actions.first?.url == "https://user.example/")
        #expect(set.constants == ["shop": "user.example"])
        #expect(set.warnings.isEmpty)
    }

    @Test("a setting for a constant that no file has is an error; in the environment it is nothing")
    func unknownSettings() throws {
        let issues = errors(Self.json, constants: ConstantSettings(values: ["shpo": "x", "other_name": "y"]))
        #expect(
            issues.map(\.description) == [
                "constant other_name: error: no rule file has a constant 'other_name'; use one of shop",
                "constant shpo: error: no rule file has a constant 'shpo' (did you mean 'shop'?)",
            ])
        #expect(try url(environment: ["SHPO": "x"]) == "https://file.example/")
    }

    @Test("a value with a typing error gets a warning; one that no rule has a word like is left alone")
    func mistypedValues() throws {
        func warnings(
            of value: String, set: [String: String] = [:], environment: [String: String] = [:]
        ) throws -> [String] {
            let json = #"""
                {"version":1,"constants":{"books":"\#(value)"},"rules":[
                {"id":"a","when":{"const.books":["amazon","worldcat","till-12","store-a"],"kind":"isbn"},"do":[]},
                {"id":"b","when":{"kind":"isbn"},"do":[{"action":"emit","when":{"const.books":"off"},"fields":{"x":"y"}}]}]}
                """#
            let settings = ConstantSettings(values: set, environment: environment, origin: "--set")
            return try ruleSet(json, constants: settings).warnings.map { warning in
                "\(warning)".split(separator: "\n").first.map(String.init) ?? ""
            }
        }
        #expect(try warnings(of: "worldcat").isEmpty)
        for value in ["none", "till-2", "till-13", "store-b"] { #expect(try warnings(of: value).isEmpty) }
        #expect(
            try warnings(of: "worldcatt") == [
                "f:1:35: warning: no rule compares 'books' with 'worldcatt' (did you mean 'worldcat'?)"
            ])
        #expect(
            try warnings(of: "worldcat", set: ["books": "Amazon"]) == [
                "--set books: warning: no rule compares 'books' with 'Amazon' (did you mean 'amazon'?)"
            ])
        #expect(
            try warnings(of: "worldcatt", set: ["books": "offf"]) == [
                "--set books: warning: no rule compares 'books' with 'offf' (did you mean 'off'?)"
            ])
        #expect(
            try warnings(of: "worldcat", environment: ["BOOKS": "amazn"]) == [
                "environment books: warning: no rule compares 'books' with 'amazn' (did you mean 'amazon'?)"
            ])
        #expect(try warnings(of: "worldcatt", set: ["books": "of"]).isEmpty)
    }

    @Test("a constant that nothing uses gets a warning, with its place")
    func unusedConstants() throws {
        let set = try ruleSet(#"{"version":1,"constants":{"b":"","a":"","note":"this is a note"}}"#)
        #expect(
            set.warnings.map { "\($0)".split(separator: "\n").first ?? "" } == [
                "f:1:27: warning: the constant 'b' is not used", "f:1:34: warning: the constant 'a' is not used",
            ])
        #expect(try ruleSet(oneRule(when: #"{"text":"{const.a}"}"#, constants: #"{"a":"x"}"#)).warnings.isEmpty)
        #expect(
            try ruleSet(oneRule(when: #"{"text":{"prefix":"{const.a}"}}"#, constants: #"{"a":"x"}"#)).warnings.isEmpty)
    }

    @Test("a value that makes no sense where the constant is used is an error there")
    func badSettings() {
        for value in ["", "evil.example/", "a@b", "x:y"] {
            let issues = errors(Self.json, constants: ConstantSettings(values: ["shop": value]))
            #expect(issues.count == 1)
            #expect(issues.first?.position != nil)
        }
    }

    @Test("an id is unique over all files")
    func duplicateIDs() {
        let rule = #"{"id":"r","when":{},"do":[]}"#
        let one = RuleFile(name: "one", text: #"{"version":1,"rules":[\#(rule)]}"#)
        let two = RuleFile(name: "two", text: #"{"version":1,"rules":[\#(rule)],"disable":["r"]}"#)
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: [one, two], actions: []) }
        #expect(
            error?.issues.map { "\($0)".split(separator: "\n").first ?? "" } == [
                "two:1:29: error: the id 'r' is already used, in one: give this rule another id"
            ])
    }

    @Test("any file may switch rules off")
    func disabling() throws {
        let rules = RuleFile(name: "rules", text: oneRule())
        let off = RuleFile(name: "off", text: #"{"version":1,"disable":["r","rr"]}"#)
        for files in [[rules, off], [off, rules]] {
            let set = try RuleSet(files: files, actions: [])
            #expect(set.rules.isEmpty)
            #expect(set.resolve(reading("x")).rule == nil)
            #expect(set.warnings.map(\.message) == ["there is no rule 'rr' (did you mean 'r'?)"])
            #expect(set.warnings.first?.position?.description == "1:29")
        }
    }

    @Test("rules are tried in the order of the files")
    func fileOrder() throws {
        let files = ["b", "a"].map {
            RuleFile(name: $0, text: #"{"version":1,"rules":[{"id":"\#($0)","title":"T","when":{},"do":[]}]}"#)
        }
        let set = try RuleSet(files: files, actions: [])
        #expect(set.rules.map(\.file) == ["b", "a"])
        #expect(set.resolve(reading("x")).rule?.id == "b")
        #expect(set.rules.first?.title == "T")
        #expect(try RuleSet(files: [], actions: []).rules.isEmpty)
    }
}

@Suite("The nearest right word")
struct SpellingTests {
    static let cases: [(String, [String], String?)] = [
        ("isbn1O", ["isbn13", "isbn10"], "isbn10"),
        ("isbnl3", ["isbn10", "isbn13"], "isbn13"),
        ("gtin1B", ["gtin13", "gtin18"], "gtin18"),
        ("ISBN13", ["isbn10", "isbn13"], "isbn13"),
        ("hots", ["path", "host"], "host"),
        ("hst", ["host"], "host"),
        ("hoost", ["host"], "host"),
        ("xy", ["host"], nil),
        ("a", ["b"], "b"),
        ("", ["host"], nil),
        ("host", [], nil),
        ("symbolgoyy", ["symbology"], "symbology"),
        ("prefx", ["suffix", "prefix"], "prefix"),
        ("abcdefgh", ["abxdxfgx"], nil),
    ]

    @Test(arguments: cases)
    func finds(_ word: String, _ candidates: [String], _ nearest: String?) {
        #expect(Spelling.nearest(to: word, in: candidates) == nearest)
        #expect(Spelling.hint(for: word, in: candidates) == (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
    }
}
