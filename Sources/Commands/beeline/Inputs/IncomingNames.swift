import BeelineSupport
import Dispatch
import Glibc
import Synchronization

/// Images whose names come on standard input, each ended by a NUL, taken as they come.
///
/// Waiting for them blocks a thread, which is one of their own.
final class IncomingNames: Sendable {
    private struct State {
        /// What has come of a name whose end has not.
        var rest: [UInt8] = []
        var isOver = false
        /// Who waits for the next names.
        var waiter: CheckedContinuation<Result<[ImageList.Entry], FileError>?, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "beeline.names")

    /// No path is longer than 4,096 bytes; what is has no NULs.
    private static let longestName = 1 << 16

    /// The next names, at least one; nil at the end, and when the task is cancelled. One caller at a time.
    func next() async -> Result<[ImageList.Entry], FileError>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let waits = state.withLock { state in
                    guard !state.isOver, !state.isCancelled else { return false }
                    state.waiter = waiter
                    return true
                }
                guard waits else { return waiter.resume(returning: nil) }
                queue.async { self.answer(self.read()) }
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
            answer(nil)
        }
    }

    /// Whoever is first answers: the names, or that nobody wants them any more.
    private func answer(_ names: Result<[ImageList.Entry], FileError>?) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: names)
    }

    private func read() -> Result<[ImageList.Entry], FileError>? {
        let path = "standard input"
        while true {
            let chunk: [UInt8]
            do throws(FileError) {
                chunk = try readOnce(from: STDIN_FILENO, path: path, atMost: Self.longestName)
            } catch {
                state.withLock { $0.isOver = true }
                return .failure(error)
            }
            let names = state.withLock { state -> [UInt8]? in
                state.rest += chunk
                // The last name may have no end of its own.
                let end = chunk.isEmpty ? state.rest.count : state.rest.lastIndex(of: 0) ?? 0
                let names = Array(state.rest[..<end])
                state.rest.removeFirst(end)
                state.isOver = chunk.isEmpty
                guard state.rest.count <= Self.longestName else {
                    state.isOver = true
                    return nil
                }
                return names
            }
            guard let names else {
                return .failure(FileError(path: path, reason: .tooLong(limit: Self.longestName)))
            }
            let entries = ImageList.entries(named: names)
            if !entries.isEmpty { return .success(entries) }
            if chunk.isEmpty { return nil }
        }
    }
}
