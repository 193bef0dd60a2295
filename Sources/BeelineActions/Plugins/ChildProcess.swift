internal import Glibc

/// Programs on the PATH.
enum Executable {
    /// The file that a program's name stands for; nil when there is none. Relative entries of the PATH do not count.
    static func find(_ name: String, path: String? = getenv("PATH").map { String(cString: $0) }) -> String? {
        for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
            let file = "\(folder)/\(name)"
            var status = stat()
            let isFile = stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            if isFile, access(file, X_OK) == 0 { return file }
        }
        return nil
    }
}

/// A program that was started by its argument vector; no shell ever sees the arguments.
enum ChildProcess {
    enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It had not ended when patience did. It goes on by itself.
        case stillRunning
    }

    /// Starts a program in a session of its own and waits for its end.
    ///
    /// Its standard input is empty, and its output goes to standard error, so that it cannot spoil ours.
    ///
    /// - Parameter patience: how long to wait; some openers stay as long as the browser that they started.
    /// - Throws: `StartError`; `CancellationError` when the task is cancelled, and the program goes on.
    static func run(_ program: String, _ arguments: [String], patience: Duration) async throws -> End {
        let pid = try start(program, arguments)
        var hasEnded = false
        defer { if !hasEnded { collect(pid) } }
        let deadline = ContinuousClock.now + patience
        var pause = Duration.milliseconds(2)
        while true {
            var status: Int32 = 0
            let answer = waitpid(pid, &status, WNOHANG)
            hasEnded = answer != 0
            if answer == pid { return end(status) }
            if answer < 0 { throw StartError(program: program, errno: errno) }
            guard ContinuousClock.now < deadline else { return .stillRunning }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// Waits in the background for the end of a program that goes on by itself, lest it stays as a zombie.
    private static func collect(_ pid: pid_t) {
        Task.detached(priority: .background) {
            while waitpid(pid, nil, WNOHANG) == 0 { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, which the Glibc module does not have.
    private static let startsSession: Int16 = 0x80

    private static func end(_ status: Int32) -> End {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    private static func start(_ program: String, _ arguments: [String]) throws(StartError) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A program that ignores SIGPIPE, as ours may, hands that on; others rely on the signal. The threads of the
        // concurrency runtime block most signals, and a browser must be able to be ended by them.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Self.startsSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var vector = ([program] + arguments).map { strdup($0) }
        defer { for text in vector { free(text) } }
        vector.append(nil)
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &files, &attributes, vector, environ)
        guard code == 0 else { throw StartError(program: program, errno: code) }
        return pid
    }

    /// Why a program was not started.
    struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
        let program: String
        let errno: Int32

        var description: String { "\(program): \(String(cString: strerror(errno)))" }
    }
}
