internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

extension RuleSet {
    /// Reads and checks rule files; their rules are tried in the order of the files.
    ///
    /// - Parameters:
    ///   - actions: the actions that rules may name.
    ///   - settings: values that override those of the files.
    ///   - catalogs: the lists that conditions can use.
    ///   - finder: finds further lists that conditions name; each is opened once.
    ///   - reader: finds included files.
    ///   - trusted: hosts that rules trust beside those of the files. Default: none.
    ///   - kindFiles: files whose kinds are used, after those of the files, and nothing else. Default: none.
    /// - Throws: `RuleSetError`, with everything that is wrong, in all files.
    package init(
        files: [RuleFile], actions: KnownActions, constants settings: ConstantSettings, catalogs: [Catalog],
        finder: CatalogFinder, reader: RuleFileReader, trusting trusted: [String] = [],
        kindsOf kindFiles: [RuleFile] = []
    ) throws(RuleSetError) {
        let tree = FileTree(files, reader: reader)
        let constants = Constants(settings: settings)
        let services = Declarations<Service>("service")
        let lists = Declarations<CatalogDeclaration>("catalogue")
        var forms: [String: CatalogDeclaration] = [:]
        for file in tree.files {
            constants.declarations.declare(file.declarations("constants")) {
                $1.string($0.value, "a constant", at: $0.path)
            }
            services.declare(file.declarations("services")) { Service($0, $1) }
            lists.declare(file.declarations("catalogs")) { member, log in
                guard let list = CatalogDeclaration(member, log) else { return nil }
                if let other = forms.updateValue(list, forKey: member.name), other != list {
                    log.error(
                        "another rule file describes the catalogue '\(member.name)' differently", at: member.path,
                        .name)
                }
                return list
            }
        }
        let vocabulary = Vocabulary(
            actions: actions, constants: constants, services: services,
            catalogs: CatalogFinder.Cache(catalogs, finder, lists), bundledNames: { BundledNames(reader) })
        var kinds: [UnreachableKinds.ReadKind] = []
        for file in tree.files {
            vocabulary.readKinds(of: file) { kind, path in
                kinds.append(UnreachableKinds.ReadKind(kind: kind, path: path, log: file.log))
            }
        }
        // A kind whose name is taken is left out: their logs are not of the set.
        for file in kindFiles { vocabulary.readKinds(of: ParsedFile(file)) { _, _ in } }
        let read = Self.rules(of: tree, vocabulary)
        let disabled = Set(tree.files.flatMap { $0.disabled(knownIDs: read.ids) })
        var rules: [ReadRule] = []
        var disabledRules: [DisabledRule] = []
        for rule in read.rules {
            if disabled.contains(rule.rule.rule.id) {
                disabledRules.append((rule: rule.rule, place: rules.count))
            } else {
                rules.append(rule)
            }
        }
        var settings = constants.unknownSettings()
        // In a set with errors, a rule that could not be read may use any of these.
        if !tree.files.contains(where: \.log.hasErrors) {
            constants.declarations.reportUnused()
            services.reportUnused()
            lists.reportUnused()
            if tree.files.contains(where: { !$0.log.file.isBundled }) {
                UnreachableKinds.report(kinds, rules, vocabulary.kinds)
                UnreachableRules.report(rules, kinds: vocabulary.kinds)
                SpellingWarnings.report(rules, kinds: vocabulary.kinds)
                UnsetSessionValues.report(rules)
            }
            settings += constants.mistypedValues {
                rules.flatMap(\.rule.conditions) + vocabulary.kinds.own.flatMap(\.forms).map(\.condition.condition)
            }
        }

        let issues = settings + tree.files.flatMap { Self.inOrder($0.log.issues) }
        guard !issues.contains(where: { $0.severity == .error }) else { throw RuleSetError(issues: issues) }
        self.init(
            rules.map(\.rule), kinds: vocabulary.kinds, constants: constants.values, warnings: issues,
            disabled: disabledRules, trusting: trusted)
    }

