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
    /// The most bytes of a pattern.
    static let longest = 4096
    /// The most groups that capture; RE2 may copy the places of all of them at each step.
    static let mostGroups = 32
    /// The most steps for each byte of a text: instructions, times the groups to be remembered and one more. A few
    /// hundred microseconds a byte pass with so many.
    static let mostSteps = 200_000
    /// The most memory, in bytes, that RE2 takes for one pattern and what it remembers of its matches. With less it still
    /// says the same, if the pattern itself has room.
    static let memory: Int64 = 8 << 20

    /// The pattern as it was written.
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
    // which functions that holds for); the pointer never changes, and is freed when nobody has this object any more.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// The memory, in bytes, that RE2 may take for it.
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

    /// Whether the whole text, in UTF-8, fits.
    func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        beeline_pattern_matches(handle, utf8.baseAddress, utf8.count)
    }

    /// Whether the whole text fits.
    func matches(_ text: String) -> Bool {
        Self.withUTF8(of: text) { matches($0) }
    }

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
