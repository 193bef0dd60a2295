internal import CSQLite
internal import Glibc

/// An open SQLite database, which closes itself. One thread at a time.
///
///     let connection = try SQLiteConnection(path: path, as: .history)
///     try connection.useWriteAheadLog()
///     try connection.migrate(through: steps)
///     let insertion = try SQLiteStatement("INSERT INTO scans (time) VALUES (?)", on: connection)
///     try connection.transaction { () throws(SQLiteError) in try insertion.run(["2026-01-31T12:34:56.789Z"]) }
///
/// To use it from several threads, keep it in a `Mutex`.
package final class SQLiteConnection {
    package enum Access: Hashable, Sendable {
        /// To be read and written; a missing one is made that only its owner can read, with folders on the way to it.
        case writing
        /// To be read only. Where nothing is there it is an error.
        case reading
        /// The same, only to show what is in it: root may read what belongs to one other user, such as a service.
        case showing
    }

    /// The path as it was given.
    package let path: String
    package let subject: SQLiteSubject
    /// How long to wait for others who write, in milliseconds.
    let patience: Int32
    let handle: OpaquePointer

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: always a file: SQLite gives a meaning of their own to an empty path, `:memory:` and `file:…`.
    ///   - subject: what errors call it.
    ///   - patience: how long to wait for others who write, in milliseconds.
    package init(
        path: String, as subject: SQLiteSubject, access: Access = .writing, patience: Int32 = 5_000
    ) throws(SQLiteError) {
        self.path = path
        self.subject = subject
        self.patience = patience
        // Before anything is made: what root made in a folder of a service, the service could not open.
        if access == .writing, !exists(path), let writers = BeelineSupport.foreignWriters(ofNew: path) {
            throw SQLiteError(path: path, subject: subject, problem: .foreign(writers))
        }
        do throws(FileError) {
            if access == .writing { try makePrivateFile(path) }
            // SQLite calls a folder an error of the disk, and waits at a FIFO for ever.
            try requireRegularFile(path)
        } catch {
            throw SQLiteError(path: path, subject: subject, problem: .file(error))
        }
        if let writers = Self.foreignWriters(ofDatabase: path), access != .showing || !writers.isOneUser {
            throw SQLiteError(path: path, subject: subject, problem: .foreign(writers))
        }
        let name = path.hasPrefix("/") ? path : "./\(path)"
        let way = access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        var handle: OpaquePointer?
        // Callers see to it that threads take turns.
        let code = sqlite3_open_v2(name, &handle, way | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw SQLiteError(path: path, subject: subject, problem: .other("out of memory")) }
        guard code == SQLITE_OK else {
            // It is to be closed even when it could not be opened.
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(
                path: path, subject: subject, code: sqlite3_extended_errcode(handle),
                text: String(cString: sqlite3_errmsg(handle)))
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, patience)
        self.handle = handle
        // Its functions and views are not ours.
        if access == .showing { try execute("PRAGMA trusted_schema = OFF") }
    }

    /// Statements that still exist keep what they need until they go.
    deinit { sqlite3_close_v2(handle) }

    /// Runs SQL, of one statement or several, whose rows are not needed. It is never made of texts from outside; those
    /// go into a statement's question marks.
    package func execute(_ sql: String) throws(SQLiteError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// Runs what yields one whole number; 0 where it yields nothing.
    package func number(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        var number = 0
        try SQLiteStatement(sql, on: self).forEachRow(values) { row in number = row.integer(0) ?? 0 }
        return number
    }

    /// How many rows the last statement has added, changed or deleted.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Whether the file was moved or deleted since it was opened: what is written now would be lost with it.
    package var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// Who else could have written a database, or one of the files that SQLite keeps beside it: beside the file itself,
    /// where the path is a symbolic link.
    private static func foreignWriters(ofDatabase path: String) -> ForeignWriters? {
        let file = (try? absolutePath(path)) ?? path
        for part in [path, file, "\(file)-wal", "\(file)-shm", "\(file)-journal"] where isTaken(part) {
            guard let writers = BeelineSupport.foreignWriters(of: part) else { continue }
            // The last one to close a database removes what is beside it, also while this looks at it.
            if writers.means == .unknown, part != path, part != file {
                guard isTaken(part), let again = BeelineSupport.foreignWriters(of: part) else { continue }
                return again
            }
            return writers
        }
        return nil
    }

    package func error(_ problem: SQLiteError.Problem) -> SQLiteError {
        SQLiteError(path: path, subject: subject, problem: problem)
    }

    /// - Throws: `SQLiteError`, for every answer that is not one of the three good ones.
    func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
        throw SQLiteError(path: path, subject: subject, code: code, text: String(cString: sqlite3_errmsg(handle)))
    }
}