    /// Reads rule files that may name the actions of some signatures.
    ///
    ///     let books = RuleFile(name: "books.json", text: #"{"version": 1, "rules": []}"#)
    ///     let rules = try RuleSet(files: [books], actions: [])
    package init(
        files: [RuleFile], actions: [ActionSignature], constants: ConstantSettings = ConstantSettings(),
        catalogs: [Catalog] = [], finder: CatalogFinder = .none, reader: RuleFileReader = .none,
        kindsOf kindFiles: [RuleFile] = []
    ) throws(RuleSetError) {
        let known = KnownActions(names: actions.map(\.name)) { name in actions.first { $0.name == name } }
        try self.init(
            files: files, actions: known, constants: constants, catalogs: catalogs, finder: finder, reader: reader,
            kindsOf: kindFiles)
    }

    /// A rule that could be read, and its place.
    struct ReadRule {
        let rule: CompiledRule
        let path: JSONPath
        let log: IssueLog
    }

    /// The rules that could be read, and the ids of all.
    private static func rules(of tree: FileTree, _ vocabulary: Vocabulary) -> (rules: [ReadRule], ids: Set<String>) {
        var rules: [ReadRule] = []
        var first: [String: (log: IssueLog, path: JSONPath)] = [:]
        for (file, value, path) in tree.rules {
            let reader = RuleReader(vocabulary: vocabulary, log: file.log)
            guard let result = reader.rule(value, at: path) else { continue }
            if let other = first[result.id] {
                reportTaken(result.id, by: other, (file.log, path))
            } else {
                first[result.id] = (file.log, path)
            }
            if let rule = result.rule { rules.append(ReadRule(rule: rule, path: path, log: file.log)) }
        }
        return (rules, Set(first.keys))
    }

    /// Logs that two rules have one id, at a place that the user can correct: not in a bundled file.
    private static func reportTaken(
        _ id: String, by first: (log: IssueLog, path: JSONPath), _ second: (log: IssueLog, path: JSONPath)
    ) {
        let isSecondBundled = second.log.file.isBundled
        let (wrong, other) = isSecondBundled ? (first, second) : (second, first)
        let place = wrong.log === other.log ? "in this file" : "in \(other.log.file.name)"
        wrong.log.error(
            "the id '\(id)' is already used, \(place): give this rule another id", at: wrong.path.member("id"))
    }

    private static func inOrder(_ issues: [RuleIssue]) -> [RuleIssue] {
        let start = TextPosition(line: 1, column: 1)
        return issues.enumerated().sorted {
            ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
        }.map(\.element)
    }
}

/// Reads an element of `"rules"` that is a rule.
struct RuleReader {
    let vocabulary: Vocabulary
    let log: IssueLog

    /// A rule, and its id, which is known even where the rest is wrong. Nil, and logged, when not even an id is there.
    func rule(_ value: JSONValue, at path: JSONPath) -> (id: String, rule: CompiledRule?)? {
        guard let object = ObjectReader(value, .rule, at: path, log) else { return nil }
        let id = object.requiredText("id", of: "a rule")
        if let id, !Self.isID(id) {
            log.error("an id must be letters, digits, '.', '-' and '_': '\(id)'", at: path.member("id"))
        }

        vocabulary.beginRule(in: log.file)
        let context = RuleContext(vocabulary, log: log, actions: object["do"])
        let condition = object["when"].flatMap {
            ConditionReader(context: context).condition($0, at: path.member("when"))
        }
        if object["when"] == nil { log.error("a rule needs 'when'; {} matches every code", at: path) }

        if object["do"] == nil { log.error("a rule needs 'do'; [] matches and does nothing", at: path) }
        let reader = ActionReader(context: context, scope: condition?.scope)
        let actions = object.list("do").compactMap { reader.action($0.value, at: $0.path) }
        if !log.file.isBundled { LostActions.report(actions, log) }
        let rule = Rule(
            id: id ?? "", title: object.text("title"), file: log.file.name, continues: object.flag("continue"),
            isSwitchedOff: condition?.condition.isSwitchedOff ?? false, distrust: vocabulary.distrust)
        guard let id else { return nil }
        let compiled = condition.map {
            CompiledRule(
                rule, when: $0, slotCount: context.slotCount, actions: actions.flatMap(\.templates),
                memoryUse: context.memoryUse)
        }
        return (id, compiled)
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { RuleName.isCharacter($0) || ".-".utf8.contains($0) }
    }
}
