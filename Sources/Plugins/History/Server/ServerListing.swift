internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// Lists, counts and deletes the scans of a history on a server, over a connection of its own: it takes as long as it
/// takes.
struct ServerListing {
    private let address: ServerAddress
    private let connection: ServerConnection

    /// - Parameter writes: whether scans are added or deleted. Default: no.
    init(_ address: ServerAddress, writes: Bool = false) throws(SQLiteError) {
        self.address = address
        connection = try Self.told(address) { () throws(ServerFailure) in
            let connection = try ServerConnection(address, writes: writes)
            var problem: String?
            try connection.perform("SELECT form FROM beeline.form") { row in
                problem = ServerSchema.problem(form: row.integer(0) ?? 0)
            }
            if let problem { throw ServerFailure(.refused, problem) }
            return connection
        }
    }

    /// Makes the tables on a server. Returns what was done, as a sentence.
    static func create(_ address: ServerAddress, for roles: [String]) throws(SQLiteError) -> String {
        let form = try told(address) { () throws(ServerFailure) in
            try ServerSchema.create(on: ServerConnection(address, writes: true), for: roles)
        }
        let now = ServerSchema.steps.count
        return switch form {
        case 0: "\(address.shown): the history was created (form \(now))"
        case now: "\(address.shown): the history has the present form (\(now))"
        default: "\(address.shown): the history was upgraded from form \(form) to \(now)"
        }
    }

    /// Calls the body with the selected scans, the newest first, until it returns false.
    func whileEntries(
        matching filter: HistoryFilter, limit: Int?, _ body: (HistoryEntry) -> Bool
    ) throws(SQLiteError) {
        try told { () throws(ServerFailure) -> Void in
            let (condition, values) = filter.onServer
            try connection.perform("BEGIN")
            try connection.perform(
                """
                DECLARE listed NO SCROLL CURSOR FOR
                SELECT id, time, rule, symbology, text, \(Self.bytes), kind, number, source, input, page, outcomes, fields,
                    desk, missed
                FROM beeline.scans WHERE \(condition) ORDER BY time DESC, id DESC \(limit.map { "LIMIT \($0)" } ?? "")
                """, values)
            var (count, goesOn) = (0, true)
            repeat {
                count = 0
                try connection.perform("FETCH 500 FROM listed") { row in
                    count += 1
                    if goesOn { goesOn = body(HistoryEntry(row)) }
                }
            } while goesOn && count > 0
            try connection.perform("COMMIT")
        }
    }

    func values(of column: HistoryColumn) throws(SQLiteError) -> [String] {
        var values: [String] = []
        let name = column.rawValue
        try told { () throws(ServerFailure) -> Void in
            try connection.perform("SELECT DISTINCT \(name) FROM beeline.scans WHERE \(name) IS NOT NULL ORDER BY 1") {
                if let value = $0.text(0) { values.append(value) }
            }
        }
        return values
    }

    func count(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let (condition, values) = filter.onServer
        var count = 0
        try told { () throws(ServerFailure) -> Void in
            try connection.perform("SELECT count(*) FROM beeline.scans WHERE \(condition)", values) {
                count = $0.integer(0) ?? 0
            }
        }
        return count
    }

    func tallies(matching filter: HistoryFilter) throws(SQLiteError) -> [HistoryTally] {
        let (condition, values) = filter.onServer
        var tallies: [HistoryTally] = []
        let refused = HistoryFilter.isRefusedOnServer
        try told { () throws(ServerFailure) -> Void in
            try connection.perform(
                """
                SELECT coalesce(source, ''), count(*), count(*) FILTER (WHERE \(refused)),
                    count(DISTINCT coalesce(number, text, encode(bytes, 'hex'))) FILTER (WHERE NOT \(refused))
                FROM beeline.scans WHERE \(condition) GROUP BY 1 ORDER BY 1
                """, values
            ) { row in
                tallies.append(
                    HistoryTally(
                        source: row.text(0) ?? "", scans: row.integer(1) ?? 0, refused: row.integer(2) ?? 0,
                        codes: row.integer(3) ?? 0))
            }
        }
        return tallies
    }

