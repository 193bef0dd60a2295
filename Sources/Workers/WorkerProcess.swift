internal import BeelinePDF
internal import BeelineSupport
internal import BeelineSymbols
internal import CLinux
internal import Dispatch
internal import Glibc

/// A running worker. Its owner sends it one request at a time, and ends it exactly once, unless it was lost.
struct WorkerProcess: Sendable {
    let capabilities: DecoderCapabilities
    private let child: WorkerStart

    /// The most bytes of an answer. The symbols and previews of one image have far fewer.
    private static let longestAnswer = 64 << 20

    /// How long a worker may take to end by itself; how it did is worth knowing.
    static let patience = Duration.seconds(1)

    /// How long a worker may take to answer once the task is cancelled: as long as the start of another one takes. So
    /// workers that are nearly done are kept, and little time is lost on the others.
    private static let grace = Duration.milliseconds(20)

    private static let mostStarts = 10

    /// Starts a worker and waits for its greeting. One that someone kills meanwhile is started again.
    static func start(_ program: String) async throws(DecodeError) -> WorkerProcess {
        var end = "nothing"
        for _ in 0..<mostStarts {
            let start = try WorkerStart(program)
            let line = await start.greeting()
            let problem: WorkerGreeting.Problem
            do throws(WorkerGreeting.Problem) {
                return WorkerProcess(capabilities: try WorkerGreeting(line: line).capabilities, child: start)
            } catch {
                problem = error
            }
            let programEnd = await start.end()
            if case .otherProtocol(let version) = problem {
                throw .unavailable(
                    "\(program) speaks worker protocol \(version), but this program speaks "
                        + "\(WorkerGreeting.currentProtocol): they are of different versions of Beeline; reinstall it so that "
                        + "both match")
            }
            end = "\(programEnd)"
            guard line.isEmpty, programEnd == .signalled(SIGKILL) else { break }
        }
        throw .unavailable(
            "\(program) does not work as a worker: it ended with \(end); reinstall Beeline so that it matches")
    }

    enum Reply: Sendable {
        case answer(DecodeAnswer)
        /// The worker was gone before it was asked.
        case neverAsked
        /// It gave no answer and has been ended; with the pass that it had begun, and how long it had taken.
        case lost(WorkerEnd, PassNote?, after: Duration)
        /// The task was cancelled, and the worker has been ended.
        case cancelled
    }

    /// Passes an open file, which is lent, to the worker and waits for its answer. A worker that gives none within the
    /// limit is ended, and so is one that does not answer soon once the task is cancelled.
    func ask(_ descriptor: Int32, _ options: DecodeOptions, within limit: Duration) async -> Reply {
        child.cancellation.reset()
        return await withTaskCancellationHandler {
            await child.queue.perform { askNow(descriptor, options, within: limit) }
        } onCancel: {
            child.cancellation()
        }
    }

    private func askNow(_ descriptor: Int32, _ options: DecodeOptions, within limit: Duration) -> Reply {
        let request = DecodeRequest(options, seconds: max(1, limit.wholeSeconds)).line
        let isSent = request.withUnsafeBytes { bytes in
            bytes.baseAddress.map { beeline_send(child.socket, $0, bytes.count, descriptor) == 0 } ?? false
        }
        guard isSent else {
            endNow(patience: Self.patience)
            return .neverAsked
        }
        let began = ContinuousClock.now
        let why: WorkerEnd
        let early = SocketLine.EarlyDeadline(signal: child.cancellation, time: Self.grace)
        switch SocketLine(from: child.socket, limit: Self.longestAnswer, until: began + limit, early) {
        case .line(let line):
            if let answer = DecodeAnswer(line: line) { return .answer(answer) }
            why = .nonsense
        case .endless: why = .nonsense
        case .timedOut: why = .silent(.seconds(limit.wholeSeconds))
        case .closed: why = .closed
        case .cancelled:
            endNow(patience: .zero)
            return .cancelled
        }
        let time = min(limit, .now - began)
        let (end, note) = lost(why)
        return .lost(end, note, after: time)
    }

    /// Ends a worker that gave no answer, and reads which pass it had begun.
    private func lost(_ why: WorkerEnd) -> (WorkerEnd, PassNote?) {
        let end = stop(patience: why == .closed ? Self.patience : .zero)
        var memory = [UInt8](repeating: 0, count: PassNote.room)
        let count = pread(child.notes, &memory, memory.count, 0)
        closeAll()
        let note = PassNote(memory: memory)
        guard why == .closed, let end else { return (why, note) }
        let isOutOfMemory = count == memory.count && memory[PassNote.memoryMark] == UInt8(ascii: "M")
        return (isOutOfMemory ? .outOfMemory : .ended(end), note)
    }

    /// Ends the worker, which is killed if it does not end by itself in time, as it does when its socket is closed.
    func end(patience: Duration) async {
        await child.queue.perform { endNow(patience: patience) }
    }

    func endLater(patience: Duration) {
        child.queue.async { endNow(patience: patience) }
    }

    private func endNow(patience: Duration) {
        _ = stop(patience: patience)
        closeAll()
    }

