internal import BeelineSupport

/// Blocks the thread of a connection until asynchronous work is done.
///
///     let answer = waiting { await desk.scan(scan, by: caller) }
///
/// The threads of connections do not belong to the concurrency runtime, so they may block. A task must not call it.
package func waiting<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    try runBlocking(work)
}
