internal import CLinux
internal import Dispatch
internal import Glibc

/// Why this process cannot have so many threads at once beside those that it has; nil when it can.
///
/// The runtime takes it for granted that there are threads: where there are none, work that was handed to it never begins, and
/// no error is reported. So a program asks before it hands over any.
///
/// - Parameter count: up to 64.
/// - Returns: what to do.
package func threadShortage(wanting count: Int) -> String? {
    let code = beeline_try_threads(UInt32(clamping: count))
    guard code != 0 else { return nil }
    return
        "the system gives this user no more threads (\(String(cString: strerror(code)))); end other programs, or raise the "
        + "limit: ulimit -u, or TasksMax of a service, or pids.max of a container"
}

/// Keeps memory that this process frees for what it asks for next, rather than to give it back to the system.
///
/// For work that takes and frees large pieces again and again: by default the system clears their pages and hands them out
/// again each time, which made a quarter of what a stream of codes cost.
///
/// - Parameter most: how many bytes are kept, for each thread; up to 32 MiB.
package func keepFreedMemory(atMost most: Int32) { beeline_keep_freed_memory(most) }

/// Runs asynchronous work to its end on behalf of a synchronous caller, which must not be a thread of the concurrency
/// runtime.
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
