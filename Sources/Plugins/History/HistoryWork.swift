internal import BeelineContent

/// What a history is asked to keep.
enum HistoryWork: Sendable {
    case row(HistoryRow)
    case session(SessionChange)

    /// The outcome.
    enum Answer: Sendable {
        /// The number of the row.
        case row(Int)
        /// The values are set.
        case set
        /// What a name counts now.
        case total(DecimalNumber)
        /// Nothing was counted: the value is not a number.
        case noNumber(String)
        /// Nothing was counted: the sum would have more than 18 digits.
        case tooLarge
    }
}

/// A change of what is set for a source.
struct SessionChange: Sendable {
    enum Change: Sendable {
        /// Sets values by name; an empty one is cleared.
        case set([(name: String, value: String)])
        /// Adds to a number; what is not set is 0.
        case count(name: String, by: DecimalNumber)
    }

    /// Nil for codes without one.
    let source: String?
    let change: Change
    /// A value is valid until then, in UTC.
    let until: String
    /// In UTC.
    let now: String
}
