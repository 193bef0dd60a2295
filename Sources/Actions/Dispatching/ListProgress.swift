internal import BeelineContent
internal import BeelineRules

/// The progress of the action lists of a resolution: which of the next actions are tried, and which results they get.
struct ListProgress {
    private(set) var results: [String: ActionResults] = [:]
    /// The outcomes of the actions of each rule, in their order.
    private(set) var outcomes: [String: [Outcome]] = [:]
    /// Hides the secrets of the code, and those that actions received.
    private(set) var mask: SecretMask

    /// Why the lists of rules have ended, by the ids of the rules.
    private var ends: [String: End] = [:]
    /// What happens to the `otherwise` actions of the latest action.
    private var otherwise = Otherwise.omitted(.notNeeded, "")

    private enum End {
        case failure
        case timeout
        /// The policy, the verdict on a link or the user did not allow an action.
        case notAllowed
        /// The code was refused.
        case refusal

        var message: String {
            switch self {
            case .failure: "an earlier action failed"
            case .timeout: "an earlier action took too long"
            case .notAllowed: "an earlier action was refused"
            case .refusal: "the code was refused"
            }
        }
    }

    private enum Otherwise {
        /// They are not tried.
        case omitted(Outcome.Status, String)
        /// They are performed, until their own list ends.
        case due(End?)
    }

    init(mask: SecretMask) { self.mask = mask }

    /// The status and message of an action that is not tried; nil for one that is.
    func omission(of action: Action) -> (status: Outcome.Status, message: String)? {
        let end: End?
        if action.isOtherwise {
            switch otherwise {
            case .omitted(let status, let message): return (status, message)
            case .due(let ownEnd): end = ownEnd
            }
        } else {
            end = ends[action.rule]
        }
        guard let end, !action.isAlways else { return nil }
        return (.skipped, end.message)
    }

    /// Notes the outcome of the next action, without the secrets that the mask hides.
    mutating func note(_ outcome: Outcome, mask: SecretMask) {
        self.mask.add(mask)
        let action = outcome.action
        outcomes[action.rule, default: []].append(outcome.masked(by: self.mask))
        if outcome.status == .done, let name = action.resultName {
            results[action.rule, default: [:]][name] = Dictionary(
                outcome.results.compactMap { field in field.value.fieldValue.map { (field.name, $0) } }
            ) { $1 }
        }
        let end = Self.end(after: outcome)
        if let end, end == .refusal || ends[action.rule] == nil { ends[action.rule] = end }
        if action.isOtherwise {
            if let end, case .due(let ownEnd) = otherwise { otherwise = .due(end == .refusal ? end : ownEnd ?? end) }
        } else {
            otherwise = Self.otherwise(after: outcome)
        }
    }

    /// Why a list ends after an action; nil where it continues.
    private static func end(after outcome: Outcome) -> End? {
        switch outcome.status {
        case .done: outcome.action.refuses ? .refusal : nil
        case .notNeeded, .kept: nil
        case .skipped, .failed: outcome.action.isOptional ? nil : .failure
        case .timedOut: outcome.action.isOptional ? nil : .timeout
        case .notAllowed: outcome.action.isOptional ? nil : .notAllowed
        }
    }

    private static func otherwise(after outcome: Outcome) -> Otherwise {
        switch outcome.status {
        case .done: .omitted(.notNeeded, "\(outcome.action.name) was done")
        case .kept: .omitted(.notNeeded, "\(outcome.action.name) is sent later")
        case .notNeeded: .omitted(.notNeeded, "\(outcome.action.name) was not needed")
        case .skipped: .omitted(.skipped, outcome.message)
        case .notAllowed, .failed, .timedOut: .due(nil)
        }
    }
}
