internal import BeelineSymbols

/// Scans a pattern for its groups, and refuses notations that RE2 lacks or understands in a surprising way. RE2 has
/// poor messages for these; it finds all other errors itself.
struct PatternScan {
    /// The places of unclosed groups, outermost first.
    private(set) var openGroups: [Int] = []

    /// The named groups that take part in every match: neither they nor the groups around them are optional or one of
    /// several ways. Some may be missing, because the scan does not understand patterns in full.
    var certainNames: Set<String> { Set(levels[0].certain) }

    /// The named groups whose text always contains some character that is not an ASCII digit, each with the first such
    /// character. Others may contain one always too, for the same reason.
    private(set) var lettered: [String: Unicode.Scalar] = [:]

    /// The named groups in the order in which they begin, each with its number, from 1.
    private(set) var groups: [(name: String, number: Int)] = []

    /// The bytes with which a matching text can begin: all bytes for a pattern that is not understood.
    var firstBytes: FirstBytes {
        if case .known(let bytes, _) = beginning { bytes } else { .any }
    }

    private var beginning = Beginning.open

    /// What is known of the beginning of every matching text.
    private enum Beginning {
        /// Nothing has come yet that a text has to begin with.
        case open
        /// - Parameter depth: the number of open levels that contain the beginning.
        case known(FirstBytes, depth: Int)
        case unknown
    }

    /// What is known of the inside of a group; the first level is the whole pattern.
    private struct Level {
        var name: String?
        /// The names in it that every way through it sets.
        var certain: [String] = []
        var hasAlternatives = false
        /// The first character that is not an ASCII digit, is a literal of its own and must be in the text.
        var literal: Unicode.Scalar?

        /// The names that every way through the group sets, once all of it is known.
        var set: [String] { hasAlternatives ? [] : certain }
    }

    private var levels = [Level()]

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var names: Set<String> = []
    private var capturing = 0

