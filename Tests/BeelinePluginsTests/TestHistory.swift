import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// Where a history can be.
enum Store: CaseIterable, Sendable {
    case file
    case server

    static let installed = PostgreSQL.isInstalled ? allCases : [.file]
}

/// A history of its own for a test.
struct TestHistory {
    let path: String
    private let folder: TemporaryFolder
    let memory: HistoryMemory
    let record: RecordPlugin

    init(_ store: Store) async throws {
        folder = try TemporaryFolder()
        switch store {
        case .file: path = folder.path("history.db")
        case .server:
            path = try await PostgreSQL.shared().database()
            _ = try History(path: path).create(for: [])
            // A machine that is busy needs more than a desk has.
            for program in [path] + (0..<4).map({ [path] in Self.program($0, of: path) }) {
                ServerHistory.at(program, spool: folder.path("unsent.db"), patience: 60_000)
            }
        }
        memory = HistoryMemory(path: path) { error in Issue.record("\(error)") }
        record = RecordPlugin(path: path)
    }

    /// The same history as another program sees it.
    func program(_ number: Int) -> String { Self.program(number, of: path) }

    private static func program(_ number: Int, of path: String) -> String {
        path.contains("?") ? "\(path)&application_name=program\(number)" : path
    }

    var history: History { History(path: path) }

    @discardableResult
    func record(
        _ keys: [String], at time: String = "2026-11-25T10:00:00.000Z", source: String? = nil, scan: String? = nil,
        code: String? = nil, rule: String = "r", outcomes: [Outcome] = [],
        fields: KeyValuePairs<String, ActionValue> = [:]
    ) async throws -> ActionResult {
        let rows = HistoryRows(key: scan ?? "scan \(UUID())", time: time)
        let resolution = try code.map { code in
            try RuleSet(files: [], actions: []).resolve(
                ContentParser.reading(of: Symbol(.qr, code)), scan: Scan(date: scanDate, source: source))
        }
        let context = ActionContext(
            resolution: resolution, scan: Scan(date: scanDate, source: source), input: nil, outcomes: outcomes,
            rows: rows)
        let fields = fields.map { Action.Argument(name: $0.key, value: $0.value) }
        let action = Action(
            name: "record", rule: rule, arguments: [.init(name: "fields", value: .fields(fields))])
        return try await record.perform(action, in: context, keys: keys.map { MemoryKey($0) })
    }

    /// Adds rows as they are.
    func append(_ rows: [HistoryRow]) async throws {
        let writer = HistoryWriter(path: path)
        for row in rows { try await writer.append(row) }
    }

    func seen(_ key: String, on date: CalendarDate = CalendarDate(year: 2026, dayOfYear: 329)) -> Seen {
        memory.seen(MemoryKey(key), on: date)
    }

    /// The keys by which scans were recorded.
    func marks() async throws -> [String] { try await sql("SELECT key FROM marks ORDER BY key") }

    /// The field `n` of each row, in the order in which they were recorded.
    func numbers() throws -> [Int] {
        try entries().sorted { $0.id < $1.id }.compactMap { $0.fields.first { $0.name == "n" }?.value.string }
            .compactMap(
                Int.init)
    }

    /// Runs SQL that both understand, and gives its rows.
    @discardableResult
    func sql(_ statement: String) async throws -> [String] {
        guard ServerAddress(path) == nil else {
            return try await PostgreSQL.shared().sql("SET search_path = beeline; \(statement)", at: path)
        }
        var rows: [String] = []
        try SQLiteStatement(statement, on: SQLiteConnection(path: path, as: .history)).forEachRow { row in
            rows.append(
                (0..<row.count).map { row.text($0) ?? row.integer($0).map(String.init) ?? "" }.joined(separator: "|"))
        }
        return rows
    }

    /// All that is kept of its scans.
    func content() async throws -> String {
        guard ServerAddress(path) == nil else { return try await sql("SELECT * FROM scans").joined() }
        let bytes = ["", "-wal"].flatMap { (try? readFile(path + $0, limit: 1 << 24)) ?? [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    func entries(_ change: (inout HistoryFilter) -> Void = { _ in }, limit: Int? = nil) throws -> [HistoryEntry] {
        var filter = HistoryFilter()
        change(&filter)
        var entries: [HistoryEntry] = []
        try history.whileEntries(matching: filter, limit: limit) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }
}
