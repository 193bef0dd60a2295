package import BeelineActions
package import BeelineRules

extension Answer {
    /// The answer with how it went when its actions were performed, one after the other.
    ///
    /// - Parameters:
    ///   - scan: when its codes were scanned and by what.
    ///   - image: where they were found; nil for codes that were typed.
    ///   - pause: called after the actions of each code. Default: nothing is done.
    package func performed(
        by dispatcher: Dispatcher, scan: Scan, image: String?, pause: () async -> Void = {}
    ) async -> Answer {
        guard case .success(let results) = outcome else { return self }
        var done: [CodeResult] = []
        for result in results {
            var outcomes: [Outcome] = []
            for await outcome in dispatcher.perform(result.resolution, scan: scan, input: image) {
                outcomes.append(outcome)
            }
            await pause()
            done.append(CodeResult(result.resolution, outcomes: outcomes))
        }
        return with(done)
    }
}
