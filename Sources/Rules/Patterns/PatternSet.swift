internal import BeelineSymbols
internal import CRE2
internal import Synchronization

/// Many patterns, matched at once: one pass over the text finds all that match, however many there are.
///
/// It says the same as each `Pattern` alone would.
final class PatternSet: Sendable {
    /// The most memory, in bytes, that RE2 reads as all sets of an index and what it remembers of their matches.
    static let memory: Int64 = 64 << 20

    let count: Int

    // As in `Pattern`: RE2 guards what it remembers with locks of its own, the set is compiled before anyone else can
    // have it, the pointer never changes, and it is freed with this object.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// Compiles the patterns. Nil when one of them is wrong, or when they need too much memory together: match each
    /// alone, then.
    ///
    /// - Parameter patterns: such as `Pattern` accepts.
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

    /// Calls `body` with the number of each pattern that the whole text fits, ascending, from 0.
    ///
    /// - Parameter utf8: the text, in UTF-8.
    /// - Returns: false when there was not enough memory to decide, and `body` was not called: match each alone, then.
    func matches(_ utf8: UnsafeBufferPointer<UInt8>, into body: (Int) -> Void) -> Bool {
        // Few codes fit more than a handful of patterns; for those that do, it is asked again with room for all.
        matches(utf8, room: min(count, 64), into: body) ?? matches(utf8, room: count, into: body) ?? false
    }

    private func matches(_ utf8: UnsafeBufferPointer<UInt8>, room: Int, into body: (Int) -> Void) -> Bool? {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, room)) { numbers -> Bool? in
            guard let start = numbers.baseAddress else { return false }
            let found = Int(beeline_pattern_set_match(handle, utf8.baseAddress, utf8.count, start, Int32(room)))
            guard found >= 0 else { return false }
            guard found <= room else { return nil }
            for number in numbers[..<found] { body(Int(number)) }
            return true
        }
    }

    /// Calls `body` with the number of each pattern that the whole text fits, ascending, from 0.
    ///
    /// - Returns: false when there was not enough memory to decide.
    func matches(_ text: String, into body: (Int) -> Void) -> Bool {
        Pattern.withUTF8(of: text) { matches($0, into: body) }
    }
}

/// The patterns of an index, which are asked one by one for the first text, and as a set from the second one on: to
/// compile a set takes longer than everything else that is done about one code.
final class PatternIndex: Sendable {
    private let patterns: [Pattern]
    /// The most, in bytes, that the set may take.
    private let memory: Int64
    private let isAsked = Atomic(false)
    private let compiled = LazyReference<Compiled>()
    private let compiling = Mutex(())

    /// A few are asked one by one as quickly.
    private static let few = 3

    private final class Compiled: Sendable {
        /// Nil where there is none, and each is asked alone.
        let set: PatternSet?

        init(_ set: PatternSet?) { self.set = set }
    }

    init(_ patterns: [Pattern], memory: Int64) { (self.patterns, self.memory) = (patterns, memory) }

    /// Calls `body` with the number of each pattern that the whole text fits, ascending, from 0.
    ///
    /// - Returns: false when there was not enough memory to decide, and `body` was not called.
    func matches(_ utf8: UnsafeBufferPointer<UInt8>, into body: (Int) -> Void) -> Bool {
        guard patterns.count > Self.few, isSetWanted else { return matches(utf8, in: nil, into: body) }
        return compiled.withObject { matches(utf8, in: $0.set, into: body) }
            ?? matches(utf8, in: compile()?.set, into: body)
    }

    private var isSetWanted: Bool {
        if isAsked.load(ordering: .relaxed) { return true }
        isAsked.store(true, ordering: .relaxed)
        return false
    }

    /// One thread compiles it. For the others, it is nil until then: asking one by one is quicker than waiting.
    private func compile() -> Compiled? {
        compiling.withLockIfAvailable { _ in
            compiled.object ?? compiled.setIfNil(Compiled(PatternSet(patterns.map(\.text), memory: memory)))
        }
    }

    /// - Parameter set: nil: each is asked alone.
    private func matches(_ utf8: UnsafeBufferPointer<UInt8>, in set: PatternSet?, into body: (Int) -> Void) -> Bool {
        if let set { return set.matches(utf8, into: body) }
        for (number, pattern) in patterns.enumerated() where pattern.matches(utf8) { body(number) }
        return true
    }
}
