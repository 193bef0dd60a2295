internal import BeelineContent

/// A change of a history.
enum HistoryWork: Sendable {
    case row(HistoryRow)
    case session(SessionChange)

    enum Answer: Sendable {
        /// The number of the row.
        case row(Int)
        /// The row is on this machine until the server can be reached.
        case kept
        /// The values are set.
        case set
        /// The new total.
        case total(DecimalNumber)
        /// Nothing was counted: the value is not a number.
        case noNumber(String)
        /// Nothing was counted: the sum would have more than 18 digits.
        case tooLarge
    }
}

struct SessionChange: Sendable {
    enum Change: Sendable {
        /// Sets values by name; an empty value clears.
        case set([(name: String, value: String)])
        /// Adds to a number; a missing value is 0.
        case count(name: String, by: DecimalNumber)
    }

    /// Nil for codes without a source.
    let source: String?
    let change: Change
    /// When the values expire, in UTC.
    let until: String
    /// In UTC.
    let now: String
}

extension HistoryWork {
    /// With a key for a row that has none: sent again, it is recorded once.
    var keyed: HistoryWork {
        guard case .row(var row) = self, row.key == nil else { return self }
        row.key = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        return .row(row)
    }
}
