internal import BeelineSupport
public import BeelineSymbols
internal import CLinux
internal import Dispatch
internal import Glibc

/// A worker that has been started and has not greeted yet.
struct WorkerStart: Sendable {
    let process: ChildProcess
    let socket: Int32
    let notes: Int32
    let queue = DispatchQueue(label: "beeline.worker")

    /// A machine may be busy with something else.
    private static let patience = Duration.seconds(60)
    /// Greetings name a few dozen symbologies.
    private static let longestGreeting = 1 << 16
    private static let mostStarts = 10

    /// Starts a worker and waits for its greeting. One that somebody kills meanwhile is started again.
    ///
    /// - Throws: `DecodeError.unavailable`.
    static func worker(_ program: String) async throws(DecodeError) -> WorkerProcess {
        var end = "nothing"
        for _ in 0..<mostStarts {
            let start = try WorkerStart(program)
            let line = await start.greeting()
            let problem: WorkerGreeting.Problem
            do throws(WorkerGreeting.Problem) {
                return WorkerProcess(start, try WorkerGreeting(line: line).capabilities)
            } catch {
                problem = error
            }
            let programEnd = await start.end()
            if case .otherProtocol(let version) = problem {
                throw .unavailable(
                    "\(program) speaks protocol \(version) of workers, and this program speaks "
                        + "\(WorkerGreeting.currentProtocol): they are of different versions of Beeline; reinstall it so that "
                        + "both match")
            }
            end = "\(programEnd)"
            guard line.isEmpty, programEnd == .signalled(SIGKILL) else { break }
        }
        throw .unavailable(
            "\(program) does not answer as a worker: it ended with \(end); reinstall Beeline so that it matches")
    }

    private init(_ program: String) throws(DecodeError) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw .unavailable("no worker could be started: \(String(cString: strerror(errno)))")
        }
        defer { close(sockets[1]) }
        notes = beeline_shared_memory(PassNote.room)
        guard notes >= 0 else {
            close(sockets[0])
            throw .unavailable("no worker could be started: \(String(cString: strerror(-notes)))")
        }
        // Of our group: who interrupts us at a terminal means the workers, too, be it that one hangs.
        let start = ProgramStart(
            path: program, environment: WorkerProgram.environment, input: .descriptor(sockets[1]),
            output: .descriptor(notes),
            group: .ours)
        do throws(ProgramError) {
            process = try ChildProcess(start)
        } catch {
            close(sockets[0])
            close(notes)
            throw .unavailable("no worker could be started: \(error)")
        }
        socket = sockets[0]
    }

    /// The first line that it says; empty when it says none.
    private func greeting() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async {
                let line = SocketLine(from: socket, limit: Self.longestGreeting, until: .now + Self.patience)
                if case .line(let bytes) = line {
                    continuation.resume(returning: bytes)
                } else {
                    continuation.resume(returning: [])
                }
            }
        }
    }

    /// Ends what is no worker.
    private func end() async -> ProgramEnd {
        await withCheckedContinuation { continuation in
            queue.async {
                close(socket)
                close(notes)
                if let end = process.waitForEnd(until: .now + .milliseconds(100)) {
                    continuation.resume(returning: end)
                } else {
                    process.send(SIGTERM)
                    continuation.resume(returning: process.stop())
                }
            }
        }
    }
}

/// Where the worker program is.
public enum WorkerProgram {
    /// The path in `BEELINE_DECODE`; else `beeline-decode` beside the running program, in `../libexec`, or where
    /// `beeline` on the `PATH` has it.
    ///
    /// - Throws: `DecodeError.unavailable`, with the places that were looked at.
    public static func find() throws(DecodeError) -> String {
        do throws(LibexecProgram.Missing) {
            return try LibexecProgram.find("beeline-decode", variable: "BEELINE_DECODE", purpose: "images are read")
        } catch {
            throw .unavailable(error.problem)
        }
    }

    /// What it is started with.
    static var environment: [String: String] { LibexecProgram.environment }
}
