import BeelineLive
import BeelineSupport
import BeelineSymbols
import Dispatch
import Synchronization

/// A source that runs on a thread of its own, as in a station, and what it has said so far.
final class SourceRun: Sendable {
    private let output: SourceOutput
    private let events = AsyncStream.makeStream(of: Event.self)
    let end = Mutex<Result<Void, SourceError>?>(nil)

    enum Event: Equatable, Sendable {
        case connected
        case code(Symbol)
        case picture(String)
        case problem(String)
        case ended
        case failed(SourceError)
    }

    init(_ source: some CodeSource) throws {
        let continuation = events.continuation
        output = try SourceOutput { event in
            switch event {
            case .connected: continuation.yield(.connected)
            case .code(let symbol): continuation.yield(.code(symbol))
            case .picture(let path): continuation.yield(.picture(path))
            case .problem(let problem): continuation.yield(.problem(problem.code))
            case .frame, .handled: break
            }
        }
        DispatchQueue(label: "source").async { [output] in
            do throws(SourceError) {
                try source.run(output)
                continuation.yield(.ended)
            } catch {
                continuation.yield(.failed(error))
            }
            continuation.finish()
        }
    }

    /// The next so many events; fewer where the source has ended.
    func next(_ count: Int = 1) async -> [Event] {
        var found: [Event] = []
        for await event in events.stream {
            found.append(event)
            if found.count == count { break }
        }
        return found
    }

    func stop() { output.stop() }
}
