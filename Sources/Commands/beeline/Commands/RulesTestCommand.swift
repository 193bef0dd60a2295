import Beeline
import BeelineSupport
import Glibc

/// `beeline rules test`: runs the tests of rule files.
struct RulesTestCommand {
    /// The files; empty: the configuration folder and the bundled files.
    private let paths: [String]
    private let isJSON: Bool
    private let style: Style
    private let watches: Bool
    private let actions: [ActionSignature]
    /// The time between two looks at the files, in microseconds.
    private static let interval: UInt32 = 250_000

    init(_ arguments: Arguments) throws {
        actions = try PluginOptions(arguments).registry.signatures
        paths = arguments.operands
        // Then there is nothing to test, which must not be a success.
        if paths.isEmpty, arguments.has(.noDefaults) { throw UsageError.noOperands(arguments.command) }
        (isJSON, style) = (arguments.isJSON, arguments.style)
        watches = arguments.has(.watch)
    }

    func run() throws -> ExitStatus {
        guard watches else { return try test(TestFiles(paths, actions: actions)) }
        return try watch()
    }

    private func test(_ files: TestFiles) throws(OutputError) -> ExitStatus {
        var output = TestOutput(isJSON: isJSON, style: style)
        let progress = ProgressLine(total: files.suites.reduce(0) { $0 + $1.count }, noun: "tests")
        var done = 0
        for error in files.unreadable { try output.write(error) }
        for suite in files.suites {
            let results = suite.run { _ in
                done += 1
                progress.show(done: done)
            }
            progress.clear()
            try output.write(suite, results)
        }
        progress.end()
        try StandardOutput.write(output.total)
        return output.status
    }

    /// Tests again and again, until a signal ends the program.
    private func watch() throws -> ExitStatus {
        endOnInterrupt()
        var watched = TestFiles(paths, actions: actions).watchedPaths
        while true {
            // Before the files are read, so that later changes are noticed.
            var contents = FileContents(of: watched)
            let files = TestFiles(paths, actions: actions)
            guard files.watchedPaths == watched else {
                watched = files.watchedPaths
                continue
            }
            if !isJSON {
                try StandardOutput.write(style.paint("\(Scan.now().time)", .label) + "\n")
            }
            _ = try test(files)
            while true {
                let now = contents.again()
                guard now.areEqual(to: contents) else { break }
                contents = now
                usleep(Self.interval)
            }
            _ = contents.atRest()
        }
    }

    /// Makes an end by SIGINT a success.
    private func endOnInterrupt() {
        // `_exit` is allowed in a signal handler.
        signal(SIGINT) { _ in _exit(0) }
        // The program that has started this one may have left the signal blocked.
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    }
}

/// The current contents of the rule files whose tests are run.
struct TestFiles {
    let suites: [RuleTestSuite]
    /// The errors of files that could not be read.
    let unreadable: [FileError]
    /// The paths whose changes may change the results, whether they exist or not.
    let watchedPaths: [String]

    /// Without paths: the configuration folder and the bundled files.
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
        let reader = RuleSources(files).reader(noting: noted.add)
        suites = files.map { RuleTestSuite(file: $0, actions: actions, reader: reader) }
        self.unreadable = unreadable
        let roots = paths.isEmpty ? [RuleSources.configurationFolder].compactMap(\.self) : paths
        watchedPaths = roots + noted.all
    }
}

/// The results of the tests of rule files, for people or for programs, and the exit status.
struct TestOutput {
    let isJSON: Bool
    let style: Style
    private(set) var status = ExitStatus.success
    private var passed = 0
    private var failed = 0
    private var notRun = 0

    init(isJSON: Bool, style: Style) { (self.isJSON, self.style) = (isJSON, style) }

    mutating func write(_ error: FileError) throws(OutputError) {
        status.raise(to: .unreadable)
        notRun += 1
        guard isJSON else { return try StandardOutput.write(style.paint("beeline: \(error)", .error) + "\n") }
        try line { json in
            json.member("file", error.path)
            json.error("cannot-open", error.message)
        }
    }

    mutating func write(_ suite: RuleTestSuite, _ results: [RuleTestResult]) throws(OutputError) {
        let failures = results.count { !$0.hasPassed }
        passed += results.count - failures
        failed += failures
        if !suite.canRun { notRun += 1 }
        if !suite.canRun || failures > 0 { status.raise(to: .notTaken) }
        let issues = suite.fileErrors + suite.issues
        guard isJSON else { return try StandardOutput.write(text(suite, issues, results, failures: failures)) }
        for issue in issues where issue.severity == .error {
            try line { json in
                json.member("file", issue.file)
                json.members(issue.position)
                json.member("path", issue.path.description)
                json.error("mistake", issue.message)
            }
        }
        for result in results { try line { Self.write(result, to: &$0) } }
    }

    /// The last line; empty for programs.
    var total: TerminalText {
        if isJSON { return "" }
        var parts: [String] = []
        if failed > 0 { parts.append("\(failed) of \(counted(passed + failed, "test")) failed") }
        if failed == 0, passed > 0 { parts.append("\(counted(passed, "test")) passed") }
        if failed + passed + notRun == 0 { parts.append("no tests") }
        if notRun > 0 { parts.append("\(counted(notRun, "file")) could not be tested") }
        return style.paint("\(parts.joined(separator: ", "))", status == .success ? .success : .error) + "\n"
    }

    private func text(
        _ suite: RuleTestSuite, _ issues: [RuleIssue], _ results: [RuleTestResult], failures: Int
    ) -> TerminalText {
        var text = issues.map(style.lines).joined()
        guard suite.canRun else {
            return "\(text)\(suite.file): \(style.paint("not tested, because it has errors", .error))\n"
        }
        for result in results where !result.hasPassed { text += lines(of: result) }
        let summary =
            if results.isEmpty {
                style.paint("no tests", .label)
            } else if failures > 0 {
                style.paint("\(failures) of \(counted(results.count, "test")) failed", .error)
            } else {
                style.paint("\(counted(results.count, "test")) passed", .kind)
            }
        return "\(text)\(suite.file): \(summary)\n"
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

    private func line(_ label: String, _ text: String) -> TerminalText {
        "  " + style.row(label, width: 10, "\(text)")
    }

    /// Writes a line of JSON: a test, or an error because of which a file cannot be tested.
    private func line(_ members: (inout JSONWriter) -> Void) throws(OutputError) {
        try StandardOutput.write(
            data: JSONWriter.line { json in
                json.member("version", 1)
                members(&json)
            })
    }

    private static func write(_ result: RuleTestResult, to json: inout JSONWriter) {
        json.member("file", result.file)
        json.members(result.position)
        json.member("path", result.path.description)
        json.member("test", result.name)
        json.member("passed", result.hasPassed)
        json.member("differences", result.differences) { json, difference in
            json.member("subject", difference.subject)
            json.name("expected")
            json.value(json: difference.expected.utf8)
            json.name("came")
            json.value(json: difference.actual.utf8)
            json.member("why", difference.reasons)
        }
    }
}
