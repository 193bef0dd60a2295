internal import BeelineContent
internal import BeelineSupport

/// The table of session values, in a history that is open for writing. One thread at a time.
struct SessionTable {
    private let setting: SQLiteStatement
    private let clearing: SQLiteStatement
    private let expiry: SQLiteStatement
    private let value: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        setting = try SQLiteStatement(
            """
            INSERT INTO session (source, name, value, until) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET value = excluded.value, until = excluded.until
            """, on: connection)
        clearing = try SQLiteStatement("DELETE FROM session WHERE source = ? AND name = ?", on: connection)
        expiry = try SQLiteStatement("DELETE FROM session WHERE until <= ?", on: connection)
        value = try SQLiteStatement("SELECT value FROM session WHERE source = ? AND name = ?", on: connection)
    }

    /// To be called in a transaction, so that no other program counts in between.
    func make(_ change: SessionChange) throws(SQLiteError) -> HistoryWork.Answer {
        try expiry.run([.text(change.now)])
        let source = SQLiteValue.text(change.source ?? "")
        switch change.change {
        case .set(let values):
            for (name, value) in values {
                if value.isEmpty {
                    try clearing.run([source, .text(name)])
                } else {
                    try setting.run([source, .text(name), .text(value), .text(change.until)])
                }
            }
            return .set
        case .count(let name, let step):
            var text: String?
            try value.forEachRow([source, .text(name)]) { text = $0.text(0) }
            guard let known = text.map(Self.number) ?? DecimalNumber(0) else { return .noNumber(text ?? "") }
            guard let total = known.adding(step) else { return .tooLarge }
            try setting.run([source, .text(name), .text(total.description), .text(change.until)])
            return .total(total)
        }
    }

    /// Reads a number as people and programs write it; nil for any other text.
    static func number(_ text: String) -> DecimalNumber? { DecimalNumber(text) ?? DecimalNumber(scientific: text) }
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
