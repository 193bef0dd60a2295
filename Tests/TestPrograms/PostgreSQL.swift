internal import Foundation
internal import Synchronization

/// A PostgreSQL server in a folder of its own, on a socket there, as an ordinary user. It ends with this process.
package final class PostgreSQL: Sendable {
    /// The folder of Debian's programs; nil where PostgreSQL is not installed.
    private static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    package static var isInstalled: Bool { programs != nil }

    /// The server that tests share; none of them stops it.
    package static func shared() async throws -> PostgreSQL { try await started.value }

    private static let started = Task { try await PostgreSQL() }

    /// Where its socket is.
    package let folder: String
    private let server = Mutex<RunningProgram?>(nil)
    private let databases = Mutex(0)

    /// Makes and starts one.
    package init() async throws {
        let made = try await run("mktemp", ["-d", "/tmp/beeline-pg-XXXXXX"])
        folder = made.lines.first ?? "/tmp/beeline-pg"
        if geteuid() == 0 { _ = try await run("chown", ["nobody", folder]) }
        try await asUser(
            "initdb", ["-D", "\(folder)/data", "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"])
        try await start()
    }

    /// The server refuses root, so it gets another user then.
    private static let prefix =
        geteuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : ["env"]

    @discardableResult
    private func asUser(_ program: String, _ arguments: [String]) async throws -> String {
        let words = Self.prefix.dropFirst() + ["\(Self.programs ?? "")/\(program)"] + arguments
        let done = try await run(Self.prefix[0], Array(words), folder: "/")
        guard done.status == 0 else { throw ProgramEnded(program: program, lines: [done.output, done.errors]) }
        return done.output
    }

    // Its other processes end with the first one. Any other signal may be blocked in what Foundation starts.
    deinit {
        if let id = postmaster { kill(id, SIGKILL) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of its first process; nil where it does not run.
    private var postmaster: Int32? {
        let lines = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        return lines?.split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// Starts it again, with what it had.
    package func start() async throws {
        // A shell stops it where this process has ended in any way.
        let script = """
            parent=$PPID; data=$1; shift
            "$@" & server=$!
            while kill -0 $parent 2>/dev/null && kill -0 $server 2>/dev/null; do sleep 1; done
            kill -0 $parent 2>/dev/null && exit
            kill -KILL $server; wait $server; rm -rf "$data"
            """
        let command =
            Self.prefix + [
                "\(Self.programs ?? "")/postgres", "-D", "\(folder)/data", "-c", "listen_addresses=", "-c", "fsync=off",
                "-c", "unix_socket_directories=\(folder)", "-c", "max_connections=200",
            ]
        let program = try RunningProgram("sh", ["-c", script, "sh", folder] + command, reading: .errors)
        _ = try await program.lines.first { $0.contains("ready to accept connections") }
        server.withLock { $0 = program }
    }

    /// Stops it at once, as a crash does.
    package func crash() async throws {
        try await asUser("pg_ctl", ["stop", "-D", "\(folder)/data", "-m", "immediate"])
        server.withLock { $0 = nil }
    }

    /// Has its processes do nothing, until `thaw`.
    package func freeze() async throws { try await signal("STOP") }

    package func thaw() async throws { try await signal("CONT") }

    private func signal(_ name: String) async throws {
        let id = postmaster.map { "\($0)" } ?? ""
        _ = try await run("sh", ["-c", "kill -\(name) \(id) $(pgrep -P \(id))"])
    }

    /// Makes an empty database, and gives its address for its owner.
    package func database() async throws -> String {
        let name = databases.withLock { number in
            number += 1
            return "test\(number)"
        }
        try await sql("CREATE DATABASE \(name)", in: "postgres")
        return address(of: name)
    }

    package func address(of database: String, user: String = "owner") -> String {
        "postgresql://\(user)@/\(database)?host=\(folder)"
    }

    /// Runs SQL in the database of an address, and gives its lines.
    @discardableResult
    package func sql(_ statements: String, at address: String) async throws -> [String] {
        try await sql(statements, in: String(address.split(separator: "/")[2].split(separator: "?")[0]))
    }

    @discardableResult
    private func sql(_ statements: String, in database: String) async throws -> [String] {
        let output = try await asUser(
            "psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "owner", "-d", database, "-c", statements])
        return output.split(separator: "\n").map(String.init)
    }
}
