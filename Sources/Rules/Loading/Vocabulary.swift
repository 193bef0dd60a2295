internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Everything that the rules of a set can name beside the fields of codes, with marks for the used parts. A class,
/// because using a name marks it; it lives while a set is loaded.
final class Vocabulary {
    let actions: KnownActions
    let constants: Constants
    let services: Declarations<Service>
    let catalogs: CatalogFinder.Cache
    let patterns = PatternCache()
    /// The kinds that were read so far.
    var kinds = KindTable.base

    /// What the bundled files define, read for the first name that the files in use do not have.
    private(set) lazy var bundledNames = readBundledNames()
    private let readBundledNames: () -> BundledNames

    init(
        actions: KnownActions, constants: Constants, services: Declarations<Service>, catalogs: CatalogFinder.Cache,
        bundledNames: @escaping () -> BundledNames = { .none }
    ) {
        (self.actions, self.constants, self.services, self.catalogs) = (actions, constants, services, catalogs)
        readBundledNames = bundledNames
    }

    /// How others could have written the rule being read: its file, a service or constant that it uses.
    private(set) var distrust: String?

    /// Starts a rule of a file, to which all later uses belong.
    func beginRule(in file: RuleFile) { distrust = file.distrust }

    /// The value of a constant that the rule uses; nil when no file has it.
    func constant(_ name: String) -> String? {
        guard let (value, file) = constants.use(name) else { return nil }
        note(file?.distrust, of: "the constant '\(name)'")
        return value
    }

    /// A service that the rule uses; nil when no file has it.
    func service(_ name: String) -> Service? {
        guard let (service, file) = services.use(name) else { return nil }
        note(file.distrust, of: "the service '\(name)'")
        return service
    }

    private func note(_ writers: String?, of part: String) {
        guard distrust == nil, let writers else { return }
        distrust = "it uses \(part), and \(writers)"
    }

    /// The valid hosts of templates: most templates share a few, and each is checked once.
    private var hosts: Set<String> = []

    /// Whether a text is a host, as `URLHead.isHost`.
    func isHost(_ text: String) -> Bool {
        if hosts.contains(text) { return true }
        guard URLHead.isHost(text) else { return false }
        hosts.insert(text)
        return true
    }
}

/// The actions that rules can name.
package struct KnownActions: Sendable {
    /// For messages about unknown ones.
    let names: [String]
    /// The signature of an action, which may be made by this call: a set names a few of many actions.
    let signature: @Sendable (_ name: String) -> ActionSignature?

    package init(names: [String], signature: @escaping @Sendable (_ name: String) -> ActionSignature?) {
        (self.names, self.signature) = (names, signature)
    }
}

/// The state of reading a rule: the captures and rows of its condition, and the results of its actions. A class,
/// because reading a condition adds to it and reading a template uses it.
final class RuleContext {
    let vocabulary: Vocabulary
    let log: IssueLog
    private(set) var captures: [String: Capture] = [:]
    private(set) var rows: [String: Int] = [:]
    /// The named parts that the text of a kind is split into.
    private(set) var parts: [String: PartName] = [:]
    private(set) var slotCount = 0
    /// The results of the actions that were read so far, by their `as` names.
    var results: [String: FoundNames] = [:]
    /// The use of earlier scans by the names that were read so far.
    var memoryUse = MemoryUse.none
    /// Whether earlier scans can be used: in a rule, but not in a kind, which must not depend on them.
    let knowsMemory: Bool
    /// The `as` name of the action whose `otherwise` is being read.
    var undoneAction: String?
    /// The `as` names of all actions of the rule.
    let calledActions: Set<String>

    /// The names of the results of an action.
    struct FoundNames {
        let names: [String]
        /// The results that always exist for later actions: none if the action itself may be left out.
        let certain: Set<String>

        var uncertain: FoundNames { FoundNames(names: names, certain: []) }

        /// The same names, and those of an alternative of the action.
        func adding(_ other: FoundNames) -> FoundNames {
            FoundNames(names: names + other.names.filter { !names.contains($0) }, certain: certain)
        }
    }

    /// The kinds are those that conditions can name, by default all; the actions are the unread ones of the rule.
    init(_ vocabulary: Vocabulary, log: IssueLog, kinds: KindTable? = nil, actions: JSONValue? = nil) {
        let elements = actions?.array ?? []
        let all = elements + elements.flatMap { $0["otherwise"]?.array ?? [] }
        calledActions = Set(all.compactMap { $0["as"]?.string })
        self.vocabulary = vocabulary
        self.log = log
        self.kinds = kinds ?? vocabulary.kinds
        knowsMemory = kinds == nil
        logic = Logic(self.kinds, patience: log.file.isBundled ? 0 : Self.patience)
    }

    let kinds: KindTable
    /// Finds conditions that can never be true. A rule so long that this is not enough is not checked to its end.
    let logic: Logic

    private static let patience = 100_000

    /// The capture of that name, shared by the alternatives of a condition. Nil, and logged, when they disagree.
    func capture(_ name: String, decimals: Int?, at path: JSONPath) -> Capture? {
        if let known = captures[name] {
            guard known.decimals == decimals else {
                return log.refuse("'match.\(name)' is a number in one alternative and a text in another one", at: path)
            }
            return known
        }
        let capture = Capture(name: name, slot: slotCount, decimals: decimals)
        slotCount += 1
        captures[name] = capture
        return capture
    }

    /// A new part of a name; nil if there is one already.
    func part(_ name: String, type: FieldType, isSecret: Bool) -> PartName? {
        guard parts[name] == nil else { return nil }
        let part = PartName(name: name, slot: slotCount, type: type, isSecret: isSecret)
        slotCount += 1
        parts[name] = part
        return part
    }

    /// Reads a part of the rule whose captures and rows are unknown to the rest of the rule.
    func apart<Result>(_ read: () -> Result) -> Result {
        let (captures, rows) = (captures, rows)
        defer { (self.captures, self.rows) = (captures, rows) }
        return read()
    }

    /// Reads an action that is performed even if earlier ones were not: none of their results is certain for it.
    func expectingNoResult<Result>(_ read: () -> Result) -> Result {
        let known = results
        results = known.mapValues(\.uncertain)
        defer { results.merge(known) { _, known in known } }
        return read()
    }

    /// Reads the alternatives of an action, without its results. Their own results are not certain for later actions.
    func readingOtherwise<Result>(than undone: String?, _ read: () -> Result) -> Result {
        let known = results
        if let undone { results[undone] = nil }
        undoneAction = undone
        defer {
            undoneAction = nil
            results = results.mapValues(\.uncertain).merging(known) { $1.adding($0) }
        }
        return read()
    }

    func row(of list: String) -> Int {
        if let slot = rows[list] { return slot }
        rows[list] = slotCount
        slotCount += 1
        return slotCount - 1
    }
}
