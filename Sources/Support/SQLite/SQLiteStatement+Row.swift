internal import CSQLite

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
