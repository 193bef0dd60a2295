internal import BeelineContent
internal import BeelineSupport

/// The statements of the table of session values, in the SQL that SQLite and PostgreSQL share.
enum SessionStatement: String, CaseIterable {
    /// All values of a source.
    case session
    case value, expire, clear, set
    /// Sets a value, unless it is another one than was added to.
    case count

    var sql: String {
        switch self {
        case .session: "SELECT name, value FROM session WHERE source = $1 AND until > $2"
        case .value: "SELECT value FROM session WHERE source = $1 AND name = $2"
        case .expire: "DELETE FROM session WHERE until <= $1"
        case .clear: "DELETE FROM session WHERE source = $1 AND name = $2"
        case .set:
            """
            INSERT INTO session (source, name, value, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (source, name) DO UPDATE SET value = excluded.value, until = excluded.until
            """
        case .count:
            """
            INSERT INTO session (source, name, value, until) SELECT $1, $2, $3, $4
            WHERE CAST($5 AS text) IS NULL OR EXISTS (SELECT 1 FROM session WHERE source = $1 AND name = $2)
            ON CONFLICT (source, name) DO UPDATE SET value = excluded.value, until = excluded.until
            WHERE session.value = $5
            """
        }
    }
}

extension SessionChange {
    /// Makes the change.
    ///
    /// - Parameter perform: performs a statement with values: how many rows it has changed, and the text that it finds.
    func make<Failure>(
        by perform: (SessionStatement, [String?]) throws(Failure) -> (changes: Int, text: String?)
    ) throws(Failure) -> HistoryWork.Answer {
        let source = source ?? ""
        _ = try perform(.expire, [now])
        switch change {
        case .set(let values):
            for (name, value) in values {
                if value.isEmpty {
                    _ = try perform(.clear, [source, name])
                } else {
                    _ = try perform(.set, [source, name, value, until])
                }
            }
            return .set
        case .count(let name, let step):
            while true {
                let text = try perform(.value, [source, name]).text
                guard let known = text.map(Self.number) ?? DecimalNumber(0) else { return .noNumber(text ?? "") }
                guard let total = known.adding(step) else { return .tooLarge }
                let (changes, _) = try perform(.count, [source, name, total.description, until, text])
                // Another desk may have counted meanwhile.
                if changes == 1 { return .total(total) }
            }
        }
    }

    /// Reads a number as people and programs write it; nil for any other text.
    static func number(_ text: String) -> DecimalNumber? { DecimalNumber(text) ?? DecimalNumber(scientific: text) }
}

/// The table of session values, in a file that is open for writing. One thread at a time.
struct SessionTable {
    private let connection: SQLiteConnection
    private var statements: [SessionStatement: SQLiteStatement] = [:]

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        for statement in SessionStatement.allCases {
            statements[statement] = try SQLiteStatement(statement.sql, on: connection)
        }
    }

    /// To be called in a transaction, so that no other program counts in between.
    func make(_ change: SessionChange) throws(SQLiteError) -> HistoryWork.Answer {
        try change.make { (statement, values) throws(SQLiteError) in
            var text: String?
            try statements[statement]?.forEachRow(values.map { SQLiteValue($0) }) { text = $0.text(0) }
            return (connection.changes, text)
        }
    }
}

extension DecimalNumber {
    /// The sum; nil where it has more than 18 digits.
    func adding(_ other: DecimalNumber) -> DecimalNumber? {
        let decimals = max(decimals, other.decimals)
        func scaled(_ number: DecimalNumber) -> Int128 {
            (number.decimals..<decimals).reduce(Int128(number.digits)) { digits, _ in digits * 10 }
        }
        return Int64(exactly: scaled(self) + scaled(other)).flatMap { DecimalNumber($0, decimals: decimals) }
    }
}
