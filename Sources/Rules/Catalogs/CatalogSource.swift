/// Where the rows of a catalogue lie that is not in memory: in a database, for instance.
///
///     let prices = Catalog(name: "prices", source: database)
///
/// A source is asked from many threads at once, and stands for what the catalogue was when it was opened: it never
/// changes. Keys are compared byte by byte.
public protocol CatalogSource: Sendable {
    /// The names of the columns beside the key, in order: letters, digits and `_`.
    var columns: [String] { get }
    /// What the column of the keys is called.
    var keyColumn: String { get }
    /// The number of rows.
    var count: Int { get }

    /// The texts of a key's row, one for each column, nil where it has none; nil for a key that is not there.
    ///
    /// It cannot fail: who gives the source sees to it that somebody hears of what went wrong, and answers nil.
    func cells(of key: String) -> [String?]?
}
