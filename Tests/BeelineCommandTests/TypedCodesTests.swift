import BeelineActions
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("Codes that are typed on a terminal")
struct TypedCodesTests {
    typealias Step = TerminalSession.Step

    private static let resolve = "$BEELINE resolve --no-defaults -"
    private static let isbn = "9784873119045"

    @Test(
        "each is asked for by a prompt, shown once, and answered below; Ctrl-D ends", arguments: ["xterm", "dumb", ""])
    func showsOnce(terminal: String) async throws {
        let session = try await TerminalSession(
            Self.resolve, Step("> ", "\(Self.isbn)\r"), Step("no rule matched\r\n> ", "4006381333931\r"),
            Step("no rule matched\r\n> ", "\u{4}"), environment: ["TERM": terminal])
        #expect(session.shown.contains("beeline: type or scan codes; Ctrl-D ends\n"))
        #expect(session.shown.contains("> \(Self.isbn)\n  kind       isbn\n"), "\(session.shown)")
        #expect(session.shown.contains("> 4006381333931\n  kind       product\n"), "\(session.shown)")
        #expect(session.shown.ranges(of: "\n\(Self.isbn)\n").isEmpty)
        #expect(session.status == 1 && session.isRestored)
        #expect(session.shown.hasSuffix("\n"))
    }

