internal import BeelineContent
public import BeelineRules

extension Explanation {
    /// The same explanation with `•••` in place of what the code keeps secret.
    ///
    /// - Parameter resolution: the resolution as anybody may see it.
    public func redacted(resolution: Resolution) -> Explanation {
        let mask = self.resolution.reading.secretMask
        return Explanation(
            resolution: resolution, kinds: kinds.map { $0.redacted(mask) }, rules: rules.map { $0.redacted(mask) })
    }
}

extension KindTrace {
    fileprivate func redacted(_ mask: SecretMask) -> KindTrace {
        let state: State =
            switch state {
            case .passedOver, .notAsked: state
            case .failed(let trace): .failed(trace.redacted(mask))
            case .took(let trace): .took(trace.redacted(mask))
            }
        return KindTrace(name: name, title: title, file: file, state: state)
    }
}

extension RuleTrace {
    fileprivate func redacted(_ mask: SecretMask) -> RuleTrace {
        let state: State =
            switch state {
            case .passedOver, .notAsked, .disabled: state
            case .failed(let trace): .failed(trace.redacted(mask))
            case .added(let trace, let actions): .added(trace.redacted(mask), actions.map { $0.redacted(mask) })
            case .took(let trace, let actions): .took(trace.redacted(mask), actions.map { $0.redacted(mask) })
            }
        return RuleTrace(rule: rule, state: state)
    }
}

extension ActionTrace {
    fileprivate func redacted(_ mask: SecretMask) -> ActionTrace {
        ActionTrace(
            name: name, action: action?.redacted.masked(by: mask), condition: condition?.redacted(mask))
    }
}

extension ConditionTrace {
    fileprivate func redacted(_ mask: SecretMask) -> ConditionTrace {
        ConditionTrace(
            safeTitle, outcome, combination, name: name,
            value: value.map { isSecret ? .secretMark : mask.maskedWhole($0) },
            isSecret: isSecret, operands: isSecret && holds ? [] : operands.map { $0.redacted(mask) },
            findings: findings.map { $0.redacted(mask) }, parts: parts.map { $0.redacted(mask) })
    }
}

extension ConditionTrace.NamedValue {
    fileprivate func redacted(_ mask: SecretMask) -> ConditionTrace.NamedValue {
        .init(name: name, value: value.map { isSecret ? .secretMark : mask.maskedWhole($0) }, isSecret: isSecret)
    }
}

extension FieldValue {
    fileprivate static let secretMark = FieldValue.text(Reading.secretMark)
}

// MARK: - Descriptions

extension Explanation: CustomReflectable {
    /// A dump shows no secret.
    public var customMirror: Mirror {
        let shown = redacted(resolution: resolution)
        return Mirror(self, children: ["resolution": resolution, "kinds": shown.kinds, "rules": shown.rules])
    }
}

extension ConditionTrace: CustomReflectable {
    /// A dump shows no secret, as far as the trace itself knows of it.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "title": safeTitle, "outcome": outcome, "name": name ?? "",
                "value": isSecret ? Reading.secretMark : value?.description ?? "",
                "operands": isSecret && holds ? [] : operands, "findings": findings, "parts": parts,
            ])
    }
}

extension ConditionTrace.NamedValue: CustomReflectable {
    /// A dump shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": isSecret ? Reading.secretMark : value?.description ?? ""])
    }
}
