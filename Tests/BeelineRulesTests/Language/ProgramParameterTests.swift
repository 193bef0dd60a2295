import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Parameters of actions that start programs, and those that contain secrets")
struct ProgramParameterTests {
    private static let start = ActionSignature(
        name: "start", summary: "",
        parameters: [
            .init("program", .text, isRequired: false, freedom: .fixed, summary: ""),
            .init("level", .text, isRequired: false, freedom: .choice(["low", "high"]), summary: ""),
            .init("arguments", .texts, isRequired: false, summary: ""),
            .init("password", .secret, isRequired: false, summary: ""),
        ], effects: [.process])

    private func rules(_ parameters: String, when: String = #"{"text":{"exists":true}}"#) throws -> RuleSet {
        let json = file(
            #""constants":{"folder":"/usr/bin","dash":"-x","high":"high","none":""}"#,
            rules: rule("r", when, do: #"[{"action":"start",\#(parameters)}]"#))
        return try RuleSet(files: [RuleFile(name: "f", text: json)], actions: [Self.start])
    }

    private func action(_ parameters: String, _ text: String) throws -> Action {
        try #require(try rules(parameters).resolve(reading(text, .qr)).actions.first)
    }

    struct Filled: Sendable, CustomTestStringConvertible {
        let template: String
        let text: String
        /// The arguments; nil where the code would choose an option.
        let arguments: [String]?
        var testDescription: String { "\(template) \(text)" }

        init(_ template: String, _ text: String, _ arguments: [String]?) {
            (self.template, self.text, self.arguments) = (template, text, arguments)
        }
    }

    static let filled = [
        Filled("[]", "x", []),
        Filled(#"["{text}"]"#, "a b", ["a b"]),
        Filled(#"["a {text}","{text}","{{}}"]"#, "x\ny", ["a x\ny", "x\ny", "{}"]),
        Filled(#"["{text}"]"#, "--help", nil),
        Filled(#"["-v","{text}"]"#, "-", nil),
        Filled(#"["-v","--","{text}"]"#, "--help", ["-v", "--", "--help"]),
        Filled(#"["{text}","--"]"#, "-x", nil),
        Filled(#"["--to={text}"]"#, "-x", ["--to=-x"]),
        Filled(#"["-{text}"]"#, "-x", ["--x"]),
        Filled(#"["{const.dash}","{text}"]"#, "y", ["-x", "y"]),
        Filled(#"["{const.dash}{text}"]"#, "y", ["-xy"]),
        Filled(#"["{const.none}{text}"]"#, "-y", nil),
        Filled(#"["{label|}{text}"]"#, "-y", nil),
        Filled(#"["{text}"]"#, "$(x) `x` ;x 'x' \"x\" %s {text}", ["$(x) `x` ;x 'x' \"x\" %s {text}"]),
    ]

    @Test("each text is one argument, and no code makes an option of it", arguments: filled)
    func fillsLists(_ filled: Filled) throws {
        let action = try action(#""arguments":\#(filled.template)"#, filled.text)
        #expect(action["arguments"] == filled.arguments.map { .list($0.map(FieldValue.text)) })
        #expect((action.problem != nil) == (filled.arguments == nil))
        if let problem = action.problem { #expect(problem.contains("would let the code choose an option")) }
    }

    static let refusals = [
        Refusal(#""arguments":"x""#, "'arguments' is a list of strings, not a string"),
        Refusal(#""arguments":{"a":"b"}"#, "'arguments' is a list of strings, not an object"),
        Refusal(#""arguments":["x",5]"#, "an element must be a text: write \"5\""),
        Refusal(#""arguments":["{isbn10}"]"#, "'isbn10' may be absent"),
        Refusal(#""arguments":["{secret.key}"]"#, "a secret is only allowed in"),
        Refusal(#""program":"{secret.key}""#, "a secret is only allowed in"),
        Refusal(#""program":"{text}""#, "a code cannot choose 'program'"),
        Refusal(#""program":"/usr/bin/{text}""#, "a code cannot choose 'program'"),
        Refusal(#""program":["x"]"#, "'program' must be a text, not a list"),
        Refusal(#""level":"middle""#, "'level' is one of 'low', 'high'"),
        Refusal(#""level":"hihg""#, "(did you mean 'high'?)"),
        Refusal(#""level":"{text}""#, "'level' is one of"),
        Refusal(#""password":5"#, "'password' must be a text: write \"5\""),
        Refusal(#""password":"{isbn10}""#, "'isbn10' may be absent"),
    ]

    @Test("an impossible parameter is an error when rules are loaded", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        do {
            _ = try rules(refusal.json)
            Issue.record("it was taken")
        } catch let error as RuleSetError {
            #expect(error.issues.count == 1 && error.issues[0].message.contains(refusal.message), "\(error)")
        } catch {
            Issue.record(error)
        }
    }

    @Test(
        "a fixed text is made of literals and constants",
        arguments: [
            (#""program":"{const.folder}/x{{}}""#, "program", "/usr/bin/x{}"), (#""program":"x""#, "program", "x"),
            (#""level":"low""#, "level", "low"), (#""level":"{const.high}""#, "level", "high"),
        ])
    func fills(_ json: String, _ name: String, _ value: String) throws {
        #expect(try action(json, "hello")[name] == .text(value))
    }

    @Test("a secret parameter is never shown, whether its value is of the code, of the rule or a secret by name")
    func hidesSecrets() throws {
        for template in ["{text}", "open sesame", "{secret.key}", "a {secret.key} {text}"] {
            let action = try action(#""password":"\#(template)""#, "open sesame")
            let revealed = try action.revealed { $0 == "key" ? "open sesame" : nil }
            #expect(revealed["password"]?.description.contains("open sesame") ?? false)
            for text in ["\(action)", "\(action.redacted)", "\(revealed)", "\(revealed.redacted)"] {
                #expect(text.contains("•••") && !text.contains("sesame"), "\(template) \(text)")
            }
        }
    }

    @Test("a list in which one argument contains the password of a network is hidden as a whole")
    func hidesLists() throws {
        let rules = try rules(#""arguments":["-p","{password}"]"#, when: #"{"kind":"wifi","password":{"exists":true}}"#)
        let action = try #require(rules.resolve(reading("WIFI:T:WPA;S:a;P:sesame;;", .qr)).actions.first)
        #expect(action["arguments"] == .list(["-p", "sesame"]))
        #expect(!"\(action)".contains("sesame") && !"\(action.redacted)".contains("sesame"))
    }
}
