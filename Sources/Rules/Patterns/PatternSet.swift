internal import BeelineSymbols
internal import CRE2
internal import Synchronization

/// Many patterns, matched at once: one pass over the text finds all that match, however many there are. The result is
/// the same as with each `Pattern` alone.
final class PatternSet: Sendable {
    /// The most memory, in bytes, that RE2 reads as all sets of an index and what it remembers of their matches.
    static let memory: Int64 = 64 << 20

    let count: Int

    // As in `Pattern`: RE2 guards what it remembers with locks of its own, the set is compiled before anyone else can
    // have it, the pointer never changes, and it is freed with this object.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// Compiles the patterns, such as `Pattern` accepts. Nil when one of them is wrong, or when they need too much
    /// memory together: match each alone, then.
    init?(_ patterns: [String], memory: Int64 = PatternSet.memory) {
        guard let handle = beeline_pattern_set_create(memory) else { return nil }
        let isReady =
            patterns.allSatisfy { pattern in
                Pattern.withUTF8(of: pattern) { beeline_pattern_set_add(handle, $0.baseAddress, $0.count) }
            } && beeline_pattern_set_compile(handle)
        guard isReady else {
            beeline_pattern_set_free(handle)
            return nil
        }
        self.handle = handle
        count = patterns.count
    }

    deinit { beeline_pattern_set_free(handle) }

    /// The indices of the patterns that match the whole text, ascending; nil for want of memory: match each alone.
    func matches(_ text: String) -> [Int]? {
        Pattern.withUTF8(of: text) { utf8 in
            var numbers = [Int32](repeating: 0, count: max(1, count))
            let found = Int(beeline_pattern_set_match(handle, utf8.baseAddress, utf8.count, &numbers, Int32(count)))
            return found < 0 ? nil : numbers[..<min(found, count)].map(Int.init)
        }
    }
}

/// The patterns of an index: matched one by one for the first text, and as a set from the second one on, because
/// compiling a set takes longer than all other work for one code.
final class PatternIndex: Sendable {
    private let patterns: [Pattern]
    /// The most, in bytes, that the set may take.
    private let memory: Int64
    private let isAsked = Atomic(false)
    private let compiled = AtomicLazyReference<Compiled>()

    /// A few are matched one by one as quickly.
    private static let few = 3

    private final class Compiled: Sendable {
        /// Nil if there is none, so that each is matched alone.
        let set: PatternSet?

        init(_ set: PatternSet?) { self.set = set }
    }

    init(_ patterns: [Pattern], memory: Int64) { (self.patterns, self.memory) = (patterns, memory) }

    /// The indices of the patterns that match the whole text, ascending; nil when there was not enough memory.
    func matches(_ text: String) -> [Int]? {
        if let set { return set.matches(text) }
        return patterns.indices.filter { patterns[$0].matches(text) }
    }

    /// Nil if each is matched alone.
    private var set: PatternSet? {
        guard patterns.count > Self.few else { return nil }
        if let compiled = compiled.load() { return compiled.set }
        guard isAsked.exchange(true, ordering: .relaxed) else { return nil }
        return compiled.storeIfNil(Compiled(PatternSet(patterns.map(\.text), memory: memory))).set
    }
}
