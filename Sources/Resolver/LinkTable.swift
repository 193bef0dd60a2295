package import BeelineSupport
internal import Glibc
internal import Synchronization

/// The links of a resolver, in an SQLite file that is only read.
///
///     let table = try LinkTable(path: "/var/lib/beeline/links.sqlite")
///     let entries = try table.entries(for: LinkKey(rawPath: "/01/09506000134352/10/ABC"))
///     entries.first?.defaults.first?.href
///
/// When another file replaces this one (by `rename`, as in `beeline links import`), the next look-up uses it. The table
/// may be used from any thread. A look-up is one indexed query, and waits for no writer.
package final class LinkTable: Sendable {
    private let path: String
    /// Whether the file was removed after opening, so that none can replace it.
    private let isTemporary: Bool
    /// A reader for each concurrent look-up; the first ones are used most.
    private let handles: [Handle]
    private let turn = Atomic<Int>(0)
    private let access: SQLiteConnection.Access
    private let report: @Sendable (LinkTableError) -> Void
    private let reported = Mutex<FileIdentity?>(nil)

    /// Opens a table.
    ///
    /// - Parameters:
    ///   - path: a file that `beeline links import` has written, or a list of links (`.csv`, `.tsv`, `.jsonl`), which is
    ///     checked and read once.
    ///   - access: `.showing` for what is only shown. Default: `.reading`, a resolver answers with it.
    ///   - report: called once for each replacing file that cannot be used; the former one is used further.
    package convenience init(
        path: String, access: SQLiteConnection.Access = .reading,
        report: @escaping @Sendable (LinkTableError) -> Void = { _ in }
    ) throws(LinkTableError) {
        guard let format = LinkFileFormat(ending: path) else {
            try self.init(table: path, access, isTemporary: false, report)
            return
        }
        let list = try CheckedLinks.file(path, format)
        let temporary = try list.writeTemporary()
        // What is open stays readable.
        defer { removeFile(temporary) }
        try self.init(table: temporary, access, isTemporary: true, report)
    }

    private init(
        table path: String, _ access: SQLiteConnection.Access, isTemporary: Bool,
        _ report: @escaping @Sendable (LinkTableError) -> Void
    ) throws(LinkTableError) {
        (self.path, self.access, self.isTemporary, self.report) = (path, access, isTemporary, report)
        handles = (0..<max(2, min(16, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))))).map { _ in Handle() }
        // A temporary file is opened by all of them as long as it has a name.
        for handle in handles.prefix(isTemporary ? handles.count : 1) { _ = try use(handle) { $0.count } }
    }

    /// The entries whose keys cover a request, the most specific first. Empty when the key is unknown.
    package func entries(for request: LinkKey) throws(LinkTableError) -> [LinkEntry] {
        try withReader { (reader) throws(SQLiteError) in try reader.entries(covering: request) }
    }

    /// The Application Identifiers of the primary keys with links.
    package var primaryAIs: [String] { (try? withReader { $0.primaryAIs }) ?? [] }

    package var count: Int { (try? withReader { $0.count }) ?? 0 }

    /// Calls `body` with all entries, sorted by key, until it returns false. They are read in batches; after a
    /// replacement, the next batch comes from the new table.
    package func whileEntries(_ body: (LinkEntry) -> Bool) throws(LinkTableError) {
        var last: LinkKey?
        while true {
            let page = try withReader { [last] (reader) throws(SQLiteError) in try reader.entries(after: last) }
            for entry in page { guard body(entry) else { return } }
            guard let end = page.last else { return }
            last = end.key
        }
    }
}

extension LinkTable {
    private final class Handle: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var reader: LinkReader?
        /// A replacing file that could not be opened, which is not tried again.
        var refused: FileIdentity?
    }

    private func withReader<Value: Sendable>(
        _ work: @Sendable (inout LinkReader) throws(SQLiteError) -> Value
    ) throws(LinkTableError) -> Value {
        for handle in handles {
            let value = try handle.state.withLockIfAvailable { (state) throws(LinkTableError) in
                try perform(work, &state)
            }
            if let value { return value }
        }
        let place = turn.wrappingAdd(1, ordering: .relaxed).newValue
        return try use(handles[Int(place.magnitude % handles.count.magnitude)], work)
    }

    private func use<Value: Sendable>(
        _ handle: Handle, _ work: @Sendable (inout LinkReader) throws(SQLiteError) -> Value
    ) throws(LinkTableError) -> Value {
        try handle.state.withLock { (state) throws(LinkTableError) in try perform(work, &state) }
    }

    private func perform<Value: Sendable>(
        _ work: @Sendable (inout LinkReader) throws(SQLiteError) -> Value, _ state: inout State
    ) throws(LinkTableError) -> Value {
        try refresh(&state)
        do throws(SQLiteError) {
            guard var reader = state.reader.take() else {
                throw SQLiteError(path: path, subject: LinkDatabase.subject, problem: .cannotOpen)
            }
            // One that fails is opened again.
            let value = try work(&reader)
            state.reader = reader
            return value
        } catch {
            throw .database(error)
        }
    }

    /// Opens the current file at the path.
    private func refresh(_ state: inout State) throws(LinkTableError) {
        if isTemporary, state.reader != nil { return }
        let identity = FileIdentity(path)
        // Between the removal of a file and its replacement the former one answers.
        if let reader = state.reader, identity == nil || identity == reader.identity || identity == state.refused {
            return
        }
        do throws(SQLiteError) {
            state.reader = try LinkReader(path, access, identity)
            state.refused = nil
        } catch {
            guard state.reader != nil else { throw .database(error) }
            state.refused = identity
            let isNew = reported.withLock { reported in
                defer { reported = identity }
                return reported != identity
            }
            if isNew { report(.database(error)) }
        }
    }
}

