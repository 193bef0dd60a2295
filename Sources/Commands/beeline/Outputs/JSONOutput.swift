import Beeline
import BeelineSupport

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

    /// The same, for an input whose bytes are copied.
    mutating func append(_ line: Span<UInt8>, _ form: InputFormat.EchoedForm, _ result: Answer.Resolved) {
        json.beginObject()
        json.member("version", Self.version)
        json.name("input")
        switch form {
        case .json: json.value(json: line)
        case .text: json.value(utf8: line)
        }
        Self.write(only: result, linkGuard, &seen, to: &json)
    }

    private static func append(
        _ answer: Answer, _ linkGuard: LinkGuard, _ seen: inout SeenHosts, to json: inout JSONWriter
    ) {
        begin(answer.input, to: &json)
        switch answer.outcome {
        case .success(let results):
            json.name("results")
            json.beginArray()
            for index in results.indices { write(results[index], linkGuard, &seen, to: &json) }
            json.endArray()
            if let decoding = answer.decoding { DecodingJSON.write(decoding, to: &json) }
        case .failure(let error):
            json.name("error")
            json.object { json in
                json.member("code", error.code)
                json.member("message", error.message)
            }
        }
        end(&json)
    }

    private static func append(
        _ input: Answer.Input, _ result: Answer.Resolved, _ linkGuard: LinkGuard, _ seen: inout SeenHosts,
        to json: inout JSONWriter
    ) {
        begin(input, to: &json)
        write(only: result, linkGuard, &seen, to: &json)
    }

    private static func write(
        only result: Answer.Resolved, _ linkGuard: LinkGuard, _ seen: inout SeenHosts, to json: inout JSONWriter
    ) {
        json.name("results")
        json.beginArray()
        write(result, linkGuard, &seen, to: &json)
        json.endArray()
        end(&json)
    }

    private static func begin(_ input: Answer.Input, to json: inout JSONWriter) {
        json.beginObject()
        json.member("version", version)
        json.name("input")
        switch input {
        case .text(let text): json.value(text)
        case .json(let bytes): json.value(json: bytes)
        }
    }

    private static func end(_ json: inout JSONWriter) {
        json.endObject()
        json.endLine()
    }

    private static func write(
        _ result: Answer.Resolved, _ linkGuard: LinkGuard, _ seen: inout SeenHosts, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.name("symbol")
        result.resolution.symbol.write(to: &json)
        json.name("content")
        write(contentOf: result, to: &json)
        // Most links are opened as they are, and then looked at once.
        var known: (url: String, verdict: LinkVerdict)?
        if case .url(let address) = result.resolution.content {
            let verdict = linkGuard.verdict(on: address.url, &seen)
            known = (result.shown(address.url), verdict)
            json.name("link")
            write(verdict, to: &json)
        }
        if let joinedTo = result.resolution.reading.joinedTo { json.member("joinedTo", joinedTo) }
        if result.withholds {
            json.name("withheld")
            json.array { json in for name in result.withheldFields { json.value(name) } }
        }
        if !result.resolution.reading.warnings.isEmpty {
            write(result.resolution.reading.warnings, of: result, to: &json)
        }
        json.name("resolution")
        json.beginObject()
        result.resolution.writeRule(to: &json)
        json.name("actions")
        json.beginArray()
        var place = 0
        result.resolution.actions.forEach { action in
            if let outcomes = result.outcomes, place < outcomes.count {
                // What was performed has what others found filled in.
                write(outcomes[place].action, outcomes[place], of: result, linkGuard, &seen, known, to: &json)
            } else {
                write(action, nil, of: result, linkGuard, &seen, known, to: &json)
            }
            place += 1
        }
        json.endArray()
        json.endObject()
        if let explanation = result.explanation {
            json.name("explanation")
            ExplanationJSON.write(explanation, to: &json)
        }
        json.endObject()
    }

    private static func write(
        _ warnings: [ContentWarning], of result: Answer.Resolved, to json: inout JSONWriter
    ) {
        json.name("warnings")
        json.array { json in
            for warning in warnings {
                json.object { json in
                    json.member("code", warning.code)
                    json.member("message", result.shown(warning.description))
                }
            }
        }
    }

    /// The kind and its own fields; what every code has stands in the symbol.
    private static func write(contentOf result: Answer.Resolved, to json: inout JSONWriter) {
        json.beginObject()
        result.resolution.writeKind(to: &json)
        if !result.withholds, !result.resolution.hasGivenFields {
            result.resolution.content.writeFields(to: &json)
        } else {
            write(fieldsOf: result, result.shownGivenFields, to: &json)
        }
        switch result.resolution.content {
        case .gs1(let elements):
            json.name("ai")
            json.object { json in
                for element in elements.elements { json.member(element.identifier.code, result.shown(element.value)) }
            }
        case .json(let document):
            json.name("json")
            json.value(result.shown(document.root))
        default: break
        }
        json.endObject()
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
        _ action: borrowing Action, _ outcome: Outcome?, of result: Answer.Resolved, _ linkGuard: LinkGuard,
        _ seen: inout SeenHosts,
        _ known: (url: String, verdict: LinkVerdict)?, to json: inout JSONWriter
    ) {
        json.beginObject()
        action.writeMembers(to: &json)
        if let url = action.url {
            json.name("link")
            if let known, known.url == url {
                write(known.verdict, to: &json)
            } else {
                write(linkGuard.verdict(on: result.judged(url), &seen), to: &json)
            }
        }
        if let problem = action.problem { json.member("problem", problem) }
        if !action.needs.isEmpty {
            json.name("needs")
            json.array { json in for name in action.needs { json.value(name) } }
        }
        if let outcome { write(outcome, to: &json) }
        json.endObject()
    }

    private static func write(_ outcome: Outcome, to json: inout JSONWriter) {
        json.name("outcome")
        json.object { json in
            json.member("status", outcome.status.rawValue)
            json.member("message", outcome.message)
            json.name("results")
            outcome.results.write(to: &json)
        }
    }

    private static func write(_ verdict: LinkVerdict, to json: inout JSONWriter) {
        // Nearly all of them.
        if verdict.decision == .allow, verdict.reasons.isEmpty {
            return json.value(json: #"{"verdict":"allow","reasons":[]}"#)
        }
        json.beginObject()
        json.member("verdict", verdict.decision.rawValue)
        json.name("reasons")
        json.beginArray()
        for reason in verdict.reasons { json.value(reason.code) }
        json.endArray()
        json.endObject()
    }
}
