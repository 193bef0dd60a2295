public import BeelineActions
internal import BeelineContent
public import BeelineRuleTools
public import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

extension Resolution {
    /// The JSON document about a code: the line that `beeline resolve --format json` prints for it, without its end.
    ///
    ///     let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
    ///     resolution.json()   // {"version":1,"input":"9784873119045","results":[{"symbol":…}]}
    ///
    /// Docs/Output.md describes its members.
    ///
    /// - Parameters:
    ///   - outcomes: the outcomes of its actions, in order. Default: nil, nothing was performed.
    ///   - input: the member `input`, such as the path of an image. Default: nil, the text of the code.
    ///   - showsSecrets: whether passwords and keys are in it. Default: false, `•••` is in their place.
    public func json(outcomes: [Outcome]? = nil, input: String? = nil, showsSecrets: Bool = false) -> String {
        [CodeResult(self, outcomes: outcomes)].json(input, showsSecrets: showsSecrets)
    }
}

extension Explanation {
    /// The JSON document about a code and each rule: the line that `beeline explain --format json` prints, without its
    /// end.
    ///
    /// - Parameters:
    ///   - input: the member `input`. Default: nil, the text of the code.
    ///   - showsSecrets: whether passwords and keys are in it. Default: false, `•••` is in their place.
    public func json(input: String? = nil, showsSecrets: Bool = false) -> String {
        [CodeResult(resolution, explanation: self)].json(input, showsSecrets: showsSecrets)
    }
}

extension Array<Resolution> {
    /// The JSON document about the codes of one image: the line that `beeline scan --format json` prints for it,
    /// without its end and without members about the decoding.
    ///
    /// A secret of one code is hidden in the others too.
    ///
    /// - Parameters:
    ///   - input: the path of the image, or another name for it.
    ///   - showsSecrets: whether passwords and keys are in it. Default: false, `•••` is in their place.
    public func json(input: String, showsSecrets: Bool = false) -> String {
        map { CodeResult($0) }.json(input, showsSecrets: showsSecrets)
    }
}

extension [CodeResult] {
    /// - Parameter input: nil for the text of the first code.
    fileprivate func json(_ input: String?, showsSecrets: Bool) -> String {
        let redacted = showsSecrets ? nil : redacted()
        let results = redacted?.results ?? self
        let mask = redacted?.mask ?? .none
        let input = input.map(mask.masked) ?? mask.maskedWhole(results.first?.resolution.symbol.shownText ?? "")
        var output = JSONOutput()
        output.append(Answer(input: .text(input), outcome: .success(results)))
        return String(decoding: output.bytes.dropLast(), as: UTF8.self)
    }
}

extension Symbol {
    /// The text, or the bytes decoded as UTF-8.
    fileprivate var shownText: String { text ?? String(decoding: bytes, as: UTF8.self) }
}

