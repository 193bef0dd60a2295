import Beeline
import BeelineJSON

/// One line of JSON for each input.
struct JSONOutput: ~Copyable {
    private var json: JSONWriter
    private let linkGuard: LinkGuard
    private var seen = SeenHosts()

    /// The version of the format; it changes when something that programs rely on does.
    private static let version = 1

    /// - Parameter capacity: how many bytes are likely to be written.
    init(_ linkGuard: LinkGuard, capacity: Int = 512) {
        self.linkGuard = linkGuard
        json = JSONWriter(capacity: capacity)
    }

    var bytes: [UInt8] { json.bytes }

    mutating func append(_ answer: Answer) { Self.append(answer, linkGuard, &seen, to: &json) }

    /// The answer to an input that is a single code.
    mutating func append(_ input: Answer.Input, _ result: Answer.Resolved) {
        Self.append(input, result, linkGuard, &seen, to: &json)
    }

    private static func append(
        _ answer: Answer, _ linkGuard: LinkGuard, _ seen: inout SeenHosts, to json: inout JSONWriter
    ) {
        line(answer.input, to: &json) { json in
            switch answer.outcome {
            case .success(let results):
                json.name("results")
                json.array { json in
                    for index in results.indices { write(results[index], linkGuard, &seen, to: &json) }
                }
                if let decoding = answer.decoding { DecodingJSON.write(decoding, to: &json) }
            case .failure(let error):
                json.name("error")
                json.object { json in
                    json.member("code", error.code)
                    json.member("message", error.message)
                }
            }
        }
    }

    private static func append(
        _ input: Answer.Input, _ result: Answer.Resolved, _ linkGuard: LinkGuard, _ seen: inout SeenHosts,
        to json: inout JSONWriter
    ) {
        line(input, to: &json) { json in
            json.name("results")
            json.array { json in write(result, linkGuard, &seen, to: &json) }
        }
    }

    private static func line(
        _ input: Answer.Input, to json: inout JSONWriter, _ members: (inout JSONWriter) -> Void
    ) {
        json.object { json in
            json.member("version", version)
            json.name("input")
            switch input {
            case .text(let text): json.value(text)
            case .json(let bytes): json.value(json: bytes)
            }
            members(&json)
        }
        json.endLine()
    }

    private static func write(
        _ result: Answer.Resolved, _ linkGuard: LinkGuard, _ seen: inout SeenHosts, to json: inout JSONWriter
    ) {
        let resolution = result.resolution
        json.object { json in
            json.name("symbol")
            resolution.symbol.write(to: &json)
            json.name("content")
            write(contentOf: result, to: &json)
            // Most links are opened as they are, and then looked at once.
            var known: (url: String, verdict: LinkVerdict)?
            if case .url(let address) = resolution.content {
                let verdict = linkGuard.verdict(on: address.url, &seen)
                known = (address.url, verdict)
                json.name("link")
                write(verdict, to: &json)
            }
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
                    for index in resolution.actions.indices {
                        if let outcomes = result.outcomes, index < outcomes.count {
                            // What was performed has what others found filled in.
                            write(outcomes[index].action, outcomes[index], linkGuard, &seen, known, to: &json)
                        } else {
                            write(resolution.actions[index], nil, linkGuard, &seen, known, to: &json)
                        }
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
            result.resolution.writeKind(to: &json)
            let given = result.shownGivenFields
            if given.isEmpty, !result.withholds {
                result.resolution.content.writeFields(to: &json)
            } else {
                write(fieldsOf: result, given, to: &json)
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

    /// The fields that may be shown, and those that a kind of a rule file gives.
    private static func write(
        fieldsOf result: Answer.Resolved, _ given: [Resolution.GivenField], to json: inout JSONWriter
    ) {
        result.forEachShownField { definitions, index, value in
            // What a kind of a rule file gives stands in its place.
            guard !given.contains(where: { $0.name == definitions[index].name }) else { return }
            json.name(definitions[index].name)
            value.write(to: &json)
        }
        for field in given {
            json.name(field.name)
            field.value.write(to: &json)
        }
    }

    private static func write(
        _ action: Action, _ outcome: Outcome?, _ linkGuard: LinkGuard, _ seen: inout SeenHosts,
        _ known: (url: String, verdict: LinkVerdict)?, to json: inout JSONWriter
    ) {
        json.object { json in
            action.writeMembers(to: &json)
            if let url = action.url {
                json.name("link")
                let isKnown = known.map { $0.url == url } ?? false
                write((isKnown ? known?.verdict : nil) ?? linkGuard.verdict(on: url, &seen), to: &json)
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
                outcome.results.write(to: &json)
            }
        }
    }

    private static func write(_ verdict: LinkVerdict, to json: inout JSONWriter) {
        // Nearly all of them.
        if verdict.decision == .allow, verdict.reasons.isEmpty {
            return json.value(json: #"{"verdict":"allow","reasons":[]}"#)
        }
        json.object { json in
            json.member("verdict", verdict.decision.rawValue)
            json.name("reasons")
            json.array { json in
                for reason in verdict.reasons { json.value(reason.code) }
            }
        }
    }
}