extension SQLiteConnection {
    /// Runs a transaction: all of its changes are kept or, when the work throws, none. Waits for other writers first,
    /// for as long as the patience lasts.
    package func transaction<Value>(_ work: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // Where the commit failed SQLite may have rolled back by itself; then there is nothing left to undo.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Migrates a database to the current form, in one transaction. `user_version` has the number of steps that were
    /// taken; each step makes the next form of the one before. A step is never changed once it was released; what is to
    /// be different becomes a further step. `.newer` when a later version has written it.
    ///
    ///     try connection.migrate(through: ["CREATE TABLE scans (…) STRICT", "ALTER TABLE scans ADD COLUMN page INTEGER"])
    package func migrate(through steps: [String]) throws(SQLiteError) {
        guard try form(atMost: steps.count) < steps.count else { return }
        // Two programs may begin the same database at once; the second one finds all done.
        try transaction { () throws(SQLiteError) in
            for step in steps.dropFirst(try form(atMost: steps.count)) { try execute(step) }
            try execute("PRAGMA user_version = \(steps.count)")
        }
    }

    /// The number of steps that the database has taken.
    private func form(atMost latest: Int) throws(SQLiteError) -> Int {
        let form = try number("PRAGMA user_version")
        guard (0...latest).contains(form) else { throw error(.newer(form)) }
        return form
    }

    /// Checks that a database that is only read has the expected form: else `.newer`, or `.corrupt` for an older one.
    package func requireForm(_ expected: Int) throws(SQLiteError) { try requireForm(in: expected...expected) }

    /// The same for a database that can be read in several forms.
    package func requireForm(in readable: ClosedRange<Int>) throws(SQLiteError) {
        guard try form(atMost: readable.upperBound) >= readable.lowerBound else { throw error(.corrupt) }
    }
}

extension SQLiteConnection {
    /// Lets readers and one writer work at once, without waiting for each other. The mode stays with the file. A commit
    /// then outlives the program, whichever way that ends. A loss of power may undo the last commits, whole ones, and
    /// never damages the database.
    package func useWriteAheadLog() throws(SQLiteError) {
        // Two that change the mode at once would wait for each other, so SQLite refuses one at once, whatever the patience.
        let pause = 10
        for waited in stride(from: 0, through: Int(patience), by: pause) {
            do {
                try execute("PRAGMA journal_mode = WAL")
                break
            } catch {
                guard error.problem == .busy, waited + pause <= Int(patience) else { throw error }
                usleep(UInt32(pause * 1_000))
            }
        }
        try execute("PRAGMA synchronous = NORMAL")
    }

