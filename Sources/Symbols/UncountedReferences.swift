/// Objects that never change and that many threads use at once, lent without counting references.
///
/// A count is a place in memory that every core wants to write to: two of them that resolve codes by the same rules
/// would spend a quarter of their time waiting for each other's counts.
@usableFromInline
package struct UncountedReferences<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline package let all: [Object]
    // Invariant: the objects of `all`, which keeps them for as long as anyone can ask this.
    @usableFromInline let uncounted: [Unmanaged<Object>]

    @inlinable package init(_ objects: [Object]) {
        all = objects
        uncounted = objects.map { Unmanaged.passUnretained($0) }
    }

    @inlinable package var count: Int { uncounted.count }

    /// Lends one of them for as long as `body` runs.
    @inlinable @inline(__always)
    package func withObject<Result>(at place: Int, _ body: (Object) -> Result) -> Result {
        uncounted[place]._withUnsafeGuaranteedRef(body)
    }
}
