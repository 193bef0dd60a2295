internal import BeelineContent
internal import BeelineSupport

/// Finds actions that a list loses: a `record` that is skipped when an action before it is not done, and what is behind
/// a refusal.
enum LostActions {
    /// Warns of those in the list of a rule, and in the lists that replace its actions.
    static func report(_ actions: [ActionReader.ReadAction], _ log: IssueLog) {
        var list = List()
        for action in actions {
            list.report(action, log)
            report(action.otherwise, log)
        }
    }

    /// What is known of the actions before one.
    private struct List {
        /// Those with which the list may end.
        private var doubtful: [ActionReader.ReadAction] = []
        /// Whether the scan is kept by one of them.
        private var isKept = false
        /// Whether one of them refuses each code.
        private var isRefused = false

        /// Warns of an action if it is lost, and continues after it.
        mutating func report(_ action: ActionReader.ReadAction, _ log: IssueLog) {
            let name = action.template.shape.name
            if !action.template.shape.isAlways {
                if isRefused {
                    log.warning(
                        "'\(name)' is always skipped, because 'refuse' before it ends the list; put it first, or add "
                            + "\"always\": true", at: action.path)
                } else if action.keepsScan, !isKept, let culprit = doubtful.first(where: action.isLost(behind:)) {
                    log.warning(
                        "'record' is skipped when '\(culprit.template.shape.name)' before it is not done; "
                            + action.remedy, at: action.path)
                }
            }
            let isCertain = action.template.condition == nil
            if action.keepsScan, isCertain { isKept = true }
            if action.template.shape.refuses, isCertain { isRefused = true }
            if action.mayFail { doubtful.append(action) }
        }
    }
}

extension ActionReader.ReadAction {
    fileprivate var keepsScan: Bool { template.shape.name == ActionSignature.record }

    /// Whether a scan that this keeps is lost when another action fails: not if that one has a `record` of its own for
    /// it, and not if this one asks whether that one has found something.
    fileprivate func isLost(behind other: Self) -> Bool {
        if other.otherwise.contains(where: \.keepsScan) { return false }
        return !(template.condition?.names ?? []).contains { name in
            if case .result(let result) = name { result.of == other.template.shape.resultName } else { false }
        }
    }

    /// What to do so that it is not lost.
    fileprivate var remedy: String {
        template.needs.isEmpty
            ? "put it first, or add \"always\": true"
            : "add \"always\": true, and a default to each result that it names: {\(template.needs[0]).NAME|…}"
    }
}
