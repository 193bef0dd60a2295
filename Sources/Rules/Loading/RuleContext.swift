internal import BeelineContent
internal import BeelineSupport

/// What is known of a rule while it is read: what its condition captures and finds, and what its actions do.
///
/// A class, because reading a condition adds to it and reading a template asks it.
final class RuleContext {
    let vocabulary: Vocabulary
    let log: IssueLog
    private(set) var captures: [String: Capture] = [:]
    /// Where the row of each catalogue is kept.
    private(set) var rows: [String: Int] = [:]
    private(set) var slotCount = 0
    /// What the actions read so far find, by the names that `as` gave them.
    var results: [String: FoundNames] = [:]
    /// What any action of the rule is called by `as`.
    let calledActions: Set<String>

    /// The names of what an action finds.
    struct FoundNames {
        let names: [String]
        /// Those that are there whenever a later action is done: none where the action itself may be left out.
        let certain: Set<String>
    }

    /// - Parameters:
    ///   - kinds: those that conditions may ask for; nil: all that there are.
    ///   - actions: the rule's, which are still to be read.
    init(_ vocabulary: Vocabulary, log: IssueLog, kinds: KindTable? = nil, actions: JSONValue? = nil) {
        calledActions = Set((actions?.array ?? []).compactMap { $0["as"]?.string })
        self.vocabulary = vocabulary
        self.log = log
        self.kinds = kinds ?? vocabulary.kinds
        logic = Logic(self.kinds, patience: Self.patience)
    }

    let kinds: KindTable
    /// Finds what can never hold. A rule so long that this is not enough is not looked through to its end.
    let logic: Logic

    private static let patience = 100_000

    /// The capture of that name; the alternatives of a condition share it. Nil, and logged, when they disagree on what it is.
    func capture(_ name: String, decimals: Int?, at path: JSONPath) -> Capture? {
        if let known = captures[name] {
            guard known.decimals == decimals else {
                log.error("'match.\(name)' is a number in one alternative and a text in another one", at: path)
                return nil
            }
            return known
        }
        let capture = Capture(name: name, slot: slotCount, decimals: decimals)
        slotCount += 1
        captures[name] = capture
        return capture
    }

    /// Reads a part of the rule of which the rest knows nothing: what it captures and finds is forgotten behind it.
    func apart<Result>(_ read: () -> Result) -> Result {
        let (captures, rows) = (captures, rows)
        defer { (self.captures, self.rows) = (captures, rows) }
        return read()
    }

    /// Where the row of a catalogue is kept.
    func row(of list: String) -> Int {
        if let slot = rows[list] { return slot }
        rows[list] = slotCount
        slotCount += 1
        return slotCount - 1
    }
}
