internal import BeelineSupport

/// A list of codes and what is known of each: the articles of a shop, the books of a library.
///
///     let books = try Catalog(name: "books", csv: Array("isbn,title,shelf\n9784873119045,入門,B2\n".utf8))
///     books.row(for: "9784873119045")?["shelf"]   // "B2"
///
/// A snapshot: it does not change. Keys are compared byte by byte, without any normalisation; a key has one row.
///
/// One that is made of values or of CSV lies in memory, its texts one behind the other, with four bytes for each cell and
/// seven to fourteen for each row beside them. One that has a `CatalogSource` lies where that has it.
public struct Catalog: Sendable {
    /// What rules call it.
    public let name: String
    /// The names of the columns beside the key, in order: letters, digits and `_`.
    public let columns: [String]
    /// What the column of the keys is called where the catalogue comes from; rules do not know it by that.
    public let keyColumn: String
    /// The number of rows.
    public let count: Int

    private enum Storage: Sendable {
        case memory(CatalogStorage)
        case source(any CatalogSource)
    }

    private let storage: Storage

    /// A catalogue in which nothing is found.
    public static let empty = Catalog(name: "", storage: CatalogStorage(columns: []))

    /// A catalogue whose rows lie elsewhere.
    package init(name: String, source: some CatalogSource) {
        self.name = name
        columns = source.columns
        keyColumn = source.keyColumn
        count = source.count
        storage = .source(source)
    }

