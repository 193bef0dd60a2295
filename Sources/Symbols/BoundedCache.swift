public import Synchronization

/// A cache of values by text, as a stream repeats the same hosts. It only saves time. A full cache is emptied.
@usableFromInline
package final class BoundedCache<Value: Sendable>: Sendable {
    @usableFromInline let values = Mutex<[String: Value]>([:])
    @usableFromInline let capacity: Int

    @inlinable package init(capacity: Int = 50_000) { self.capacity = capacity }

    /// The value of a text, which `find` computes from the text alone where it is not in the cache.
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
