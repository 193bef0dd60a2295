import Beeline
import BeelineSupport
import Glibc
import Synchronization

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

/// The rule files whose tests are run, as they are at the moment.
struct TestFiles {
    let suites: [RuleTestSuite]
    /// Why some could not be read.
    let unreadable: [FileError]
    /// The paths of those that they include, whether anything is there or not.
    let included: [String]
    /// Where a change may change what comes out.
    let watchedPaths: [String]

    /// - Parameters:
    ///   - paths: none: the configuration folder and the bundled files.
    ///   - actions: what rules may name.
    init(_ paths: [String], actions: [ActionSignature]) {
        var files: [RuleFile] = []
        var unreadable: [FileError] = []
        func add(_ read: () throws(FileError) -> RuleSources) {
            do throws(FileError) { files += try read().files } catch { unreadable.append(error) }
        }
        for path in paths { add { () throws(FileError) in try .files([path]) } }
        if paths.isEmpty {
            add { () throws(FileError) in try .configuration() }
            files += RuleSources.bundled.files
        }
        let noted = NotedPaths()
        let reader = RuleSources(files).reader { noted.add($0) }
        suites = files.map {
            RuleTestSuite(file: $0, actions: actions, reader: reader)
        }
        self.unreadable = unreadable
        included = noted.paths
        let roots = paths.isEmpty ? [RuleSources.configurationFolder].compactMap(\.self) : paths
        watchedPaths = roots + included
    }
}

/// Paths that are read, each once, in order.
private final class NotedPaths: Sendable {
    private let noted = Mutex<[String]>([])

    var paths: [String] { noted.withLock { $0 } }

    func add(_ path: String) { noted.withLock { if !$0.contains(path) { $0.append(path) } } }
}

/// How the tests of rule files went, for people or for programs, and what that means for the exit status.
struct TestOutput {
    enum Format: Hashable {
        case text(Style)
        case json
    }

    private let format: Format
    private(set) var status = ExitStatus.success
    private var passed = 0
    private var failed = 0
    private var notRun = 0

    init(_ format: Format) { self.format = format }

    /// What is to be written.
    enum Lines {
        case text(TerminalText)
        case json(String)

        /// - Throws: `OutputError`.
        func write() throws(OutputError) {
            switch self {
            case .text(let text): try StandardOutput.write(text)
            case .json(let json): try StandardOutput.write(data: json)
            }
        }
    }

    /// What is said of a file that cannot be read.
    mutating func lines(of error: FileError) -> Lines {
        status.raise(to: .unreadable)
        notRun += 1
        switch format {
        case .text(let style): return .text(style.paint("beeline: \(error)", .error) + "\n")
        case .json: return .json(TestJSON.line(of: error))
        }
    }

    /// What is said of a file and its tests.
    mutating func lines(of suite: RuleTestSuite, _ results: [RuleTestResult]) -> Lines {
        let failures = results.count { !$0.hasPassed }
        passed += results.count - failures
        failed += failures
        if !suite.canRun { notRun += 1 }
        if !suite.canRun || failures > 0 { status.raise(to: .notTaken) }
        switch format {
        case .text(let style): return .text(TestText(style: style).lines(of: suite, results))
        case .json: return .json(TestJSON.lines(of: suite, results))
        }
    }

    /// The last line; nothing for programs, which can count.
    var total: TerminalText {
        guard case .text(let style) = format else { return "" }
        var parts: [String] = []
        if failed > 0 { parts.append("\(failed) of \(counted(passed + failed, "test")) failed") }
        if failed == 0, passed > 0 { parts.append("\(counted(passed, "test")) passed") }
        if failed + passed + notRun == 0 { parts.append("no tests") }
        if notRun > 0 { parts.append("\(counted(notRun, "file")) could not be tested") }
        return style.paint("\(parts.joined(separator: ", "))", status == .success ? .success : .error) + "\n"
    }
}

/// The results for people.
struct TestText {
    let style: Style

    func lines(of suite: RuleTestSuite, _ results: [RuleTestResult]) -> TerminalText {
        let file = TerminalText(suite.file)
        var text = (suite.fileErrors + suite.issues).map(style.lines).joined()
        guard suite.canRun else {
            return "\(text)\(file): \(style.paint("not tested, it has mistakes", .error))\n"
        }
        for result in results where !result.hasPassed { text += lines(of: result) }
        let failures = results.count { !$0.hasPassed }
        let summary =
            if results.isEmpty {
                style.paint("no tests", .label)
            } else if failures > 0 {
                style.paint("\(failures) of \(counted(results.count, "test")) failed", .error)
            } else {
                style.paint("\(counted(results.count, "test")) passed", .kind)
            }
        return "\(text)\(file): \(summary)\n"
    }

    private func lines(of result: RuleTestResult) -> TerminalText {
        let place = result.position.map { ":\($0)" } ?? ""
        var text: TerminalText = "\(result.file)\(place): \(style.paint("failed", .error)): \(result.name)\n"
        for difference in result.differences {
            text += "  \(style.paint("\(difference.subject)", .input))\n"
            text += line("expected", difference.expected)
            text += line("came", difference.actual)
            for (index, reason) in difference.reasons.enumerated() { text += line(index == 0 ? "why" : "", reason) }
        }
        return text
    }

    private func line(_ label: TerminalText, _ text: String) -> TerminalText {
        "    \(style.paint(label, .label))\(TerminalText.blanks(10 - label.width))\(text)\n"
    }
}

/// The results for programs: a line of JSON for each test, and for each mistake that keeps a file from being tested.
enum TestJSON {
    private static let version = 1

    static func line(of error: FileError) -> String {
        line { json in
            json.member("file", error.path)
            write(code: "cannot-open", error.message, to: &json)
        }
    }

    static func lines(of suite: RuleTestSuite, _ results: [RuleTestResult]) -> String {
        let issues = (suite.fileErrors + suite.issues).filter { $0.severity == .error }
        let mistakes = issues.map { issue in
            line { json in
                json.member("file", issue.file)
                write(issue.position, to: &json)
                json.member("path", issue.path.description)
                write(code: "mistake", issue.message, to: &json)
            }
        }
        return (mistakes + results.map(line)).joined()
    }

    private static func line(of result: RuleTestResult) -> String {
        line { json in
            json.member("file", result.file)
            write(result.position, to: &json)
            json.member("path", result.path.description)
            json.member("test", result.name)
            json.name("passed")
            json.value(result.hasPassed)
            json.name("differences")
            json.array { json in for difference in result.differences { write(difference, to: &json) } }
        }
    }

    private static func write(_ difference: RuleTestResult.Difference, to json: inout JSONWriter) {
        json.object { json in
            json.member("subject", difference.subject)
            json.name("expected")
            json.value(json: difference.expected.utf8)
            json.name("came")
            json.value(json: difference.actual.utf8)
            json.name("why")
            json.array { json in for reason in difference.reasons { json.value(reason) } }
        }
    }

    private static func write(_ position: TextPosition?, to json: inout JSONWriter) {
        guard let position else { return }
        json.member("line", position.line)
        json.member("column", position.column)
    }

    private static func write(code: String, _ message: String, to json: inout JSONWriter) {
        json.name("error")
        json.object { json in
            json.member("code", code)
            json.member("message", message)
        }
    }

    private static func line(_ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", version)
            members(&json)
        }
        json.endLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
