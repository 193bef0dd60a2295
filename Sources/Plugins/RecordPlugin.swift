public import BeelineActions
public import BeelineRules
internal import BeelineSupport

/// `record`: keeps a scan in the history, an SQLite database of the user's own.
///
/// What is kept is when it was, the code and what it means, where it came from, the rule, what came of the rule's actions
/// before this one, and fields of the rule's own. A row that was acknowledged outlives the program, however that ends. A
/// secret of the code is not kept: `•••` stands in its place.
public struct RecordPlugin: ActionPlugin {
    public var signature: ActionSignature { Self.signature }

    static let signature = ActionSignature(
        name: "record",
        summary: "Keeps the scan in the history, with fields of your own.",
        parameters: [.init("fields", .fields, isRequired: false, summary: "Names of your own, and a text for each.")],
        effects: [.local])

    private let writer: HistoryWriter

    /// Where the history is kept when nobody says otherwise: `beeline/history.db` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    public static var standardPath: String? { userDataFolder().map { "\($0)/history.db" } }

    /// Records in the standard place. Nothing is opened or made before the first row.
    public init() { writer = HistoryWriter(path: Self.standardPath) }

    /// - Parameter path: of the database; it and its folder are made where they are not there.
    public init(path: String) { writer = HistoryWriter(path: path) }

    public func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    public func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        let time = Timestamp.ofScan(context.scan)
        try await writer.append(HistoryRow(time: time, action: action, context: context))
        return ActionResult(message: "recorded")
    }

    public func end() async { await writer.close() }
}