    init(_ text: String) throws(PatternError) {
        scalars = Array(text.unicodeScalars)
        while let scalar = scalar(at: index) {
            switch scalar {
            case "\\": try escape()
            case "[": characterClass()
            case "(": try group()
            case ")":
                guard openGroups.popLast() != nil else {
                    throw PatternError(#"this ')' has no '('; for the character write \)"#, at: index)
                }
                index += 1
                closeLevel()
            case "|":
                levels[levels.count - 1].hasAlternatives = true
                addAlternativeToBeginning()
                index += 1
            case "{":
                begin(with: nil)
                repetition()
            case ".", "$":
                begin(with: nil)
                index += 1
            case "^", "*", "+", "?": index += 1
            default:
                index += 1
                literal(scalar)
            }
        }
        // Unclosed groups are an error of RE2's.
        while levels.count > 1 { closeLevel() }
        levels[0].certain = levels[0].set
    }

    /// Ends a group whose closing parenthesis is before `index`, where it may be made optional.
    private mutating func closeLevel() {
        guard levels.count > 1 else { return }
        if case .known(let bytes, levels.count) = beginning {
            beginning = isOptional ? .unknown : .known(bytes, depth: levels.count - 1)
        }
        let inner = levels.removeLast()
        let literal = inner.hasAlternatives ? nil : inner.literal
        if let name = inner.name, let literal { lettered[name] = literal }
        guard !isOptional else { return }
        levels[levels.count - 1].certain += inner.set + (inner.name.map { [$0] } ?? [])
        if let literal { keep(literal) }
    }

    /// Whether what is before `index` may be left out.
    private var isOptional: Bool {
        follows("?", at: index) || follows("*", at: index) || follows("{0", at: index)
    }

    /// Notes the beginning of the text, if nothing came before: with which bytes that before `index` can begin.
    private mutating func begin(with bytes: FirstBytes?) {
        guard case .open = beginning else { return }
        if let bytes, !isOptional {
            beginning = .known(bytes, depth: levels.count)
        } else {
            beginning = .unknown
        }
    }

    private mutating func addAlternativeToBeginning() {
        switch beginning {
        case .open: beginning = .unknown
        case .known(_, let depth) where levels.count <= depth: beginning = .unknown
        case .known, .unknown: break
        }
    }

    /// Notes a literal character before `index`.
    private mutating func literal(_ scalar: Unicode.Scalar) {
        begin(with: FirstBytes(scalar))
        let isDigit = UInt8(exactly: scalar.value)?.isASCIIDigit ?? false
        if !isDigit, !isOptional { keep(scalar) }
    }

    private mutating func keep(_ literal: Unicode.Scalar) {
        levels[levels.count - 1].literal = levels[levels.count - 1].literal ?? literal
    }

    /// Skips `{2,3}`; any other brace is a literal character.
    private mutating func repetition() {
        index += 1
        var end = index
        while let scalar = scalar(at: end), "0123456789,".unicodeScalars.contains(scalar) { end += 1 }
        if end > index, scalar(at: end) == "}" { index = end + 1 }
    }

    private func scalar(at index: Int) -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func follows(_ text: String, at start: Int) -> Bool {
        scalars[min(start, scalars.count)...].starts(with: text.unicodeScalars)
    }

    private func find(_ text: String, from start: Int) -> Int? {
        (start..<max(start, scalars.count)).first { follows(text, at: $0) }
    }

    private mutating func escape() throws(PatternError) {
        switch scalar(at: index + 1) {
        case "d":
            index += 2
            begin(with: .digits)
            return
        case "Q": index = find("\\E", from: index + 2).map { $0 + 2 } ?? scalars.count
        // RE2 takes \12 for the character whose octal number that is, and no one means that.
        case let scalar? where "123456789kg".unicodeScalars.contains(scalar):
            throw PatternError(Self.noBackReferences, at: index)
        case "C": throw PatternError(#"\C matches a byte, but patterns match characters; write (?s:.)"#, at: index)
        case "p", "P", "x": index += escapeLength
        case let scalar?:
            index += 2
            // Behind a backslash letters are classes and places, and signs are themselves.
            if scalar.isPunctuationOfASCII { literal(scalar) }
        case nil: index += 2
        }
        begin(with: nil)
    }

    /// How long `\pN`, `\p{Greek}`, `\x2E` or `\x{10FFFF}` is.
    private var escapeLength: Int {
        if scalar(at: index + 2) == "{" { return (find("}", from: index + 3).map { $0 + 1 } ?? scalars.count) - index }
        return scalar(at: index + 1) == "x" ? 4 : 3
    }

    private mutating func characterClass() {
        var bytes = follows("[^", at: index) ? nil : FirstBytes()
        index += bytes == nil ? 2 : 1
        if scalar(at: index) == "]" {
            if isRange(at: index) { bytes = nil } else { bytes?.insert("]") }
            index += 1
        }
        while let scalar = scalar(at: index) {
            switch scalar {
            case "]":
                index += 1
                begin(with: bytes)
                return
            case "\\":
                insertEscaped(into: &bytes)
                index += 2
            case "[" where follows("[:", at: index):
                bytes = nil
                index = find(":]", from: index + 2).map { $0 + 2 } ?? index + 1
            default:
                guard isRange(at: index) else {
                    bytes?.insert(scalar)
                    index += 1
                    break
                }
                if let end = self.scalar(at: index + 2), scalar <= end, end.isASCII, end != "\\", end != "[" {
                    bytes?.insert(scalar...end)
                    index += 3
                } else {
                    bytes = nil
                    index += 1
                }
            }
        }
    }

    /// Whether a range begins at a character of a class.
    private func isRange(at start: Int) -> Bool { scalar(at: start + 1) == "-" && scalar(at: start + 2) != "]" }

    /// Inserts the meaning of a backslash at `index` in a class: a literal or digits; else the bytes become unknown.
    private func insertEscaped(into bytes: inout FirstBytes?) {
        switch scalar(at: index + 1) {
        case "d": bytes?.insert("0"..."9")
        case let scalar? where scalar.isPunctuationOfASCII && !isRange(at: index + 1): bytes?.insert(scalar)
        default: bytes = nil
        }
    }

    private mutating func group() throws(PatternError) {
        guard follows("(?", at: index) else { return try openCapturing(endingAt: index + 1) }
        for (beginning, message) in Self.refused where follows(beginning, at: index) {
            throw PatternError(message, at: index)
        }
        if follows("(?P<", at: index) {
            let name = try name(after: "(?P<", endingWith: ">")
            guard names.insert(name).inserted else {
                throw PatternError("two groups have the name '\(name)'", at: index)
            }
            return try openCapturing(endingAt: index + 5 + name.unicodeScalars.count, name: name)
        }
        for (beginning, end) in [("(?<", ">" as Unicode.Scalar), ("(?'", "'")] where follows(beginning, at: index) {
            let name = try name(after: beginning, endingWith: end)
            throw PatternError("write a group with a name as (?P<\(name)>…)", at: index)
        }
        // Flags for the rest of the group around them, `(?i)`, or for a group of their own, `(?i:…)`.
        var end = index + 2
        while let flag = scalar(at: end), "imsU-".unicodeScalars.contains(flag) { end += 1 }
        if end > index + 2 { begin(with: nil) }
        switch scalar(at: end) {
        case ":":
            openGroups.append(index)
            levels.append(Level())
        case ")": break
        default:
            throw PatternError(
                "'(?' must be followed by P<name>, ':', or the flags i, m, s and U before ':' or ')'", at: index)
        }
        index = end + 1
    }

    private mutating func openCapturing(endingAt end: Int, name: String? = nil) throws(PatternError) {
        capturing += 1
        guard capturing <= Pattern.mostGroups else {
            throw PatternError(
                "more than \(Pattern.mostGroups) groups capture; write (?:…) for groups that need not capture",
                at: index
            )
        }
        if let name { groups.append((name, capturing)) }
        openGroups.append(index)
        levels.append(Level(name: name))
        index = end
    }

    private func name(after beginning: String, endingWith end: Unicode.Scalar) throws(PatternError) -> String {
        let start = index + beginning.unicodeScalars.count
        guard let stop = scalars[start...].firstIndex(of: end) else {
            throw PatternError("the name of a group ends with '\(end)'", at: start)
        }
        guard start < stop else { throw PatternError("the name of the group is missing", at: start) }
        let isWrong = { (scalar: Unicode.Scalar) in
            guard let byte = UInt8(exactly: scalar.value) else { return true }
            return !(byte.isASCIILetter || byte.isASCIIDigit || scalar == "_")
        }
        if let wrong = scalars[start..<stop].firstIndex(where: isWrong) {
            throw PatternError("the name of a group is made of letters (a-z, A-Z), digits and '_'", at: wrong)
        }
        return String(String.UnicodeScalarView(scalars[start..<stop]))
    }

    private static let noBackReferences =
        "RE2 has no back-references, because they make matching slow; capture both parts and compare them elsewhere"

    private static let noLookingAround =
        "because that makes matching slow; write a pattern for the whole text, or use two conditions"

    /// The beginnings of groups of other languages, longer ones before their prefixes.
    private static let refused: [(beginning: String, message: String)] = [
        ("(?<=", "RE2 has no look-behind, \(noLookingAround)"),
        ("(?<!", "RE2 has no look-behind, \(noLookingAround)"),
        ("(?=", "RE2 has no look-ahead, \(noLookingAround)"),
        ("(?!", "RE2 has no look-ahead, \(noLookingAround)"),
        ("(?P=", noBackReferences),
        ("(?P>", "RE2 has no recursion; write the group out again"),
        ("(?>", "RE2 has no atomic groups, because it never backtracks; write (?:…)"),
        ("(?#", "RE2 has no comments in patterns; a rule can have a \"note\""),
    ]
}

extension Unicode.Scalar {
    /// Whether it is literal after a backslash.
    fileprivate var isPunctuationOfASCII: Bool {
        guard let byte = UInt8(exactly: value) else { return false }
        return 0x21..<0x7F ~= byte && !byte.isASCIILetter && !byte.isASCIIDigit
    }
}

struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    let message: String
    /// How many characters (Unicode scalars) of the pattern are before the place, as near as can be determined.
    let offset: Int

    init(_ message: String, at offset: Int) { (self.message, self.offset) = (message, offset) }

    var description: String { "\(message), at character \(offset + 1)" }
}

/// The bytes with which a text may begin: ASCII characters one by one, and all others together.
struct FirstBytes: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var allowsOthers = false
    private var allowsEmptyText = false

    /// No byte at all.
    init() {}

    init(_ scalar: Unicode.Scalar) { insert(scalar) }

    /// All, and no byte as well.
    static let any: FirstBytes = {
        var all = FirstBytes()
        (all.low, all.high, all.allowsOthers, all.allowsEmptyText) = (.max, .max, true, true)
        return all
    }()

    static let digits: FirstBytes = {
        var digits = FirstBytes()
        digits.insert("0"..."9")
        return digits
    }()

    mutating func insert(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case ..<64: low |= 1 << UInt64(scalar.value)
        case ..<128: high |= 1 << UInt64(scalar.value - 64)
        default: allowsOthers = true
        }
    }

    /// - Parameter range: of ASCII.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        for value in range.lowerBound.value...range.upperBound.value { Unicode.Scalar(value).map { insert($0) } }
    }

    func allow(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return allowsEmptyText }
        switch first {
        case ..<64: return low & 1 << UInt64(first) != 0
        case ..<128: return high & 1 << UInt64(first - 64) != 0
        default: return allowsOthers
        }
    }
}
