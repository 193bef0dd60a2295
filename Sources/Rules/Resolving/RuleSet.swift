public import BeelineContent
internal import BeelineSymbols

/// A set of checked rules that resolves codes. It is a value without side effects.
public struct RuleSet: Sendable {
    /// The rules in the order in which they are tried.
    public let rules: [Rule]
    /// The warnings about the rule files.
    public let warnings: [RuleIssue]
    /// The constants and their values, by name.
    public let constants: [String: String]

    package let compiled: [CompiledRule]
    /// The hosts that the rules trust, in lower case and A-labels, sorted; each includes the hosts below it.
    ///
    /// These are the hosts in the URLs of the rules and of their services, and those for which rules open the link of a
    /// code, by `domain` or by name. Hosts that a rule only matches without opening anything, or only opens with `ask`,
    /// are not trusted. Rules that others could have written trust no host: one of theirs would excuse another that
    /// looks like it. Rules that a constant switches off count as well, and rules of bundled files that were not read.
    package let trustedHosts: [String]
    package let linkGuard: LinkGuard
    package let kinds: KindTable
    /// How the rules use the memory, without those that constants switch off.
    package let memoryUse: MemoryUse
    /// The rules that files switch off, in their order.
    package let disabled: [DisabledRule]
    private let ruleIndex: RuleIndex
    private let kindIndex: RuleIndex
    /// The forms of all custom kinds in order, each with the index of its kind.
    private let kindForms: [(form: CustomKindForm, kind: Int)]

    /// A rule that is switched off, and the number of rules before it.
    package typealias DisabledRule = (rule: CompiledRule, place: Int)

    /// - Parameter trusted: hosts that are trusted beside those of the rules.
    init(
        _ compiled: [CompiledRule], kinds: KindTable, constants: [String: String], warnings: [RuleIssue],
        disabled: [DisabledRule] = [], trusting trusted: [String] = []
    ) {
        (self.disabled, self.kinds, self.constants, self.warnings) = (disabled, kinds, constants, warnings)
        trustedHosts = Self.trustedHosts(compiled).union(trusted).sorted()
        linkGuard = LinkGuard(trusting: trustedHosts)
        var memoryUse = MemoryUse.none
        for rule in compiled where !rule.rule.isSwitchedOff { memoryUse.add(rule.memoryUse) }
        if memoryUse.asksSeen { memoryUse.keyForms = Self.keyForms(compiled, kinds) }
        self.memoryUse = memoryUse
        let knowledge = SetKnowledge(linkGuard, memoryUse: memoryUse)
        self.compiled = compiled.map { $0.joining(knowledge) }
        rules = self.compiled.map(\.rule)
        let all = kinds.all.kinds
        ruleIndex = RuleIndex(
            compiled.map { rule in
                rule.rule.isSwitchedOff ? nil : (rule.condition, rule.kinds)
            }, kinds: all)
        kindForms = kinds.own.enumerated().flatMap { place, kind in kind.forms.map { ($0, place) } }
        kindIndex = RuleIndex(
            kindForms.map { form, _ in
                let checked = form.condition
                return checked.condition.isSwitchedOff ? nil : (checked.condition, checked.scope.kinds)
            }, kinds: all)
    }

    /// Resolves a code: the actions of the matching rules with `continue`, then those of the first other rule that
    /// matches.
    public func resolve(_ reading: consuming Reading, scan: Scan) -> Resolution {
        resolve(consume reading, scan: scan, asking: nil)
    }

    /// The same with the memory of earlier scans and session values.
    package func resolve(_ reading: consuming Reading, scan: Scan, memory: (any ScanMemory)?) -> Resolution {
        let asked = memory.flatMap { AskedMemory($0, for: memoryUse, source: scan.source) }
        return resolve(consume reading, scan: scan, asking: asked)
    }

    package func resolve(_ reading: consuming Reading, scan: Scan, asking memory: AskedMemory?) -> Resolution {
        var subject = EvaluationContext(reading, scan: scan, memory: memory)
        classify(&subject)
        var actions: [Action] = []
        var taker: Rule?
        let rules = compiled.span
        for number in ruleIndex.candidates(for: subject) {
            let rule = rules[number]
            guard rule.holds(for: &subject) else { continue }
            rule.appendActions(for: &subject, to: &actions)
            if !rule.rule.continues {
                taker = rule.rule
                break
            }
        }
        let (reading, classification) = subject.result()
        return Resolution(
            reading: reading, classification: classification, rule: taker, actions: actions, linkGuard: linkGuard,
            scan: scan)
    }

