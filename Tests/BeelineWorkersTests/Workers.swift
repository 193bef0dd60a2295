import Foundation
import TestPrograms

/// Workers of one test: their program has a name of its own, by which they are found among all processes.
final class Workers: Sendable {
    let program: String
    private let name: String
    private let folder: TemporaryFolder

    /// - Parameter script: what they run instead of `beeline-decode`. The real one is `$REAL`.
    init(_ script: String? = nil) async throws {
        folder = try TemporaryFolder()
        name = "w" + UUID().uuidString.prefix(12)
        if let script {
            let real = Project.program("beeline-decode")
            program = try await folder.writeScript(name, "REAL='\(real)'\nMARK='\(folder.path)/mark'\n" + script)
        } else {
            program = folder.path(name)
            try FileManager.default.createSymbolicLink(
                atPath: program, withDestinationPath: Project.program("beeline-decode"))
        }
    }

    /// Whether a script has made its mark.
    var isMarked: Bool { FileManager.default.fileExists(atPath: folder.path("mark")) }

    /// The children of this process that run it, and how they are: `S` asleep, `Z` dead and not waited for.
    var processes: [(pid: Int32, state: Character)] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { entry in
            guard let pid = Int32(entry),
                let stat = Self.stat(of: pid), let end = stat.lastIndex(of: ")")
            else { return nil }
            let words = stat[end...].split(separator: " ")
            guard stat.contains("(\(name))"), words.count > 2, words[2] == "\(getpid())" else { return nil }
            return (pid, words[1].first ?? "?")
        }
    }

    /// What the system says of a process. Without Foundation: with hundreds of processes, every few milliseconds, it counts.
    private static func stat(of pid: Int32) -> String? {
        let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// Kills them and waits until they are dead, though their parent has not reaped them.
    func kill() async throws {
        for process in processes { Foundation.kill(process.pid, SIGKILL) }
        try await until { self.processes.allSatisfy { $0.state == "Z" } }
    }

    /// Waits until something is so.
    func until(_ condition: @Sendable () -> Bool) async throws {
        for _ in 0..<10_000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(30))
        }
        throw NeverHappened()
    }

    struct NeverHappened: Error {}
}

/// A FIFO that a process keeps open for writing, so that its reader waits until the writer closes it.
final class Dam: Sendable {
    let path: String
    private let writer: FileHandle

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("dam")
        guard mkfifo(path, 0o600) == 0 else { throw Workers.NeverHappened() }
        let descriptor = Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Workers.NeverHappened() }
        writer = FileHandle(fileDescriptor: descriptor)
    }

    /// Writes, and closes when everything is read, which ends the file: data that is unread when the last end of a pipe
    /// is closed is lost. In a thread of its own, for it waits.
    func breakDown(with bytes: [UInt8]) {
        Thread.detachNewThread { [self] in
            try? writer.write(contentsOf: Data(bytes))
            var unread: Int32 = 0
            while ioctl(writer.fileDescriptor, UInt(FIONREAD), &unread) == 0, unread > 0 { usleep(1000) }
            try? writer.close()
        }
    }
}
