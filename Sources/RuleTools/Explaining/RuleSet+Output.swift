internal import BeelineContent
package import BeelineRules

/// What codes can come out with, as far as the rules say.
extension RuleSet {
    /// The names of the fields that actions of a name may have, each once, in the order of the rules.
    ///
    /// - Parameter kinds: those that codes are likely to be of; a bundled rule for others does not count.
    package func fieldNames(ofAction action: String, for kinds: Set<RuleKind>) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for rule in compiled
        where !RuleFile.isBundled(rule.rule.file) || rule.kinds.kinds.contains(where: kinds.contains) {
            for template in rule.actions where template.shape.name == action {
                for case .fields(let fields) in template.arguments {
                    for field in fields where known.insert(field.name).inserted { names.append(field.name) }
                }
            }
        }
        return names
    }

    /// The names of the fields that kinds of rule files give to their codes, each once, in the order of the files. What
    /// is secret is not among them.
    package func givenFieldNames(of wanted: Set<RuleKind>) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for own in kinds.own where kinds.kind(own.name).map(wanted.contains) ?? false {
            for field in own.fields where !field.isSecret && known.insert(field.name.description).inserted {
                names.append(field.name.description)
            }
        }
        return names
    }

    /// All kinds: those of the program and those of rule files.
    package var allKinds: Set<RuleKind> { Set(kinds.all.kinds) }

    /// The kinds that the user's own files make, and those that rules of these files are for, with what these are made
    /// of. A rule for most kinds, such as one that asks for the text alone, does not count.
    package var kindsOfOwnFiles: Set<RuleKind> {
        var found = Set(kinds.own.filter { !RuleFile.isBundled($0.file) }.compactMap { kinds.kind($0.name) })
        for rule in compiled where !RuleFile.isBundled(rule.rule.file) {
            let taken = rule.kinds.kinds
            if !isMost(taken) { found.formUnion(taken) }
        }
        for kind in found {
            guard let own = kind.own else { continue }
            let sources = kinds.own[own].sources.kinds
            if !isMost(sources) { found.formUnion(sources) }
        }
        return found
    }

    /// The kinds of things that are known by a number, such as books and articles.
    package var kindsWithNumber: Set<RuleKind> {
        Set(Kind.allCases.filter { $0.definition.number != nil }.compactMap { kinds.kind($0.rawValue) })
    }

    /// Whether these are so many kinds that they say nothing of what is scanned.
    private func isMost(_ kinds: [RuleKind]) -> Bool { kinds.count * 2 > self.kinds.all.kinds.count }
}
