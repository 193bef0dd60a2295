internal import BeelineContent
internal import BeelineSupport

/// Finds actions that are skipped unnoticed: a `record` after an action that may fail, and actions after a refusal.
enum LostActions {
    /// Logs a warning for each, in the list of a rule and in the alternatives of its actions.
    static func report(_ actions: [ActionReader.ReadAction], _ log: IssueLog) {
        var list = List()
        for action in actions {
            list.report(action, log)
            report(action.otherwise, log)
        }
    }

    private struct List {
        /// The actions that may end the list.
        private var doubtful: [ActionReader.ReadAction] = []
        /// Whether one of them records the scan.
        private var isKept = false
        /// Whether one of them refuses every code.
        private var isRefused = false

        /// Logs a warning if an action is lost, and adds it to the earlier ones.
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

    /// Whether the scan that this one records is lost when another action fails: not if that one has a `record` among
    /// its alternatives, and not if this one tests the results of that one.
    fileprivate func isLost(behind other: Self) -> Bool {
        if other.otherwise.contains(where: \.keepsScan) { return false }
        return !(template.condition?.names ?? []).contains { name in
            if case .result(let result) = name { result.of == other.template.shape.resultName } else { false }
        }
    }

    /// How to correct it, for the message.
    fileprivate var remedy: String {
        template.needs.isEmpty
            ? "put it first, or add \"always\": true"
            : "add \"always\": true, and a default to each result that it names: {\(template.needs[0]).NAME|…}"
    }
}