    /// - Returns: how it ended by itself; nil when it had to be killed.
    private func stop(patience: Duration) -> ProgramEnd? {
        shutdown(child.socket, Int32(SHUT_RDWR))
        if let end = child.process.waitForEnd(until: .now + patience) { return end }
        child.process.send(SIGKILL)
        child.process.stop()
        return nil
    }

    private func closeAll() {
        close(child.socket)
        close(child.notes)
    }
}

/// The process of a worker, with what it shares with this one.
private struct WorkerStart: Sendable {
    let process: ChildProcess
    let socket: Int32
    /// The memory for the notes of its passes. It is read as a file, so that a worker cannot harm this process.
    let notes: Int32
    /// Wakes the thread that waits for its answer.
    let cancellation: WakeUp
    /// The queue on which its answers are awaited, so that no thread of the concurrency runtime ever blocks.
    let queue = DispatchQueue(label: "beeline.worker")

    /// Long, as the machine may be busy with something else.
    private static let patience = Duration.seconds(60)
    /// Greetings name a few dozen symbologies.
    private static let longestGreeting = 1 << 16

    init(_ program: String) throws(DecodeError) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw .unavailable("the worker could not be started: \(String(cString: strerror(errno)))")
        }
        defer { close(sockets[1]) }
        do throws(ProgramError) {
            cancellation = try WakeUp(for: program)
        } catch {
            close(sockets[0])
            throw .unavailable("the worker could not be started: \(error)")
        }
        notes = beeline_shared_memory(PassNote.room)
        guard notes >= 0 else {
            close(sockets[0])
            throw .unavailable("the worker could not be started: \(String(cString: strerror(-notes)))")
        }
        // In our process group: an interrupt at the terminal is for the workers, too, even if one hangs.
        let start = ProgramStart(
            path: program, environment: WorkerProgram.environment, input: .descriptor(sockets[1]),
            output: .descriptor(notes), group: .ours)
        do throws(ProgramError) {
            process = try ChildProcess(start)
        } catch {
            close(sockets[0])
            close(notes)
            throw .unavailable("the worker could not be started: \(error)")
        }
        socket = sockets[0]
    }

    /// The first line that it sends; empty when it sends none.
    func greeting() async -> [UInt8] {
        await queue.perform {
            let line = SocketLine(from: socket, limit: Self.longestGreeting, until: .now + Self.patience)
            return if case .line(let bytes) = line { bytes } else { [] }
        }
    }

    func end() async -> ProgramEnd {
        await queue.perform {
            close(socket)
            close(notes)
            if let end = process.waitForEnd(until: .now + .milliseconds(100)) { return end }
            process.send(SIGTERM)
            return process.stop()
        }
    }
}

extension DispatchQueue {
    /// Does work that may block, so that no thread of the concurrency runtime does.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            self.async { continuation.resume(returning: work()) }
        }
    }
}

/// Why a worker gave no answer to an image.
enum WorkerEnd: Hashable, Sendable {
    /// It ended by itself, or someone else ended it.
    case ended(ProgramEnd)
    /// It ran out of memory.
    case outOfMemory
    /// It was ended because it did not answer in time.
    case silent(Duration)
    /// It was ended because it sent something that is not an answer.
    case nonsense
    /// It was ended because it closed its socket.
    case closed

    /// Whether someone else killed it: a user, or a system that is short of memory. No decoder does that to itself.
    var isByForce: Bool { self == .ended(.signalled(SIGKILL)) }

    /// A description for people: "signal 6 (Aborted)".
    var reason: String {
        switch self {
        case .ended(.signalled(SIGXCPU)): "processor time"
        case .ended(let end): "\(end)"
        case .outOfMemory: "out of memory"
        case .silent(let limit): "no answer in \(limit.wholeSeconds) s"
        case .nonsense: "an invalid answer"
        case .closed: "it closed its socket"
        }
    }
}

enum SocketLine {
    /// With its line feed.
    case line([UInt8])
    case timedOut
    /// The other side is gone, perhaps in the middle of a line.
    case closed
    /// It is longer than the limit.
    case endless
    /// The caller was cancelled.
    case cancelled

    /// A signal that shortens the wait.
    struct EarlyDeadline {
        let signal: WakeUp
        /// How long the line may take from then on.
        let time: Duration
    }

    /// Waits for a line of limited length in bytes; blocks this thread. The wait may be shortened.
    init(from socket: Int32, limit: Int, until deadline: ContinuousClock.Instant, _ early: EarlyDeadline? = nil) {
        var deadline = deadline
        var early = early
        var isEarly = false
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while line.count < limit {
            var awaited = [Awaited.reading(socket), .reading(early?.signal.descriptor.number)]
            wait(for: &awaited, until: deadline)
            if awaited[1].isReady, let signalled = early {
                deadline = min(deadline, .now + signalled.time)
                (early, isEarly) = (nil, true)
            }
            guard awaited[0].isReady else {
                if .now < deadline { continue }
                self = isEarly ? .cancelled : .timedOut
                return
            }
            let count = recv(socket, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                self = .closed
                return
            }
            line.append(contentsOf: chunk[..<count])
            if line.last == UInt8(ascii: "\n") {
                self = .line(line)
                return
            }
        }
        self = .endless
    }
}