/// Results of codes as JSON: the document that Docs/Output.md describes.
package enum ResultJSON {
    /// The version of the format; it changes when programs must be adapted.
    package static let version = 1

    static func write(_ result: CodeResult, summarizes: Bool, to json: inout JSONWriter) {
        json.beginObject()
        json.name("symbol")
        result.resolution.reading.symbol.write(to: &json)
        json.name("content")
        write(contentOf: result, to: &json)
        let verdict = result.resolution.linkVerdict
        if let verdict {
            json.name("link")
            write(verdict, to: &json)
        }
        if let joinedTo = result.resolution.reading.joinedTo { json.member("joinedTo", joinedTo) }
        if result.withholds {
            json.array("withheld") { json in for name in result.withheldFields { json.value(name) } }
        }
        if !result.resolution.reading.warnings.isEmpty {
            write(result.resolution.reading.warnings, of: result, to: &json)
        }
        if let refusal = result.refusal { json.member("refused", refusal) }
        json.name("resolution")
        json.beginObject()
        json.name("rule")
        if let rule = result.resolution.rule { json.value(rule.id) } else { json.null() }
        json.name("actions")
        json.beginArray()
        var leading = 0
        for place in 0..<result.actionCount {
            let (action, outcome) = result.action(at: place)
            if !action.isOtherwise { leading = place }
            write(action, outcome, insteadOf: action.isOtherwise ? leading : nil, of: result, verdict, to: &json)
        }
        json.endArray()
        json.endObject()
        if summarizes { Summary(result).write(to: &json) }
        if let explanation = result.explanation {
            json.name("explanation")
            ExplanationJSON.write(explanation, to: &json)
        }
        json.endObject()
    }

    private static func write(_ warnings: [ContentWarning], of result: CodeResult, to json: inout JSONWriter) {
        json.array("warnings") { json in
            for warning in warnings {
                json.object { json in
                    json.member("code", warning.code)
                    json.member("message", result.shown(warning.description))
                }
            }
        }
    }

    /// Writes the kind and its fields. The symbol has the fields of every code.
    private static func write(contentOf result: CodeResult, to json: inout JSONWriter) {
        json.beginObject()
        json.member("kind", result.resolution.kindName)
        let given = result.shownGivenFields
        for field in result.shownFields(includesParts: true)
        // A field that a kind of a rule file defines replaces one of the same name.
        where !given.contains(where: { $0.name == field.name }) {
            json.name(field.name)
            field.value.write(to: &json)
        }
        for field in given {
            json.name(field.name)
            field.value.write(to: &json)
        }
        switch result.resolution.reading.content {
        case .gs1(let elements):
            json.object("ai") { json in
                for element in elements.elements { json.member(element.identifier.code, result.shown(element.value)) }
            }
        case .industrialLabel(let label) where !label.elements.isEmpty:
            var written: Set<String> = []
            json.object("di") { json in
                for element in label.elements where written.insert(element.identifier).inserted {
                    json.member(element.identifier, result.shown(element.value))
                }
            }
        case .json(let document):
            json.name("json")
            json.value(result.shown(document.root))
        default: break
        }
        json.endObject()
    }

    /// - Parameters:
    ///   - undone: the place of the action whose alternative it is; nil for other actions.
    ///   - verdict: the verdict on the link of the code.
    private static func write(
        _ action: Action, _ outcome: Outcome?, insteadOf undone: Int?, of result: CodeResult, _ verdict: LinkVerdict?,
        to json: inout JSONWriter
    ) {
        json.beginObject()
        action.writeMembers(to: &json, leavesOutFields: outcome?.wasLeftOut ?? action.isOtherwise)
        if let undone { json.member("otherwise", undone) }
        if let verdict = result.resolution.shownLinkVerdict(of: action, verdict) {
            json.name("link")
            write(verdict, to: &json)
        }
        if let problem = action.problem { json.member("problem", problem) }
        if !action.awaitedResults.isEmpty {
            json.array("needs") { json in for name in action.awaitedResults { json.value(name) } }
        }
        if let outcome { write(outcome, to: &json) }
        json.endObject()
    }

    private static func write(_ outcome: Outcome, to json: inout JSONWriter) {
        json.object("outcome") { json in
            json.member("status", outcome.status.rawValue)
            json.member("message", outcome.message)
            json.name("results")
            outcome.results.write(to: &json)
        }
    }

    private static func write(_ verdict: LinkVerdict, to json: inout JSONWriter) {
        json.beginObject()
        json.member("verdict", verdict.decision.rawValue)
        json.name("reasons")
        json.beginArray()
        for reason in verdict.reasons { json.value(reason.code) }
        json.endArray()
        json.endObject()
    }
}

/// An explanation as JSON: how every rule was tried.
enum ExplanationJSON {
    static func write(_ explanation: Explanation, to json: inout JSONWriter) {
        json.object { json in
            json.array("kinds") { json in for trace in explanation.kinds { write(trace, to: &json) } }
            json.array("rules") { json in for trace in explanation.rules { write(trace, to: &json) } }
            if let remembered = explanation.remembered { write(remembered, to: &json) }
        }
    }

