public import BeelineContent
package import BeelineSupport

/// A list of codes with data about each: the articles of a shop, the books of a library.
///
///     let books = try Catalog(name: "books", csv: Array("isbn,title,shelf\n9784873119045,入門,B2\n".utf8))
///     books.row(for: "9784873119045")?["shelf"]   // "B2"
///
/// A snapshot: it does not change. Unless its form says otherwise, keys are compared byte by byte, a key has one row,
/// and cells are texts.
///
/// A catalogue made from values or CSV is in memory: its texts, four bytes for each cell, and 27 to 53 for each row. A
/// catalogue with a `CatalogSource` is read from there.
public struct Catalog: Sendable {
    /// The name that rules use.
    public let name: String
    /// The names of the columns beside the key, in order.
    public let columns: [String]
    /// The name of the key column in the source; rules do not use it.
    public let keyColumn: String
    /// The number of rows.
    public let count: Int
    /// The form of its keys and the types of its cells.
    package let form: CatalogForm

    private enum Storage: Sendable {
        case memory(CatalogStorage)
        case source(any CatalogSource)
    }

    private let storage: Storage

    /// Whether it was made from values or a file, and not imported.
    package var isInMemory: Bool { if case .memory = storage { true } else { false } }

    /// A catalogue in which nothing is found.
    public static let empty = Catalog(name: "", storage: CatalogStorage(columns: []))

    /// A catalogue whose rows are read from a source.
    package init(name: String, source: some CatalogSource) {
        self.name = name
        columns = source.columns
        keyColumn = source.keyColumn
        count = source.count
        form = source.form
        storage = .source(source)
    }

    /// A catalogue of values in memory.
    ///
    ///     let rows: [(key: String, cells: [String?])] = [("4006381333931", ["0.99"])]
    ///     let prices = try Catalog(name: "prices", columns: ["price"], rows: rows)
    ///
    /// - Parameters:
    ///   - columns: the names of the columns beside the key.
    ///   - rows: a key and a text for each column; nil and empty are the same, absent.
    /// - Throws: `CatalogError`, with the number of the row.
    public init(
        name: String, columns: [String], rows: some Sequence<(key: String, cells: [String?])>
    ) throws(CatalogError) {
        try self.init(name: name, columns: columns, form: CatalogForm(), rows: rows)
    }

    /// The same with keys and cells that are not just texts.
    package init(
        name: String, columns: [String], form: CatalogForm, rows: some Sequence<(key: String, cells: [String?])>
    ) throws(CatalogError) {
        do throws(CatalogError) {
            var builder = try CatalogBuilder(columns: columns, form: form, line: nil)
            var row = CSVRow()
            for (index, (key, cells)) in rows.enumerated() {
                row.fill(key: key, cells: cells, line: index + 1)
                try builder.add(&row)
            }
            if let flaw = builder.openFlaws.first { throw flaw }
            self.init(name: name, storage: builder.finish())
        } catch {
            throw error.named(name)
        }
    }

    /// A catalogue in CSV (RFC 4180), in UTF-8 with or without a byte order mark.
    ///
    /// The first line names the columns; the first column is the key, whatever its name. Cells are between commas,
    /// semicolons, tabs or vertical bars: that of the first line with which most rows have as many cells. Empty cells
    /// are absent, empty lines are skipped, and a row that is there twice counts once.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - source: the path, for messages. Default: the name.
    /// - Throws: `CatalogError`, with the first thing that is wrong and its line.
    public init(name: String, csv bytes: [UInt8], source: String? = nil) throws(CatalogError) {
        try self.init(name: name, csv: bytes, source: source, format: CSVFormat())
    }

    /// The same for a text with another key column or separator, or with keys and cells that are not just texts.
    package init(
        name: String, csv bytes: [UInt8], source: String? = nil, format: CSVFormat, form: CatalogForm = CatalogForm()
    ) throws(CatalogError) {
        var diagnosis: KeyDiagnosis?
        try self.init(name: name, csv: bytes, source: source, format: format, form: form, diagnosis: &diagnosis)
    }

