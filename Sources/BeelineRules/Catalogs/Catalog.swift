/// A list of codes and what is known of each: the articles of a shop, the books of a library.
///
///     let books = try Catalog(name: "books", csv: Array("isbn,title,shelf\n9784873119045,入門,B2\n".utf8))
///     books.row(for: "9784873119045")?["shelf"]   // "B2"
///
/// A snapshot: it does not change, and asking it reads no file. Keys are compared byte by byte, without any
/// normalisation; a key has one row. The texts lie one behind the other in memory, with four bytes for each cell and
/// seven to fourteen for each row beside them.
public struct Catalog: Sendable {
    /// What rules call it.
    public let name: String
    /// The names of the columns beside the key, in order: letters, digits and `_`.
    public var columns: [String] { storage.columns }
    /// The number of rows.
    public var count: Int { storage.count }

    private let storage: CatalogStorage

    /// A catalogue in which nothing is found.
    public static let empty = Catalog(name: "", storage: CatalogStorage(columns: []))

    /// A catalogue of values that are at hand.
    ///
    ///     let rows: [(key: String, cells: [String?])] = [("4006381333931", ["0.99"])]
    ///     let prices = try Catalog(name: "prices", columns: ["price"], rows: rows)
    ///
    /// - Parameters:
    ///   - columns: the names of the columns beside the key.
    ///   - rows: a key and a text for each column; nil and empty are the same, absent.
    /// - Throws: `CatalogError`; its line is the number of the row.
    public init(
        name: String, columns: [String], rows: some Sequence<(key: String, cells: [String?])>
    ) throws(CatalogError) {
        do throws(CatalogError.Flaw) {
            var builder = try CatalogBuilder(columns: columns, line: nil)
            var row = CSVRow()
            for (index, (key, cells)) in rows.enumerated() {
                row.fill(key: key, cells: cells, line: index + 1)
                try builder.add(row)
            }
            self.init(name: name, storage: builder.finish())
        } catch {
            throw CatalogError(source: name, line: error.line, problem: error.problem)
        }
    }

    /// A catalogue in CSV (RFC 4180), in UTF-8 with or without a byte order mark.
    ///
    /// The first line names the columns; the first column is the key, whatever its name. Cells stand between commas;
    /// where the first line has no comma, between semicolons, and where it has neither, between tabs. Empty cells are
    /// absent, empty lines are passed over, and a row that is there twice counts once.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - source: the path, for messages. Default: the name.
    /// - Throws: `CatalogError`, with the first thing that is wrong and its line.
    public init(name: String, csv bytes: [UInt8], source: String? = nil) throws(CatalogError) {
        do throws(CatalogError.Flaw) {
            self.init(name: name, storage: try CatalogBuilder.read(bytes))
        } catch {
            throw CatalogError(source: source ?? name, line: error.line, problem: error.problem)
        }
    }

    /// Whether rules can call a catalogue so: letters, digits and `_`.
    public static func isName(_ text: String) -> Bool { Vocabulary.isName(text) }

    private init(name: String, storage: CatalogStorage) {
        self.name = name
        self.storage = storage
    }

    /// The row of a key; nil where the catalogue does not have it.
    public func row(for key: String) -> Row? { storage.index(of: key).map { Row(storage: storage, index: $0) } }

    /// The place of a column in `columns`, for those who ask for the same one again and again.
    public func column(_ name: String) -> Int? { storage.columns.firstIndex(of: name) }

    /// What a catalogue knows of a key.
    public struct Row: Sendable {
        fileprivate let storage: CatalogStorage
        fileprivate let index: Int

        /// The key, as it stands in the catalogue.
        public var key: String { storage.text(row: index, cell: 0) ?? "" }

        /// The text of a column; nil where the row has none, or the catalogue no such column.
        public subscript(_ column: String) -> String? {
            storage.columns.firstIndex(of: column).flatMap { self[$0] }
        }

        /// The text of a column by its place in `columns`; nil where the row has none.
        ///
        /// - Precondition: there is such a column.
        public subscript(_ column: Int) -> String? {
            precondition(storage.columns.indices.contains(column), "the catalogue has no column \(column)")
            return storage.text(row: index, cell: column + 1)
        }
    }
}