    private static func write(_ remembered: Remembered, to json: inout JSONWriter) {
        json.object("remembered") { json in
            if !remembered.recordings.isEmpty {
                json.object("seen") { json in
                    for recordings in remembered.recordings where recordings.field == nil {
                        if let seen = recordings.seen { write(seen, to: &json) }
                    }
                }
            }
            let byField = remembered.recordings.filter { $0.field != nil }
            if !byField.isEmpty {
                json.object("fields") { json in
                    for recordings in byField {
                        guard let field = recordings.field else { continue }
                        json.name(field)
                        guard let seen = recordings.seen else {
                            json.null()
                            continue
                        }
                        json.object { json in write(seen, to: &json) }
                    }
                }
            }
            if let session = remembered.session {
                json.object("session") { json in for value in session { write(value.name, value.value, to: &json) } }
            }
        }
    }

    private static func write(_ seen: Seen, to json: inout JSONWriter) {
        json.member("count", seen.count)
        json.member("today", seen.today)
        if let first = seen.first { json.member("first", first.description) }
        if let last = seen.last { json.member("last", last.description) }
        if let source = seen.source { json.member("source", source) }
    }

    private static func write(_ trace: KindTrace, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", trace.name)
            if let title = trace.title { json.member("title", title) }
            json.member("file", trace.file)
            switch trace.state {
            case .took(let condition, _): write("took", condition, to: &json)
            case let state: write(state, to: &json)
            }
        }
    }

    private static func write(_ trace: RuleTrace, to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", trace.rule.id)
            if let title = trace.rule.title { json.member("title", title) }
            json.member("file", trace.rule.file)
            json.name("continue")
            json.value(trace.rule.continues)
            write(trace.state, to: &json)
        }
    }

    private static func write(_ state: RuleTrace.State, to json: inout JSONWriter) {
        switch state {
        case .took(let condition, let actions):
            write("took", condition, to: &json)
            write(actions, to: &json)
        case .added(let condition, let actions):
            write("added", condition, to: &json)
            write(actions, to: &json)
        case .failed(let condition): write("failed", condition, to: &json)
        case .passedOver(let kinds):
            json.member("state", "passed-over")
            json.array("takes") { json in for kind in kinds { json.value(kind) } }
        case .notAsked: json.member("state", "not-asked")
        case .disabled: json.member("state", "disabled")
        }
    }

    private static func write(_ state: String, _ condition: ConditionTrace, to json: inout JSONWriter) {
        json.member("state", state)
        json.name("when")
        write(condition, to: &json)
    }

    private static func write(_ actions: [ActionTrace], to json: inout JSONWriter) {
        json.array("actions") { json in
            var leading = 0
            for (place, trace) in actions.enumerated() {
                if !trace.isOtherwise { leading = place }
                json.object { json in
                    json.member("action", trace.name)
                    if trace.isOtherwise { json.member("otherwise", leading) }
                    let waits = trace.action.map { !$0.awaitedResults.isEmpty } ?? false
                    json.member("state", trace.action == nil ? "left-out" : waits ? "waits" : "planned")
                    if let condition = trace.condition {
                        json.name("when")
                        write(condition, to: &json)
                    }
                }
            }
        }
    }

    private static func write(_ trace: ConditionTrace, to json: inout JSONWriter) {
        json.object { json in
            json.member("condition", trace.title)
            json.member("state", trace.outcome.rawValue)
            if let name = trace.name {
                json.member("name", name)
                if trace.outcome != .notAsked { write("value", trace.value, to: &json) }
            }
            if !trace.operands.isEmpty {
                json.object("operands") { json in
                    for operand in trace.operands { write(operand.name, operand.value, to: &json) }
                }
            }
            if !trace.findings.isEmpty {
                json.object("found") { json in
                    for finding in trace.findings { write(finding.name, finding.value, to: &json) }
                }
            }
            if let combination = trace.combination {
                json.name(combination.rawValue)
                json.array { json in for part in trace.parts { write(part, to: &json) } }
            }
        }
    }

    private static func write(_ name: String, _ value: FieldValue?, to json: inout JSONWriter) {
        json.name(name)
        if let value { value.write(to: &json) } else { json.null() }
    }
}
