import Beeline

extension Answer {
    /// The answer with how it went when its actions were performed, one after the other.
    ///
    /// - Parameters:
    ///   - scan: when its codes were scanned and by what.
    ///   - image: where they were found; nil for codes that were typed.
    func performed(by dispatcher: Dispatcher, scan: Scan, image: String?) async -> Answer {
        guard case .success(let results) = outcome else { return self }
        var done: [Resolved] = []
        for result in results {
            var outcomes: [Outcome] = []
            for await outcome in dispatcher.perform(result.resolution, scan: scan, input: image) {
                outcomes.append(outcome)
            }
            await Interruption.hold()
            done.append(Resolved(result.resolution, outcomes: outcomes))
        }
        return with(done)
    }
}
