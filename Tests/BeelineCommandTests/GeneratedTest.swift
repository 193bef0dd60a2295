import Beeline

/// A rule file with one thing in it that is right or wrong, made from the tables.
struct GeneratedTest: Sendable {
    /// What is in it, for people.
    let title: String
    let file: String
    /// Whether types alone decide if it is right. The schema knows all types that the rules know.
    let isJudgedByType: Bool

    static let all = conditions + actions

    /// Each value of the list, asked of a name of each type and form.
    private static let conditions: [GeneratedTest] = {
        var seen: [(FieldType, FieldForm)] = []
        var tests: [GeneratedTest] = []
        for field in Field.table where !seen.contains(where: { $0 == (field.type, field.form) }) {
            seen.append((field.type, field.form))
            for value in values { tests.append(GeneratedTest(field.name, value, field.form == .free)) }
        }
        let memory =
            SeenField.allCases.map(\.name) + ["seen.isbn13.count", "seen.json.a.b.last", "session.mode"]
        for name in ScanField.allCases.map(\.name) + memory + ["query.id", "query.a b", "ai.10", "json.a.0.b"] {
            for value in values { tests.append(GeneratedTest(name, value, name != "scan.weekday")) }
        }
        return tests
    }()

    private init(_ name: String, _ value: String, _ isJudgedByType: Bool) {
        title = "{\"\(name)\":\(value)}"
        file = RuleMistake.rule("", when: title).file
        // What another name stands for, and whether it can be equal, is beyond a schema.
        self.isJudgedByType = isJudgedByType && !value.contains("{scan.")
    }

    private static let values =
        [
            "5", "24.95", "true", "null", #""x""#, #""""#, #""2026-01-31""#, #""2026-13-31""#, #""today+7""#,
            #""21:30""#,
            #""24:30""#, "[]", #"["x"]"#, "[5]", "[[5]]", "{}", #"{"note":"x"}"#, #"{"exists":true}"#, #"{"exists":1}"#,
            #"{"exists":true,"note":5}"#, #"{"none":true}"#, #""{scan.source}""#, #""{scan.date}""#,
        ]
        + ["prefix", "matches", "domain", "catalog", "<", ">="].flatMap { kind in
            [#""x""#, #"["x"]"#, #""""#, "5", "[]", "[5]", #""2026-01-31""#, #""21:30""#, "true", #""{scan.date}""#].map
            {
                "{\"\(kind)\":\($0)}"
            }
        }

    /// Each action, with each value for each of its parameters, without each, and with one too many.
    private static let actions: [GeneratedTest] = PluginRegistry.standard.signatures.flatMap { signature in
        // What a plugin finds wrong is beyond a schema.
        let isOfType = signature.check == nil
        let right =
            [("action", "\"\(signature.name)\"")] + signature.parameters.map { ($0.name, rightValue(of: $0)) }
        var tests = [
            GeneratedTest(action: right, isOfType), GeneratedTest(action: right + [("other", "5")], isOfType),
        ]
        for name in RuleObject.action.keyNames.dropFirst() where name != "when" {
            tests += anyValues.map { GeneratedTest(action: right + [(name, $0)], isOfType) }
        }
        for parameter in signature.parameters {
            let others = right.filter { $0.0 != parameter.name }
            // What a service asks for, only the rules know.
            tests.append(GeneratedTest(action: others, isOfType && parameter.type != .serviceValues))
            tests += anyValues.map { value in
                let isKnown =
                    [.text, .texts, .secret, .fields].contains(parameter.type) || !"\"{".contains(value.prefix(1))
                return GeneratedTest(action: others + [(parameter.name, value)], isOfType && isKnown)
            }
        }
        return tests
    }

    private static let anyValues = [
        "5", "true", "null", "[]", "[5]", #"["x","{text}"]"#, #"["{"]"#, "{}", #""x""#, #""{text}""#, #""{""#, #""}""#,
        #""{{}}""#, #""{text|}""#,
        #""{te xt}""#,
        #"[{"action":"emit","fields":{}}]"#,
        #"[{"action":"emit","fields":{},"otherwise":[{"action":"emit","fields":{}}]}]"#,
        #""scan""#, #"{"a":"b"}"#, #"{"a":5}"#, #"{"a":[{"b":null},1.5,"{text}"]}"#, #"{"a":["{"]}"#, #"{"a":"{"}"#,
        #"{"note":5}"#, #""https://example.com/{text}""#,
    ]

    private static func rightValue(of parameter: ActionSignature.Parameter) -> String {
        switch parameter.type {
        case .url: #""https://example.com/""#
        case .text: "\"\(parameter.freedom.choices.first ?? "x")\""
        case .texts: "[]"
        case .secret: #""x""#
        case .fields, .json, .headers, .pointers: "{}"
        case .service: #""service""#
        case .serviceValues: #"{"a":"b"}"#
        }
    }

    private init(action: [(String, String)], _ isJudgedByType: Bool) {
        title = "{" + action.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        file = """
            {"version":1,"services":{"service":{"url":"https://example.com/{a}","results":{}}},
            "rules":[{"id":"r","when":{"text":{"exists":true}},"do":[\(title)]}]}
            """
        self.isJudgedByType = isJudgedByType
    }
}
