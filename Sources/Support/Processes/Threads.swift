internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Why this process cannot have so many threads, up to 64, at once beside those that it has, and what to do; nil when
/// it can. The runtime assumes that it can start threads: where it cannot, work that was passed to it never begins, and
/// no error is reported. So a program checks before it passes any.
package func threadShortage(wanting count: Int) -> String? {
    let code = beeline_try_threads(UInt32(clamping: count))
    guard code != 0 else { return nil }
    return
        "the system cannot create more threads for this user (\(String(cString: strerror(code)))); end other "
        + "programs, or raise the limit: ulimit -u, or TasksMax of a service, or pids.max of a container"
}

/// Keeps memory that this process frees, up to 32 MiB for each thread, for what it asks for next, rather than to give
/// it back to the system. For work that takes and frees large pieces again and again: by default the system clears
/// their pages and passes them out again each time, which made a quarter of what a stream of codes cost.
package func keepFreedMemory(atMost most: Int32) { beeline_keep_freed_memory(most) }

/// Runs asynchronous work to its end for a synchronous caller, never on a thread of the concurrency runtime.
package func runBlocking<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    let finished = DispatchSemaphore(value: 0)
    // Written before the semaphore is signalled, read after.
    nonisolated(unsafe) var result: Result<Value, Failure>?
    Task {
        do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
        finished.signal()
    }
    finished.wait()
    guard let result else { preconditionFailure("the work has finished") }
    return try result.get()
}

/// Collects items for one handler, which works on a thread of its own: items that arrive while it works go together
/// into its next call. So many writers of a database cost hardly more than one, and none of them blocks the concurrency
/// runtime.
package final class BatchQueue<Item: Sendable>: Sendable {
    private let waiting = Mutex<(items: [Item], isHandled: Bool)>(([], false))
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// - Parameter handle: the same each time; gets this item, perhaps with others, in the order in which they came.
    package func add(_ item: Item, _ handle: @escaping @Sendable ([Item]) -> Void) {
        let isHandled = waiting.withLock { waiting in
            defer { waiting.isHandled = true }
            waiting.items.append(item)
            return waiting.isHandled
        }
        if !isHandled { queue.async { [self] in handleAll(handle) } }
    }

    /// Handles what is there, and then what has come meanwhile, until nothing has.
    private func handleAll(_ handle: ([Item]) -> Void) {
        while true {
            let items = waiting.withLock { waiting in
                defer { waiting.items = [] }
                waiting.isHandled = !waiting.items.isEmpty
                return waiting.items
            }
            guard !items.isEmpty else { return }
            handle(items)
        }
    }

    /// Does something on the handler's thread, once all items that were added are handled.
    package func afterAll(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            queue.async {
                work()
                continuation.resume()
            }
        }
    }
}
