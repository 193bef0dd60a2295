import Foundation
import TestPrograms
import Testing

@Suite("Asking on a terminal")
struct AskingTests {
    /// Runs a program on a terminal of its own, types what it gets as its first argument at once, and a line of its standard
    /// input after each question.
    private static let terminal = """
        import os, pty, re, sys
        lines = sys.stdin.buffer.read().splitlines(keepends=True)
        child, terminal = pty.fork()
        if child == 0: os.execvp(sys.argv[2], sys.argv[2:])
        os.write(terminal, sys.argv[1].encode())
        shown, answered = b"", 0
        while True:
            try: data = os.read(terminal, 4096)
            except OSError: break
            if not data: break
            shown += data
            while answered < len(re.findall(rb"\\[q\\]uit: |a or q\\? ", shown)) and lines:
                answered += 1
                os.write(terminal, lines.pop(0))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.buffer.write(shown)
        sys.exit(status)
        """

    /// Runs the command on a terminal of its own with answers to its questions; links are opened by writing them to a
    /// file.
    ///
    /// - Parameter early: what is typed before any question.
    private func answer(
        _ typed: String, early: String = "", config: String = "/nonexistent/config", to arguments: String...
    ) async throws -> (shown: String, opened: [String], status: Int32) {
        let folder = try TemporaryFolder()
        _ = try await folder.writeScript("bin/xdg-open", "printf '%s\\n' \"$@\" >> '\(folder.path)/opened'")
        let result = try await run(
            "python3", ["-c", Self.terminal, early, Project.program("beeline")] + arguments, input: Array(typed.utf8),
            environment: [
                "HOME": "/nonexistent/home", "XDG_CONFIG_HOME": config, "NO_COLOR": "1",
                "PATH": folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
            ])
        let opened = String(decoding: (try? folder.read("opened")) ?? [], as: UTF8.self).split(separator: "\n")
        return (result.output.replacing("\r\n", with: "\n"), opened.map(String.init), result.status)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let typed: String
        let opened: Int
        let status: Int32
        var testDescription: String { typed.debugDescription }
    }

    static let cases = [
        Case(typed: "y\ny\ny\n", opened: 3, status: 0), Case(typed: "yes\nYES\n Y \n", opened: 3, status: 0),
        Case(typed: "n\nn\nn\n", opened: 0, status: 4), Case(typed: "\n\n\n", opened: 0, status: 4),
        Case(typed: "y\nn\ny\n", opened: 2, status: 4), Case(typed: "a\n", opened: 3, status: 0),
        Case(typed: "n\na\n", opened: 2, status: 4), Case(typed: "q\n", opened: 0, status: 4),
        Case(typed: "y\nq\n", opened: 1, status: 4), Case(typed: "what?\ny\na\n", opened: 3, status: 0),
        Case(typed: "yn\nno\nq\n", opened: 0, status: 4),
    ]

    @Test("y, n, a and q are understood, and nothing else is a yes", arguments: cases)
    func understands(_ example: Case) async throws {
        let links = ["https://example.com/1", "https://example.org/2", "https://example.net/3"]
        let (shown, opened, status) = try await answer(
            example.typed, to: "resolve", "--run", links[0], links[1], links[2])
        #expect(opened.count == example.opened, "\(shown)")
        #expect(status == example.status)
        #expect(shown.contains("  code: https://example.com/1\n"))
    }

    struct Kept: Sendable, CustomTestStringConvertible {
        let typed: String
        let codes: [String]
        let opened: Int
        /// What is kept, as `policy list` shows it.
        let kept: [String]
        var testDescription: String { "\(typed.debugDescription) \(codes)" }
    }

    static let kept = [
        Kept(
            typed: "h\n", codes: ["https://example.com/1", "https://example.com/2"], opened: 2,
            kept: ["open-url of link.open at example.com"]),
        Kept(
            typed: "h\nn\n", codes: ["https://example.com/1", "https://example.org/2"], opened: 1,
            kept: ["open-url of link.open at example.com"]),
        // The code chooses the host, so that the rule as a whole is not offered.
        Kept(typed: "r\nn\n", codes: ["https://example.com/1"], opened: 0, kept: []),
        Kept(typed: "r\n", codes: ["9784873119045", "9784873119045"], opened: 2, kept: ["open-url of book.amazon"]),
        Kept(typed: "a\n", codes: ["9784873119045"], opened: 1, kept: []),
        // A doubtful link is asked about each time.
        Kept(typed: "h\ny\n", codes: ["https://10.0.0.1/"], opened: 1, kept: []),
    ]

