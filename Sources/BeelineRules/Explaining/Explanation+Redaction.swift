internal import BeelineContent

extension Explanation {
    /// The same explanation with `•••` in place of what the code keeps secret.
    ///
    /// - Parameter resolution: the resolution as anybody may see it.
    public func redacted(resolution: Resolution) -> Explanation {
        Explanation(resolution: resolution, kinds: kinds.map(\.redacted), rules: rules.map(\.redacted))
    }
}

extension KindTrace {
    fileprivate var redacted: KindTrace {
        let state: State =
            switch state {
            case .passedOver, .notAsked: state
            case .failed(let trace): .failed(trace.redacted)
            case .took(let trace): .took(trace.redacted)
            }
        return KindTrace(name: name, title: title, file: file, state: state)
    }
}

extension RuleTrace {
    fileprivate var redacted: RuleTrace {
        let state: State =
            switch state {
            case .passedOver, .notAsked, .disabled: state
            case .failed(let trace): .failed(trace.redacted)
            case .added(let trace, let actions): .added(trace.redacted, actions.map(\.redacted))
            case .took(let trace, let actions): .took(trace.redacted, actions.map(\.redacted))
            }
        return RuleTrace(rule: rule, state: state)
    }
}

extension ActionTrace {
    fileprivate var redacted: ActionTrace {
        ActionTrace(name: name, action: action?.redacted, condition: condition?.redacted)
    }
}

extension ConditionTrace {
    fileprivate var redacted: ConditionTrace {
        ConditionTrace(
            safeTitle, outcome, combination, name: name, value: isSecret ? value.map { _ in .secretMark } : value,
            isSecret: isSecret, operands: isSecret && holds ? [] : operands.map(\.redacted),
            findings: findings.map(\.redacted),
            parts: parts.map(\.redacted))
    }
}

extension ConditionTrace.NamedValue {
    fileprivate var redacted: ConditionTrace.NamedValue {
        isSecret ? .init(name: name, value: value.map { _ in .secretMark }, isSecret: true) : self
    }
}

extension FieldValue {
    fileprivate static let secretMark = FieldValue.text(Reading.secretMark)
}
