internal import Foundation
internal import Synchronization

/// A PostgreSQL server in a folder of its own, on a socket there, as an ordinary user. It ends with this process.
package final class PostgreSQL: Sendable {
    /// The folder of its programs, which `BEELINE_POSTGRESQL` can name; nil where PostgreSQL is not installed.
    private static let programs: String? = {
        if let folder = ProcessInfo.processInfo.environment["BEELINE_POSTGRESQL"] { return folder }
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
    /// Where it listens on 127.0.0.1; nil for one that has no more than its socket.
    package let port: Int?
    private let isMounted: Bool
    private let server = Mutex<RunningProgram?>(nil)
    private let databases = Mutex(0)

    /// Makes and starts one.
    ///
    /// - Parameters:
    ///   - primary: the server that it follows as a standby. Default: none.
    ///   - megabytes: the size of a disk of its own, which only root can make. Default: that of the machine.
    ///   - listens: whether it can be reached by TCP, too. Default: no.
    package init(following primary: PostgreSQL? = nil, megabytes: Int? = nil, listens: Bool = false) async throws {
        await Self.removeLeftovers()
        // With the number of this process from the start, so that it is removed whenever that ends.
        folder = try await run("mktemp", ["-d", "/tmp/beeline-pg-\(getpid())-XXXXXX"]).lines.first ?? ""
        isMounted = megabytes != nil
        port = listens ? try freePort() : nil
        if let megabytes {
            let size = "size=\(megabytes)m"
            guard try await run("mount", ["-t", "tmpfs", "-o", size, "beeline", folder]).status == 0 else {
                throw NoDisk()
            }
        }
        if geteuid() == 0 { _ = try await run("chown", ["nobody", folder]) }
        if let primary {
            try await asUser(
                "pg_basebackup", ["-h", primary.folder, "-U", "owner", "-D", "\(folder)/data", "-R", "-c", "fast"])
        } else {
            try await asUser(
                "initdb",
                [
                    "-D", "\(folder)/data", "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N",
                    "--wal-segsize=1",
                ])
        }
        try await start()
    }

    /// A disk of its own cannot be made here.
    package struct NoDisk: Error {}

    /// Stops the servers, and removes the folders, of processes that are gone.
    private static func removeLeftovers() async {
        let script = """
            for folder in /tmp/beeline-pg-*; do
              user=${folder#/tmp/beeline-pg-}
              user=${user%%-*}
              case $user in *[!0-9]*) continue;; esac
              [ -d "/proc/$user" ] && continue
              server=$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null)
              case $(tr '\\0' ' ' <"/proc/$server/cmdline" 2>/dev/null) in *"$folder"*) kill -KILL "$server";; esac
              umount "$folder" 2>/dev/null
              rm -rf "$folder"
            done
            """
        _ = try? await run("sh", ["-c", script])
    }

    /// The server refuses root, so it gets another user then.
    private static let prefix =
        ["setpriv"] + (geteuid() == 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : ["--no-new-privs"])

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
        if isMounted {
            let unmounting = try? Process.run(URL(filePath: "/usr/bin/umount"), arguments: ["-l", folder])
            unmounting?.waitUntilExit()
        }
        // While its other processes end, they still write.
        for _ in 0..<100 where FileManager.default.fileExists(atPath: folder) {
            try? FileManager.default.removeItem(atPath: folder)
            usleep(10_000)
        }
    }

    /// The number of its first process; nil where it does not run.
    private var postmaster: Int32? {
        let lines = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        return lines?.split(separator: "\n").first.flatMap { Int32($0) }
    }

    package var isRunning: Bool { postmaster.map { kill($0, 0) == 0 || errno == EPERM } ?? false }

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
                // Also where the shell is killed.
                "--pdeathsig=KILL", "\(Self.programs ?? "")/postgres", "-D", "\(folder)/data", "-c",
                "listen_addresses=\(port == nil ? "" : "127.0.0.1")", "-c", "port=\(port ?? 5_432)", "-c", "fsync=off",
                "-c", "unix_socket_directories=\(folder)", "-c", "max_connections=200",
            ]
        let program = try RunningProgram("sh", ["-c", script, "sh", folder] + command, reading: .errors)
        _ = try await program.lines.first { $0.contains("ready to accept ") }
        server.withLock { $0 = program }
    }

    /// Stops it at once, as a crash does.
    package func crash() async throws {
        try await asUser("pg_ctl", ["stop", "-D", "\(folder)/data", "-m", "immediate"])
        server.withLock { $0 = nil }
    }

    /// Makes a standby the server that takes changes.
    package func promote() async throws { try await asUser("pg_ctl", ["promote", "-w", "-D", "\(folder)/data"]) }

    /// Takes all space of its disk, or frees it again.
    package func fill(_ isFull: Bool) async throws {
        let command = isFull ? "cat /dev/zero >filler 2>/dev/null; true" : "rm -f filler"
        _ = try await run("sh", ["-c", command], folder: folder)
    }

    /// Has a role give a password.
    package func require(_ password: String, of role: String) async throws {
        try await sql("CREATE ROLE \(role) LOGIN PASSWORD '\(password)'", in: "postgres")
        let path = "\(folder)/data/pg_hba.conf"
        let rules = try String(contentsOfFile: path, encoding: .utf8)
        try "local all \(role) scram-sha-256\nhost all \(role) all scram-sha-256\n\(rules)".write(
            toFile: path, atomically: false, encoding: .utf8)
        try await sql("SELECT pg_reload_conf()", in: "postgres")
    }

    /// Has it encrypt connections, with `NAME.crt` and `NAME.key` in a folder. It crashes, and starts again.
    package func encrypt(with name: String, in source: String) async throws {
        for (from, to) in [("\(name).crt", "server.crt"), ("\(name).key", "server.key")] {
            let owner = geteuid() == 0 ? ["-o", "nobody"] : []
            _ = try await run("install", ["-m", "600"] + owner + ["\(source)/\(from)", "\(folder)/data/\(to)"])
        }
        try await sql("ALTER SYSTEM SET ssl = on", in: "postgres")
        try await crash()
        try await start()
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
        "postgresql://\(user)@/\(database)?host=\(folder)\(port.map { "&port=\($0)" } ?? "")"
    }

    /// Runs SQL in the database of an address, and gives its lines.
    @discardableResult
    package func sql(_ statements: String, at address: String) async throws -> [String] {
        try await sql(statements, in: String(address.split(separator: "/")[2].split(separator: "?")[0]))
    }

    @discardableResult
    private func sql(_ statements: String, in database: String) async throws -> [String] {
        let output = try await asUser(
            "psql",
            [
                "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", "\(port ?? 5_432)", "-U", "owner", "-d", database,
                "-c",
                statements,
            ])
        return output.split(separator: "\n").map(String.init)
    }
}
