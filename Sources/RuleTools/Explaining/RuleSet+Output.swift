internal import BeelineContent
package import BeelineRules

/// The fields and kinds that results can have, by the rules.
extension RuleSet {
    /// The names of the fields that actions of a name may have, each once, in the order of the rules. Bundled rules for
    /// other than the likely kinds of codes do not count.
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

    /// The names of the fields of custom kinds, each once, in the order of the files, without secret ones.
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

    /// The kinds in the user's own files, and the kinds of the rules of these files, with their base kinds. A rule for
    /// most kinds, such as one that only tests the text, does not count.
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

    /// The kinds of things with a number, such as books and articles.
    package var kindsWithNumber: Set<RuleKind> {
        Set(Kind.allCases.filter { $0.definition.number != nil }.compactMap { kinds.kind($0.rawValue) })
    }

    /// Whether these are more than half of all kinds, so that they say nothing about the scanned codes.
    private func isMost(_ kinds: [RuleKind]) -> Bool { kinds.count * 2 > self.kinds.all.kinds.count }
}
