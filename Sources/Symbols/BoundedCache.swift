public import Synchronization

/// What was worked out before, by the text that it was worked out for: a stream has the same hosts again and again.
///
/// It only saves time: without it every answer is the same. A full one is emptied.
@usableFromInline
package final class BoundedCache<Value: Sendable>: Sendable {
    @usableFromInline let values = Mutex<[String: Value]>([:])
    @usableFromInline let capacity: Int

    @inlinable package init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The value of a text.
    ///
    /// - Parameter find: works it out where it is not known. What it returns depends on the text alone.
    @inlinable
    package func value(of text: String, _ find: () -> Value) -> Value {
        if let known = values.withLock({ $0[text] }) { return known }
        let value = find()
        values.withLock { values in
            if values.count >= capacity { values.removeAll() }
            values[text] = value
        }
        return value
    }
}
