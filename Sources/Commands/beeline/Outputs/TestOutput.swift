import Beeline
import BeelineSupport

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
