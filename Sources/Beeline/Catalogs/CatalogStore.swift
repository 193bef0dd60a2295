public import BeelineRules
package import BeelineSupport
internal import Glibc

/// The catalogues of a user: lists that were imported once and are there for every rule.
///
///     try CatalogStore.standard?.save(Catalog.file(name: "prices", path: "prices.csv"))
///     let resolver = try Resolver(rules: .files(["shop.json"]), finder: CatalogStore.finder())
///
/// Each is a database of its own, `NAME.sqlite` in the folder, which is replaced whole. A program that has one open keeps
/// what it had.
public struct CatalogStore: Sendable {
    /// Where they are.
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// Where a user's catalogues are: `beeline/catalogs` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where there is
    /// neither.
    public static var standard: CatalogStore? {
        userDataFolder().map { CatalogStore(folder: "\($0)/catalogs") }
    }

    private static let suffix = ".sqlite"

    /// The file of a catalogue, whether it is there or not.
    public func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The names of the catalogues, in the order of their bytes.
    ///
    /// - Throws: `FileError` when the folder cannot be read; one that is not there has none.
    public func names() throws(FileError) -> [String] {
        try fileNames(in: folder, suffix: Self.suffix).map { String($0.dropLast(Self.suffix.utf8.count)) }
            .filter(Catalog.isName)
    }

    /// Opens a catalogue; nil where there is none of that name.
    ///
    /// It takes the same time whatever its size: rows are read when they are asked for.
    ///
    /// - Parameter report: hears of rows that cannot be read later on, which then count as absent. Default: nobody does.
    /// - Throws: `SQLiteError`.
    public func catalog(
        _ name: String, report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) -> Catalog? {
        guard Catalog.isName(name), exists(path(of: name)) else { return nil }
        return Catalog(name: name, source: try DatabaseCatalog(path: path(of: name), name: name, report: report))
    }

    /// Hands on the rows of a catalogue in the order of the bytes of their keys, with a cell for each column, until the
    /// body returns false.
    ///
    /// - Throws: `SQLiteError`.
    public func whileRows(of name: String, _ body: (_ key: String, _ cells: [String?]) -> Bool) throws(SQLiteError) {
        let connection = try CatalogDatabase.open(path(of: name), name: name)
        let cells = try CatalogDatabase.columns(of: connection).indices.dropFirst()
        try SQLiteStatement("SELECT * FROM rows ORDER BY key", on: connection).whileRows { row in
            body(row.text(0) ?? "", cells.map { row.text($0) })
        }
    }

    /// Keeps a catalogue under its name, in place of one that has it; programs that have that one open keep it.
    ///
    /// The old one stays until the new one is whole and on the disk.
    ///
    /// - Parameters:
    ///   - catalog: one that lies in memory.
    ///   - progress: called now and then with the number of rows that are written. Default: nobody is told.
    /// - Throws: `SQLiteError`; then what was there before is there still.
    public func save(_ catalog: Catalog, progress: (Int) -> Void = { _ in }) throws(SQLiteError) {
        let subject = CatalogDatabase.subject(catalog.name)
        let path = path(of: catalog.name)
        guard Catalog.isName(catalog.name) else {
            throw SQLiteError(path: path, subject: subject, problem: .other("a name is letters, digits and '_'"))
        }
        guard catalog.columns.count <= CatalogDatabase.mostColumns else {
            throw SQLiteError(
                path: path, subject: subject, problem: .other("more than \(CatalogDatabase.mostColumns) columns"))
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
            try syncFile(unfinished)
            guard rename(unfinished, path) == 0 else { throw FileError(path: path, errno: errno) }
        } catch {
            throw SQLiteError(path: path, subject: subject, problem: .file(error))
        }
    }

    private func syncFile(_ path: String) throws(FileError) {
        let file = try OpenFile(path: path)
        guard fsync(file.descriptor) == 0 else { throw FileError(path: path, errno: errno) }
    }

    /// Removes a catalogue. Programs that have it open keep it.
    ///
    /// - Returns: false where there was none.
    /// - Throws: `FileError`.
    public func remove(_ name: String) throws(FileError) -> Bool {
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
    ///     Default: nobody wants to know.
    ///   - report: hears of rows that cannot be read. Default: nobody does.
    public static func finder(
        noting note: @escaping @Sendable (String) -> Void = { _ in },
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) -> CatalogFinder {
        guard let store = standard else { return .none }
        return CatalogFinder(names: { (try? store.names()) ?? [] }) { name in
            note(store.path(of: name))
            return try store.catalog(name, report: report)
        }
    }
}