/// The identity of the file at a path, with the time of its last change.
private struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}

/// An open table with prepared statements, for one thread at a time.
private struct LinkReader {
    let identity: FileIdentity?
    let count: Int
    let primaryAIs: [String]
    private let connection: SQLiteConnection
    /// The statements by the number of keys that cover a request.
    private var queries: [Int: SQLiteStatement] = [:]

    init(_ path: String, _ access: SQLiteConnection.Access, _ identity: FileIdentity?) throws(SQLiteError) {
        connection = try LinkDatabase.open(path, access)
        self.identity = identity
        count = try connection.number("SELECT keys FROM info")
        var identifiers: [String] = []
        try SQLiteStatement("SELECT ai FROM primaries ORDER BY ai", on: connection).forEachRow { row in
            if let ai = row.text(0) { identifiers.append(ai) }
        }
        primaryAIs = identifiers
    }

    mutating func entries(covering request: LinkKey) throws(SQLiteError) -> [LinkEntry] {
        let keys = request.covering
        let names = keys.map(\.storedQualifiers)
        var links = keys.map { _ in [Link]() }
        var descriptions = keys.map { _ in String?.none }
        try query(keys.count).forEachRow([.text(request.storedKey)] + names.map(SQLiteValue.text)) { row in
            guard let name = row.text(0), let place = names.firstIndex(of: name) else { return }
            links[place].append(LinkDatabase.link(row, from: 1))
            if let description = row.text(8) { descriptions[place] = description }
        }
        return keys.indices.filter { !links[$0].isEmpty }.map { place in
            LinkEntry(key: keys[place], itemDescription: descriptions[place], links: links[place])
        }
    }

    private mutating func query(_ count: Int) throws(SQLiteError) -> SQLiteStatement {
        if let query = queries[count] { return query }
        let marks = Array(repeating: "?", count: count).joined(separator: ", ")
        let query = try SQLiteStatement(
            """
            SELECT \(LinkDatabase.columns) FROM links WHERE key = ? AND qualifiers IN (\(marks))
            ORDER BY qualifiers, place
            """, on: connection)
        queries[count] = query
        return query
    }

    /// The rows of a batch: more than the links of a key, so that it has at least one complete key.
    private static let pageLength = 4 * CheckedLinks.mostLinks

    /// A batch of entries after a key, sorted by key; empty at the end.
    func entries(after last: LinkKey?) throws(SQLiteError) -> [LinkEntry] {
        let query = try SQLiteStatement(
            """
            SELECT key, \(LinkDatabase.columns) FROM links WHERE (key, qualifiers) > (?, ?)
            ORDER BY key, qualifiers, place LIMIT \(Self.pageLength)
            """, on: connection)
        var found: [(path: String, description: String?, links: [Link])] = []
        var count = 0
        try query.forEachRow([.text(last?.storedKey ?? ""), .text(last?.storedQualifiers ?? "")]) { row in
            let path = "/\(row.text(0) ?? "")\(row.text(1) ?? "")"
            if found.last?.path != path { found.append((path, row.text(9), [])) }
            found[found.count - 1].links.append(LinkDatabase.link(row, from: 2))
            count += 1
        }
        // There may be more links of the last one.
        if count == Self.pageLength, found.count > 1 { found.removeLast() }
        var entries: [LinkEntry] = []
        for entry in found {
            guard let key = try? LinkKey(rawPath: entry.path[...]) else { throw connection.error(.corrupt) }
            entries.append(LinkEntry(key: key, itemDescription: entry.description, links: entry.links))
        }
        return entries
    }
}

/// Why a table of links cannot be opened or read.
package enum LinkTableError: Error, Hashable, Sendable, CustomStringConvertible {
    case file(FileError)
    case database(SQLiteError)
    /// A list of links with errors.
    case list(LinkMistakes)

    package var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .database(let error): "\(error)"
        case .list(let mistakes): "\(mistakes)"
        }
    }
}
