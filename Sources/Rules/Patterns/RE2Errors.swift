internal import CRE2

/// The errors of RE2 as messages with their place.
extension PatternError {
    /// The fault is what RE2 found in the text as a whole, the argument the part that it names.
    init(_ fault: BeelinePatternFault, _ argument: String, in text: String, _ scan: PatternScan) {
        let place = Self.place(of: fault, argument, in: text, scan)
        self.init(Self.message(for: fault, Self.shortened(argument)), at: place)
    }

    private static func message(for fault: BeelinePatternFault, _ part: String) -> String {
        switch fault {
        case .none, .internal: "RE2 cannot use this pattern"
        case .escape: #"RE2 has no '\#(part)'; for a backslash itself write \\"#
        case .class: "'\(part)' is not a class of characters"
        case .range: "'\(part)' is not a range or class of RE2; a range must ascend, as a-z does"
        case .missingBracket: #"this '[' has no ']'; for the character write \["#
        case .missingParenthesis: #"this '(' has no ')'; for the character write \("#
        case .unexpectedParenthesis: #"this ')' has no '('; for the character write \)"#
        case .trailingBackslash: #"the last character is a backslash; for the character write \\"#
        case .nothingToRepeat: #"there is nothing before '\#(part)' to repeat; for the character put a \ before"#
        case .repetitionSize:
            "'\(part)' is too much: bounds must ascend up to 1000, and so must the product of nested repetitions"
        case .repetitionOperator: "'\(part)' repeats a repetition; leave one of them out"
        case .groupKind: "RE2 has no '\(part)'"
        case .encoding: "the pattern is not in UTF-8"
        case .groupName: "'\(part)' does not begin a group with a name; write (?P<name>…)"
        case .tooLarge:
            "the pattern is too large once compiled; repeat less, or smaller classes of characters, or capture less"
        }
    }

    private static func place(
        of fault: BeelinePatternFault, _ argument: String, in text: String, _ scan: PatternScan
    ) -> Int {
        switch fault {
        case .none, .internal, .encoding, .tooLarge: return 0
        case .missingParenthesis: return scan.openGroups.last ?? 0
        case .trailingBackslash: return max(0, text.unicodeScalars.count - 1)
        case .escape, .class, .range, .missingBracket, .unexpectedParenthesis, .nothingToRepeat, .repetitionSize,
            .repetitionOperator, .groupKind, .groupName:
            let end = firstEnd(of: fault, argument, in: text)
            return max(0, end - argument.unicodeScalars.count)
        }
    }

    /// The length of the shortest beginning of the text that has the same fault: RE2 reads from left to right and
    /// reports the first fault, but not its place. So all longer beginnings have it, too, and halving finds it.
    private static func firstEnd(of fault: BeelinePatternFault, _ argument: String, in text: String) -> Int {
        let scalars = Array(text.unicodeScalars)
        var without = 0
        var with = scalars.count
        while with - without > 1 {
            let middle = (without + with) / 2
            let beginning = String(String.UnicodeScalarView(scalars[..<middle]))
            if hasFault(fault, argument, beginning) { with = middle } else { without = middle }
        }
        return with
    }

    private static func hasFault(_ fault: BeelinePatternFault, _ argument: String, _ text: String) -> Bool {
        // With so little memory RE2 reads the pattern and makes no program of it.
        guard let handle = CompiledPattern.compile(text, memory: 1) else { return false }
        defer { beeline_pattern_free(handle) }
        return beeline_pattern_fault(handle) == fault && CompiledPattern.faultArgument(handle) == argument
    }

    /// A part for a message: not too long, and without controls.
    private static func shortened(_ part: String) -> String {
        let scalars = part.unicodeScalars
        let shown = scalars.prefix(40).map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }
        return shown.joined() + (scalars.count > 40 ? "…" : "")
    }
}
