internal import BeelineSupport
internal import BeelineSymbols

/// The tables of a history, in a file of SQLite or on a PostgreSQL server, and the queries that both have in the same SQL.
protocol HistoryTables {
    var dialect: HistoryDialect { get }

    /// Whether there is a table of keys, which files of earlier versions lack.
    var hasMarks: Bool { get throws(SQLiteError) }

    /// Hands on each row until the body returns false.
    ///
    /// - Parameter sql: one query; the values are `$1`, `$2`, and so on, in the order in which they are first in it.
    func whileRows(_ sql: String, _ values: [String], _ body: (HistoryColumns) -> Bool) throws(SQLiteError)
}

/// Where SQLite and PostgreSQL differ.
struct HistoryDialect: Sendable {
    /// Without regard to the case of the letters a to z.
    let like: String
    /// Columns that only one of them has, or what stands for them.
    let bytes, desk, missed, known: String
    /// Whether a `refuse` was performed.
    let isRefused: String
    /// Whether a guest left: what was recorded has the field `direction` with the value `out`.
    let isExit: String
    /// The values of the fields, not their names, and not as JSON spells them; a comparison follows.
    let fieldValues: String
}

/// The columns of a row, counted from 0. A server has all values as texts, and bytes in Base64.
struct HistoryColumns {
    let values: [SQLiteValue]

    func text(_ column: Int) -> String? { if case .text(let text) = values[column] { text } else { nil } }

    /// A text of JSON, where a NUL is an escape.
    func json(_ column: Int) -> String? {
        text(column).map { $0.utf8.contains(0) ? $0.replacing("\0", with: "\\u0000") : $0 }
    }

    func integer(_ column: Int) -> Int? {
        if case .integer(let number) = values[column] { Int(number) } else { text(column).flatMap { Int($0) } }
    }

    func bytes(_ column: Int) -> [UInt8]? {
        if case .blob(let bytes) = values[column] { bytes } else { text(column).flatMap { Base64.decode($0) } }
    }
}

extension HistoryTables {
    /// As `History.whileEntries`.
    func whileEntries(
        matching filter: HistoryFilter, limit: Int?, _ body: (HistoryEntry) -> Bool
    ) throws(SQLiteError) {
        let (condition, values) = try filter.sql(for: self)
        try whileRows(
            """
            SELECT id, time, rule, symbology, text, \(dialect.bytes), kind, number, source, input, page, outcomes, fields,
                \(dialect.desk), \(dialect.missed)
            FROM scans WHERE \(condition) ORDER BY time DESC, id DESC \(limit.map { "LIMIT \($0)" } ?? "")
            """, values
        ) { body(HistoryEntry($0)) }
    }

    func values(of column: HistoryColumn) throws(SQLiteError) -> [String] {
        var values: [String] = []
        let name = column.rawValue
        try forEachRow("SELECT DISTINCT \(name) FROM scans WHERE \(name) IS NOT NULL ORDER BY 1") { row in
            if let value = row.text(0) { values.append(value) }
        }
        return values
    }

    func tallies(matching filter: HistoryFilter) throws(SQLiteError) -> [HistoryTally] {
        let (condition, values) = try filter.sql(for: self)
        var tallies: [HistoryTally] = []
        try forEachRow(
            """
            SELECT coalesce(source, ''), count(*), count(*) FILTER (WHERE \(dialect.isRefused)),
                count(DISTINCT coalesce(number, text, CAST(bytes AS text))) FILTER (WHERE NOT \(dialect.isRefused)),
                count(*) FILTER (WHERE \(dialect.isExit) AND NOT \(dialect.isRefused))
            FROM scans WHERE \(condition) GROUP BY 1 ORDER BY 1
            """, values
        ) { row in
            tallies.append(
                HistoryTally(
                    source: row.text(0) ?? "", scans: row.integer(1) ?? 0, refused: row.integer(2) ?? 0,
                    codes: row.integer(3) ?? 0, left: row.integer(4) ?? 0))
        }
        return tallies
    }