    /// The verdict on a link that is not from a code, with the hosts that the rules trust.
    public func linkVerdict(on url: String) -> LinkVerdict { linkGuard.verdict(on: url) }

    /// The most warnings about kinds that a code nearly is of.
    private static let mostKindWarnings = 4

    /// Classifies a code by the first custom kind that accepts it. A plain text without a kind is tried again in other
    /// spellings. Returns the spelling in which it is of a kind; nil for the text itself, or without a kind.
    @discardableResult package func classify(_ subject: inout EvaluationContext) -> Respelling? {
        guard kindIndex.hasCandidates(of: subject.kind) else { return nil }
        var misses = NearMisses()
        // First, so that no field has a line end in it. In some codes a blank at the end is a part of them.
        if let bare = Respelling.bare(subject.reading.symbol), classify(&subject, as: bare, &misses) { return bare }
        if classify(&subject, as: nil, &misses) { return nil }
        if subject.kind == .plainText {
            for respelling in Respelling.all(of: subject.reading.symbol)
            where classify(&subject, as: respelling, &misses) {
                let name = subject.classification?.name ?? ""
                subject.warn(respelling.doubts.map { .questionableKind(name, reason: $0) })
                return respelling
            }
        }
        // Of a code that another kind takes, it says nothing that it nearly was of this one.
        subject.warn(misses.warnings)
        // No one knows where in it the secret is.
        if misses.mayHoldSecret {
            let symbol = subject.reading.symbol
            subject.keepSecret([Array((symbol.text ?? "").utf8), symbol.bytes])
        }
        return nil
    }

    /// Whether a code, or another spelling of the text that rules see, is of a kind. Collects why it is not.
    private func classify(
        _ subject: inout EvaluationContext, as respelling: Respelling?, _ misses: inout NearMisses
    ) -> Bool {
        subject.respelling = respelling?.text
        defer { subject.respelling = nil }
        for number in kindIndex.candidates(for: subject) {
            let (form, kind) = kindForms[number]
            guard respelling?.suffices(for: form) ?? true else { continue }
            let name = kinds.own[kind].name
            let answer = form.ask(&subject, kind: name)
            if let warning = answer.warning, respelling?.explains(warning) ?? true {
                if misses.warnings.count < Self.mostKindWarnings, !misses.warnings.contains(warning) {
                    misses.warnings.append(warning)
                }
                if form.parts?.names.contains(where: \.isSecret) ?? false { misses.mayHoldSecret = true }
            }
            guard answer.holds else { continue }
            subject.classification = form.classification(named: name, index: kind, of: &subject)
            if let doubt = form.doubt { subject.warn([.questionableKind(name, reason: doubt)]) }
            return true
        }
        return false
    }
}

/// What kinds say of a code that they nearly accept.
private struct NearMisses {
    var warnings: [ContentWarning] = []
    /// Whether a kind with a secret part is among them: a typing error makes a password no less of one.
    var mayHoldSecret = false
}

extension Respelling {
    /// Whether a form is strict enough for it: others may accept it by chance.
    fileprivate func suffices(for form: CustomKindForm) -> Bool { !needsCheck || !form.checks.isEmpty }

    /// Whether a warning about it is useful.
    fileprivate func explains(_ warning: ContentWarning) -> Bool {
        if case .wrongCheck = warning { isSameText } else { false }
    }
}

extension RuleSet {
    private static func trustedHosts(_ compiled: [CompiledRule]) -> Set<String> {
        var hosts: Set<String> = []
        for rule in compiled where rule.rule.distrust == nil {
            for action in rule.actions {
                for case .url(let template) in action.arguments {
                    if let host = template.literalHost {
                        hosts.insert(host)
                    } else if template.isLinkOfCode, !action.shape.asks {
                        hosts.formUnion(rule.checked.condition.wantedHosts)
                    }
                }
            }
        }
        return hosts
    }

    /// How others could have written rules, by their ids: a rule's own file, or a service or a constant that it uses.
    /// Rules that only the user could have written are left out.
    package var distrusted: [String: String] {
        var distrusted: [String: String] = [:]
        for rule in compiled { distrusted[rule.rule.id] = rule.rule.distrust }
        return distrusted
    }

    /// The rules with an action whose name passes a test, in order.
    package func rules(whoseActions isMeant: (String) -> Bool) -> [Rule] {
        compiled.filter { $0.actions.contains { isMeant($0.shape.name) } }.map(\.rule)
    }

