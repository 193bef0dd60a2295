internal import BeelineSupport
public import BeelineSymbols
internal import Synchronization

/// A source of the codes of an asynchronous sequence.
///
///     let (codes, typing) = AsyncStream.makeStream(of: Symbol.self)
///     let station = Station([AsyncSource("window", codes)], desk: desk)
///     typing.yield(Symbol(.unknown, "9784873119045"))
///
/// The sequence is iterated once. It is asked for another code when the station has room for it.
public struct AsyncSource<Codes: AsyncSequence & Sendable>: CodeSource
where Codes.Element == Symbol, Codes.Failure == Never {
    /// The name in output and rules.
    public let name: String
    private let codes: Codes

    /// - Parameter name: the name in output and rules.
    public init(_ name: String, _ codes: Codes) { (self.name, self.codes) = (name, codes) }

    /// Passes on the codes, until the sequence ends.
    public func run(_ output: SourceOutput) throws(SourceError) {
        let arrival: WakeUp
        do throws(ProgramError) { arrival = try WakeUp(for: "a source") } catch { throw .lost("\(error)") }
        output.reportConnection()
        // The task waits for a turn after each code; this thread may wait for the station, which a task must not.
        let (turns, taken) = AsyncStream.makeStream(of: Void.self)
        let place = Place()
        let task = Task { [codes] in
            var turn = turns.makeAsyncIterator()
            for await symbol in codes {
                place.put(symbol)
                arrival()
                guard await turn.next() != nil else { return }
            }
            place.end()
            arrival()
        }
        defer {
            task.cancel()
            taken.finish()
        }
        var awaited = [Awaited.reading(arrival.descriptor.number), .reading(output.stopSignal.descriptor.number)]
        while true {
            wait(for: &awaited, until: nil)
            guard !output.isStopped else { return }
            arrival.reset()
            let (symbol, isOver) = place.take()
            if let symbol {
                output.send(symbol)
                taken.yield()
            }
            if isOver { return }
        }
    }

    /// The code that is under way from the task to the thread.
    private final class Place: Sendable {
        private let state = Mutex<(symbol: Symbol?, isOver: Bool)>((nil, false))

        func put(_ symbol: Symbol) { state.withLock { $0.symbol = symbol } }
        func end() { state.withLock { $0.isOver = true } }

        func take() -> (symbol: Symbol?, isOver: Bool) {
            state.withLock { state in
                defer { state.symbol = nil }
                return state
            }
        }
    }
}
