import Beeline
import BeelineJSON

/// One line of JSON for each input.
struct JSONOutput: ~Copyable {
    private var json = JSONWriter()

    /// The version of the format; it changes when something that programs rely on does.
    private static let version = 1

    var bytes: [UInt8] { json.bytes }

    mutating func append(_ answer: Answer) {
        json.object { json in
            json.member("version", Self.version)
            Self.write(answer, to: &json)
        }
        json.endLine()
    }

    private static func write(_ answer: Answer, to json: inout JSONWriter) {
        json.name("input")
        switch answer.input {
        case .text(let text): json.value(text)
        case .json(let bytes): json.value(json: bytes)
        }
        switch answer.outcome {
        case .success(let results):
            json.name("results")
            json.array { json in
                for index in results.indices { write(results[index], to: &json) }
            }
        case .failure(let error):
            json.name("error")
            json.object { json in
                json.member("code", error.code)
                json.member("message", error.message)
            }
        }
    }

    private static func write(_ result: Answer.Resolved, to json: inout JSONWriter) {
        let resolution = result.resolution
        json.object { json in
            json.name("symbol")
            resolution.symbol.write(to: &json)
            json.name("content")
            write(contentOf: result, to: &json)
            if let joinedTo = resolution.reading.joinedTo { json.member("joinedTo", joinedTo) }
            if result.withholds {
                json.name("withheld")
                json.array { json in for name in result.withheldFields { json.value(name) } }
            }
            if !resolution.reading.warnings.isEmpty {
                json.name("warnings")
                json.array { json in
                    for warning in resolution.reading.warnings {
                        json.object { json in
                            json.member("code", warning.code)
                            json.member("message", warning.description)
                        }
                    }
                }
            }
            json.name("resolution")
            json.object { json in
                json.name("rule")
                if let rule = resolution.rule { json.value(rule.id) } else { json.null() }
                json.name("actions")
                json.array { json in
                    for (index, action) in resolution.actions.enumerated() {
                        let outcome = result.outcomes.flatMap { index < $0.count ? $0[index] : nil }
                        write(action, outcome, to: &json)
                    }
                }
            }
            if let explanation = result.explanation {
                json.name("explanation")
                ExplanationJSON.write(explanation, to: &json)
            }
        }
    }

    /// The kind and its own fields; what every code has stands in the symbol.
    private static func write(contentOf result: Answer.Resolved, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", result.resolution.kindName)
            let given = result.shownGivenFields
            result.forEachShownField { definitions, index, value in
                // What a kind of a rule file gives stands in its place.
                guard given.isEmpty || !given.contains(where: { $0.name == definitions[index].name }) else { return }
                json.name(definitions[index].name)
                write(value, to: &json)
            }
            for field in given {
                json.name(field.name)
                write(field.value, to: &json)
            }
            switch result.resolution.content {
            case .gs1(let elements):
                json.name("ai")
                json.object { json in
                    for element in elements.elements { json.member(element.identifier.code, element.value) }
                }
            case .json(let document):
                json.name("json")
                json.value(document.root)
            default: break
            }
        }
    }

    static func write(_ value: FieldValue, to json: inout JSONWriter) {
        switch value {
        case .text(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .date(let date): json.value(date.description)
        case .list(let texts): json.array { json in for text in texts { json.value(text) } }
        }
    }

    private static func write(_ planned: Action, _ outcome: Outcome?, to json: inout JSONWriter) {
        // What was performed has what others found filled in.
        let action = outcome?.action ?? planned
        json.object { json in
            json.member("action", action.name)
            json.member("rule", action.rule)
            write(action.arguments, to: &json)
            if let url = action.url {
                let verdict = LinkGuard.verdict(on: url)
                json.name("link")
                json.object { json in
                    json.member("verdict", verdict.decision.rawValue)
                    json.name("reasons")
                    json.array { json in
                        for reason in verdict.reasons { json.value(reason.code) }
                    }
                }
            }
            if let problem = action.problem { json.member("problem", problem) }
            if !action.needs.isEmpty {
                json.name("needs")
                json.array { json in for name in action.needs { json.value(name) } }
            }
            guard let outcome else { return }
            json.name("outcome")
            json.object { json in
                json.member("status", outcome.status.rawValue)
                json.member("message", outcome.message)
                json.name("results")
                json.object { json in write(outcome.results, to: &json) }
            }
        }
    }

    private static func write(_ arguments: [Action.Argument], to json: inout JSONWriter) {
        for argument in arguments {
            json.name(argument.name)
            switch argument.value {
            case .text(let text), .url(let text): json.value(text)
            case .number(let number): json.value(json: number.description.utf8)
            case .boolean(let truth): json.value(truth)
            case .list(let texts): json.array { json in for text in texts { json.value(text) } }
            case .fields(let fields): json.object { json in write(fields, to: &json) }
            case .withSecrets: json.value(argument.value.description)
            }
        }
    }
}
