import Synchronization

/// An object that is set once, by whichever thread is first.
///
/// `AtomicLazyReference` of the standard library does the same, but its `load()` is not specialised: it looks up the
/// metadata of the type at each call, which takes longer than the verdict on a link of a known host.
final class LazyReference<Object: AnyObject & Sendable>: Sendable {
    private let stored = Atomic<Unmanaged<Object>?>(nil)

    init() {}

    deinit { stored.load(ordering: .acquiring)?.release() }

    /// The object; nil until it was set.
    var object: Object? { stored.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Sets the object unless it was set before.
    ///
    /// - Returns: the one that is set.
    func setIfNil(_ object: Object) -> Object {
        let new = Unmanaged.passRetained(object)
        let (isSet, earlier) = stored.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if isSet { return object }
        new.release()
        return earlier?.takeUnretainedValue() ?? object
    }
}
