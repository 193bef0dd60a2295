import Beeline

extension Answer {
    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        if let image, image.pages.contains(where: { $0.failure != nil }) { status.raise(to: .unreadable) }
        // Each is looked at where it is, as a copy costs more than the look.
        for index in results.indices { status.raise(to: results[index].status) }
        return status
    }
}

extension CodeResult {
    /// What the code means for the exit status.
    var status: ExitStatus {
        var status = resolution.isMatched ? ExitStatus.success : .notTaken
        // What cannot be done with this code fails whether it is tried or not.
        if resolution.actionList.contains(where: { $0.problem != nil && !$0.isOptional }) {
            status.raise(to: .actionFailed)
        }
        if let outcomes,
            outcomes.contains(where: { ![.done, .notNeeded].contains($0.status) && !$0.action.isOptional })
        {
            status.raise(to: .actionFailed)
        }
        return status
    }
}
