internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// All that the rules of a set may name, beside the fields of codes; and which of it they did.
///
/// A class, because naming something marks it as used; it lives while a set is loaded.
final class Vocabulary {
    let signatures: [ActionSignature]
    let constants: Constants
    let services: Declarations<Service>
    let catalogs: CatalogFinder.Cache
    let patterns = PatternCache()
    /// The kinds, as far as they have been read.
    var kinds = KindTable.base

    init(
        signatures: [ActionSignature], constants: Constants, services: Declarations<Service>,
        catalogs: CatalogFinder.Cache
    ) {
        (self.signatures, self.constants) = (signatures, constants)
        (self.services, self.catalogs) = (services, catalogs)
    }

    /// How others could have written a part of the rule that is being read: its file, a service or a constant that it
    /// uses.
    private(set) var distrust: String?

    /// Everything that is used from now on belongs to a rule of this file.
    func beginRule(in file: RuleFile) { distrust = file.distrust }

    /// The value of a constant, which the rule uses; nil when no file has it.
    func constant(_ name: String) -> String? {
        guard let (value, file) = constants.use(name) else { return nil }
        note(file?.distrust, of: "the constant '\(name)'")
        return value
    }

    /// A service, which the rule uses; nil when no file has it.
    func service(_ name: String) -> Service? {
        guard let (service, file) = services.use(name) else { return nil }
        note(file.distrust, of: "the service '\(name)'")
        return service
    }

    private func note(_ writers: String?, of part: String) {
        guard distrust == nil, let writers else { return }
        distrust = "it uses \(part), and \(writers)"
    }

    /// The hosts that templates name: most lead to a few, and each is looked at once.
    private var hosts: Set<String> = []

    /// Whether a text is a host, as `URLHead.isHost` says.
    func isHost(_ text: String) -> Bool {
        if hosts.contains(text) { return true }
        guard URLHead.isHost(text) else { return false }
        hosts.insert(text)
        return true
    }
}

/// What is known of a rule while it is read: what its condition captures and finds, and what its actions do.
///
/// A class, because reading a condition adds to it and reading a template asks it.
final class RuleContext {
    let vocabulary: Vocabulary
    let log: IssueLog
    private(set) var captures: [String: Capture] = [:]
    private(set) var rows: [String: Int] = [:]
    /// The named parts that the text of a kind is split into.
    private(set) var parts: [String: PartName] = [:]
    private(set) var slotCount = 0
    /// What the actions read so far find, by the names that `as` gave them.
    var results: [String: FoundNames] = [:]
    /// What of the memory the names read so far ask for.
    var memoryUse = MemoryUse.none
    /// Whether it is a rule that is read, and no kind: what a code is does not depend on what was scanned before.
    let knowsMemory: Bool
    /// What the action is called by `as` in whose `otherwise` the reader is.
    var undoneAction: String?
    /// What any action of the rule is called by `as`.
    let calledActions: Set<String>

    /// The names of what an action finds.
    struct FoundNames {
        let names: [String]
        /// Those that are there whenever a later action is done: none where the action itself may be left out.
        let certain: Set<String>

        var uncertain: FoundNames { FoundNames(names: names, certain: []) }

        /// The same names, and those of an action that is in for that which finds these.
        func adding(_ other: FoundNames) -> FoundNames {
            FoundNames(names: names + other.names.filter { !names.contains($0) }, certain: certain)
        }
    }

    /// - Parameters:
    ///   - kinds: those that conditions may ask for; nil: all that there are.
    ///   - actions: the rule's, which are still to be read.
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

    /// The capture of that name; the alternatives of a condition share it. Nil, and logged, when they disagree on what
    /// it is.
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

    /// The part of that name, which the text of a kind is split into; nil where there is one already.
    func part(_ name: String, type: FieldType, isSecret: Bool) -> PartName? {
        guard parts[name] == nil else { return nil }
        let part = PartName(name: name, slot: slotCount, type: type, isSecret: isSecret)
        slotCount += 1
        parts[name] = part
        return part
    }

    /// Reads a part of the rule by itself: the rest of the rule does not see what it captures and finds.
    func apart<Result>(_ read: () -> Result) -> Result {
        let (captures, rows) = (captures, rows)
        defer { (self.captures, self.rows) = (captures, rows) }
        return read()
    }

    /// Reads what is also performed where actions before it were not done: no result of theirs is certain there.
    func expectingNoResult<Result>(_ read: () -> Result) -> Result {
        let known = results
        results = known.mapValues(\.uncertain)
        defer { results.merge(known) { _, known in known } }
        return read()
    }

    /// Reads what is performed when an action was not done, which has found nothing then. What is found there is
    /// certain to no action after it.
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
