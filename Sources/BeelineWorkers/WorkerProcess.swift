internal import BeelineJSON
internal import BeelineSymbols
internal import CDescriptorPassing
internal import Dispatch
internal import Glibc

/// A running worker. Whoever holds it asks it one thing at a time, and ends it exactly once.
struct WorkerProcess: Sendable {
    private let pid: pid_t
    private let socket: Int32
    /// Where its answers are waited for, so that no thread of the concurrency runtime ever blocks.
    private let queue = DispatchQueue(label: "beeline.worker")

    /// Longer answers are taken for nonsense; the symbols of one image are far from it.
    private static let longestAnswer = 64 << 20

    private static let startLimit = 10

    /// Starts a worker and waits for its greeting.
    ///
    /// - Throws: `DecodeError.unavailable`.
    init(program: String) async throws(DecodeError) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw .unavailable("no worker could be started: \(String(cString: strerror(errno)))")
        }
        defer { close(sockets[1]) }
        do throws(DecodeError) {
            pid = try Self.start(program, socket: sockets[1])
        } catch {
            close(sockets[0])
            throw error
        }
        socket = sockets[0]
        let greeting = await line(within: Self.startLimit)
        guard case .success(let line) = greeting,
            let json = try? JSONValue(parsing: line), json["protocol"]?.integer == 1
        else {
            throw .unavailable("\(program) does not answer as a worker: it ended with \(await end(patience: .zero))")
        }
    }

    private static func start(_ program: String, socket: Int32) throws(DecodeError) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // What the host program has open without close-on-exec is none of the worker's.
        beeline_spawn_close_from(&files, STDERR_FILENO + 1)

        // The threads of the concurrency runtime block most signals, and the program may ignore some; a worker starts
        // with none blocked, and SIGPIPE as it was.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // A backtrace of a worker that dies would take longer than a hundred images.
        var environment = ["SWIFT_BACKTRACE=enable=no"]
        if let path = getenv("LD_LIBRARY_PATH") { environment.append("LD_LIBRARY_PATH=\(String(cString: path))") }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &files, &attributes, &arguments, &variables)
        guard code == 0 else {
            throw .unavailable("\(program) could not be started: \(String(cString: strerror(code)))")
        }
        return pid
    }

    /// What became of a request.
    enum Reply: Sendable {
        case answer(DecodeAnswer)
        /// The worker was gone before it was asked.
        case neverAsked
        /// It ended, or talked nonsense, while it was asked.
        case died
        case timedOut
    }

    /// Hands the worker an open file and waits for its answer.
    ///
    /// - Parameter descriptor: lent.
    func ask(_ descriptor: Int32, within seconds: Int) async -> Reply {
        var request: UInt8 = 1
        guard beeline_send(socket, &request, 1, descriptor) == 0 else { return .neverAsked }
        switch await line(within: seconds) {
        case .success(let line): return DecodeAnswer(line: line).map(Reply.answer) ?? .died
        case .failure(.timedOut): return .timedOut
        case .failure(.closed): return .died
        }
    }

    private enum LineError: Error {
        case timedOut
        case closed
    }

    private func line(within seconds: Int) async -> Result<[UInt8], LineError> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readLine(within: seconds)) }
        }
    }

    private func readLine(within seconds: Int) -> Result<[UInt8], LineError> {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while line.count < Self.longestAnswer {
            let left = max(.zero, deadline - .now).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(clamping: milliseconds))
            if ready == 0 { return .failure(.timedOut) }
            if ready < 0 { if errno == EINTR { continue } else { return .failure(.closed) } }
            let count = recv(socket, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .failure(.closed) }
            line.append(contentsOf: chunk[..<count])
            if line.last == UInt8(ascii: "\n") { return .success(line) }
        }
        return .failure(.closed)
    }

    /// Ends the worker and says how it ended: "signal 6 (Aborted)".
    ///
    /// - Parameter patience: how long it may take to end by itself, as it does when its socket is closed; then it is
    ///   killed.
    @discardableResult
    func end(patience: Duration) async -> String {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: endNow(patience: patience)) }
        }
    }

    /// The same, for those who cannot wait for it.
    func endLater(patience: Duration) {
        queue.async { endNow(patience: patience) }
    }

    @discardableResult
    private func endNow(patience: Duration) -> String {
        var status: Int32 = 0
        close(socket)
        let deadline = ContinuousClock.now + patience
        while true {
            let answer = waitpid(pid, &status, WNOHANG)
            if answer == pid { return Self.description(of: status) }
            if answer < 0, errno != EINTR { return "an unknown status" }
            if ContinuousClock.now >= deadline { break }
            usleep(1_000)
        }
        kill(pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return Self.description(of: status)
    }

    private static func description(of status: Int32) -> String {
        let signal = status & 0x7F
        guard signal != 0 else { return "status \(status >> 8 & 0xFF)" }
        return "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
}