    /// - Parameter diagnosis: if not nil, it collects remarks about the keys.
    package init(
        name: String, csv bytes: [UInt8], source: String? = nil, format: CSVFormat, form: CatalogForm,
        diagnosis: inout KeyDiagnosis?
    ) throws(CatalogError) {
        var flaws: [CatalogError] = []
        guard let storage = CatalogBuilder.read(bytes, format, form, flaws: &flaws, limit: 1, diagnosis: &diagnosis)
        else { throw flaws[0].named(source ?? name) }
        self.init(name: name, storage: storage)
    }

    /// What is wrong with a catalogue in CSV, in the order of its lines, up to the limit; empty where nothing is. The
    /// source is its path, for messages.
    package static func errors(
        csv bytes: [UInt8], source: String, format: CSVFormat = CSVFormat(), form: CatalogForm = CatalogForm(),
        atMost limit: Int
    ) -> [CatalogError] {
        var flaws: [CatalogError] = []
        var diagnosis: KeyDiagnosis?
        _ = CatalogBuilder.read(bytes, format, form, flaws: &flaws, limit: limit, diagnosis: &diagnosis)
        return flaws.map { $0.named(source) }
    }

    /// Whether a text can be the name of a catalogue: letters, digits and `_`.
    package static func isName(_ text: String) -> Bool { RuleName.isValid(text) }

    private init(name: String, storage: CatalogStorage) {
        self.name = name
        columns = storage.columns
        keyColumn = storage.keyColumn
        count = storage.count
        form = storage.form
        self.storage = .memory(storage)
    }

    /// The same rows with keys and cells of another form; nil for a catalogue with a source, whose form is fixed. An
    /// error has the number of a row in the order of the keys.
    func inForm(_ form: CatalogForm) throws(CatalogError) -> Catalog? {
        guard case .memory = storage else { return nil }
        var rows: [(key: String, cells: [String?])] = []
        rows.reserveCapacity(count)
        _ = forEachRow { rows.append((key: $0, cells: $1)) }
        return try Catalog(name: name, columns: columns, form: form, rows: rows)
    }

    /// The first row of a key, which is first converted to the form of the keys.
    public func row(for text: String) -> Row? {
        let key = form.key == .exact ? text : form.key.key(text)
        switch storage {
        case .memory(let storage):
            return storage.index(of: key).map { Row(columns: columns, form: form, place: .memory(storage, row: $0)) }
        case .source(let source):
            return source.row(of: key).map { row in
                Row(columns: columns, form: form, place: .copied(key: key, cells: row.cells, rows: row.count))
            }
        }
    }

