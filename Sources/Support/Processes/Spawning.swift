internal import CLinux
internal import Glibc

extension ProgramStart {
    /// Starts the program, for a caller that waits for its end. This is the one place that does. It has the three
    /// standard streams and no other descriptor, no signal blocked, and SIGPIPE as it was: a program that ignores it,
    /// as ours may, hands that on, and the threads of the concurrency runtime block most signals.
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

struct SpawnedProgram: ~Copyable {
    /// The process id: of the program, or of its keeper, which ends as the program does.
    let id: pid_t
    /// Closed, it has the keeper kill the program and all that it started; nil where there is no keeper.
    let line: Descriptor?
}

/// Lends texts as C has them, with nil after the last.
private func withTexts<Answer>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer {
    let vector = texts.map { strdup($0) } + [nil]
    defer { for text in vector { free(text) } }
    return body(vector)
}

/// How to start a program: its path, arguments, environment and streams.
package struct ProgramStart: Sendable {
    /// Its path. No folder is searched for it (see `Executable.find`), and no shell ever sees it.
    package var path: String
    package var arguments: [String]
    /// All of its environment. Default: `cleanEnvironment()`.
    package var environment: [String: String]
    /// The folder that it starts in; nil: ours. It is entered before the program is looked for.
    package var folder: String?
    package var input: Stream
    package var output: Stream
    package var errorOutput: Stream
    package var group: Group

    /// Where one of a program's standard streams leads.
    package enum Stream: Sendable {
        /// To /dev/null.
        case nothing
        /// To this open descriptor of ours, which is lent until the program has started.
        case descriptor(Int32)
        /// To our own standard error, even the program's output, so that it cannot spoil ours.
        case ourErrorOutput
    }

    /// The processes that a signal to the program reaches too.
    package enum Group: Hashable, Sendable {
        /// It has a session of its own, which no terminal reaches and which is stopped; what has left it continues.
        case own
        /// The same, and a keeper: a process beside it that ends all that it started with it, even in other sessions,
        /// when it is stopped, when this program ends, and, where `whole`, when it ends by itself.
        case kept(whole: Bool)
        /// It belongs to us: what interrupts us at a terminal interrupts it as well.
        case ours
    }

    package init(
        path: String, arguments: [String] = [], environment: [String: String] = cleanEnvironment(),
        folder: String? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errorOutput: Stream = .nothing, group: Group = .own
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.input = input
        self.output = output
        self.errorOutput = errorOutput
        self.group = group
    }
}

package enum Executable {
    /// The file that a program's name stands for in these folders, by default those of the PATH; nil when there is
    /// none. Relative entries do not count.
    package static func find(_ name: String, path: String? = environmentVariable("PATH")) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
            let file = "\(folder)/\(name)"
            if isExecutable(file) { return file }
        }
        return nil
    }

    /// Whether a path leads to a file that we may run.
    package static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile && access(path, X_OK) == 0
    }
}

/// Names of variables about the user, their folders and their language.
private let ordinary: Set<String> = ["PATH", "HOME", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "TMPDIR"]

/// Names of variables by which programs reach the user's desktop.
private let desktop: Set<String> = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"]

/// The part of our environment that a program gets: PATH, HOME, USER, LOGNAME, TMPDIR, TZ, the language (LANG, LC_…)
/// and the user's folders (XDG_…). Nothing else: above all no secret. Only one that `reachesDesktop` may show windows
/// and talk on the session's bus.
package func cleanEnvironment(reachesDesktop: Bool = false) -> [String: String] {
    environmentVariables(prefix: "").filter { name, _ in
        ordinary.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
            || (reachesDesktop && desktop.contains(name))
    }
}

/// All of our environment but Beeline's own variables, which may be secrets: for a program that the user might have
/// started as well, such as a browser.
package func sessionEnvironment() -> [String: String] {
    environmentVariables(prefix: "").filter { name, _ in !name.hasPrefix("BEELINE_") }
}
