import Beeline
import BeelineSupport

/// An explanation for programs: everything that is known of every rule.
enum ExplanationJSON {
    static func write(_ explanation: Explanation, to json: inout JSONWriter) {
        json.object { json in
            json.name("kinds")
            json.array { json in for trace in explanation.kinds { write(trace, to: &json) } }
            json.name("rules")
            json.array { json in for trace in explanation.rules { write(trace, to: &json) } }
        }
    }

    private static func write(_ trace: KindTrace, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", trace.name)
            if let title = trace.title { json.member("title", title) }
            json.member("file", trace.file)
            switch trace.state {
            case .took(let condition): write("took", condition, to: &json)
            case .failed(let condition): write("failed", condition, to: &json)
            case .passedOver(let kinds): write(passedOver: kinds, to: &json)
            case .notAsked: json.member("state", "not-asked")
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
            switch trace.state {
            case .took(let condition, let actions):
                write("took", condition, to: &json)
                write(actions, to: &json)
            case .added(let condition, let actions):
                write("added", condition, to: &json)
                write(actions, to: &json)
            case .failed(let condition): write("failed", condition, to: &json)
            case .passedOver(let kinds): write(passedOver: kinds, to: &json)
            case .notAsked: json.member("state", "not-asked")
            case .disabled: json.member("state", "disabled")
            }
        }
    }

    private static func write(_ state: String, _ condition: ConditionTrace, to json: inout JSONWriter) {
        json.member("state", state)
        json.name("when")
        write(condition, to: &json)
    }

    private static func write(passedOver kinds: [String], to json: inout JSONWriter) {
        json.member("state", "passed-over")
        json.name("takes")
        json.array { json in for kind in kinds { json.value(kind) } }
    }

    private static func write(_ actions: [ActionTrace], to json: inout JSONWriter) {
        json.name("actions")
        json.array { json in
            for trace in actions {
                json.object { json in
                    json.member("action", trace.name)
                    let waits = trace.action.map { !$0.needs.isEmpty } ?? false
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
                json.name("operands")
                json.object { json in for operand in trace.operands { write(operand.name, operand.value, to: &json) } }
            }
            if !trace.findings.isEmpty {
                json.name("found")
                json.object { json in for finding in trace.findings { write(finding.name, finding.value, to: &json) } }
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
