public import BeelineActions
public import BeelineRules

/// `copy`: puts a text on the clipboard.
public struct CopyPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "copy",
        summary: "Puts a text on the clipboard.",
        parameters: [.init("text", .text, summary: "The text, of whatever length the clipboard takes.")],
        effects: [.local])

    /// The programs that do it, in the order in which they are tried: the variable that says that their desktop is there,
    /// the name, the arguments. Each takes the text from its standard input, so that no list of processes shows it.
    private static let tools = [
        ("WAYLAND_DISPLAY", "wl-copy", ["--type", "text/plain"]),
        ("DISPLAY", "xclip", ["-selection", "clipboard", "-in"]),
        ("DISPLAY", "xsel", ["--clipboard", "--input"]),
    ]

    private let tools: SystemTools
    private let terminal: ControllingTerminal

    public init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) {
        self.tools = tools
        self.terminal = terminal
    }

    public func perform(_ action: Action) async throws -> ActionResult {
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
        guard terminal.isThere else { throw failure ?? CopyError.noClipboard }
        guard let sequence = ClipboardSequence(text, wrapping: wrapping) else { throw CopyError.tooLong }
        try await terminal.write(sequence.bytes)
        return ActionResult(message: "copied by the terminal, if it can")
    }

    /// What stands between us and the terminal.
    private var wrapping: ClipboardSequence.Wrapping {
        if tools.variable("TMUX") != nil { return .tmux }
        return tools.variable("TERM")?.hasPrefix("screen") ?? false ? .screen : .none
    }
}

/// Why nothing was copied.
enum CopyError: Error, Hashable, Sendable, CustomStringConvertible {
    case noClipboard
    case tooLong

    var description: String {
        switch self {
        case .noClipboard:
            "no clipboard is to be reached; install wl-clipboard (Wayland) or xclip (X11), or run beeline in a terminal"
        case .tooLong:
            "the text is too long for the clipboard of a terminal (\(ClipboardSequence.limit) bytes); "
                + "install wl-clipboard (Wayland) or xclip (X11)"
        }
    }
}