    @Test("an empty line is not a code, and blanks at the ends are shown and removed")
    func leavesOutBlanks() async throws {
        let session = try await TerminalSession(
            Self.resolve, Step("> ", "\r"), Step("> ", "   \r"), Step("> ", "  \(Self.isbn) \r"),
            Step("no rule matched\r\n> ", "\u{4}"))
        #expect(session.shown.ranges(of: "  kind  ").count == 1, "\(session.shown)")
        #expect(session.shown.contains("kind       isbn"))
        #expect(
            session.shown.contains("warning: left out 3 blanks at the ends of '␣␣\(Self.isbn)␣'"), "\(session.shown)")
    }

    @Test("a line can be edited, and an earlier one called up")
    func edits() async throws {
        let session = try await TerminalSession(
            Self.resolve, Step("> ", "978487311904\u{1}\u{6}X\u{7F}\u{5}5\r"), Step("no rule matched\r\n> ", "other\r"),
            Step("no rule matched\r\n> ", "\u{1B}[A\u{1B}[A\r"), Step("no rule matched\r\n> ", "\u{4}"))
        #expect(session.shown.ranges(of: "kind       isbn").count == 2, "\(session.shown)")
    }

    @Test("the keys of a keyboard scanner are read unchanged", arguments: ["xterm", "dumb"])
    func takesControls(terminal: String) async throws {
        let session = try await TerminalSession(
            "$BEELINE resolve --no-defaults --format json -",
            Step("> ", "010952123454321310LOT\u{1D}21grüße 日本\r"), Step(#"version.*\r\n> "#, "\u{4}"),
            environment: ["TERM": terminal])
        let line = try #require(session.lines.first { $0.hasPrefix("{") })
        let answer = try #require(try json(line) as? [String: Any])
        #expect(answer["input"] as? String == "010952123454321310LOT\u{1D}21grüße 日本")
    }

    @Test("there is no prompt where the output goes elsewhere, and where no terminal is read")
    func hasNoPrompt() async throws {
        let piped = try await TerminalSession(
            "\(Self.resolve) | cat", Step("Ctrl-D ends\r\n", " \(Self.isbn)\r"), Step("no rule matched", "\u{4}"))
        #expect(!piped.shown.contains("> "))
        // It may be kept, so it has the code.
        #expect(piped.shown.contains("\n\(Self.isbn)\n  kind       isbn"), "\(piped.shown)")
        let read = try await beeline("resolve", "--no-defaults", "-", input: "\(Self.isbn)\n\n")
        #expect(read.output.hasPrefix("\(Self.isbn)\n  kind       isbn\n"))
        #expect(read.errors.isEmpty)
    }

    @Test("a Ctrl-D that was typed before the prompt ends it too", arguments: ["xterm", "dumb"])
    func endsEarly(terminal: String) async throws {
        let session = try await TerminalSession(Self.resolve, Step("", "\u{4}"), environment: ["TERM": terminal])
        #expect(session.status == 0 && session.isRestored, "\(session.shown)")
    }

    @Test("records keep their blanks")
    func keepsRecords() async throws {
        let session = try await TerminalSession(
            "$BEELINE resolve --no-defaults --input tsv --format json -", Step("> ", "qr\ta \r"),
            Step(#"version.*\r\n> "#, "\u{4}"))
        #expect(session.shown.contains(#""text":"a ""#), "\(session.shown)")
        #expect(!session.shown.contains("warning"))
    }

    @Test(
        "a signal ends it with the terminal as it was",
        arguments: [("half a co\u{3}", SIGINT), ("SIGNAL 2", SIGINT), ("SIGNAL 15", SIGTERM), ("SIGNAL 1", SIGHUP)])
    func restoresTerminal(ending: String, signal: Int32) async throws {
        let session = try await TerminalSession("exec \(Self.resolve)", Step("> ", ending))
        #expect(session.isRestored, "\(session.shown)")
        #expect(session.status == -signal)
    }
}

@Suite("Codes that are typed at a live source")
struct TypedLiveTests {
    typealias Step = TerminalSession.Step

    private static let live = "exec $BEELINE live --no-defaults"
    private static let isbn = "9784873119045"

    @Test("the next prompt is below the answer, and typed text is shown once", arguments: ["xterm", "dumb"])
    func asksInTurn(terminal: String) async throws {
        let session = try await TerminalSession(
            "\(Self.live) -", Step("> ", "\(Self.isbn)\r"), Step("no rule matched\r\n> ", "\r"),
            Step("> ", "4006381333931 \r"), Step("no rule matched\r\n> ", "\u{4}"), environment: ["TERM": terminal])
        #expect(session.shown.contains("> \(Self.isbn)\n  kind       isbn\n"), "\(session.shown)")
        #expect(session.shown.contains("left out 1 blank at the ends of '4006381333931␣'"))
        #expect(session.shown.contains("  kind       product\n"))
        #expect(session.shown.ranges(of: "  kind  ").count == 2)
        #expect(session.status == 1 && session.isRestored)
    }

    @Test("it ends as --once and Ctrl-C say, with the terminal as it was")
    func ends() async throws {
        let once = try await TerminalSession("\(Self.live) --once -", Step("> ", "\(Self.isbn)\r"))
        #expect(once.shown.contains("kind       isbn") && once.status == 1 && once.isRestored, "\(once.shown)")
        let stopped = try await TerminalSession("\(Self.live) -", Step("> ", "half a co\u{3}"))
        #expect(!stopped.shown.contains("kind") && stopped.status == 0 && stopped.isRestored, "\(stopped.shown)")
    }

    @Test("with a second source there is no prompt, and typed codes are still read")
    func sharesTerminal() async throws {
        let folder = try TemporaryFolder()
        let session = try await TerminalSession(
            "\(Self.live) --count 1 - 'folder:\(folder.path)'", Step("Ctrl-C ends\r\n", "\(Self.isbn)\r"))
        #expect(!session.shown.contains("> "), "\(session.shown)")
        #expect(session.shown.contains("kind       isbn"), "\(session.shown)")
    }
}

@Suite("Answers to a question where codes are typed")
struct NumberedReplyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        /// Nil: it is asked again.
        let reply: ActionReply?
        var testDescription: String { line.debugDescription }

        init(_ line: String, _ reply: ActionReply?) { (self.line, self.reply) = (line, reply) }
    }

    static let cases = [
        Case("y47", .yes), Case("Yes 47\n", .yes), Case("a47", .always), Case(" ALWAYS47 ", .always),
        Case("n", .no), Case("no\r\n", .no), Case("q", .stop),
        // Guessed.
        Case("y46", .no), Case("yes4", .no), Case("a47000", .no), Case("y047", .no),
        Case("", nil), Case("\n", nil), Case("y", nil), Case("always", nil), Case("47", nil), Case("n47", nil),
        Case("q47", nil), Case("9784873119045", nil), Case("https://example.com/y47", nil), Case("yy47", nil),
        Case("y４７", nil), Case("47y", nil),
    ]

    @Test("a yes has the number of the question", arguments: cases)
    func understands(_ example: Case) {
        #expect(ActionReply(Array(example.line.utf8), number: 47) == example.reply)
    }
}
