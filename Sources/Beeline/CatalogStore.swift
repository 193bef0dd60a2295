package import BeelineRules
package import BeelineSupport
internal import Glibc

/// The catalogues of a user: imported lists that every rule can use.
///
///     try CatalogStore.standard?.save(Catalog.file(name: "prices", path: "prices.csv"))
///     let finder = CatalogStore.finder(remedy: { "import \($0)" })
///     let resolver = try Resolver(rules: .files(["shop.json"]), constants: .fromEnvironment(), finder: finder)
///
/// Each catalogue is a database, `NAME.sqlite` in the folder. An import replaces the whole file; a program that has the
/// old file open continues with it.
package struct CatalogStore: Sendable {
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// The user's catalogues: `beeline/catalogs` in `XDG_DATA_HOME` or `~/.local/share`; nil where there is neither.
    package static var standard: CatalogStore? { userDataPath("catalogs").map { CatalogStore(folder: $0) } }

    private static let suffix = ".sqlite"

    /// The file of a catalogue, whether it is there or not.
    package func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The names of the catalogues, in the order of their bytes. A folder that does not exist has none.
    package func names() throws(FileError) -> [String] {
        try fileNames(in: folder, suffix: Self.suffix).map { String($0.dropLast(Self.suffix.utf8.count)) }
            .filter(Catalog.isName)
    }

    /// Opens a catalogue; nil where there is none of that name. The time does not depend on the size: rows are read
    /// when they are looked up. `.showing` is for a catalogue that is only shown. A row that cannot be read later on is
    /// reported, and counts as absent.
    package func catalog(
        _ name: String, access: SQLiteConnection.Access = .reading,
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) -> Catalog? {
        guard Catalog.isName(name), exists(path(of: name)) else { return nil }
        return Catalog(
            name: name, source: try DatabaseCatalog(path: path(of: name), name: name, access: access, report: report))
    }

    /// Calls `body` with each row of a catalogue, with a cell for each column, until it returns false. The order is
    /// that of the bytes of the keys. With a key, which is converted to the form of the keys: only its rows.
    package func whileRows(
        of name: String, key: String? = nil, _ body: (_ key: String, _ cells: [String?]) -> Bool
    ) throws(SQLiteError) {
        try CatalogDatabase.whileRows(path(of: name), name: name, key: key, body)
    }

    /// Stores a catalogue in memory under its name, and reports the number of written rows at intervals. It replaces
    /// one with that name; programs that have the old one open keep it. The old catalogue stays until the new one is
    /// complete and on the disk, and is unchanged after an error.
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
        do throws(SQLiteError) {
            try CatalogDatabase.write(catalog, to: unfinished, progress: progress)
            do throws(FileError) { try moveIntoPlace(unfinished, path) } catch {
                throw SQLiteError(path: path, subject: subject, problem: .file(error))
            }
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// Removes a catalogue; false where there was none. Programs that have it open keep it.
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
    ///   - note: called with the path of each catalogue that a rule names, so that it can be watched even where it does
    ///     not exist yet.
    ///   - remedy: how to add a catalogue of a name, for the message that there is none.
    ///   - report: called for rows that cannot be read.
    package static func finder(
        noting note: @escaping @Sendable (String) -> Void = { _ in }, remedy: @escaping @Sendable (String) -> String,
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
    /// A catalogue from a file in CSV, as `Catalog(name:csv:)` reads it. By default the key is the first column, the
    /// separator is detected, and all cells are texts. A file that is longer than `longestFile` is an error.
    ///
    ///     let prices = try Catalog.file(name: "prices", path: "prices.csv")
    package static func file(
        name: String, path: String, format: CSVFormat = CSVFormat(), form: CatalogForm = CatalogForm()
    ) throws -> Catalog {
        try Catalog(name: name, csv: readFile(path, limit: longestFile), source: path, format: format, form: form)
    }

    /// The largest file that is read, in bytes: 256 MiB.
    package static let longestFile = 256 << 20
}
