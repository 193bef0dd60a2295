import Beeline

extension Answer {
    /// The answer with how it went when its actions were performed, one after the other.
    func performed(by dispatcher: Dispatcher) async -> Answer {
        guard case .success(let results) = outcome else { return self }
        var done: [Resolved] = []
        for result in results {
            var outcomes: [Outcome] = []
            for await outcome in dispatcher.perform(result.resolution) { outcomes.append(outcome) }
            done.append(Resolved(result.resolution, outcomes: outcomes))
        }
        return Answer(input: input, outcome: .success(done))
    }
}