    /// Calls a function with each row of a catalogue in memory, in the byte order of the keys.
    ///
    /// - Returns: false, without any call, for a catalogue with a source.
    /// - Throws: what the body throws.
    public func forEachRow<Failure>(
        _ body: (_ key: String, _ cells: [String?]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try forEachRow(counted: { (key, cells, _) throws(Failure) in try body(key, cells) })
    }

    /// The same, with the number of rows that the key has, which the first of them gets, and 0 for all others.
    package func forEachRow<Failure>(
        counted body: (_ key: String, _ cells: [String?], _ rows: Int) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard case .memory(let storage) = storage else { return false }
        let cells = columns.indices
        var further = 0
        for row in storage.rowsByKey() {
            let count = further > 0 ? 0 : storage.rowCount(ofFirst: row)
            further = count > 0 ? count - 1 : further - 1
            try body(storage.text(row: row, cell: 0) ?? "", cells.map { storage.text(row: row, cell: $0 + 1) }, count)
        }
        return true
    }

    /// A row that was found by a search, with the cells that are not empty.
    package typealias FoundRow = (key: String, cells: [(name: String, value: String)])

    /// The cells of a row that are not empty, with the names of their columns.
    package func named(_ cells: [String?]) -> [(name: String, value: String)] {
        zip(columns, cells).compactMap { name, cell in cell.map { (name, $0) } }
    }

    /// The first rows, in the byte order of their keys, that have all of these words in the cells, and after them those
    /// that have some in the key: what is like a name may be in a number by chance. Capitals and the marks of letters do not
    /// count: `muller` finds `Müller`.
    package func rows(containing words: [String], atMost limit: Int) throws(SQLiteError) -> [FoundRow] {
        let words = words.map(\.folded)
        var (found, byKey): ([FoundRow], [FoundRow]) = ([], [])
        func take(_ key: String, _ cells: [String?]) -> Bool {
            let texts = cells.compactMap { $0?.folded }
            func has(_ texts: [String]) -> Bool { words.allSatisfy { word in texts.contains { $0.contains(word) } } }
            if has(texts) {
                found.append((key, named(cells)))
            } else if byKey.count < limit, has([key.folded] + texts) {
                byKey.append((key, named(cells)))
            }
            return found.count < limit
        }
        switch storage {
        case .memory(let storage):
            for row in storage.rowsByKey() {
                let cells = columns.indices.map { storage.text(row: row, cell: $0 + 1) }
                guard take(storage.text(row: row, cell: 0) ?? "", cells) else { break }
            }
        case .source(let source): try source.whileRows(take)
        }
        return Array((found + byKey).prefix(limit))
    }

    /// A row of a catalogue.
    public struct Row: Sendable {
        fileprivate enum Place: Sendable {
            case memory(CatalogStorage, row: Int)
            case copied(key: String, cells: [String?], rows: Int)
        }

        fileprivate let columns: [String]
        fileprivate let form: CatalogForm
        fileprivate let place: Place

        /// The key, as it is in the catalogue.
        public var key: String {
            switch place {
            case .memory(let storage, let row): storage.text(row: row, cell: 0) ?? ""
            case .copied(let key, _, _): key
            }
        }

        /// How many rows the key has.
        public var count: Int {
            switch place {
            case .memory(let storage, let row): storage.rowCount(ofFirst: row)
            case .copied(_, _, let rows): rows
            }
        }

        /// The value in a column, by its type; nil where it is only text.
        public func value(of column: String) -> FieldValue? {
            guard let text = self[column] else { return nil }
            return form.types[column].map { $0.value(text, decimal: form.decimal) } ?? .text(text)
        }

        /// The text of a column; nil where the row has none, or the catalogue no such column.
        public subscript(_ column: String) -> String? {
            guard let index = columns.firstIndex(of: column) else { return nil }
            switch place {
            case .memory(let storage, let row): return storage.text(row: row, cell: index + 1)
            case .copied(_, let cells, _): return index < cells.count ? cells[index] : nil
            }
        }
    }
}

/// The source of a catalogue that is not in memory, such as a database.
///
///     let prices = Catalog(name: "prices", source: database)
///
/// A source is used from many threads at once, and is a snapshot of the catalogue when it was opened. Keys are compared
/// byte by byte.
package protocol CatalogSource: Sendable {
    /// The names of the columns beside the key, in order.
    var columns: [String] { get }
    var keyColumn: String { get }
    var count: Int { get }
    var form: CatalogForm { get }

    /// The texts of a key's first row, one for each column, nil where it has none, and how many rows the key has; nil
    /// for a key, in the form of the keys, that is not there. It cannot fail: the source itself reports read errors,
    /// and then returns nil.
    func row(of key: String) -> (cells: [String?], count: Int)?

    /// Calls the body with each row, in the byte order of the keys, until it returns false.
    func whileRows(_ body: (_ key: String, _ cells: [String?]) -> Bool) throws(SQLiteError)
}

extension String {
    /// The text to be searched: without capitals, and without the marks of its letters.
    fileprivate var folded: String {
        let text = lowercased()
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var letters = UnicodeScalarView()
        for letter in text.decomposed where letter.properties.generalCategory != .nonspacingMark {
            // A stroke is not a mark, and ø and ł are typed as o and l as well.
            let plain = (0xC0...0x24F).contains(letter.value) ? Confusables.ascii(letter) : nil
            letters.append(plain.map { Unicode.Scalar($0) } ?? letter)
        }
        return String(letters)
    }
}
