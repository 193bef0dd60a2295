package import BeelineRules
package import BeelineSupport
internal import Glibc

/// The catalogues of a user: lists that were imported once and are there for every rule.
///
///     try CatalogStore.standard?.save(Catalog.file(name: "prices", path: "prices.csv"))
///     let finder = CatalogStore.finder(remedy: { "import \($0)" })
///     let resolver = try Resolver(rules: .files(["shop.json"]), constants: .fromEnvironment(), finder: finder)
///
/// Each is a database of its own, `NAME.sqlite` in the folder, which is replaced whole. A program that has one open
/// keeps what it had.
package struct CatalogStore: Sendable {
    /// Where they are.
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// Where a user's catalogues are: `beeline/catalogs` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where there is
    /// neither.
    package static var standard: CatalogStore? {
        userDataFolder().map { CatalogStore(folder: "\($0)/catalogs") }
    }

    private static let suffix = ".sqlite"

    /// The file of a catalogue, whether it is there or not.
    package func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The names of the catalogues, in the order of their bytes.
    ///
    /// - Throws: `FileError` when the folder cannot be read; one that is not there has none.
    package func names() throws(FileError) -> [String] {
        try fileNames(in: folder, suffix: Self.suffix).map { String($0.dropLast(Self.suffix.utf8.count)) }
            .filter(Catalog.isName)
    }

    /// Opens a catalogue; nil where there is none of that name.
    ///
    /// It takes the same time whatever its size: rows are read when they are asked for.
    ///
    /// - Parameters:
    ///   - access: `.showing` for what is only shown. Default: `.reading`, rules look into it.
    ///   - report: hears of rows that cannot be read later on, which then count as absent. Default: nothing.
    /// - Throws: `SQLiteError`.
    package func catalog(
        _ name: String, access: SQLiteConnection.Access = .reading,
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) -> Catalog? {
        guard Catalog.isName(name), exists(path(of: name)) else { return nil }
        return Catalog(
            name: name, source: try DatabaseCatalog(path: path(of: name), name: name, access: access, report: report))
    }

    /// Hands on the rows of a catalogue, to be shown, in the order of the bytes of their keys, with a cell for each column, until the
    /// body returns false.
    ///
    /// - Parameter key: only the rows of this key, which is brought into the form of the keys before. Default: nil,
    ///   all.
    package func whileRows(
        of name: String, key: String? = nil, _ body: (_ key: String, _ cells: [String?]) -> Bool
    ) throws(SQLiteError) {
        let connection = try CatalogDatabase.open(path(of: name), name: name, access: .showing)
        let layout = try CatalogDatabase.layout(of: connection)
        let cells = layout.columns.indices.map { "c\($0)" }
        let order = layout.form.isMany ? "key, place" : "key"
        let restriction = key == nil ? "" : "WHERE key = ?"
        let query = "SELECT \((["key"] + cells).joined(separator: ", ")) FROM rows \(restriction) ORDER BY \(order)"
        let values = key.map { [SQLiteValue.text(layout.form.key.key($0))] } ?? []
        try SQLiteStatement(query, on: connection).whileRows(values) { row in
            body(row.text(0) ?? "", cells.indices.map { row.text($0 + 1) })
        }
    }

    /// Keeps a catalogue under its name, instead of one that has it; programs that have that one open keep it.
    ///
    /// The old one stays until the new one is whole and on the disk.
    ///
    /// - Parameters:
    ///   - catalog: one that lies in memory.
    ///   - progress: called sometimes with the number of rows that are written. Default: it is not reported.
    /// - Throws: `SQLiteError`; then what was there before is there still.
    package func save(_ catalog: Catalog, progress: (Int) -> Void = { _ in }) throws(SQLiteError) {
        let subject = CatalogDatabase.subject(catalog.name)
        let path = path(of: catalog.name)
        guard Catalog.isName(catalog.name) else {
            throw SQLiteError(path: path, subject: subject, problem: .other("a name is letters, digits and '_'"))
        }
        let most = CatalogDatabase.mostColumns(isMany: catalog.form.isMany)
        guard catalog.columns.count <= most else {
            throw SQLiteError(path: path, subject: subject, problem: .other("more than \(most) columns"))
        }
        let unfinished = unfinishedPath(for: path)
        do {
            try CatalogDatabase.write(catalog, to: unfinished, progress: progress)
            try moveIntoPlace(unfinished, path, subject)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private func moveIntoPlace(_ unfinished: String, _ path: String, _ subject: SQLiteSubject) throws(SQLiteError) {
        do throws(FileError) {
            try BeelineSupport.moveIntoPlace(unfinished, path)
        } catch {
            throw SQLiteError(path: path, subject: subject, problem: .file(error))
        }
    }

    /// Removes a catalogue. Programs that have it open keep it.
    ///
    /// - Returns: false where there was none.
    package func remove(_ name: String) throws(FileError) -> Bool {
        guard Catalog.isName(name) else { return false }
        guard unlink(path(of: name)) == 0 else {
            if errno == ENOENT { return false }
            throw FileError(path: path(of: name), errno: errno)
        }
        return true
    }
}

extension CatalogStore {
    /// Finds the catalogues that rules name among those that were imported.
    ///
    /// - Parameters:
    ///   - note: called with the path of each that is asked for, whether it is there or not, so that it can be watched.
    ///     Default: they are not noted.
    ///   - remedy: how a catalogue of a name can be added, for the message that there is none.
    ///   - report: hears of rows that cannot be read. Default: they are not reported.
    package static func finder(
        noting note: @escaping @Sendable (String) -> Void = { _ in },
        remedy: @escaping @Sendable (String) -> String,
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) -> CatalogFinder {
        guard let store = standard else { return .none }
        return CatalogFinder(names: { (try? store.names()) ?? [] }, remedy: remedy) { name in
            note(store.path(of: name))
            return try store.catalog(name, report: report)
        }
    }
}

extension Catalog {
    /// A catalogue from a file in CSV, as `Catalog(name:csv:)` reads it.
    ///
    ///     let prices = try Catalog.file(name: "prices", path: "prices.csv")
    ///
    /// - Parameters:
    ///   - format: where the key is not the first column, or the separator another one. Default: as there.
    ///   - form: where keys and cells are not just texts. Default: they are.
    /// - Throws: `FileError`, for one that is longer than `longestFile` as well, or `CatalogError`.
    package static func file(
        name: String, path: String, format: CSVFormat = CSVFormat(), form: CatalogForm = CatalogForm()
    ) throws -> Catalog {
        try Catalog(name: name, csv: readFile(path, limit: longestFile), source: path, format: format, form: form)
    }

    /// The longest file that is read, in bytes: 256 MiB.
    package static let longestFile = 256 << 20
}
