internal import BeelineSymbols
internal import CRE2
internal import Synchronization

/// A regular expression that a whole text must match.
///
///     let price = try Pattern("(?P<article>[A-Z]{2}-\\d+):(?P<price>\\d+)")
///     price.names                         // ["article", "price"]
///     price.captures(in: "AB-12:980")     // ["AB-12", "980"]
///     price.captures(in: "x AB-12:980")   // nil: all of the text has to fit
///
/// The language is that of RE2, which takes time linear in the text, whatever the pattern. `.` is any character but a
/// newline, `\d` a digit of ASCII, `^` and `$` are the ends of the text. Case counts unless the pattern begins with
/// `(?i)`, which folds as Unicode does: `(?i)k` also fits U+212A, the sign of the kelvin, and `(?i)s` U+017F, the long
/// s.
final class Pattern: Sendable {
    static let longest = 4096
    /// The most capturing groups; RE2 may copy the places of all of them at each step.
    static let mostGroups = 32
    /// The most steps for each byte of a text: instructions times the number of groups plus one. So many take a few
    /// hundred microseconds for each byte.
    static let mostSteps = 200_000
    /// The most memory, in bytes, that RE2 reads as one pattern and what it remembers of its matches. With less it
    /// still says the same, if the pattern itself has room.
    static let memory: Int64 = 8 << 20

    let text: String
    /// The named groups, in the order in which they begin.
    let names: [String]
    /// The names of groups that have a text in every match.
    let certainNames: Set<String>
    /// The names of groups whose text is never digits alone, each with a character that it always contains.
    let lettered: [String: Unicode.Scalar]

    /// The bytes with which a text that fits can begin.
    private let firstBytes: FirstBytes
    // Numbers of the named groups, from 1.
    private let groups: [Int32]
    private let compiled = AtomicLazyReference<CompiledPattern>()

    let memory: Int64

    /// Compiles a pattern within so many bytes, at most `Pattern.memory`; a pattern that needs more gets more. The
    /// error has the place of the first one.
    convenience init(_ text: String, memory: Int64 = Pattern.memory) throws(PatternError) {
        let scan = try PatternScan(checking: text)
        let compiled = try CompiledPattern(text, scan, memory: memory)
        self.init(text, scan, memory: compiled.memory)
        _ = self.compiled.storeIfNil(compiled)
    }

    /// A pattern that is known to be right, and is compiled when a text is first matched that it might fit: that takes
    /// longer than everything else of reading a rule, and most runs of the command need few patterns. Errors that show
    /// without compiling it are thrown.
    convenience init(known text: String, memory: Int64 = Pattern.memory) throws(PatternError) {
        self.init(text, try PatternScan(checking: text), memory: memory)
    }

    private init(_ text: String, _ scan: PatternScan, memory: Int64) {
        (self.text, self.memory) = (text, memory)
        names = scan.groups.map(\.name)
        groups = scan.groups.map { Int32($0.number) }
        (certainNames, lettered, firstBytes) = (scan.certainNames, scan.lettered, scan.firstBytes)
    }

    /// Compiled when it is first used. Nil without memory for it, and for a wrong pattern that was taken as valid.
    private var handle: OpaquePointer? { compiled.load()?.handle ?? compile() }

    private func compile() -> OpaquePointer? {
        guard let scan = try? PatternScan(checking: text),
            let pattern = try? CompiledPattern(text, scan, memory: memory)
        else { return nil }
        return compiled.storeIfNil(pattern).handle
    }

    func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard firstBytes.allow(utf8), let handle else { return false }
        return beeline_pattern_matches(handle, utf8.baseAddress, utf8.count)
    }

    func matches(_ text: String) -> Bool { Self.withUTF8(of: text) { matches($0) } }

    /// The texts of the named groups, in the order of `names`, nil for a group without a match. Nil when the text does
    /// not match. A repeated group has the text of its last match.
    func captures(in text: String) -> [String?]? {
        Self.withUTF8(of: text) { utf8 in
            // The groups up to the last one that has a name; RE2 is quicker with fewer groups.
            let wanted = groups.last ?? 0
            guard wanted > 0 else { return matches(utf8) ? [] : nil }
            guard firstBytes.allow(utf8), let handle else { return nil }
            return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * Int(wanted)) { offsets -> [String?]? in
                guard let room = offsets.baseAddress,
                    beeline_pattern_captures(handle, utf8.baseAddress, utf8.count, room, wanted)
                else { return nil }
                return groups.map { group in
                    let start = Int(offsets[2 * Int(group) - 2])
                    let end = Int(offsets[2 * Int(group) - 1])
                    guard 0 <= start, start <= end, end <= utf8.count else { return nil }
                    return String(decoding: utf8[start..<end], as: UTF8.self)
                }
            }
        }
    }

    static func withUTF8<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