    @Test("a lasting answer is kept in a private file, and counts in the next run", arguments: kept)
    func keeps(_ example: Kept) async throws {
        let folder = try TemporaryFolder()
        let codes = example.codes
        let words = codes.count == 1 ? [codes[0], codes[0]] : codes
        let typed = codes.count == 1 ? example.typed + "n\n" : example.typed
        let (shown, opened, _) = try await answer(
            typed, config: folder.path, to: "resolve", "--run", words[0], words[1])
        let again = codes.count == 1 && example.typed == "a\n" ? 1 : 0
        #expect(opened.count == example.opened + again, "\(shown)")
        let list = try await beeline(
            "policy", "list", "--format", "json", environment: ["XDG_CONFIG_HOME": folder.path])
        let always = try #require(list.objects().first?["always"] as? [[String: String]])
        let kept = always.map { one in
            "\(one["action"] ?? "") of \(one["rule"] ?? "")" + (one["host"].map { " at \($0)" } ?? "")
        }
        #expect(kept == example.kept, "\(shown)")
        guard !example.kept.isEmpty else { return }
        let file = folder.path("beeline/always.json")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let (_, later, status) = try await answer("", config: folder.path, to: "resolve", "--run", codes[0])
        #expect(later.count == 1 && status == 0)
        let (asked, none, _) = try await answer(
            "n\n", config: folder.path, to: "resolve", "--run", "--ask", "open-url", codes[0])
        #expect(none.isEmpty && asked.contains("Do it?"), "--ask asks in any case")
    }

    @Test("after q the command ends: what comes later is not taken")
    func ends() async throws {
        let links = ["https://example.com/1", "https://example.org/2", "https://example.net/3"]
        let (shown, opened, status) = try await answer(
            "y\nq\n", to: "resolve", "--run", links[0], links[1], links[2])
        #expect(opened == [links[0]])
        #expect(status == 4)
        #expect(shown.contains("the answer was to stop"))
        #expect(!shown.contains(links[2]) && !shown.contains("were stopped before"), "\(shown)")
    }

    @Test("the question shows the whole link, its host, and every warning")
    func showsAll() async throws {
        let (shown, opened, _) = try await answer(
            "n\n", to: "resolve", "--run", "http://сосо.example:8080/a?b=\u{E9}#c")
        let question = """
            open-url, by the rule link.open
              code: http://сосо.example:8080/a?b=\u{E9}#c
              url: http://xn--n1aahb.example:8080/a?b=%C3%A9#c
              host: xn--n1aahb.example
              because the policy asks for network
              caution: not encrypted (http)
              caution: the host reads like 'coco.example' but is another host: xn--n1aahb.example
              caution: an unusual port: 8080
            Do it? [y]es, [N]o, [a]lways for open-url of this rule, [q]uit:
            """
        #expect(shown.contains(question), "\(shown)")
        #expect(opened.isEmpty)
    }

    @Test("text that was typed before the question does not answer it")
    func forgetsEarlierInput() async throws {
        let (_, opened, status) = try await answer(
            "n\n", early: "y\n", to: "resolve", "--run", "https://example.com/")
        #expect(opened.isEmpty)
        #expect(status == 4)
    }

    /// Types codes at a command that asks before it opens a link; links are opened by writing them down.
    private func typeCodes(
        _ command: String, _ steps: [TerminalSession.Step]
    ) async throws -> (session: TerminalSession, opened: [String]) {
        let folder = try TemporaryFolder()
        _ = try await folder.writeScript("bin/xdg-open", "printf '%s\\n' \"$@\" >> '\(folder.path)/opened'")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let session = try await TerminalSession(
            "exec $BEELINE \(command) --run -", steps, environment: ["PATH": "\(folder.path("bin")):\(path)"])
        let opened = String(decoding: (try? folder.read("opened")) ?? [], as: UTF8.self).split(separator: "\n")
        return (session, opened.map(String.init))
    }

    @Test(
        "where codes are typed on the terminal, it is asked there, and a yes has a number",
        arguments: ["resolve", "live"])
    func asksBetweenCodes(command: String) async throws {
        let (session, opened) = try await typeCodes(
            command,
            [
                .init("> ", "https://example.com/1\r"), .init("number: ", "yNUMBER\r"),
                .init("opened[^>]*> ", "https://example.com/2\r"), .init("number: ", "n\r"),
                .init("refused[^>]*> ", "https://example.com/3\r"), .init("number: ", "YES NUMBER\r"),
                .init("opened[^>]*> ", "\u{4}"),
            ])
        #expect(opened == ["https://example.com/1", "https://example.com/3"], "\(session.shown)")
        #expect(session.status == 4 && session.isRestored)
    }

    @Test("a code is not an answer, and an invalid answer repeats the question", arguments: ["resolve", "live"])
    func asksNoScanner(command: String) async throws {
        let (session, opened) = try await typeCodes(
            command,
            [
                .init("> ", "https://example.com/1\r"), .init("number: ", "y\r"), .init(" or q\\? ", "\r"),
                .init(" or q\\? ", "9784873119045\r"), .init(" or q\\? ", "a\r"), .init(" or q\\? ", "yOTHER\r"),
                .init("refused[^>]*> ", "\u{4}"),
            ])
        #expect(opened.isEmpty, "\(session.shown)")
        #expect(session.status == 4)
    }

