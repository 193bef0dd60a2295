package import BeelineActions
internal import BeelineContent
package import BeelineRules
internal import BeelineSupport

/// `set`: sets session values of the source of the scan, which rules use as `session.NAME` for its next codes.
package struct SetPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "set", summary: "Sets session values of the source. Rules use them as session.NAME until they expire.",
        parameters: [
            .init(
                "values", .fields,
                summary: "Names of letters, digits and _, and a text for each; an empty text clears the value."),
            SessionLength.parameter,
        ],
        effects: [.local],
        check: ArgumentCheck { written in
            if let name = written.names["values"]?.sorted().first(where: { !RuleName.isValid($0) }) {
                return .init("a name of a session must be letters, digits and '_': '\(name)'", parameter: "values")
            }
            return SessionLength.problem(written)
        })

    private let writer: HistoryWriter

    /// - Parameter path: the path of the history. Default: the standard one.
    package init(path: String? = nil) { self.init(writer: path.map { HistoryWriter(path: $0) } ?? .standard) }

    init(writer: HistoryWriter) { self.writer = writer }

    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        let fields = if case .fields(let fields)? = action["values"] { fields } else { [Action.Argument]() }
        let mask = context.mask.hiding(action, signature)
        let values = try fields.map { field in
            let value = field.value.description
            guard !field.isSecret, mask.masked(value) == value else {
                throw ActionProblem("session.\(field.name) would contain a secret of the code; use another value")
            }
            guard value.utf8.count <= SessionLength.longestValue else {
                throw ActionProblem("session.\(field.name) would have more than \(SessionLength.longestValue) bytes")
            }
            return (name: field.name, value: value)
        }
        _ = try await writer.perform(.session(try SessionChange(.set(values), action, context)))
        return ActionResult(
            message: values.map { $0.value.isEmpty ? "\($0.name) cleared" : "\($0.name) = \($0.value)" }
                .joined(separator: ", "))
    }

    package func end() async { await writer.close() }
}

/// `count`: adds to a session value of the source of the scan. Several programs can count at once.
package struct CountPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "count", summary: "Adds to a session value of the source. Rules use it as session.NAME until it expires.",
        parameters: [
            .init("name", .text, freedom: .fixed, summary: "Of letters, digits and _."),
            .init(
                "by", .text, isRequired: false, isNumber: true,
                summary: "The number to add; it can be negative. Default: 1."),
            SessionLength.parameter,
        ],
        results: .certain(["total"]), effects: [.local],
        check: ArgumentCheck { written in
            if let name = written.texts["name"], !RuleName.isValid(name) {
                return .init("a name of a session must be letters, digits and '_': '\(name)'", parameter: "name")
            }
            if let step = written.texts["by"], SessionChange.number(step) == nil {
                return .init("'by' must be a number: '\(step)'", parameter: "by")
            }
            return SessionLength.problem(written)
        })

    private let writer: HistoryWriter

    /// - Parameter path: the path of the history. Default: the standard one.
    package init(path: String? = nil) { self.init(writer: path.map { HistoryWriter(path: $0) } ?? .standard) }

    init(writer: HistoryWriter) { self.writer = writer }

    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        let name = action["name"]?.description ?? ""
        let text = action["by"]?.description ?? "1"
        guard let step = SessionChange.number(text) else { throw ActionProblem("'by' must be a number: '\(text)'") }
        switch try await writer.perform(.session(try SessionChange(.count(name: name, by: step), action, context))) {
        case .total(let total):
            return ActionResult(message: "\(name) = \(total)", fields: [.init(name: "total", value: .number(total))])
        case .noNumber(let value):
            throw ActionProblem(
                "session.\(name) is '\(value)', which is not a number; 'set' it to a number, or clear it")
        case .tooLarge: throw ActionProblem("session.\(name) would have more than 18 digits")
        case .row, .kept, .set: return ActionResult()
        }
    }

    package func end() async { await writer.close() }
}

/// The lifetime of a value: a duration such as `90 s`, `30 min`, `8 h` or `2 days`, or `today`.
enum SessionLength: Hashable, Sendable {
    case seconds(Int)
    /// Until midnight, in the local time zone.
    case today

    static let usual = SessionLength.seconds(3_600)

    static let parameter = ActionSignature.Parameter(
        "for", .text, isRequired: false, freedom: .fixed,
        summary: "How long it is valid: 90 s, 30 min, 8 h, 2 days or today. Default: 1 h.")

    /// In bytes.
    static let longestValue = 4_096
    private static let longest = Duration.seconds(31 * 86_400)

    /// Nil for any other text, for zero, and for more than 31 days.
    init?(_ text: String) {
        guard text != "today" else {
            self = .today
            return
        }
        guard let duration = WrittenDuration.read(text), (.seconds(1)...Self.longest).contains(duration) else {
            return nil
        }
        self = .seconds(Int(duration.components.seconds))
    }

    static func problem(_ written: ArgumentCheck.Written) -> ArgumentCheck.Problem? {
        guard let text = written.texts["for"], SessionLength(text) == nil else { return nil }
        return .init(
            "'for' must be a duration \(WrittenDuration.forms), or today, and at most 31 days: '\(text)'",
            parameter: "for")
    }

    /// The time of its end, in UTC.
    func end(from now: Timestamp.Clock) -> String {
        switch self {
        case .seconds(let seconds): Timestamp.text(seconds: now.seconds + seconds, nanoseconds: now.nanoseconds)
        case .today: Timestamp.text(Timestamp.localMoment(seconds: now.seconds).date.adding(days: 1), .midnight)
        }
    }
}

extension SessionChange {
    /// The change that an action makes for the source of its scan.
    fileprivate init(_ change: Change, _ action: Action, _ context: ActionContext) throws(ActionProblem) {
        let written = action["for"]?.description
        guard let length = written.map(SessionLength.init) ?? .usual else {
            throw ActionProblem("'for' must be a duration \(WrittenDuration.forms), or today: '\(written ?? "")'")
        }
        let now = Timestamp.clock()
        self.init(
            source: context.scan?.source, change: change, until: length.end(from: now),
            now: Timestamp.text(seconds: now.seconds, nanoseconds: now.nanoseconds))
    }
}
