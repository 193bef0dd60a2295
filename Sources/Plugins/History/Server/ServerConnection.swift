internal import BeelineSupport
internal import CPostgreSQL

/// A connection with a PostgreSQL server. One thread at a time.
final class ServerConnection: Sendable {
    // Each user of a connection locks a mutex, or is its only user.
    private nonisolated(unsafe) let handle: OpaquePointer
    /// How long a statement may take, in milliseconds; 0: any time.
    private let limit: Int32

    /// Connects, which may take seconds.
    ///
    /// - Parameters:
    ///   - writes: whether a server that takes no changes is skipped, where the address has several.
    ///   - limit: how long a statement may take, in milliseconds. Default: any time.
    init(_ address: ServerAddress, writes: Bool, limit: Int32 = 0) throws(ServerFailure) {
        guard address.isKnown else {
            throw ServerFailure(.refused, "a history is a file or on a server: postgresql://USER@HOST/DATABASE")
        }
        guard !address.hasPassword else {
            throw ServerFailure(
                .refused,
                "a password must not be in an address, where others can see it; put it into ~/.pgpass as "
                    + "HOST:PORT:DATABASE:USER:PASSWORD (chmod 600), or name that file in PGPASSFILE")
        }
        if let problem = beeline_pq_load() {
            throw ServerFailure(
                .refused, "\(String(cString: problem)); install libpq5, with which PostgreSQL is asked")
        }
        let settings = [
            "connect_timeout", "2", "application_name", "beeline", "client_encoding", "UTF8", "keepalives_idle", "5",
            "keepalives_interval", "2", "keepalives_count", "3", "target_session_attrs", writes ? "read-write" : "any",
        ]
        guard let opened = withTexts(settings, { beeline_pq_connect(address.text, $0) }) else {
            throw ServerFailure(.refused, "there is no memory for a connection")
        }
        if let problem = beeline_pq_problem(opened) {
            defer { beeline_pq_free(opened) }
            let failure = ServerFailure(connecting: String(cString: problem))
            guard failure.kind == .replica,
                try Self(address, writes: false).perform("SELECT 1 WHERE pg_is_in_recovery()") == 0
            else { throw failure }
            throw ServerFailure(
                .refused,
                "the user may only read; set default_transaction_read_only to off for the user or the database")
        }
        (handle, self.limit) = (opened, limit)
    }

    deinit { beeline_pq_free(handle) }

    /// Performs a statement, and reads each row of its answer.
    ///
    /// - Parameters:
    ///   - sql: one statement; the values are `$1`, `$2`, and so on. Without values and rows, it may be several.
    ///   - isPrepared: whether `sql` is the name of a statement that was prepared.
    /// - Returns: how many rows it has read or changed.
    @discardableResult
    func perform(
        _ sql: String, _ values: [String?] = [], isPrepared: Bool = false, _ body: (Row) -> Void = { _ in }
    ) throws(ServerFailure) -> Int {
        try check(
            withTexts(values) {
                beeline_pq_perform(
                    handle, isPrepared ? sql : nil, isPrepared ? nil : sql, Int32(values.count), $0, limit)
            })
        for index in 0..<beeline_pq_rows(handle) { body(Row(handle: handle, index: index)) }
        return Int(String(cString: beeline_pq_changed(handle))) ?? 0
    }

    func prepare(_ name: String, _ sql: String) throws(ServerFailure) {
        try check(beeline_pq_perform(handle, name, sql, 0, nil, limit))
    }

    private func check(_ end: beeline_pq_end) throws(ServerFailure) {
        guard end != beeline_pq_done else { return }
        let message = String(cString: beeline_pq_message(handle)).split(whereSeparator: \.isNewline).joined(
            separator: "; ")
        switch end {
        case beeline_pq_silent: throw ServerFailure(.silent, "it does not answer")
        case beeline_pq_broken: throw message.isEmpty ? .connectionLost : ServerFailure(.lost, message)
        // A server that shuts down says so, and then breaks the connection off.
        default: throw ServerFailure(state: String(cString: beeline_pq_state(handle)), message: message)
        }
    }

    struct Row {
        fileprivate let handle: OpaquePointer
        fileprivate let index: Int32

        func text(_ column: Int) -> String? {
            beeline_pq_value(handle, index, Int32(column)).map { ServerText.read(String(cString: $0)) }
        }

        func integer(_ column: Int) -> Int? { text(column).flatMap { Int($0) } }

        var values: [SQLiteValue] { (0..<Int(beeline_pq_columns(handle))).map { SQLiteValue(text($0)) } }
    }
}

/// Lends an array of C texts that ends with a NULL.
private func withTexts<Value>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
    // One block for all: their bytes, and a pointer to each.
    var bytes: [CChar] = []
    let starts = texts.map { text -> Int? in
        guard let text else { return nil }
        defer { bytes.append(contentsOf: ServerText.written(text).utf8CString) }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
        let pointers = starts.map { start in start.flatMap { bytes.baseAddress?.advanced(by: $0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

/// Texts as PostgreSQL has them: without a NUL. Each comes back as it was.
enum ServerText {
    /// Characters of the private use of Unicode stand for a NUL and for themselves. They are written in this order, and read in
    /// the other one. A single U+F0000 has always been a NUL.
    private static let forms = [
        ("\u{F0001}", "\u{F0001}\u{F0003}"), ("\u{F0000}", "\u{F0001}\u{F0002}"), ("\0", "\u{F0000}"),
    ]

    /// The first byte of these characters, which few others have.
    private static let first: UInt8 = 0xF3

    static func written(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == first }) else { return text }
        return forms.reduce(text) { replaced($0, $1.0, $1.1) }
    }

    static func read(_ text: String) -> String {
        guard text.utf8.contains(first) else { return text }
        return forms.reversed().reduce(text) { replaced($0, $1.1, $1.0) }
    }

    /// By scalars: an accent may follow, with which they are another character.
    private static func replaced(_ text: String, _ part: String, _ other: String) -> String {
        String(text.unicodeScalars.replacing(part.unicodeScalars, with: other.unicodeScalars))
    }
}
