internal import CRE2

/// A pattern that a whole text fits or does not.
///
///     let price = try Pattern("(?P<article>[A-Z]{2}-\\d+):(?P<price>\\d+)")
///     price.names                         // ["article", "price"]
///     price.captures(in: "AB-12:980")     // ["AB-12", "980"]
///     price.captures(in: "x AB-12:980")   // nil: all of the text has to fit
///
/// The language is that of RE2, which takes time linear in the text, whatever the pattern. `.` is any character but a
/// newline, `\d` a digit of ASCII, `^` and `$` are the ends of the text. Case counts unless the pattern begins with
/// `(?i)`, which folds as Unicode does: `(?i)k` also fits U+212A, the sign of the kelvin, and `(?i)s` U+017F, the long s.
final class Pattern: Sendable {
    static let longest = 4096
    /// The most groups that capture; RE2 may copy the places of all of them at each step.
    static let mostGroups = 32
    /// The most steps for each byte of a text: instructions, times the groups to be remembered and one more. A few
    /// hundred microseconds a byte pass with so many.
    static let mostSteps = 200_000
    /// The most memory, in bytes, that RE2 takes for one pattern and what it remembers of its matches. With less it still
    /// says the same, if the pattern itself has room.
    static let memory: Int64 = 8 << 20

    let text: String
    /// The named groups, in the order in which they begin.
    let names: [String]
    /// Those that have a text in every match.
    let certainNames: Set<String>
    /// Those whose text is never digits alone, each with a character that always stands in it.
    let lettered: [String: Unicode.Scalar]

    // Numbers of the named groups, from 1.
    private let groups: [Int32]
    // RE2 guards what it remembers with locks of its own, so that many threads may match with one object (CRE2.h says
    // which functions that holds for); the pointer never changes, and is freed with this object.
    private nonisolated(unsafe) let handle: OpaquePointer

    let memory: Int64

    /// Compiles a pattern.
    ///
    /// - Parameter memory: in bytes, at most `Pattern.memory`, with which it is tried; a pattern that needs more gets more.
    /// - Throws: `PatternError`, with the place of the first mistake.
    init(_ text: String, memory: Int64 = Pattern.memory) throws(PatternError) {
        guard text.utf8.count <= Self.longest else {
            throw PatternError("a pattern has at most \(Self.longest) bytes, and this one \(text.utf8.count)", at: 0)
        }
        let scan = try PatternScan(text)
        guard let (handle, memory) = Self.compile(text, atLeast: memory) else {
            throw PatternError("there is no memory for the pattern", at: 0)
        }
        self.memory = memory
        let fault = beeline_pattern_fault(handle)
        guard fault == .none else {
            let argument = Self.faultArgument(handle)
            beeline_pattern_free(handle)
            throw PatternError(fault, argument, in: text, scan)
        }
        let groupCount = beeline_pattern_group_count(handle)
        guard Int(beeline_pattern_size(handle)) * (Int(groupCount) + 1) <= Self.mostSteps else {
            beeline_pattern_free(handle)
            throw PatternError(.tooLarge, "", in: text, scan)
        }
        self.text = text
        self.handle = handle
        var names: [String] = []
        var groups: [Int32] = []
        for group in 1..<(groupCount + 1) {
            guard let name = beeline_pattern_group_name(handle, group) else { continue }
            names.append(String(cString: name))
            groups.append(group)
        }
        (self.names, self.groups) = (names, groups)
        (certainNames, lettered) = (scan.certainNames, scan.lettered)
    }

    deinit { beeline_pattern_free(handle) }

