internal import BeelineSupport
internal import CPostgreSQL

/// Why a statement was not performed.
struct ServerFailure: Error, Hashable, Sendable {
    /// Whether the connection is lost. Then the statement may have been performed.
    let isBroken: Bool
    /// Five characters of SQL, such as `42501`; empty where the server said nothing.
    var state = ""
    let message: String

    static func broken(_ message: String) -> Self { Self(isBroken: true, message: message) }
    static func refused(_ message: String) -> Self { Self(isBroken: false, message: message) }
}

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
        guard !address.hasPassword else {
            throw .refused(
                "a password must not be in an address, where others can see it; put it into ~/.pgpass as "
                    + "HOST:PORT:DATABASE:USER:PASSWORD (chmod 600), or name that file in PGPASSFILE")
        }
        if let problem = beeline_pq_load() {
            throw .refused("\(String(cString: problem)); install libpq5, with which PostgreSQL is asked")
        }
        var settings = [
            "connect_timeout", "2", "application_name", "beeline", "client_encoding", "UTF8", "keepalives_idle", "5",
            "keepalives_interval", "2", "keepalives_count", "3",
        ]
        if writes, address.hasSeveralHosts { settings += ["target_session_attrs", "read-write"] }
        let opened = withTexts(settings) { beeline_pq_connect(address.text, $0) }
        guard let opened else { throw .refused("there is no memory for a connection") }
        if let problem = beeline_pq_problem(opened) {
            let text = String(cString: problem)
            beeline_pq_free(opened)
            throw Self.failure(ofConnecting: text)
        }
        (handle, self.limit) = (opened, limit)
    }

    deinit { beeline_pq_free(handle) }

    /// libpq repeats the host for each server that it has tried.
    private static func failure(ofConnecting text: String) -> ServerFailure {
        let lines = text.split(whereSeparator: \.isNewline)
            // libpq asks back: "Is the server running on that host …?"
            .filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
        let remedies: [(part: String, remedy: String)] = [
            ("password authentication failed", "check the user, and the password in ~/.pgpass or PGPASSFILE"),
            ("no password supplied", "put the password into ~/.pgpass or the file that PGPASSFILE names"),
            ("read-only", "the server is a replica that takes no changes; name the primary server, too"),
            ("does not exist", "check the names in the address, or create what is missing"),
            ("no pg_hba.conf entry", "allow this machine and user in pg_hba.conf of the server"),
            ("too many connections", "raise max_connections of the server"),
            ("too many clients", "raise max_connections of the server"),
            ("certificate", "check sslmode and sslrootcert in the address"),
            ("definition of service", "check the name, and pg_service.conf"),
            ("invalid", "check the address: postgresql://USER@HOST/DATABASE"),
        ]
        let isUnknown = text.contains("No such file") || text.contains("refused") || text.contains("starting up")
        let remedy = isUnknown ? nil : remedies.first { text.contains($0.part) }?.remedy
        return ServerFailure(
            isBroken: remedy == nil,
            message: "\(lines)\(remedy.map { "; \($0)" } ?? "")")
    }

    /// Performs a statement, and reads each row of its answer.
    ///
    /// - Parameters:
    ///   - sql: one statement; the values are `$1`, `$2`, and so on. Without values and rows, it may be several.
    ///   - isPrepared: whether `sql` is the name of a statement that was prepared.
    /// - Returns: how many rows it has changed.
    @discardableResult
    func perform(
        _ sql: String, _ values: [String?] = [], isPrepared: Bool = false, _ body: (Row) -> Void = { _ in }
    ) throws(ServerFailure) -> Int {
        let end = withTexts(values) {
            beeline_pq_perform(handle, sql, isPrepared, Int32(values.count), $0, limit)
        }
        try check(end)
        for index in 0..<beeline_pq_rows(handle) { body(Row(handle: handle, index: index)) }
        return Int(String(cString: beeline_pq_changed(handle))) ?? 0
    }

    func prepare(_ name: String, _ sql: String) throws(ServerFailure) {
        try check(beeline_pq_prepare(handle, name, sql, limit))
    }

    private func check(_ end: beeline_pq_end) throws(ServerFailure) {
        guard end != beeline_pq_done else { return }
        let state = String(cString: beeline_pq_state(handle))
        let message = String(cString: beeline_pq_message(handle)).split(whereSeparator: \.isNewline).joined(
            separator: "; ")
        // A server that shuts down says so, and then breaks the connection off.
        let isBroken = end == beeline_pq_broken || state.hasPrefix("57P") || state.hasPrefix("08")
        let isSilent = isBroken && message.isEmpty
        throw ServerFailure(
            isBroken: isBroken, state: state, message: isSilent ? "the server does not answer" : message)
    }

    struct Row {
        fileprivate let handle: OpaquePointer
        fileprivate let index: Int32

        func text(_ column: Int) -> String? {
            beeline_pq_value(handle, index, Int32(column)).map { ServerText.read(String(cString: $0)) }
        }

        /// A text of JSON.
        func json(_ column: Int) -> String? {
            beeline_pq_value(handle, index, Int32(column)).map { ServerText.json(String(cString: $0)) }
        }

        func integer(_ column: Int) -> Int? { text(column).flatMap { Int($0) } }
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

/// Texts as PostgreSQL has them: they have no NUL.
enum ServerText {
    /// Of the private use of Unicode: it stands for a NUL.
    private static let sign: Character = "\u{F0000}"

    static func written(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "\(sign)") : text
    }

    /// In JSON, a NUL is an escape.
    static func writtenJSON(_ text: String) -> String {
        guard text.contains("\\u0000") else { return text }
        // A backslash and what follows it: two may be in front of a 'u'.
        return text.split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\u0000", with: "\(sign)") }.joined(separator: "\\\\")
    }

    static func json(_ text: String) -> String {
        text.utf8.contains(0xF3) ? text.replacing("\(sign)", with: "\\u0000") : text
    }

    static func read(_ text: String) -> String {
        // Its first byte, which few other characters have.
        text.utf8.contains(0xF3) ? text.replacing("\(sign)", with: "\0") : text
    }
}
