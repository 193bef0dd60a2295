import Beeline
import BeelineSupport
import Glibc

/// `beeline rules test`: whether rules do with codes what their files expect.
struct RulesTestCommand {
    /// Empty: the configuration folder and the bundled files.
    private let paths: [String]
    private let format: TestOutput.Format
    private let style: Style
    private let watches: Bool
    /// What rules may name.
    private let actions: [ActionSignature]

    init(_ arguments: Arguments) throws {
        actions = try PluginOptions(arguments).registry.signatures
        paths = arguments.operands
        // Without these there is nothing to test, which is not to look like a success.
        if paths.isEmpty, arguments.has(.noDefaults) { throw UsageError.noOperands(arguments.command) }
        style = Style(arguments[.color], for: STDOUT_FILENO)
        format = arguments[.testFormat] == "json" ? .json : .text(style)
        watches = arguments.has(.watch)
    }

    /// - Throws: `OutputError`, `ConfigurationError`.
    func run() throws -> ExitStatus {
        guard watches else { return try test(TestFiles(paths, actions: actions)) }
        return try watch()
    }

    private func test(_ files: TestFiles) throws(OutputError) -> ExitStatus {
        var output = TestOutput(format)
        let progress = ProgressLine(total: files.suites.reduce(0) { $0 + $1.count }, noun: "tests")
        var done = 0
        for error in files.unreadable { try output.lines(of: error).write() }
        for suite in files.suites {
            let results = suite.run { _ in
                done += 1
                progress.show(done: done)
            }
            progress.clear()
            try output.lines(of: suite, results).write()
        }
        progress.end()
        try StandardOutput.write(output.total)
        return output.status
    }

    /// Tests again and again, until a signal ends the program.
    private func watch() throws -> ExitStatus {
        endOnInterrupt()
        var watched = TestFiles(paths, actions: actions).watchedPaths
        let watcher = try configured { () throws(FileError) in try FileWatcher(paths: watched) }
        while true {
            var files = TestFiles(paths, actions: actions)
            if files.watchedPaths != watched {
                watched = files.watchedPaths
                try configured { () throws(FileError) in try watcher.replacePaths(files.watchedPaths) }
                // They may have changed before they were watched.
                files = TestFiles(paths, actions: actions)
            }
            if format != .json {
                try StandardOutput.write(style.paint("\(Scan.now().time)", .label) + "\n")
            }
            _ = try test(files)
            _ = watcher.wait()
        }
    }

    /// Whoever ends the watching has got what they wanted.
    private func endOnInterrupt() {
        // Only what a signal handler may do is done there.
        signal(SIGINT) { _ in _exit(0) }
        // A program that starts this one from a thread of its own may have left the signal blocked.
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    }

    private func configured<Value>(_ work: () throws(FileError) -> Value) throws(ConfigurationError) -> Value {
        do throws(FileError) { return try work() } catch { throw .file(error) }
    }
}
