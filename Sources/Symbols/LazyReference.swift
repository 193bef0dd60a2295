public import Synchronization

/// An object that is set once, by whichever thread is first.
///
/// `AtomicLazyReference` of the standard library does the same, but its `load()` is not specialised: it looks up the
/// metadata of the type at each call, which takes longer than the verdict on a link of a known host.
@usableFromInline
package final class LazyReference<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let stored = Atomic<Unmanaged<Object>?>(nil)

    @inlinable package init() {}

    @inlinable deinit { stored.load(ordering: .acquiring)?.release() }

    /// The object; nil until it was set.
    @inlinable package var object: Object? { stored.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Lends the object without counting references; nil until it was set.
    @inlinable @inline(__always)
    package func withObject<Result>(_ body: (Object) -> Result?) -> Result? {
        guard let object = stored.load(ordering: .acquiring) else { return nil }
        // It is set once and kept as long as this.
        return object._withUnsafeGuaranteedRef(body)
    }

    /// Sets the object unless it was set before.
    ///
    /// - Returns: the one that is set.
    @inlinable
    package func setIfNil(_ object: Object) -> Object {
        let new = Unmanaged.passRetained(object)
        let (isSet, earlier) = stored.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if isSet { return object }
        new.release()
        return earlier?.takeUnretainedValue() ?? object
    }
}