    /// A catalogue of values that are at hand.
    ///
    ///     let rows: [(key: String, cells: [String?])] = [("4006381333931", ["0.99"])]
    ///     let prices = try Catalog(name: "prices", columns: ["price"], rows: rows)
    ///
    /// - Parameters:
    ///   - columns: the names of the columns beside the key.
    ///   - rows: a key and a text for each column; nil and empty are the same, absent.
    /// - Throws: an error that names the catalogue and the number of the row.
    public init(
        name: String, columns: [String], rows: some Sequence<(key: String, cells: [String?])>
    ) throws {
        do throws(CatalogError) {
            var builder = try CatalogBuilder(columns: columns, line: nil)
            var row = CSVRow()
            for (index, (key, cells)) in rows.enumerated() {
                row.fill(key: key, cells: cells, line: index + 1)
                try builder.add(row)
            }
            self.init(name: name, storage: builder.finish())
        } catch {
            throw error.named(name)
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
    /// - Throws: an error with the first thing that is wrong and its line.
    public init(name: String, csv bytes: [UInt8], source: String? = nil) throws {
        try self.init(name: name, csv: bytes, source: source, format: CSVFormat())
    }

    /// The same for a text whose key is another column, or whose separator is another one.
    package init(
        name: String, csv bytes: [UInt8], source: String? = nil, format: CSVFormat
    ) throws(CatalogError) {
        var flaws: [CatalogError] = []
        guard let storage = CatalogBuilder.read(bytes, format, flaws: &flaws, limit: 1) else {
            throw flaws[0].named(source ?? name)
        }
        self.init(name: name, storage: storage)
    }

    /// What is wrong with a catalogue in CSV, in the order of its lines; empty where nothing is.
    ///
    /// - Parameters:
    ///   - source: the path, for messages.
    ///   - format: as for the catalogue itself.
    ///   - limit: how many are looked for at most.
    package static func errors(
        csv bytes: [UInt8], source: String, format: CSVFormat = CSVFormat(), atMost limit: Int
    ) -> [CatalogError] {
        var flaws: [CatalogError] = []
        _ = CatalogBuilder.read(bytes, format, flaws: &flaws, limit: limit)
        return flaws.map { $0.named(source) }
    }

    /// Whether rules can call a catalogue so: letters, digits and `_`.
    package static func isName(_ text: String) -> Bool { RuleName.isValid(text) }

    private init(name: String, storage: CatalogStorage) {
        self.name = name
        columns = storage.columns
        keyColumn = storage.keyColumn
        count = storage.count
        self.storage = .memory(storage)
    }

    package func row(for key: String) -> Row? {
        switch storage {
        case .memory(let storage):
            storage.index(of: key).map { Row(columns: columns, place: .memory(storage, row: $0)) }
        case .source(let source):
            source.cells(of: key).map { Row(columns: columns, place: .copied(key: key, cells: $0)) }
        }
    }

    /// Hands on each row of a catalogue that lies in memory, in the order of the bytes of the keys.
    ///
    /// - Returns: false, and nothing is handed on, for one whose rows lie elsewhere.
    /// - Throws: what the body throws.
    public func forEachRow<Failure>(
        _ body: (_ key: String, _ cells: [String?]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard case .memory(let storage) = storage else { return false }
        let cells = columns.indices
        for row in storage.rowsByKey() {
            try body(storage.text(row: row, cell: 0) ?? "", cells.map { storage.text(row: row, cell: $0 + 1) })
        }
        return true
    }

    /// What a catalogue knows of a key.
    package struct Row: Sendable {
        fileprivate enum Place: Sendable {
            case memory(CatalogStorage, row: Int)
            case copied(key: String, cells: [String?])
        }

        fileprivate let columns: [String]
        fileprivate let place: Place

        /// The key, as it stands in the catalogue.
        package var key: String {
            switch place {
            case .memory(let storage, let row): storage.text(row: row, cell: 0) ?? ""
            case .copied(let key, _): key
            }
        }

        /// The text of a column; nil where the row has none, or the catalogue no such column.
        package subscript(_ column: String) -> String? {
            guard let index = columns.firstIndex(of: column) else { return nil }
            switch place {
            case .memory(let storage, let row): return storage.text(row: row, cell: index + 1)
            case .copied(_, let cells): return index < cells.count ? cells[index] : nil
            }
        }
    }
}

/// Where the rows of a catalogue lie that is not in memory: in a database, for instance.
///
///     let prices = Catalog(name: "prices", source: database)
///
/// A source is asked from many threads at once, and stands for what the catalogue was when it was opened: it never
/// changes. Keys are compared byte by byte.
package protocol CatalogSource: Sendable {
    /// The names of the columns beside the key, in order: letters, digits and `_`.
    var columns: [String] { get }
    /// What the column of the keys is called.
    var keyColumn: String { get }
    var count: Int { get }

    /// The texts of a key's row, one for each column, nil where it has none; nil for a key that is not there.
    ///
    /// It cannot fail: who gives the source sees to it that somebody hears of what went wrong, and answers nil.
    func cells(of key: String) -> [String?]?
}

/// How a catalogue is found that a rule names and the caller has not given.
///
///     let finder = CatalogFinder(names: { ["prices"] }) { name in try store.catalog(name) }
///     let rules = try RuleSet(files: files, actions: actions, finder: finder)
package struct CatalogFinder: Sendable {
    private var isForgiving = false
    private let known: @Sendable () -> [String]
    private let open: @Sendable (String) throws -> Catalog?
    /// How the user can add a catalogue of a name, for the message that there is none.
    let remedy: @Sendable (String) -> String

    /// - Parameters:
    ///   - names: what catalogues there are, for messages about others.
    ///   - remedy: how a catalogue of a name can be added: a clause of a message.
    ///   - open: gives a catalogue; nil where there is none of that name. What it throws is shown as the reason.
    package init(
        names: @escaping @Sendable () -> [String],
        remedy: @escaping @Sendable (String) -> String = { _ in "add a Catalog of this name to 'catalogs'" },
        open: @escaping @Sendable (String) throws -> Catalog?
    ) {
        known = names
        self.remedy = remedy
        self.open = open
    }

    /// Finds none: only those that are given can be named.
    package static let none = CatalogFinder(names: { [] }, open: { _ in nil })

    /// For tests of rule files, which say themselves what catalogues hold: one that is not given is empty.
    package static let empty = {
        var finder = none
        finder.isForgiving = true
        return finder
    }()

    /// What the names of catalogues are looked up in while a set is loaded.
    ///
    /// A class, so that each is opened once, however many rules name it.
    final class Shelf {
        private let finder: CatalogFinder
        private let given: [String: Catalog]
        private var found: [String: Result<Catalog, Missing>] = [:]

        init(_ given: [Catalog], _ finder: CatalogFinder) {
            self.finder = finder
            self.given = Dictionary(given.map { ($0.name, $0) }) { first, _ in first }
        }

        /// How the user can add a catalogue of that name.
        func remedy(for name: String) -> String { finder.remedy(name) }

        var names: [String] { Set(finder.known()).union(given.keys).sorted() }

        /// The catalogue of that name, or why there is none.
        func catalog(_ name: String) -> Result<Catalog, Missing> {
            if let catalog = given[name] { return .success(catalog) }
            if let known = found[name] { return known }
            let result = find(name)
            found[name] = result
            return result
        }

        private func find(_ name: String) -> Result<Catalog, Missing> {
            do {
                if let catalog = try finder.open(name) { return .success(catalog) }
            } catch {
                return .failure(.unusable("\(error)"))
            }
            return .failure(finder.isForgiving ? .empty : .unknown)
        }
    }

    enum Missing: Error {
        case unknown
        /// It is to be taken for an empty one, of whose columns nothing is known.
        case empty
        /// There is one that cannot be read; with the reason.
        case unusable(String)
    }
}