    /// Keeps everyone else from the database until this connection ends, and needs no space on the disk for that. To be
    /// called before anything is read. `.busy` while others have it open.
    package func lockOutOthers() throws(SQLiteError) {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// Keeps the present content of the database until this connection ends, however others change it; they cannot
    /// change it in the meantime unless it has a write-ahead log.
    package func holdSnapshot() throws(SQLiteError) {
        try execute("BEGIN")
        // Only the first look takes it.
        _ = try number("SELECT count(*) FROM sqlite_schema")
    }
}

/// A statement that was prepared once, to be run many times. It ends itself.
///
///     let query = try SQLiteStatement("SELECT title, price FROM rows WHERE key = ?", on: connection)
///     try query.forEachRow(["4006381333931"]) { row in print(row.text(0) ?? "", row.real(1) ?? 0) }
package final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    /// - Parameter sql: one statement, never made of texts from outside; those go into its question marks.
    package init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        var handle: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil))
        guard let handle else { throw connection.error(.other("an empty statement")) }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    package var columns: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map(String.init(cString:)) ?? "" }
    }

    /// Runs it to its end with these values instead of its question marks, and ignores its rows.
    package func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try forEachRow(values) { _ in }
    }

    /// Runs it with these values instead of its question marks, and hands on each row as it comes. A row is good until
    /// the next one comes; what is to stay is read from it. Do not run the same statement again while it hands on its
    /// rows.
    package func forEachRow(_ values: [SQLiteValue] = [], _ body: (borrowing Row) -> Void) throws(SQLiteError) {
        try whileRows(values) { row in
            body(row)
            return true
        }
    }

    /// The same, until the body returns that it wants no more rows.
    package func whileRows(_ values: [SQLiteValue] = [], _ body: (borrowing Row) -> Bool) throws(SQLiteError) {
        // A statement that is not reset keeps the database locked, and its values in memory.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw connection.error(.other("the number of values differs from the number of question marks"))
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(handle)
            try connection.check(code)
            guard code == SQLITE_ROW, body(Row(handle: handle)) else { return }
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(handle, index)
        case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
        case .real(let number): code = sqlite3_bind_double(handle, index, number)
        case .text(let text):
            var text = text
            code = text.withUTF8 { beeline_bind_text(handle, index, $0.baseAddress, $0.count) }
        case .blob(let bytes):
            code = bytes.withUnsafeBufferPointer { beeline_bind_blob(handle, index, $0.baseAddress, $0.count) }
        }
        try connection.check(code)
    }
}

extension SQLiteStatement {
    /// The row that a statement yields at the moment. Its values are copied out. Columns are counted from 0. A value of
    /// another type than is asked for reads as nil, as does null.
    package struct Row: ~Copyable {
        private let handle: OpaquePointer

        init(handle: OpaquePointer) { self.handle = handle }

        package var count: Int { Int(sqlite3_column_count(handle)) }

        package func text(_ column: Int) -> String? {
            guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, Int32(column)) else {
                return nil
            }
            return String(decoding: UnsafeBufferPointer(start: start, count: length(column)), as: UTF8.self)
        }

        package func integer(_ column: Int) -> Int? {
            guard type(column) == SQLITE_INTEGER else { return nil }
            return Int(sqlite3_column_int64(handle, Int32(column)))
        }

        package func real(_ column: Int) -> Double? {
            guard type(column) == SQLITE_FLOAT else { return nil }
            return sqlite3_column_double(handle, Int32(column))
        }

        package func blob(_ column: Int) -> [UInt8]? {
            guard type(column) == SQLITE_BLOB else { return nil }
            return Array(
                UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, Int32(column)), count: length(column)))
        }

        package func value(_ column: Int) -> SQLiteValue {
            switch type(column) {
            case SQLITE_INTEGER: integer(column).map { .integer(Int64($0)) } ?? .null
            case SQLITE_FLOAT: real(column).map(SQLiteValue.real) ?? .null
            case SQLITE_TEXT: SQLiteValue(text(column))
            case SQLITE_BLOB: blob(column).map(SQLiteValue.blob) ?? .null
            default: .null
            }
        }

        /// What SQLite says of a column that a row does not have is undefined.
        private func type(_ column: Int) -> Int32 {
            (0..<count).contains(column) ? sqlite3_column_type(handle, Int32(column)) : SQLITE_NULL
        }

        /// In bytes. To be asked for after the value itself.
        private func length(_ column: Int) -> Int { Int(sqlite3_column_bytes(handle, Int32(column))) }
    }
}

/// A value in a column of a row, or instead of a question mark in SQL.
///
///     try insertion.run(["2026-01-31", 3, .null])
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// In UTF-8, with any characters; NUL is one of them.
    case text(String)
    case blob([UInt8])

    package init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
}
