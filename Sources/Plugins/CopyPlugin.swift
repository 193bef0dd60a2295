package import BeelineActions
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// `copy`: puts a text on the clipboard.
package struct CopyPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "copy", summary: "Copies a text to the clipboard.",
        parameters: [.init("text", .text, summary: "The text to copy.")], effects: [.local])

    /// The clipboard programs, in the order in which they are tried: the variable of their desktop, the name, the
    /// arguments. Each reads the text from its standard input, so that no list of processes shows it.
    private static let tools = [
        ("WAYLAND_DISPLAY", "wl-copy", ["--type", "text/plain"]),
        ("DISPLAY", "xclip", ["-selection", "clipboard", "-in"]),
        ("DISPLAY", "xsel", ["--clipboard", "--input"]),
    ]

    private let tools: SystemTools
    private let terminal: ControllingTerminal

    package init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) {
        self.tools = tools
        self.terminal = terminal
    }

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .text(let text)? = action["text"] else { return ActionResult() }
        var failure: (any Error)?
        for (display, name, arguments) in Self.tools where tools.variable(display) != nil {
            guard let path = tools.find(name) else { continue }
            do {
                try await tools.run(path, arguments, input: Array(text.utf8))
                return ActionResult(message: "copied with \(name)")
            } catch let error as CancellationError {
                throw error
            } catch {
                failure = error
            }
        }
        guard terminal.isThere else { throw failure ?? ActionProblem.noClipboard }
        guard let sequence = ClipboardSequence(text, wrapping: wrapping) else { throw ActionProblem.tooLong }
        try await terminal.write(sequence.bytes)
        return ActionResult(message: "copied by the terminal, if it can")
    }

    /// The terminal multiplexer between this program and the terminal.
    private var wrapping: ClipboardSequence.Wrapping {
        if tools.variable("TMUX") != nil { return .tmux }
        return tools.variable("TERM")?.hasPrefix("screen") ?? false ? .screen : .none
    }
}

extension ActionProblem {
    static let noClipboard = ActionProblem(
        "there is no clipboard; install wl-clipboard (Wayland) or xclip (X11), or run beeline in a terminal")
    static let tooLong = ActionProblem(
        "the text is too long for the clipboard of a terminal (\(ClipboardSequence.limit) bytes); "
            + "install wl-clipboard (Wayland) or xclip (X11)")
}

/// The control sequence by which a terminal copies a text to the clipboard: OSC 52 of xterm, which most terminals
/// support. The text is in Base64, so it cannot contain a control sequence.
struct ClipboardSequence {
    let bytes: [UInt8]

    /// A multiplexer between a program and the terminal, which passes on only wrapped sequences.
    enum Wrapping: Hashable, Sendable, CaseIterable {
        case none
        case tmux
        case screen
    }

    /// The most bytes of a text: terminals accept sequences of at most 100,000.
    static let limit = 74_000

    /// GNU Screen accepts strings of at most 768 bytes, with their start and end.
    private static let screenChunk = 700

    /// Nil when the text is too long.
    init?(_ text: String, wrapping: Wrapping) {
        guard text.utf8.count <= Self.limit else { return nil }
        let sequence = "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{7}"
        switch wrapping {
        case .none: bytes = Array(sequence.utf8)
        case .tmux:
            // Its own escape characters are doubled.
            bytes = Array("\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\".utf8)
        case .screen:
            let sequence = Array(sequence.utf8)
            bytes = stride(from: 0, to: sequence.count, by: Self.screenChunk).flatMap { start -> [UInt8] in
                let chunk = sequence[start..<min(start + Self.screenChunk, sequence.count)]
                return Array("\u{1B}P".utf8) + chunk + Array("\u{1B}\\".utf8)
            }
        }
    }
}

/// The controlling terminal of the program, for output that ignores redirections.
struct ControllingTerminal: Sendable {
    var path = "/dev/tty"
    /// How long to wait for a terminal that accepts no output.
    var patience = Duration.seconds(5)

    var isThere: Bool {
        guard let file = try? open() else { return false }
        return isTerminal(file)
    }

    /// Writes all bytes. Waits for a stopped terminal (Ctrl-S) without blocking a thread.
    func write(_ bytes: [UInt8]) async throws {
        let file = try open()
        guard isTerminal(file) else { throw FileError(path: path, errno: ENOTTY) }
        let deadline = ContinuousClock.now + patience
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN, .now < deadline {
                try await Task.sleep(for: .milliseconds(20))
            } else if errno != EINTR {
                throw FileError(path: path, errno: errno)
            }
        }
    }

    private func open() throws(FileError) -> OpenFile {
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        return OpenFile(taking: descriptor, path: path)
    }

    private func isTerminal(_ file: borrowing OpenFile) -> Bool { isatty(file.descriptor) != 0 }
}
