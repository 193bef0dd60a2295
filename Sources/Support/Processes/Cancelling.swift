package import BeelineSymbols
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The first of several results; later ones are dropped.
package final class FirstResult<Value: Sendable>: Sendable {
    package init() {}

    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case finished(Value)
    }

    private let state = Mutex(State.open)

    /// Gives a value; only the first one counts. Returns whether this one does.
    @discardableResult
    package func finish(_ value: Value) -> Bool {
        let (counts, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .open:
                state = .finished(value)
                return (true, nil)
            case .awaited(let continuation):
                state = .finished(value)
                return (true, continuation)
            case .finished: return (false, nil)
            }
        }
        waiting?.resume(returning: value)
        return counts
    }

    /// Waits for the first value. To be called once.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .finished(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}

/// The flag by which work on a thread learns that its task was cancelled: a thread is not cancelled itself.
package final class Cancellation: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// As cheap to read as a variable.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() { flag.store(true, ordering: .relaxed) }

    package func check() throws(DecodeError) { if isCancelled { throw .cancelled } }
}

/// A pool of threads for work that takes long or blocks, so that the threads of the concurrency runtime, one for each
/// core, are left to tasks. Work that finds no free thread waits in a queue.
///
///     let threads = WorkThreads(label: "beeline.example", most: 2)
///     let symbols = try await threads.run(orThrow: .cancelled) { (cancellation) throws(DecodeError) in
///         try search(image, cancellation)
///     }
package final class WorkThreads: Sendable {
    private struct Job {
        let cancellation: Cancellation
        let run: @Sendable () -> Void
    }

    private struct State {
        var free: Int
        var waiting: [Job] = []
    }

    private let label: String
    private let state: Mutex<State>

    /// - Parameter most: how many threads there are at most. Default: one for each core.
    package init(label: String, most: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
        self.label = label
        state = Mutex(State(free: max(1, most)))
    }

    /// Does work on one of the threads. When the task is cancelled, this ends at once with the given error; the work is
    /// informed, keeps its thread until it ends, and its result is dropped. Work that has not begun is not begun.
    package func run<Value: Sendable, Failure: Error>(
        orThrow cancelled: Failure, _ work: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let race = FirstResult<Result<Value, Failure>>()
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            add(
                Job(cancellation: cancellation) {
                    race.finish(Result { () throws(Failure) in try work(cancellation) })
                })
            return await race.value()
        } onCancel: {
            cancellation.cancel()
            state.withLock { state in state.waiting.removeAll { $0.cancellation === cancellation } }
            race.finish(.failure(cancelled))
        }
        return try result.get()
    }

    private func add(_ job: Job) {
        let begins = state.withLock { state in
            // It was cancelled before it got here, and no one would take it out.
            guard !job.cancellation.isCancelled else { return false }
            guard state.free > 0 else {
                state.waiting.append(job)
                return false
            }
            state.free -= 1
            return true
        }
        guard begins else { return }
        // A serial queue of its own never waits for another one's thread.
        DispatchQueue(label: label).async { [self] in
            var next: Job? = job
            while let job = next {
                job.run()
                next = state.withLock { state in
                    if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                    state.free += 1
                    return nil
                }
            }
        }
    }
}

/// Does asynchronous work as part of a task. When the task is cancelled, this ends at once with the given error; the
/// work is cancelled, continues to an end of its own, and what it gives is dropped. So nothing that the work uses may
/// be lent to it.
package func leavingWhenCancelled<Value: Sendable, Failure: Error>(
    orThrow cancelled: Failure, _ work: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let race = FirstResult<Result<Value, Failure>>()
    let task = Task {
        do throws(Failure) { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
    }
    let result = await withTaskCancellationHandler {
        await race.value()
    } onCancel: {
        task.cancel()
        race.finish(.failure(cancelled))
    }
    return try result.get()
}

/// An image source for work that may outlive its caller, who closes the lent descriptor: this has its own.
package final class RetainedImage: Sendable {
    /// To be used while this object lives.
    package let source: ImageSource
    private let descriptor: Descriptor?

    /// - Throws: `DecodeError.cannotOpen` for a descriptor that is none, or where there are no more.
    package init(_ source: ImageSource) throws(DecodeError) {
        guard case .descriptor(let lent) = source else {
            self.source = source
            descriptor = nil
            return
        }
        let own = fcntl(lent, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .cannotOpen(String(cString: strerror(errno))) }
        self.source = .descriptor(own)
        descriptor = Descriptor(taking: own)
    }
}