    /// The rules with an action that uses a secret, in order.
    package var rulesWithSecrets: [Rule] {
        compiled.filter { $0.actions.contains { $0.arguments.contains(where: \.namesSecret) } }.map(\.rule)
    }
}

extension BoundURL {
    /// Whether it is a link that the code contains, whole.
    fileprivate var isLinkOfCode: Bool {
        guard parts.count == 1, case .expression(.reserved, _) = parts[0] else { return false }
        return true
    }

    /// The host in the template; nil for a link of the code.
    fileprivate var literalHost: String? {
        guard case .literal(let bytes)? = parts.first else { return nil }
        // What follows the host may be of the code, and cannot change it.
        let head = String(decoding: bytes, as: UTF8.self)
        guard let address = WebAddress(absoluteURL: head), !address.hostName.isEmpty else { return nil }
        return address.hostName
    }
}

extension Condition {
    /// The hosts that the code's link may have, by name or with those below them.
    fileprivate var wantedHosts: Set<String> {
        switch self {
        case .all(let conditions): return conditions.reduce(into: []) { $0.formUnion($1.wantedHosts) }
        case .any(let conditions): return conditions.reduce(into: []) { $0.formUnion($1.wantedHosts) }
        case .test(.field(.fixed(.host)), .domain(let domains)):
            return Set(domains.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
        case .test(.field(.fixed(.host)), .oneOf(let operands)):
            return Set(operands.compactMap { if case .literal(.text(let host)) = $0 { host } else { nil } })
        case .not, .kind, .symbology, .test: return []
        }
    }
}

extension RuleSet {
    /// The names of the kinds and the ids of the rules that use a catalogue, each with its file, in order.
    package func users(ofCatalog name: String) -> [(name: String, file: String)] {
        func isAsked(_ condition: Condition) -> Bool {
            condition.tests.contains {
                if case .catalog(let test) = $0.predicate { test.catalog.name == name } else { false }
            }
        }
        let kinds = self.kinds.own.filter { $0.forms.contains { isAsked($0.condition.condition) } }
        let rules = (compiled + disabled.map(\.rule)).filter { rule in
            rule.conditions.contains(where: isAsked)
        }
        return kinds.map { ("kind \($0.name)", $0.file) } + rules.map { ($0.rule.id, $0.rule.file) }
    }

    /// The catalogues in which rules and kinds look something up, each once, by name.
    package var catalogs: [Catalog] {
        let conditions = kinds.own.flatMap { $0.forms.map(\.condition.condition) } + compiled.flatMap(\.conditions)
        var catalogs: [String: Catalog] = [:]
        for test in conditions.flatMap(\.tests) {
            if case .catalog(let test) = test.predicate { catalogs[test.catalog.name] = test.catalog }
        }
        return catalogs.values.sorted { $0.name < $1.name }
    }

    /// The keys by which the rules may query the history for a code, itself first; none for one with a secret.
    package func memoryKeys(of reading: Reading, scan: Scan) -> [MemoryKey] {
        var subject = EvaluationContext(reading, scan: scan)
        classify(&subject)
        return subject.memoryKeys(memoryUse)
    }

    /// The key of a code itself; nil for a code that contains a secret.
    package func identity(of reading: Reading, scan: Scan) -> MemoryKey? {
        var subject = EvaluationContext(reading, scan: scan)
        classify(&subject)
        return subject.identity
    }

    /// How catalogues convert the values of fields before a look-up: values with one key count as one value for `seen`.
    /// A field that a kind makes of another one alone has the forms of that one, and the reverse.
    private static func keyForms(_ compiled: [CompiledRule], _ kinds: KindTable) -> [Name: [CatalogKeyForm]] {
        let forms = kinds.own.flatMap(\.forms)
        var found: [Name: [CatalogKeyForm]] = [:]
        func add(_ form: CatalogKeyForm, _ name: Name) {
            if !(found[name]?.contains(form) ?? false) { found[name, default: []].append(form) }
        }
        for rule in compiled where !rule.rule.isSwitchedOff {
            for (name, predicate) in rule.conditions.flatMap(\.tests) {
                if case .catalog(let test) = predicate, test.catalog.form.key != .exact {
                    add(test.catalog.form.key, name)
                }
                if name == .field(.fixed(.compact)) { add(.exact, name) }
            }
        }
        for field in forms.flatMap(\.fields) {
            guard field.template.parts.count == 1, case .variable(let other, nil) = field.template.parts[0] else {
                continue
            }
            for form in found[other] ?? [] { add(form, field.name) }
            for form in found[field.name] ?? [] { add(form, other) }
        }
        return found
    }
}