    @Test("q ends the command where codes are typed", arguments: ["resolve", "live"])
    func quits(command: String) async throws {
        let (session, opened) = try await typeCodes(
            command,
            [
                .init("> ", "https://example.com/1\r"), .init("number: ", "yNUMBER\r"),
                .init("opened[^>]*> ", "https://example.com/2\r"), .init("number: ", "q\r"),
            ])
        #expect(opened == ["https://example.com/1"], "\(session.shown)")
        #expect(session.status == 4 && session.isRestored)
        #expect(session.shown.contains("the answer was to stop"))
    }

    @Test("codes that came before the question are dropped, with a message")
    func forgetsEarlierCodes() async throws {
        let (session, opened) = try await typeCodes(
            "resolve",
            [
                // While the first is looked at, more come at once.
                .init("> ", "https://example.com/1\rhttps://example.com/2\ry\r"),
                .init("scan them again[^>]*number: ", "yNUMBER\r"), .init("opened[^>]*> ", "\u{4}"),
            ])
        #expect(opened == ["https://example.com/1"], "\(session.shown)")
    }

    @Test("no question is asked for an action that the policy denies")
    func asksNothing() async throws {
        let (shown, opened, status) = try await answer("y\n", to: "resolve", "--run", "https://a@evil.example/")
        #expect(!shown.contains("Do it?"))
        #expect(opened.isEmpty)
        #expect(status == 4)
    }
}

@Suite("The user's policy")
struct UserPolicyTests {
    private struct Configuration {
        let folder: TemporaryFolder
        let environment: [String: String]

        init(_ policy: String, mode: Int = 0o644) async throws {
            folder = try TemporaryFolder()
            _ = try await folder.writeScript("bin/xdg-open", "exit 0")
            let home = folder.path("config/beeline")
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try Data(policy.utf8).write(to: URL(fileURLWithPath: "\(home)/policy.json"))
            for (path, mode) in [(folder.path, 0o755), ("\(home)/policy.json", mode)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            environment = ["XDG_CONFIG_HOME": folder.path("config"), "PATH": folder.path("bin") + ":" + path]
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let policy: String
        var options: [String] = []
        let isOpened: Bool
        var testDescription: String { "\(policy) \(options.joined(separator: " "))" }
    }

    static let cases = [
        Case(policy: #"{}"#, isOpened: false),
        Case(policy: #"{"allow": ["open-url"]}"#, isOpened: true),
        Case(policy: #"{"allow": ["network"]}"#, isOpened: true),
        Case(policy: #"{"allow": ["network"]}"#, options: ["--ask", "network"], isOpened: false),
        Case(policy: #"{"allow": ["network"]}"#, options: ["--deny", "open-url"], isOpened: false),
        Case(policy: #"{"deny": ["network"]}"#, options: ["--allow", "open-url"], isOpened: false),
        Case(policy: #"{"deny": ["network"]}"#, options: ["--allow", "network"], isOpened: true),
        Case(policy: #"{"deny": ["open-url"]}"#, options: ["--allow", "network"], isOpened: false),
        Case(policy: #"{"deny": ["open-url"]}"#, options: ["--allow", "open-url"], isOpened: true),
    ]

    @Test("applies unless the command line overrides it", arguments: cases)
    func holds(_ example: Case) async throws {
        let configuration = try await Configuration(example.policy)
        let result = try await beeline(
            ["resolve", "--run", "https://example.com/"] + example.options, environment: configuration.environment)
        #expect(result.output.contains("  done       opened with xdg-open") == example.isOpened, "\(result.output)")
        #expect(result.status == (example.isOpened ? 0 : 4), "\(result.errors)")
    }

    @Test("an unknown name causes a warning, because it may be an error")
    func tellsOfNames() async throws {
        let configuration = try await Configuration(#"{"allow": ["network"], "deny": ["browser"]}"#)
        let result = try await beeline(
            "resolve", "--run", "https://example.com/", environment: configuration.environment)
        #expect(result.status == 0 && result.output.contains("opened with xdg-open"))
        #expect(
            result.errors.contains(
                "policy.json names 'browser', which is neither an effect nor an action of an installed plugin"))
    }

    @Test("with errors nothing is performed")
    func refusesMistakes() async throws {
        let configuration = try await Configuration(#"{"alow": ["open-url"]}"#)
        let result = try await beeline(
            "resolve", "--run", "https://example.com/", environment: configuration.environment)
        #expect(result.status == 2)
        #expect(result.errors.contains("policy.json:1:2: error: a policy has no 'alow' (did you mean 'allow'?)"))
        #expect(result.output.isEmpty)
        // Where nothing is performed it is not needed.
        #expect(
            try await beeline("resolve", "https://example.com/", environment: configuration.environment).status == 0)
    }

    @Test("that others can write is not followed")
    func refusesForeign() async throws {
        let configuration = try await Configuration(#"{"allow": ["open-url"]}"#, mode: 0o646)
        let result = try await beeline(
            "resolve", "--run", "https://example.com/", environment: configuration.environment)
        #expect(result.status == 2)
        #expect(result.errors.contains("chmod o-w \(configuration.folder.path("config/beeline/policy.json"))"))
    }
}
