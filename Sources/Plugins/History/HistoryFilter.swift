internal import BeelineActions
internal import BeelineSupport

/// Which scans of a history are wanted. What is nil or empty does not restrict.
///
///     var filter = HistoryFilter()
///     filter.kind = "isbn"
///     filter.words = ["linux"]
public struct HistoryFilter: Hashable, Sendable {
    /// Their numbers.
    public var ids: [Int] = []
    /// Recorded then or later, in UTC: `2026-01-31T12:34:56.789Z`. `Timestamp` makes such texts.
    public var since: String?
    /// Recorded before then, in UTC.
    public var before: String?
    /// The name of the kind: `isbn`.
    public var kind: String?
    /// The id of the rule.
    public var rule: String?
    /// Each must stand somewhere in the code, its number, its image, its source or its fields. Letters from a to z are
    /// equal to capitals.
    public var words: [String] = []

    public init() {}

    /// The condition in SQL, made of texts of ours alone, and the values of its question marks.
    var sql: (condition: String, values: [SQLiteValue]) {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if !ids.isEmpty {
            // As JSON, because the number of question marks is limited.
            conditions.append("id IN (SELECT value FROM json_each(?))")
            values.append(.text("[\(ids.map(String.init).joined(separator: ","))]"))
        }
        for (condition, value) in [("time >= ?", since), ("time < ?", before), ("kind = ?", kind), ("rule = ?", rule)] {
            guard let value else { continue }
            conditions.append(condition)
            values.append(.text(value))
        }
        for word in words {
            let pattern = SQLiteValue.text("%\(Self.escaped(word))%")
            conditions.append(
                "(\(Self.places.map { $0 + #" LIKE ? ESCAPE '\'"# }.joined(separator: " OR ")) OR \(Self.inFields))")
            values += Array(repeating: pattern, count: Self.places.count + 1)
        }
        return (conditions.isEmpty ? "1" : conditions.joined(separator: " AND "), values)
    }

    /// Where words are looked for. All rows are read for it: an index of words would make recording six to twelve times as
    /// slow, and without it a second is enough for millions of rows.
    private static let places = ["text", "number", "input", "source"]
    /// The values of the fields, not their names, and not as JSON spells them.
    private static let inFields =
        #"EXISTS (SELECT 1 FROM json_tree(scans.fields) AS field WHERE field.atom LIKE ? ESCAPE '\')"#

    /// A text that stands for itself in a pattern of LIKE.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}
