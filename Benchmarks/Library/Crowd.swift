/// Many callers that ask at once, as the codes of a stream do.
struct Crowd {
    let callers: Int
    /// How often each asks.
    let each: Int

    /// How many thousands a second are done, in the best of some rounds.
    func thousandsPerSecond(_ work: @escaping @Sendable () async -> Bool) async -> Double {
        var best = Duration.seconds(3600)
        for _ in 0..<3 {
            let time = await ContinuousClock().measure {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<callers {
                        group.addTask {
                            for _ in 0..<each {
                                let isDone = await work()
                                precondition(isDone, "what is measured must be done")
                            }
                        }
                    }
                }
            }
            best = min(best, time)
        }
        let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
        return Double(callers * each) / seconds / 1000
    }
}
