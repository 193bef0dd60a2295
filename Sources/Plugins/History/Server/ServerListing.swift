internal import BeelineSupport

/// Lists, counts and deletes the scans of a history on a server, over a connection of its own: it takes as long as it
/// takes.
struct ServerListing: HistoryTables {
    private let address: ServerAddress
    private let connection: ServerConnection

    /// - Parameter writes: whether scans are added or deleted. Default: no.
    init(_ address: ServerAddress, writes: Bool = false) throws(SQLiteError) {
        self.address = address
        connection = try address.told { () throws(ServerFailure) in
            let connection = try ServerConnection(address, writes: writes)
            try connection.useTables()
            return connection
        }
    }

    let dialect = HistoryDialect(
        like: "ILIKE", bytes: "translate(encode(bytes, 'base64'), chr(10), '')", desk: "desk", missed: "missed",
        known: "NULL",
        isRefused: """
            EXISTS (SELECT 1 FROM jsonb_path_query(outcomes::jsonb, '$[*] ? (@.action == "refuse" && @.status == "done")'))
            """,
        isExit: "((fields ->> 'direction') IS NOT DISTINCT FROM 'out')",
        fieldValues: """
            jsonb_path_query(fields::jsonb, '$.**') AS field
            WHERE jsonb_typeof(field) NOT IN ('object', 'array') AND (field #>> '{}') COLLATE "C"
            """)

    var hasMarks: Bool { true }

    func whileRows(_ sql: String, _ values: [String], _ body: (HistoryColumns) -> Bool) throws(SQLiteError) {
        try address.told { () throws(ServerFailure) -> Void in
            try connection.perform("BEGIN")
            try connection.perform("DECLARE listed NO SCROLL CURSOR FOR \(sql)", values)
            var (count, goesOn) = (0, true)
            repeat {
                count = try connection.perform("FETCH 500 FROM listed") { row in
                    if goesOn { goesOn = body(HistoryColumns(values: row.values)) }
                }
            } while goesOn && count > 0
            try connection.perform("COMMIT")
        }
    }

    /// Deletes scans with their marks, and with all of them the session values.
    func delete(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let (condition, values) = try filter.sql(for: self)
        return try address.told { () throws(ServerFailure) in
            try connection.perform("BEGIN")
            // Scans that are recorded meanwhile are not deleted.
            try connection.perform("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            if filter == HistoryFilter() { try connection.perform("DELETE FROM session") }
            try connection.perform(
                "DELETE FROM marks WHERE scan IN (SELECT id FROM scans WHERE \(condition))", values)
            let count = try connection.perform("DELETE FROM scans WHERE \(condition)", values)
            try connection.perform("COMMIT")
            return count
        }
    }

    /// Records rows that it does not have. Returns how many these are.
    func added(_ rows: [HistoryRow]) throws(SQLiteError) -> Int {
        try count(of: rows) { () throws(SQLiteError) in
            try address.told { () throws(ServerFailure) -> Void in
                try connection.perform("SELECT entry FROM record($1::jsonb)", [HistoryRow.json(rows, desk: "")])
            }
        }
    }
}
