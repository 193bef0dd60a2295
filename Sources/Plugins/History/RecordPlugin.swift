package import BeelineActions
package import BeelineRules

/// `record`: saves a scan in the history, a file of the user or a server. A row has the time, the code and its content,
/// its source, the rule, the outcomes of the rule's earlier actions, and fields of the rule. An acknowledged row
/// survives any end of the program. A secret of the code is not saved: `•••` is in its place.
package struct RecordPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "record", summary: "Saves the scan in the history, with your own fields.",
        parameters: [.init("fields", .fields, isRequired: false, summary: "Your own names, and a text for each.")],
        effects: [.local])

    private let writer: HistoryWriter

    /// - Parameter path: of the history. Default: that of the user. A file is opened or created with the first row.
    package init(path: String? = nil) { self.init(writer: path.map { HistoryWriter(path: $0) } ?? .standard) }

    init(writer: HistoryWriter) { self.writer = writer }

    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        try await perform(action, in: context, keys: context.resolution.map { action.memoryKeys(of: $0) } ?? [])
    }

    package func perform(_ action: Action, in context: ActionContext, keys: [MemoryKey]) async throws -> ActionResult {
        let mask = context.mask.hiding(action, signature)
        let time = context.rows?.time ?? Timestamp.ofScan(context.scan)
        let id = try await writer.append(
            HistoryRow(time: time, action: action, context: context, hiding: mask, keys: keys))
        context.rows?.note(id ?? 0)
        return ActionResult(
            message: id == nil ? "kept on this machine until the server of the history can be reached" : "recorded")
    }

    package func end() async { await writer.close() }
}