    /// Deletes scans with their marks, and with all of them the session values.
    func delete(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let (condition, values) = filter.onServer
        return try told { () throws(ServerFailure) in
            try connection.perform("BEGIN")
            // Scans that are recorded meanwhile are not deleted.
            try connection.perform("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            if filter == HistoryFilter() { try connection.perform("DELETE FROM beeline.session") }
            try connection.perform(
                "DELETE FROM beeline.marks WHERE scan IN (SELECT id FROM beeline.scans WHERE \(condition))", values)
            let count = try connection.perform("DELETE FROM beeline.scans WHERE \(condition)", values)
            try connection.perform("COMMIT")
            return count
        }
    }

    /// The next hundred rows, with their numbers.
    func rows(after last: Int) throws(SQLiteError) -> [(id: Int, row: HistoryRow)] {
        var rows: [(Int, HistoryRow)] = []
        let columns = HistoryRow.columns.map { $0 == "bytes" ? Self.bytes : $0 }.joined(separator: ", ")
        try told { () throws(ServerFailure) -> Void in
            try connection.perform(
                """
                SELECT \(columns), id, desk,
                    (SELECT coalesce(json_agg(key), '[]') FROM beeline.marks WHERE scan = id AND marks.time = stamp),
                    stamp
                FROM (
                    SELECT *, (extract(epoch FROM time::timestamptz) * 1000)::bigint AS stamp FROM beeline.scans
                    WHERE id > $1::bigint ORDER BY id LIMIT 100
                ) AS page ORDER BY id
                """, ["\(last)"]
            ) { row in
                let values = HistoryRow.columns.enumerated().map { column, name -> SQLiteValue in
                    switch name {
                    case "page": SQLiteValue(row.integer(column))
                    case "bytes": row.text(column).flatMap { Base64.decode($0) }.map { .blob($0) } ?? .null
                    case "outcomes", "fields": SQLiteValue(row.json(column))
                    default: SQLiteValue(row.text(column))
                    }
                }
                let marks = (try? JSONValue(parsing: Array((row.json(15) ?? "[]").utf8)))?.array ?? []
                let keys = marks.compactMap(\.string)
                var new = HistoryRow(values: values, marks: keys, milliseconds: row.integer(16) ?? 0)
                new.desk = row.text(14)
                rows.append((row.integer(13) ?? 0, new))
            }
        }
        return rows
    }

    /// Records rows that it does not have. Returns how many these are.
    func add(_ rows: [HistoryRow]) throws(SQLiteError) -> Int {
        try told { () throws(ServerFailure) in
            func count() throws(ServerFailure) -> Int {
                var count = 0
                let keys = serverArray(rows.map { ServerText.written($0.key ?? "") })
                try connection.perform("SELECT count(*) FROM beeline.scans WHERE scan = ANY ($1::text[])", [keys]) {
                    count = $0.integer(0) ?? 0
                }
                return count
            }
            let before = try count()
            let json = HistoryRow.json(rows, desk: "")
            try connection.perform("SELECT entry FROM beeline.record($1::jsonb)", [json])
            return try count() - before
        }
    }

    /// Of the column, in Base64 on one line.
    private static let bytes = "translate(encode(bytes, 'base64'), chr(10), '')"

    private func told<Value>(_ work: () throws(ServerFailure) -> Value) throws(SQLiteError) -> Value {
        try Self.told(address, work)
    }

    private static func told<Value>(
        _ address: ServerAddress, _ work: () throws(ServerFailure) -> Value
    ) throws(SQLiteError) -> Value {
        do throws(ServerFailure) { return try work() } catch { throw address.error(error) }
    }
}

extension HistoryFilter {
    /// As `isRefused`, in SQL of PostgreSQL.
    fileprivate static let isRefusedOnServer = """
        EXISTS (SELECT 1 FROM jsonb_path_query(outcomes::jsonb, '$[*] ? (@.action == "refuse" && @.status == "done")'))
        """

    /// The condition in SQL of PostgreSQL, without any text of the user, and its values.
    fileprivate var onServer: (condition: String, values: [String?]) {
        var conditions = doubles ? ["missed > 0"] : []
        var values: [String?] = []
        func place(_ value: String) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        if !ids.isEmpty { conditions.append("id = ANY (\(place(serverArray(ids.map(Int64.init))))::bigint[])") }
        if let after { conditions.append("id > \(place("\(after)"))::bigint") }
        for (condition, value) in [
            ("time >=", since), ("time <", before), ("kind =", kind), ("rule =", rule), ("source =", source),
        ] {
            if let value { conditions.append("\(condition) \(place(value))") }
        }
        if let refused { conditions.append(refused ? Self.isRefusedOnServer : "NOT \(Self.isRefusedOnServer)") }
        let searches = words.map { word in
            let pattern = place("%\(Self.escaped(word))%")
            let columns = ["text", "number", "input", "source", "desk"].map { #"\#($0) ILIKE \#(pattern) ESCAPE '\'"# }
            let inFields = """
                EXISTS (SELECT 1 FROM jsonb_path_query(fields::jsonb, '$.**') AS field
                    WHERE jsonb_typeof(field) NOT IN ('object', 'array')
                        AND (field #>> '{}') COLLATE "C" ILIKE \(pattern) ESCAPE '\\')
                """
            return "(\((columns + [inFields]).joined(separator: " OR ")))"
        }
        if keys.isEmpty || searches.isEmpty {
            conditions += searches
        } else {
            let found = place(serverArray(keys.map { ServerText.written($0.text) }))
            conditions.append(
                "((\(searches.joined(separator: " AND "))) OR "
                    + "id IN (SELECT scan FROM beeline.marks WHERE key = ANY (\(found)::text[])))")
        }
        return (conditions.isEmpty ? "true" : conditions.joined(separator: " AND "), values)
    }
}
