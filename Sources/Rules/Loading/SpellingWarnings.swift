internal import BeelineContent
internal import BeelineSupport

/// Finds rules that compare the scanned text of a code that may have several spellings: a ticket would be admitted
/// again, and a blocked card would pass.
struct SpellingWarnings {
    private let kinds: KindTable
    /// JSON members and link parameters that rules look up: codes with the same one may differ elsewhere.
    private let lookedUp: [Name]

    /// Logs a warning for each rule. The rules that come with the program compare fields.
    static func report(_ rules: [RuleSet.ReadRule], kinds: KindTable) {
        let own = rules.filter { !$0.log.file.isBundled && !$0.rule.rule.isSwitchedOff }
        let lookedUp = own.flatMap { read in
            read.rule.conditions.flatMap(\.tests).filter { test in
                if case .catalog = test.predicate, test.name.isOfOpenCode { true } else { false }
            }.map(\.name)
        }
        let warnings = SpellingWarnings(kinds: kinds, lookedUp: lookedUp)
        for rule in own { warnings.look(at: rule) }
    }

    private func look(at read: RuleSet.ReadRule) {
        let places = read.rule.kinds
        let own = kinds.own.enumerated().filter { places.contains(RuleKind(own: $0.offset)) }.map(\.element)
        guard !own.isEmpty || read.rule.memoryUse.asksSeen else { return }
        // A rule for codes of any kind means their text.
        let isOfOwnKinds = places.isSubset(of: RuleKinds(kinds.own.indices.map { RuleKind(own: $0) }))
        for name in Set(read.rule.conditions.flatMap(\.names)) {
            guard let problem = problem(name, own, isOfOwnKinds, places) else { continue }
            read.log.warning(problem, at: read.path.member("when"))
        }
    }

    private func problem(_ name: Name, _ own: [CustomKind], _ isOfOwnKinds: Bool, _ places: RuleKinds) -> String? {
        switch name {
        case .seen(let seen):
            guard let by = seen.by else { return problem(ofWholeCode: seen, own, places) }
            guard let (kind, spellings) = spellings(of: by, own) else { return nil }
            return
                "'\(seen)' compares the text as it was scanned, and the kind '\(kind)' also takes it \(spellings): use "
                + "'\(SeenName(seen.field))', or a field of the kind"
        case .field where isOfOwnKinds:
            guard let (kind, spellings) = spellings(of: name, own) else { return nil }
            return
                "'\(name)' is the text as it was scanned, and the kind '\(kind)' also takes it \(spellings): test a field of "
                + "the kind"
        default: return nil
        }
    }

    /// The first kind that accepts other spellings of this field, and which.
    private func spellings(of field: Name, _ own: [CustomKind]) -> (kind: String, spellings: String)? {
        let isText = field == .field(.fixed(.text))
        guard isText || field == .field(.fixed(.compact)) else { return nil }
        for kind in own {
            if kind.forms.contains(where: { !$0.checks.isEmpty }) {
                return (kind.name, "in small letters, with hyphens and in full width")
            }
            if isText, kind.forms.contains(where: \.ignoresBlanks) { return (kind.name, "with blanks in it") }
        }
        return nil
    }

    private func problem(ofWholeCode seen: SeenName, _ own: [CustomKind], _ places: RuleKinds) -> String? {
        for kind in own {
            guard let leniency = kind.forms.lazy.compactMap(\.leniency).first else { continue }
            return
                "'\(seen)' identifies codes of the kind '\(kind.name)' by their text, but the kind \(leniency): the same "
                + "code is new in another spelling. Give the kind an \"identity\", such as \"{match.number}\", or use "
                + "\(SeenField.owner).FIELD.\(seen.field.rawValue)"
        }
        guard let member = lookedUp.first(where: { places.isSubset(of: kinds.possible($0)) }) else { return nil }
        return
            "'\(seen)' is of the whole code, and a code with another member or parameter is a new one: use "
            + "'\(SeenName(by: member, seen.field))'"
    }
}

extension Name {
    /// Whether codes with the same value can differ elsewhere.
    fileprivate var isOfOpenCode: Bool {
        switch self {
        case .field(.json), .field(.query): true
        default: false
        }
    }
}

extension CustomKindForm {
    /// How it accepts several spellings of one code; nil if it does not, as far as known.
    fileprivate var leniency: String? {
        guard identity == nil else { return nil }
        switch parts?.layout.form {
        case .keyed, .tagged: return "takes its parts in any order"
        default: break
        }
        for case .matches(let test) in condition.condition.tests.map(\.predicate) {
            if let leniency = test.pattern.leniency { return leniency }
        }
        return nil
    }
}

extension Pattern {
    /// How it accepts several spellings of one text, by case or separators; nil if it does not.
    fileprivate var leniency: String? {
        let scalars = Array(text.unicodeScalars)
        var place = 0
        while place < scalars.count {
            let start = place
            var atom: [Unicode.Scalar] = []
            switch scalars[place] {
            case "\\":
                place += 1
                if place < scalars.count { atom = [scalars[place] == "s" ? " " : scalars[place]] }
            case "[":
                place += 1
                while place < scalars.count, scalars[place] != "]" || place == start + 1 {
                    if scalars[place] == "\\", place + 1 < scalars.count { place += 1 }
                    atom.append(scalars[place] == "s" && scalars[place - 1] == "\\" ? " " : scalars[place])
                    place += 1
                }
                if Self.isOneLetter(atom) { return "ignores case" }
                if atom.count > 1, atom.allSatisfy(Self.isSeparator) { return "takes several separators" }
            case "(" where scalars[place...].starts(with: "(?".unicodeScalars):
                let flags = scalars[(place + 2)...].prefix { "imsU".unicodeScalars.contains($0) }
                if flags.contains("i") { return "ignores case" }
            case let scalar: atom = [scalar]
            }
            place += 1
            // A point is any character, and not one that may be left out.
            guard !atom.isEmpty, atom.allSatisfy(Self.isSeparator), place < scalars.count else { continue }
            if "?*".unicodeScalars.contains(scalars[place]) || scalars[place...].starts(with: "{0".unicodeScalars) {
                return "takes separators that may be missing"
            }
            if scalars[place] == "+" { return "takes separators of any length" }
        }
        return nil
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "_" || scalar == "/" || scalar == ":" || scalar.properties.isWhitespace
            || scalar.properties.isDash
    }

    /// Whether a class is one letter in both cases: `[Tt]`.
    private static func isOneLetter(_ atom: [Unicode.Scalar]) -> Bool {
        atom.count == 2 && atom[0] != atom[1]
            && atom[0].properties.lowercaseMapping == atom[1].properties.lowercaseMapping
    }
}
