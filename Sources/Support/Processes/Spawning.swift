internal import CLinux
internal import Glibc

extension ProgramStart {
    /// Starts the program. This is the one place that does.
    ///
    /// It has the three standard streams and no other descriptor, no signal blocked, and SIGPIPE as it was: a program that
    /// ignores it, as ours may, hands that on, and the threads of the concurrency runtime block most signals.
    ///
    /// - Returns: the process whose end the caller waits for.
    func spawn() throws(ProgramError) -> SpawnedProgram {
        guard !hasNUL else { throw .unusableText(program: path) }
        var actions = posix_spawn_file_actions_t()
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Where one of our own standard streams is closed, one of these may have its number, and setting up another
        // stream would overwrite it. So they are all moved out of the way first.
        let lent = [try copy(of: input), try copy(of: output), try copy(of: errorOutput)]
        defer { for descriptor in lent { if let descriptor { close(descriptor) } } }
        for (stream, descriptor) in zip([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], lent) {
            if let descriptor {
                try check(posix_spawn_file_actions_adddup2(&actions, descriptor, stream))
            } else {
                let mode = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY
                try check(posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", mode, 0))
            }
        }
        try check(beeline_spawn_close_from(&actions, STDERR_FILENO + 1))
        if let folder { try check(beeline_spawn_in_folder(&actions, folder)) }

        var attributes = posix_spawnattr_t()
        try check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        try check(posix_spawnattr_setsigmask(&attributes, &signals))
        sigaddset(&signals, SIGPIPE)
        if group != .ours {
            // By these it is ended, whatever we do about our own.
            for signal in [SIGINT, SIGTERM, SIGQUIT] { sigaddset(&signals, signal) }
        }
        try check(posix_spawnattr_setsigdefault(&attributes, &signals))
        let session = group != .ours ? beeline_spawn_own_session : 0
        try check(
            posix_spawnattr_setflags(&attributes, session | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))

        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        var line: Int32 = -1
        let code = withTexts([path] + arguments) { vector in
            withTexts(variables) { environment in
                guard case .kept(let whole) = group else {
                    return posix_spawn(&pid, path, &actions, &attributes, vector, environment)
                }
                return beeline_spawn_kept(&pid, &line, path, &actions, &attributes, vector, environment, whole)
            }
        }
        try check(code)
        return SpawnedProgram(id: pid, line: line >= 0 ? Descriptor(taking: line) : nil)
    }

    /// Whether something has a NUL in it, where C would end the text.
    private var hasNUL: Bool {
        ([path, folder ?? ""] + arguments).contains { $0.utf8.contains(0) }
            || environment.contains { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }
    }

    /// A second descriptor for a stream, beyond the standard ones; nil for /dev/null. The caller closes it.
    private func copy(of stream: Stream) throws(ProgramError) -> Int32? {
        let descriptor: Int32
        switch stream {
        case .nothing: return nil
        case .ourErrorOutput: descriptor = STDERR_FILENO
        case .descriptor(let number): descriptor = number
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        if copy >= 0 { return copy }
        // Who has closed its standard error wants nothing there.
        if case .ourErrorOutput = stream, errno == EBADF { return nil }
        throw .notStarted(program: path, errno: errno)
    }

    private func check(_ code: Int32) throws(ProgramError) {
        guard code == 0 else { throw .notStarted(program: path, errno: code) }
    }
}

/// A program that was started.
struct SpawnedProgram: ~Copyable {
    /// The process id: of the program, or of its keeper, which ends as the program does.
    let id: pid_t
    /// Closed, it has the keeper kill the program and all that it started; nil where there is no keeper.
    let line: Descriptor?
}

/// Lends texts as C has them, with nil behind the last.
private func withTexts<Answer>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer {
    let vector = texts.map { strdup($0) } + [nil]
    defer { for text in vector { free(text) } }
    return body(vector)
}
