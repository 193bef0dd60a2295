import Dispatch
import Synchronization

/// Runs asynchronous work to its end on behalf of a synchronous caller, which must not be a thread of the concurrency
/// runtime.
func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let finished = DispatchSemaphore(value: 0)
    let result = Box<Value>()
    Task {
        result.set(await work())
        finished.signal()
    }
    finished.wait()
    guard let value = result.value else { preconditionFailure("the work has finished") }
    return value
}

private final class Box<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    var value: Value? { stored.withLock { $0 } }

    func set(_ value: Value) { stored.withLock { $0 = value } }
}
