import Foundation
import TestPrograms
import Testing

@Suite("Performing actions")
struct RunTests {
    /// An opener that only writes down what it is given, and how its signals are.
    private struct Desktop {
        let folder: TemporaryFolder
        let environment: [String: String]

        init(_ end: String = "exit 0") async throws {
            folder = try TemporaryFolder()
            _ = try await folder.writeScript(
                "bin/xdg-open",
                """
                printf '%s\\0' "$@" >> '\(folder.path)/opened'
                # The shell itself reads it: while it starts a program, it blocks its own signals.
                while IFS= read -r line; do
                    case $line in Sig*) printf '%s\\n' "$line" ;; esac
                done < /proc/$$/status > '\(folder.path)/signals'
                \(end)
                """)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            environment = ["PATH": folder.path("bin") + ":" + path]
        }

        /// The arguments of all calls.
        var opened: [String] {
            let bytes = (try? folder.read("opened")) ?? []
            return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static let url = "https://example.com/a?b=c&d=$(touch+x);'*!e%20f&&g#h"

    @Test("the outcome of a code is written before the next code is handled")
    func writesEach() async throws {
        let folder = try TemporaryFolder()
        // Each action sees how much of the output is there.
        _ = try await folder.writeScript("count", "wc -l < '\(folder.path)/output'")
        try folder.write(
            "rules.json",
            """
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"run-program","program":"\(folder.path)/count"}]}]}
            """)
        let command = "\(Project.program("beeline")) resolve --no-defaults --rules rules.json --run --allow process"
        let result = try await bash(
            "seq 5 | \(command) --format json - > output; grep -o '\"output\":\"[0-9]*' output", folder: folder.path)
        #expect(result.lines == (0..<5).map { #""output":"\#($0)"# })
    }

    @Test("once the output cannot be written, nothing more is done")
    func stopsWithoutOutput() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "rules.json",
            #"""
            {"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record","fields":{"n":"{text|}"}}]}]}
            """#)
        let command = "\(Project.program("beeline")) resolve --no-defaults --rules rules.json --run -"
        let result = try await bash(
            "export XDG_DATA_HOME=$PWD/data; seq 100 | \(command) > /dev/full; echo $?; "
                + "\(Project.program("beeline")) history --format json | wc -l", folder: folder.path)
        #expect(result.lines == ["3", "1"])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let options: [String]
        let isOpened: Bool
        var testDescription: String { options.joined(separator: " ") }
    }

    static let cases = [
        Case(options: [], isOpened: false),
        Case(options: ["--run"], isOpened: false),
        Case(options: ["--run", "--allow", "open-url"], isOpened: true),
        Case(options: ["--run", "--allow", "network"], isOpened: true),
        Case(options: ["--run", "--allow", "local"], isOpened: false),
        Case(options: ["--run", "--ask", "open-url"], isOpened: false),
        Case(options: ["--run", "--deny", "network"], isOpened: false),
        Case(options: ["--run", "--allow", "open-url", "--deny", "open-url"], isOpened: false),
        Case(options: ["--run", "--deny", "open-url", "--allow", "open-url"], isOpened: false),
        Case(options: ["--run", "--allow", "network", "--deny", "open-url"], isOpened: false),
        Case(options: ["--run", "--allow", "network", "--ask", "open-url"], isOpened: false),
    ]

    @Test("a link is opened when it is allowed, and only then", arguments: cases)
    func opens(_ case: Case) async throws {
        let desktop = try await Desktop()
        let result = try await beeline(
            ["resolve", "--format", "json", Self.url] + `case`.options, environment: desktop.environment)
        #expect(desktop.opened == (`case`.isOpened ? [Self.url] : []))
        let wants: Int32 = `case`.options.isEmpty || `case`.isOpened ? 0 : 4
        #expect(result.status == wants)
        let object = try #require(try result.objects().first)
        let results = try #require(object["results"] as? [[String: Any]])
        let resolution = try #require(results.first?["resolution"] as? [String: Any])
        let actions = try #require(resolution["actions"] as? [[String: Any]])
        let outcome = actions.first?["outcome"] as? [String: Any]
        if `case`.options.isEmpty {
            #expect(outcome == nil)
        } else {
            #expect(Set(try #require(outcome).keys) == ["status", "message", "results"])
            #expect(outcome?["status"] as? String == (`case`.isOpened ? "done" : "refused"))
        }
    }

    @Test("without a terminal it says what would allow it")
    func refuses() async throws {
        let result = try await beeline("resolve", "--run", "https://example.com/")
        #expect(result.lines.last?.hasPrefix("  refused    ") == true)
        #expect(result.lines.last?.contains("--allow open-url, or --allow network") == true, "\(result.output)")
    }

    @Test("the opener gets its signals as any program does")
    func signals() async throws {
        let desktop = try await Desktop()
        _ = try await beeline(
            "resolve", "--run", "--allow", "open-url", "https://example.com/", environment: desktop.environment)
        var masks: [Substring: UInt64] = [:]
        for line in String(decoding: try desktop.folder.read("signals"), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: "\t")
            masks[words[0]] = UInt64(words[1], radix: 16)
        }
        func mask(_ signals: Int32...) -> UInt64 { signals.reduce(0) { $0 | 1 << (UInt64($1) - 1) } }
        #expect(try #require(masks["SigBlk:"]) & mask(SIGTERM, SIGINT, SIGHUP, SIGALRM, SIGUSR1) == 0)
        #expect(try #require(masks["SigIgn:"]) & mask(SIGPIPE) == 0)
    }

    @Test("the output of an opener that succeeds is not shown")
    func keepsOutput() async throws {
        let desktop = try await Desktop("echo noise; exit 0")
        let result = try await beeline(
            "resolve", "--run", "--allow", "open-url", "--format", "json", "https://example.com/",
            environment: desktop.environment)
        #expect(try result.objects().count == 1)
        #expect(result.errors == "")
    }

    @Test("an opener that fails is an action that failed", arguments: ["exit 3", "kill -TERM $$"])
    func fails(_ end: String) async throws {
        let desktop = try await Desktop(end)
        let result = try await beeline(
            "resolve", "--run", "--allow", "open-url", "https://example.com/", environment: desktop.environment)
        #expect(result.status == 4)
        #expect(result.output.contains("  failed     xdg-open ended with "))
    }

    @Test("the links of a stream are opened in its order")
    func keepsOrder() async throws {
        let desktop = try await Desktop()
        let urls = (0..<20).map { "https://example.com/\($0)" }
        let result = try await beeline(
            "resolve", "-", "--run", "--allow", "open-url", input: urls.joined(separator: "\n"),
            environment: desktop.environment)
        #expect(result.status == 0)
        #expect(desktop.opened == urls)
    }

    static let dangerous = [
        "javascript:alert(1)", "file:///etc/passwd", "https://user:pass@example.com/", "data:text/html,x",
    ]

    @Test("a dangerous link is not opened though everything is allowed", arguments: dangerous)
    func guards(_ url: String) async throws {
        let desktop = try await Desktop()
        let result = try await beeline(
            "resolve", "--run", "--allow", "open-url", "--allow", "network", url, environment: desktop.environment)
        #expect(desktop.opened.isEmpty)
        #expect([1, 4].contains(result.status))
    }
}
