internal import BeelineFiles
internal import BeelineJSON
public import BeelineRules
internal import Dispatch
internal import Synchronization

/// `record`: keeps fields of a scan in the history, an SQLite database of the user's own.
///
/// A row that was acknowledged is on the disk. A secret of the code is not kept: `•••` stands in its place.
public struct RecordPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "record",
        summary: "Keeps fields in the history.",
        parameters: [.init("fields", .fields, summary: "Names of your own, and a text for each.")],
        effects: [.local])

    private let writer: HistoryWriter

    /// Records in `beeline/history.db` in `XDG_DATA_HOME`, or in `~/.local/share`. Nothing is opened or made before the
    /// first row.
    public init() { writer = HistoryWriter(path: userDataFolder().map { "\($0)/history.db" }) }

    /// - Parameter path: of the database; it and its folder are made where they are not there.
    public init(path: String) { writer = HistoryWriter(path: path) }

    public func perform(_ action: Action) async throws -> ActionResult {
        let fields = if case .fields(let fields)? = action["fields"] { fields } else { [Action.Argument]() }
        var json = JSONWriter()
        json.write(fields.map(\.redacted))
        try await writer.append(rule: action.rule, fields: String(decoding: json.bytes, as: UTF8.self))
        return ActionResult(message: "recorded")
    }
}

/// The one who writes the history of a plugin, and all copies of it.
private final class HistoryWriter: Sendable {
    private let path: String?
    /// Open from the first row on. After an error it is opened anew.
    private let history = Mutex<History?>(nil)
    /// SQLite waits for the disk and for other writers, which must hold up no thread of the concurrency runtime.
    private let queue = DispatchQueue(label: "beeline.history")

    init(path: String?) { self.path = path }

    /// Adds a row. It is not cancelled: by then it may be on the disk.
    ///
    /// - Throws: `HistoryError`; `CancellationError` when the task is cancelled already.
    func append(rule: String, fields: String) async throws {
        try Task.checkCancellation()
        guard let path else { throw HistoryError(path: "", problem: .noPlace) }
        let time = Timestamp.now()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in
                continuation.resume(with: Result { try append(to: path, time: time, rule: rule, fields: fields) })
            }
        }
    }

    private func append(to path: String, time: String, rule: String, fields: String) throws {
        try history.withLock { history in
            let isGone = history.map(\.hasMoved) ?? true
            // The old one goes first: two connections of one program to one file are fine, but of no use.
            if isGone { history = nil }
            let open = try history ?? History(path: path)
            history = nil
            try open.append(time: time, rule: rule, fields: fields)
            history = open
        }
    }
}
