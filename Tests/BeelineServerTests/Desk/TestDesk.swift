import ActionsTestSupport
import Beeline
import BeelineActions
import BeelinePlugins
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

/// A desk in a folder of its own. One made of the folder of another is the same desk after a restart.
struct TestDesk {
    let path: String
    private let folder: TemporaryFolder?
    let database: ServerDatabase
    let events: EventLog
    let questions: QuestionBoard
    let desk: ServedDesk
    /// The page of the desk, which shows questions.
    let page: any ResponseStream

    /// Two codes of three are recorded by rules, one of them twice.
    static let rules = """
        {"version":1,"rules":[
          {"id":"twice","when":{"text":{"prefix":"twice"}},
           "do":[{"action":"record","fields":{"n":"1"}},{"action":"work"},{"action":"record","fields":{"n":"2"}}]},
          {"id":"works","when":{"text":{"prefix":"work"}},"do":[{"action":"work"}]},
          {"id":"recorded","when":{"text":{"prefix":"record"}},"do":[{"action":"record"}]}
        ]}
        """

    /// - Parameters:
    ///   - time: seconds since 1970. Default: now.
    ///   - programs: the policy for the scans of programs; nil: nothing is performed for them.
    ///   - work: what the action `work` does.
    ///   - decoder: of the pictures of cameras.
    init(
        in path: String? = nil, at time: Box<Int>? = nil,
        decoder: any BarcodeDecoder = NoDecoder(), policy: Policy = .allow, rules: String = Self.rules,
        performs: Bool = true, programs: Policy? = nil,
        work: @escaping @Sendable (Action) async throws -> ActionResult = { _ in ActionResult() }
    ) throws {
        let folder = path == nil ? try TemporaryFolder() : nil
        self.folder = folder
        self.path = path ?? folder?.path ?? ""
        database = try ServerDatabase(path: "\(self.path)/serve.sqlite")
        events = EventLog()
        questions = QuestionBoard(events, absence: .zero)
        page = events.stream(after: nil, for: .local, answers: true)
        let history = "\(self.path)/history.db"
        let plugins = try PluginRegistry([
            FakePlugin("work", effects: [.network], work: work), RecordPlugin(path: history), EmitPlugin(),
            RefusePlugin(),
        ])
        let resolver = try Resolver(rules: RuleSources([RuleFile(name: "r.json", text: rules)]), plugins: plugins)
        func dispatcher(_ policy: Policy, _ questions: QuestionBoard) -> Dispatcher {
            Dispatcher(plugins: plugins, policy: policy, confirm: questions.ask)
        }
        let board = questions
        let memory = HistoryMemory(path: history, migrates: true) { error in Issue.record("\(error)") }
        var setup = ServerSetup(
            listeners: [], desk: Desk({ resolver }, performs ? dispatcher(policy, board) : nil, memory: memory),
            plugins: plugins, decoder: decoder, decodingPlaces: 2, database: database, events: events,
            questions: questions, settings: ServerSettings(base: "", version: "1.0"))
        setup.requestDesk = programs.map { Desk({ resolver }, dispatcher($0, board), memory: memory) }
        desk = try ServedDesk(
            setup,
            clock: { time.map { ($0.value.withLock { $0 }, 0) } ?? Timestamp.clock() })
    }

    /// A telephone of the desk.
    func phone(_ name: String = "Anna") throws -> Caller {
        let devices = DeviceStore(database)
        let pairing = Pairing(devices)
        return .device(try pairing.redeem(pairing.begin().token, name: name).0)
    }

    func scan(_ key: String, _ texts: String..., at: String? = nil, by caller: Caller = .local) async throws
        -> ScanAnswer
    {
        try await desk.scan(
            IncomingScan(key: key, symbols: texts.map { Symbol(.qr, $0) }, at: at), by: caller)
    }

    /// The rows of the history, the oldest first: text, rule and key.
    func history(_ columns: String = "text, rule, scan") throws -> [[String?]] {
        try Self.rows("SELECT \(columns) FROM scans ORDER BY id", "\(path)/history.db")
    }

    static func rows(_ sql: String, _ path: String) throws -> [[String?]] {
        let connection = try SQLiteConnection(path: path, as: SQLiteSubject("the file", remedy: ""), access: .reading)
        var rows: [[String?]] = []
        try SQLiteStatement(sql, on: connection).forEachRow { row in
            var columns: [String?] = []
            for column in 0..<row.count { columns.append(row.text(column) ?? row.integer(column).map(String.init)) }
            rows.append(columns)
        }
        return rows
    }
}

/// No test looks at pictures with it.
struct NoDecoder: BarcodeDecoder {
    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        throw .unavailable("there is no decoder")
    }
}

extension ScanAnswer {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
