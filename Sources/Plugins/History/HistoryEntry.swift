internal import BeelineActions
package import BeelineSupport

/// A scan that was recorded.
public struct HistoryEntry: Hashable, Sendable {
    /// Its number in the history, which no other one has or will have while it is there.
    public let id: Int
    /// When it was recorded, in UTC: `2026-01-31T12:34:56.789Z`.
    public let time: String
    /// The id of the rule that had it recorded.
    public let rule: String
    /// The name of the symbology: `ean_13`. This and what follows is nil where nobody knew of it.
    public let symbology: String?
    /// What the code said; `•••` stands in place of its secrets.
    public let text: String?
    /// What the code held where that was no text.
    public let bytes: [UInt8]?
    /// The name of the code's kind: `isbn`.
    public let kind: String?
    /// The number by which the thing is known: the ISBN-13, the GTIN-14.
    public let number: String?
    /// What scanned it, as `--source` named it.
    public let source: String?
    /// The image in which it was found.
    public let input: String?
    /// The page of the image, counted from 1.
    public let page: Int?
    /// What came of the rule's actions before it was recorded, in their order.
    public let outcomes: [PastOutcome]
    /// What the rule had recorded, in its order.
    package let fields: [JSONValue.Member]

    /// What came of an action.
    public struct PastOutcome: Hashable, Sendable {
        /// The name of the action: `open-url`.
        public let action: String
        /// One of `Outcome.Status`, by its name.
        public let status: String
        public let url: String?
        public let message: String?
    }
}

extension HistoryEntry {
    /// The columns that `init` reads, in this order.
    static let columns = "id, time, rule, symbology, text, bytes, kind, number, source, input, page, outcomes, fields"

    init(_ row: borrowing SQLiteStatement.Row) {
        id = row.integer(0) ?? 0
        time = row.text(1) ?? ""
        rule = row.text(2) ?? ""
        symbology = row.text(3)
        text = row.text(4)
        bytes = row.blob(5)
        kind = row.text(6)
        number = row.text(7)
        source = row.text(8)
        input = row.text(9)
        page = row.integer(10)
        outcomes = (Self.json(row.text(11))?.array ?? []).map { outcome in
            PastOutcome(
                action: outcome["action"]?.string ?? "", status: outcome["status"]?.string ?? "",
                url: outcome["url"]?.string, message: outcome["message"]?.string)
        }
        fields = if case .object(let members)? = Self.json(row.text(12)) { members } else { [] }
    }

    /// Others may write into the file as well; what is no JSON then is nothing.
    private static func json(_ text: String?) -> JSONValue? {
        text.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    }
}