    func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        beeline_pattern_matches(handle, utf8.baseAddress, utf8.count)
    }

    func matches(_ text: String) -> Bool { Self.withUTF8(of: text) { matches($0) } }

    /// What the named groups stand for, in the order of `names`, nil for a group that took no part. Nil when the text
    /// does not fit.
    ///
    /// A group that is repeated stands for what it fitted last.
    func captures(in text: String) -> [String?]? {
        Self.withUTF8(of: text) { utf8 in
            // The groups up to the last one that has a name; RE2 is quicker the fewer it has to tell.
            let wanted = groups.last ?? 0
            guard wanted > 0 else { return matches(utf8) ? [] : nil }
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

    /// Compiles a pattern with as little memory as it needs, of what is tried. Nil when there is none. The caller frees what
    /// comes back.
    private static func compile(_ text: String, atLeast first: Int64) -> (handle: OpaquePointer, memory: Int64)? {
        var memory = first
        while let handle = compile(text, memory: memory) {
            guard memory < Self.memory, beeline_pattern_fault(handle) == .tooLarge else { return (handle, memory) }
            beeline_pattern_free(handle)
            memory = min(memory * 2, Self.memory)
        }
        return nil
    }

    /// Nil when there is no memory. The caller frees what comes back.
    static func compile(_ text: String, memory: Int64) -> OpaquePointer? {
        withUTF8(of: text) { beeline_pattern_compile($0.baseAddress, $0.count, memory) }
    }

    /// What RE2 names as wrong.
    static func faultArgument(_ handle: OpaquePointer) -> String {
        var length = 0
        let start = beeline_pattern_fault_argument(handle, &length)
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }

    static func withUTF8<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

/// Patterns are the same when they are written the same, by Unicode scalars: `String` calls texts equal that fit
/// different patterns.
extension Pattern: Hashable {
    static func == (one: Pattern, other: Pattern) -> Bool {
        one === other || one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        Self.withUTF8(of: text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Many patterns, matched at once: one pass over the text tells all that it fits, however many there are.
///
/// It says the same as each `Pattern` alone would.
final class PatternSet: Sendable {
    /// The most memory, in bytes, that RE2 takes for all sets of an index and what it remembers of their matches.
    static let memory: Int64 = 64 << 20

    let count: Int

    // As in `Pattern`: RE2 guards what it remembers with locks of its own, the set is compiled before anybody else can
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
    /// - Returns: false when the memory did not suffice to tell, and `body` was not called: match each alone, then.
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
    /// - Returns: false when the memory did not suffice to tell.
    func matches(_ text: String, into body: (Int) -> Void) -> Bool {
        Pattern.withUTF8(of: text) { matches($0, into: body) }
    }
}

/// The patterns of a set of rules, each compiled once, however many rules have it; and a limit of what they take together.
///
/// A few get plenty of memory, in which RE2 remembers what it has seen of texts, and is quickest. Of many each gets what it
/// needs and little more: with 8 MiB for each, ten thousand could take 80 GiB.
///
/// A class, because asking for a pattern adds to it; it lives while a set is loaded.
final class PatternShelf {
    /// The most memory, in bytes, that all patterns of a set may come to take.
    static let memory: Int64 = 1 << 30
    private static let few = 16
    /// What others get, in bytes, if they need no more.
    private static let little: Int64 = 32 << 10

    /// By their bytes: `String` calls texts equal that are different patterns.
    private var patterns: [[UInt8]: Result<Pattern, PatternError>] = [:]
    private var taken: Int64 = 0
    private var isFull = false
    private let limit: Int64

    init(limit: Int64 = PatternShelf.memory) { self.limit = limit }

    /// - Throws: `PatternError`, with the place of the first mistake.
    func pattern(_ text: String) throws(PatternError) -> Pattern {
        let key = Array(text.utf8)
        if let known = patterns[key] { return try known.get() }
        let result: Result<Pattern, PatternError>
        do throws(PatternError) {
            result = .success(try compiled(text))
        } catch {
            result = .failure(error)
        }
        patterns[key] = result
        return try result.get()
    }

    private func compiled(_ text: String) throws(PatternError) -> Pattern {
        // To compile thousands more, only to refuse each, would take minutes.
        guard !isFull else { throw full }
        let pattern = try Pattern(text, memory: patterns.count < Self.few ? Pattern.memory : Self.little)
        guard taken + pattern.memory <= limit else {
            isFull = true
            throw full
        }
        taken += pattern.memory
        return pattern
    }

    private var full: PatternError {
        PatternError(
            "the patterns of all rule files may take more than \(limit >> 20) MiB of memory with this one: write classes "
                + "of fewer characters, such as [A-Za-z] for \\pL, or look values up in a catalogue", at: 0)
    }
}
