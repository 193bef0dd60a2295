internal import Foundation
internal import Synchronization

/// A program that runs beside a test and says lines.
package final class RunningProgram: Sendable {
    private let process: Process
    package let lines: LineLog

    /// - Parameter stream: what is read of it.
    package init(_ program: String, _ arguments: [String], reading stream: Stream) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        // Debian keeps servers where users do not look.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = ["PATH": "\(path):/usr/sbin:/sbin"]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        switch stream {
        case .output: (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        case .errors: (process.standardOutput, process.standardError) = (FileHandle.nullDevice, pipe)
        }
        lines = LineLog(name: ([program] + arguments).joined(separator: " "))
        pipe.fileHandleForReading.readabilityHandler = { [lines] handle in
            let data = handle.availableData
            lines.add(Array(data))
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        try process.run()
    }

    package enum Stream: Sendable {
        case output
        case errors
    }

    /// Ends it at once, and waits until it has ended.
    ///
    /// What Foundation starts has inherited a thread's blocked signals, and may never hear of any other.
    package func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }
}

/// What a program says, line by line.
package final class LineLog: Sendable {
    private struct State {
        var rest: [UInt8] = []
        var lines: [String] = []
        var hasEnded = false
        var waiting: [@Sendable ([String], Bool) -> Bool] = []
    }

    private let state = Mutex(State())
    private let name: String

    init(name: String) { self.name = name }

    /// - Parameter bytes: none say that nothing more comes.
    fileprivate func add(_ bytes: [UInt8]) {
        state.withLock { state in
            state.rest += bytes
            while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                state.rest.removeSubrange(...end)
            }
            if bytes.isEmpty { state.hasEnded = true }
            let (lines, hasEnded) = (state.lines, state.hasEnded)
            state.waiting.removeAll { $0(lines, hasEnded) }
        }
    }

    package var all: [String] { state.withLock { $0.lines } }

    /// Waits until there are lines that fit, and gives the first so many of them.
    ///
    /// - Throws: when the program ends before.
    package func first(
        _ count: Int = 1, where fits: @escaping @Sendable (String) -> Bool = { _ in true }
    ) async throws -> [String] {
        let found: [String]? = await withCheckedContinuation { continuation in
            let look: @Sendable ([String], Bool) -> Bool = { lines, hasEnded in
                let found = lines.filter(fits)
                guard found.count >= count || hasEnded else { return false }
                continuation.resume(returning: found.count >= count ? Array(found.prefix(count)) : nil)
                return true
            }
            state.withLock { state in
                if !look(state.lines, state.hasEnded) { state.waiting.append(look) }
            }
        }
        guard let found else { throw ProgramEnded(program: name, lines: all) }
        return found
    }
}

/// A program ended before it had said what a test waits for.
package struct ProgramEnded: Error {
    package let program: String
    package let lines: [String]
}

/// An MQTT broker on a port of the loopback.
package final class Mosquitto: Sendable {
    package let port: Int
    private let program: RunningProgram
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - port: nil: a free one.
    ///   - user: with a password: all other users are refused.
    ///   - settings: further lines of its configuration.
    package init(port: Int? = nil, user: (name: String, password: String)? = nil, settings: [String] = []) async throws
    {
        folder = try TemporaryFolder()
        // As root it would become a user who cannot read the files of the test.
        var lines = ["log_dest stderr", "log_type all", "persistence false", "user root"] + settings
        if let user {
            let file = folder.path("passwords")
            let made = try await run("mosquitto_passwd", ["-b", "-c", file, user.name, user.password])
            guard made.status == 0 else { throw ProgramEnded(program: "mosquitto_passwd", lines: [made.errors]) }
            lines += ["password_file \(file)", "allow_anonymous false"]
        } else {
            lines.append("allow_anonymous true")
        }
        while true {
            let chosen = try port ?? freePort()
            let file = try folder.write(
                "mosquitto.conf", (["listener \(chosen) 127.0.0.1"] + lines).joined(separator: "\n") + "\n")
            let program = try RunningProgram("mosquitto", ["-c", file], reading: .errors)
            do {
                _ = try await program.lines.first { $0.contains("running") }
                (self.port, self.program) = (chosen, program)
                return
            } catch let end as ProgramEnded {
                // Another program has taken the port since.
                guard port == nil, end.lines.contains(where: { $0.contains("Address already in use") }) else {
                    throw end
                }
            }
        }
    }

    package var url: String { "mqtt://127.0.0.1:\(port)" }

    /// What it does, as it says.
    package var log: LineLog { program.lines }

    /// Has `mosquitto_sub` print what comes for a topic, and waits until it listens.
    ///
    /// - Parameter format: of a line: `%t` is the topic, `%r` 1 for what was kept, `%q` the QoS, `%p` the message.
    package func listener(
        to topic: String, format: String = "%p", arguments: [String] = []
    ) async throws -> RunningProgram {
        let name = "listener-\(UInt32.random(in: 0...UInt32.max))"
        let listener = try RunningProgram(
            "mosquitto_sub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-i", name, "-q", "2", "-t", topic, "-F", format] + arguments,
            reading: .output)
        _ = try await log.first { $0.contains("Sending SUBACK to \(name)") }
        return listener
    }

    /// Has `mosquitto_pub` send a message.
    package func publish(_ message: [UInt8], to topic: String, arguments: [String] = []) async throws {
        let sent = try await run(
            "mosquitto_pub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, message.isEmpty ? "-n" : "-s"]
                + arguments,
            input: message)
        guard sent.status == 0 else { throw ProgramEnded(program: "mosquitto_pub", lines: [sent.errors]) }
    }

    package func publish(_ message: String, to topic: String, arguments: [String] = []) async throws {
        try await publish(Array(message.utf8), to: topic, arguments: arguments)
    }

    package func kill() { program.kill() }
}

/// A port of 127.0.0.1 that no program has; another one may take it before it is used.
func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            bind(socket, pointer, length) == 0 ? getsockname(socket, pointer, &length) : -1
        }
    }
    guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return Int(UInt16(bigEndian: address.sin_port))
}
