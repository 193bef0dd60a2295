/// What a database holds, in words for those who read its errors.
///
///     extension SQLiteSubject {
///         static let history = SQLiteSubject("the history", remedy: "move the file away, and a new one is begun")
///     }
public struct SQLiteSubject: Hashable, Sendable {
    /// With its article, as it stands in a sentence: `the history`.
    public let name: String
    /// What to do with a file that is damaged, or no database at all.
    public let remedy: String

    public init(_ name: String, remedy: String) {
        self.name = name
        self.remedy = remedy
    }
}
