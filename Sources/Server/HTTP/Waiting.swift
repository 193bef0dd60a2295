internal import BeelineSupport

/// Blocks the thread of a connection until asynchronous work is done.
///
///     let answer = waiting { await desk.scan(scan, by: caller) }
///
/// The threads of connections are none of the concurrency runtime, so that may be. A task must not call it.
package func waiting<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    try runBlocking(work)
}
