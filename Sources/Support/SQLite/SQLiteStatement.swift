internal import CSQLite

/// A statement that was prepared once, to be run many times. It ends itself.
///
///     let query = try SQLiteStatement("SELECT title, price FROM rows WHERE key = ?", on: connection)
///     try query.forEachRow(["4006381333931"]) { row in print(row.text(0) ?? "", row.real(1) ?? 0) }
package final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    /// - Parameter sql: one statement, never made of texts from outside; those go into its question marks.
    /// - Throws: `SQLiteError`.
    package init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        var handle: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil))
        guard let handle else { throw connection.error(.other("an empty statement")) }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// The names of the columns of its rows.
    package var columns: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map(String.init(cString:)) ?? "" }
    }

    /// Runs it to its end with these values in place of its question marks; what it yields is not looked at.
    ///
    /// - Throws: `SQLiteError`.
    package func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try forEachRow(values) { _ in }
    }

    /// Runs it with these values in place of its question marks, and hands on each row as it comes.
    ///
    /// A row is good until the next one comes; what is to stay is read from it. Do not run the same statement again
    /// while it hands on its rows.
    ///
    /// - Throws: `SQLiteError`.
    package func forEachRow(_ values: [SQLiteValue] = [], _ body: (borrowing Row) -> Void) throws(SQLiteError) {
        try whileRows(values) { row in
            body(row)
            return true
        }
    }

    /// The same, until the body wants no more.
    ///
    /// - Parameter body: returns whether it wants another row.
    /// - Throws: `SQLiteError`.
    package func whileRows(_ values: [SQLiteValue] = [], _ body: (borrowing Row) -> Bool) throws(SQLiteError) {
        // A statement that is not reset keeps the database locked, and its values in memory.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw connection.error(.other("the statement has another number of question marks"))
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
    /// The row that a statement yields at the moment. Its values are copied out.
    ///
    /// Columns are counted from 0. A value of another type than is asked for reads as nil, as does null.
    package struct Row: ~Copyable {
        private let handle: OpaquePointer

        init(handle: OpaquePointer) { self.handle = handle }

        /// The number of columns.
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

/// A value in a column of a row, or in place of a question mark in SQL.
///
///     try insertion.run(["2026-01-31", 3, .null])
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// In UTF-8, with any characters; NUL is one of them.
    case text(String)
    case blob([UInt8])

    /// A text, or null for nil.
    package init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

    /// A whole number, or null for nil.
    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
}
