import ActionsTestSupport
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Glibc
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("copy puts texts on the clipboard")
struct CopyTests {
    private func plugin(_ tools: borrowing FakeTools, _ variables: [String: String]) -> CopyPlugin {
        CopyPlugin(tools: tools.toolbox(variables), terminal: ControllingTerminal(path: "/nonexistent"))
    }

    struct Desktop: Sendable, CustomTestStringConvertible {
        let variables: [String: String]
        let tool: String
        let arguments: [String]
        var testDescription: String { tool }
    }

    static let desktops = [
        Desktop(variables: ["WAYLAND_DISPLAY": "w"], tool: "wl-copy", arguments: ["--type", "text/plain"]),
        Desktop(
            variables: ["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], tool: "wl-copy", arguments: ["--type", "text/plain"]),
        Desktop(variables: ["DISPLAY": ":0"], tool: "xclip", arguments: ["-selection", "clipboard", "-in"]),
        Desktop(
            variables: ["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], tool: "xsel", arguments: ["--clipboard", "--input"]),
    ]

    @Test("the tool of the desktop gets the text on its standard input", arguments: desktops)
    func usesTheTool(_ desktop: Desktop) async throws {
        let tools = try FakeTools(desktop.tool)
        for text in ["a", "", "日本\n--x\u{0}", String(repeating: "a", count: 200_000)] {
            let action = Action(name: "copy", rule: "r", arguments: [.init(name: "text", value: .text(text))])
            let result = try await plugin(tools, desktop.variables).perform(action)
            #expect(result.message == "copied with \(desktop.tool)")
            let calls = try tools.calls(of: desktop.tool)
            #expect(calls.last == desktop.arguments)
            #expect(try tools.input(of: desktop.tool, call: calls.count - 1) == text)
        }
    }

    @Test("the content of a code reaches the clipboard, and no argument", arguments: Hostile.texts)
    func hostile(_ text: String) async throws {
        let tools = try FakeTools("wl-copy")
        let action = try action(#"{"action":"copy","text":"<{text}>"}"#, text: text)
        _ = try await plugin(tools, ["WAYLAND_DISPLAY": "w"]).perform(action)
        #expect(try tools.calls(of: "wl-copy") == [["--type", "text/plain"]])
        #expect(try tools.input(of: "wl-copy") == "<\(text)>")
    }

    @Test("after a failure the next tool is tried; the last error is reported")
    func tellsOfFailures() async throws {
        let tools = try FakeTools("xsel")
        try tools.add("xclip", then: "echo no display >&2; exit 1")
        let action = try action(#"{"action":"copy","text":"x"}"#, text: "x")
        #expect(try await plugin(tools, ["DISPLAY": ":0"]).perform(action).message == "copied with xsel")
        try tools.add("xsel", then: "exit 3")
        await #expect(throws: ToolError.failed("xsel", end: .exited(3), said: "")) {
            try await plugin(tools, ["DISPLAY": ":0"]).perform(action)
        }
    }

    @Test("without desktop and terminal the message says what to do")
    func saysWhatIsMissing() async throws {
        let tools = try FakeTools("wl-copy", "xclip")
        let action = try action(#"{"action":"copy","text":"x"}"#, text: "x")
        await #expect(throws: ActionProblem.noClipboard) { try await plugin(tools, ["DISPLAY": ""]).perform(action) }
        #expect(ActionProblem.noClipboard.description.contains("install wl-clipboard"))
        #expect(try tools.calls(of: "wl-copy").isEmpty && tools.calls(of: "xclip").isEmpty)
    }

    struct Screen: Sendable, CustomTestStringConvertible {
        let variables: [String: String]
        /// What the terminal gets for "hi!".
        let sequence: String
        var testDescription: String { "\(variables)" }
    }

    static let screens = [
        Screen(variables: [:], sequence: "\u{1B}]52;c;aGkh\u{7}"),
        Screen(variables: ["TERM": "xterm"], sequence: "\u{1B}]52;c;aGkh\u{7}"),
        Screen(variables: ["TERM": "screen-256color"], sequence: "\u{1B}P\u{1B}]52;c;aGkh\u{7}\u{1B}\\"),
        Screen(
            variables: ["TERM": "screen", "TMUX": "/tmp/tmux,1,0"],
            sequence: "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGkh\u{7}\u{1B}\\"),
    ]

    @Test("a bare terminal gets OSC 52, in the wrapping of the multiplexer in between", arguments: screens)
    func usesTheTerminal(_ screen: Screen) async throws {
        let tools = try FakeTools()
        let terminal = try PseudoTerminal()
        let plugin = CopyPlugin(
            tools: tools.toolbox(screen.variables), terminal: ControllingTerminal(path: terminal.path))
        _ = try await plugin.perform(try action(#"{"action":"copy","text":"hi!"}"#, text: "x"))
        #expect(terminal.read() == screen.sequence)
    }

    @Test("Screen gets strings of at most 768 bytes that make up the sequence", arguments: [0, 1, 500, 5_000])
    func splits(_ length: Int) throws {
        let text = String(repeating: "x", count: length)
        let whole = try #require(ClipboardSequence(text, wrapping: .none)).bytes
        let wrapped = String(decoding: try #require(ClipboardSequence(text, wrapping: .screen)).bytes, as: UTF8.self)
        let parts = wrapped.components(separatedBy: "\u{1B}\\").dropLast()
        #expect(parts.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 766 })
        #expect(parts.map { $0.dropFirst(2) }.joined() == String(decoding: whole, as: UTF8.self))
    }

    @Test("a text that a terminal cannot receive is refused")
    func refusesLongTexts() async throws {
        #expect(ClipboardSequence(String(repeating: "x", count: ClipboardSequence.limit), wrapping: .none) != nil)
        let tools = try FakeTools()
        let terminal = try PseudoTerminal()
        let plugin = CopyPlugin(tools: tools.toolbox(), terminal: ControllingTerminal(path: terminal.path))
        let long = String(repeating: "x", count: ClipboardSequence.limit + 1)
        let action = Action(name: "copy", rule: "r", arguments: [.init(name: "text", value: .text(long))])
        await #expect(throws: ActionProblem.tooLong) { try await plugin.perform(action) }
    }

    @Test("a blocked terminal has a time limit")
    func givesUp() async throws {
        let terminal = try PseudoTerminal()
        let held = ControllingTerminal(path: terminal.path, patience: .milliseconds(50))
        await #expect(throws: FileError.self) { try await held.write([UInt8](repeating: 0x78, count: 1 << 20)) }
    }

    @Test("a file is not a terminal")
    func refusesFiles() async throws {
        let tools = try FakeTools("x")
        let file = ControllingTerminal(path: "\(tools.folder.path)/x")
        #expect(!file.isThere)
        await #expect(throws: FileError.self) { try await file.write([0x07]) }
    }
}

/// A terminal without a screen.
struct PseudoTerminal: ~Copyable {
    let path: String
    private let controller: Int32

    init() throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN of Linux's ioctls.h, which the Glibc module does not have.
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        guard ioctl(controller, 0x4004_5431, &isLocked) == 0, ioctl(controller, 0x8004_5430, &number) == 0 else {
            throw Failure("no pseudo terminal")
        }
        path = "/dev/pts/\(number)"
    }

    deinit { close(controller) }

    /// What was written to it last, at most 4 KiB.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(controller, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