extension PatternScan {
    /// - Throws: `PatternError`, for a pattern that is too long as well.
    fileprivate init(checking text: String) throws(PatternError) {
        guard text.utf8.count <= Pattern.longest else {
            throw PatternError(
                "a pattern can have at most \(Pattern.longest) bytes, but this one has \(text.utf8.count)", at: 0)
        }
        try self.init(text)
    }
}

/// A pattern as RE2 has compiled it.
final class CompiledPattern: Sendable {
    // RE2 guards its cache with locks of its own, so that many threads may match with one object (CRE2.h names the
    // functions for which this is true); the pointer never changes, and is freed with this object.
    nonisolated(unsafe) let handle: OpaquePointer
    let memory: Int64

    /// - Throws: `PatternError`, with the place of the first error.
    fileprivate init(_ text: String, _ scan: PatternScan, memory: Int64) throws(PatternError) {
        guard let (handle, memory) = Self.compile(text, atLeast: memory) else {
            throw PatternError("there is no memory for the pattern", at: 0)
        }
        (self.handle, self.memory) = (handle, memory)
        let fault = beeline_pattern_fault(handle)
        guard fault == .none else { throw PatternError(fault, Self.faultArgument(handle), in: text, scan) }
        let groupCount = Int(beeline_pattern_group_count(handle))
        guard Int(beeline_pattern_size(handle)) * (groupCount + 1) <= Pattern.mostSteps else {
            throw PatternError(.tooLarge, "", in: text, scan)
        }
    }

    deinit { beeline_pattern_free(handle) }

    /// Compiles a pattern with as little memory as it needs, of what is tried; nil for none. The caller frees it.
    private static func compile(_ text: String, atLeast first: Int64) -> (handle: OpaquePointer, memory: Int64)? {
        var memory = first
        while let handle = compile(text, memory: memory) {
            guard memory < Pattern.memory, beeline_pattern_fault(handle) == .tooLarge else { return (handle, memory) }
            beeline_pattern_free(handle)
            memory = min(memory * 2, Pattern.memory)
        }
        return nil
    }

    /// Nil when there is no memory. The caller frees what comes back.
    static func compile(_ text: String, memory: Int64) -> OpaquePointer? {
        Pattern.withUTF8(of: text) { beeline_pattern_compile($0.baseAddress, $0.count, memory) }
    }

    /// What RE2 names as wrong.
    static func faultArgument(_ handle: OpaquePointer) -> String {
        var length = 0
        let start = beeline_pattern_fault_argument(handle, &length)
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

/// Patterns are equal when their Unicode scalars are: `String` takes some different patterns as equal.
extension Pattern: Hashable {
    static func == (one: Pattern, other: Pattern) -> Bool {
        one === other || one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        Self.withUTF8(of: text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// The patterns of a set of rules, each compiled once, with a limit of their total memory.
///
/// The first few get plenty of memory for the cache of RE2, which makes them fastest. Of many, each gets what it needs
/// and little more: with 8 MiB for each, ten thousand could take 80 GiB.
///
/// A class, because compiling a pattern adds to it; it lives while a set is loaded.
final class PatternCache {
    /// The most memory, in bytes, that all patterns of a set may come to take.
    static let memory: Int64 = 1 << 30
    private static let few = 16
    /// The memory of the others, in bytes, if they need no more.
    private static let little: Int64 = 32 << 10

    /// By their bytes: `String` takes some different patterns as equal.
    private var patterns: [[UInt8]: Result<Pattern, PatternError>] = [:]
    private var taken: Int64 = 0
    private var isFull = false
    private let limit: Int64

    init(limit: Int64 = PatternCache.memory) { self.limit = limit }

    /// A pattern that is known to be right is compiled when it is needed. The error has the place of the first one.
    func pattern(_ text: String, isKnown: Bool = false) throws(PatternError) -> Pattern {
        let key = Array(text.utf8)
        if let known = patterns[key] { return try known.get() }
        let result: Result<Pattern, PatternError>
        do throws(PatternError) {
            result = .success(try made(text, isKnown: isKnown))
        } catch {
            result = .failure(error)
        }
        patterns[key] = result
        return try result.get()
    }

    private func made(_ text: String, isKnown: Bool) throws(PatternError) -> Pattern {
        // To compile thousands more, only to refuse each, would take minutes.
        guard !isFull else { throw full }
        let memory = patterns.count < Self.few ? Pattern.memory : Self.little
        let pattern = isKnown ? try Pattern(known: text, memory: memory) : try Pattern(text, memory: memory)
        guard taken + pattern.memory <= limit else {
            isFull = true
            throw full
        }
        taken += pattern.memory
        return pattern
    }

    private var full: PatternError {
        PatternError(
            "with this pattern, all patterns need more than \(limit >> 20) MiB of memory: write classes "
                + "of fewer characters, such as [A-Za-z] for \\pL, or look values up in a catalogue", at: 0)
    }
}
