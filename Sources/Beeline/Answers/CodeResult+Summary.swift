package import BeelineActions
package import BeelineRules

/// What came of a code, in short.
extension CodeResult {
    /// Hands on the actions that were done, were tried, or are planned. What stands in for one that is planned is not.
    package func forEachPresentAction(_ body: (borrowing Action, Outcome?) -> Void) {
        forEachAction { action, outcome in
            let isLeftOut = outcome?.wasLeftOut ?? action.isOtherwise
            if !isLeftOut { body(action, outcome) }
        }
    }

    /// The first action that was not done, though it was to be; of several those that are not optional go first.
    package var failure: Outcome? {
        let failures = (outcomes ?? []).filter { $0.status != .done && $0.status != .notNeeded }
        return failures.first { !$0.action.isOptional } ?? failures.first
    }

    /// The strictest of the verdicts on the link of the code and on those of its actions; nil where there is no link.
    package var linkDecision: Decision? {
        var decision = resolution.linkVerdict?.decision
        forEachPresentAction { action, _ in
            guard let verdict = action.linkVerdict(isMasked: withholds) else { return }
            decision = max(decision ?? .allow, verdict.decision)
        }
        return decision
    }
}