    /// As `History.inside`.
    func inside(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let (condition, values) = try filter.sql(for: self)
        return try count(
            of: """
                (SELECT is_exit, row_number() OVER (PARTITION BY code ORDER BY time DESC, id DESC) AS place FROM (
                    SELECT coalesce(number, upper(replace(text, ' ', '')), CAST(bytes AS text)) AS code, time, id,
                        \(dialect.isExit) AS is_exit
                    FROM scans WHERE \(condition) AND NOT \(dialect.isRefused)) AS taken) AS last
                """, "place = 1 AND NOT is_exit", values)
    }

    func count(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let (condition, values) = try filter.sql(for: self)
        return try count(condition, values)
    }

    /// Adds rows. Returns how many of them it did not have.
    func count(of rows: [HistoryRow], adding: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Int {
        let condition = "scan IN (\(rows.indices.map { "$\($0 + 1)" }.joined(separator: ", ")))"
        let keys = rows.map { $0.key ?? "" }
        let before = try count(condition, keys)
        try adding()
        return try count(condition, keys) - before
    }

    /// Hands on all scans after a number with their keys, in order, a hundred at a time.
    ///
    /// - Returns: the number of the last one.
    func forEachHundred(after last: Int = 0, _ body: ([HistoryRow]) throws -> Void) throws -> Int {
        var id = last
        var rows: [HistoryRow] = []
        var result = Result<Void, any Error>.success(())
        let columns = HistoryRow.columns.map { $0 == "bytes" ? dialect.bytes : "scans.\($0)" }.joined(separator: ", ")
        // That of keys has no index of scans, which would slow down recording. SQLite makes one for this query, but not of a
        // table WITHOUT ROWID.
        try whileRows(
            """
            WITH keys AS MATERIALIZED (SELECT scan, key, time AS moment, \(dialect.known) AS known FROM marks)
            SELECT \(columns), id, \(dialect.desk), key, moment, known
            FROM scans LEFT JOIN keys ON keys.scan = scans.id WHERE id > \(last) ORDER BY id
            """, []
        ) { row in
            let next = row.integer(13) ?? 0
            if next != id {
                if rows.count == 100 {
                    result = Result { try body(rows) }
                    guard case .success = result else { return false }
                    rows = []
                }
                id = next
                rows.append(HistoryRow(row))
            }
            if let key = row.text(15) { rows[rows.count - 1].add(key, at: row.integer(16), known: row.integer(17)) }
            return true
        }
        try result.get()
        if !rows.isEmpty { try body(rows) }
        return id
    }

    private func count(
        of rows: String = "scans", _ condition: String, _ values: [String]
    ) throws(SQLiteError) -> Int {
        var count = 0
        try forEachRow("SELECT count(*) FROM \(rows) WHERE \(condition)", values) { count = $0.integer(0) ?? 0 }
        return count
    }

    private func forEachRow(
        _ sql: String, _ values: [String] = [], _ body: (HistoryColumns) -> Void
    ) throws(SQLiteError) {
        try whileRows(sql, values) { row in
            body(row)
            return true
        }
    }
}

extension SQLiteConnection: HistoryTables {
    var dialect: HistoryDialect {
        HistoryDialect(
            like: "LIKE", bytes: "bytes", desk: "NULL", missed: "0", known: "place - 1",
            // Most rows are decided by the first half, which parses nothing.
            isRefused: """
                (instr(outcomes, '"refuse"') > 0 AND json_valid(outcomes)
                AND EXISTS (SELECT 1 FROM json_each(outcomes) AS outcome
                WHERE outcome.value ->> 'action' = 'refuse' AND outcome.value ->> 'status' = 'done'))
                """,
            isExit: """
                (instr(fields, '"direction"') > 0 AND json_valid(fields) AND coalesce(fields ->> 'direction' = 'out', 0))
                """,
            fieldValues: "json_tree(scans.fields) AS field WHERE field.atom")
    }

    var hasMarks: Bool {
        get throws(SQLiteError) { try number("PRAGMA user_version") >= HistorySchema.remembering }
    }

    func whileRows(_ sql: String, _ values: [String], _ body: (HistoryColumns) -> Bool) throws(SQLiteError) {
        try SQLiteStatement(sql, on: self).whileRows(values.map { .text($0) }) { row in
            body(HistoryColumns(values: (0..<row.count).map { row.value($0) }))
        }
    }
}
