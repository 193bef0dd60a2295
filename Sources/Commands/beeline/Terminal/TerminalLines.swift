import BeelineSupport
import BeelineSymbols
import CEditLine
import Glibc
import Synchronization

/// The lines that a user types on the terminal that is standard input. Where output goes to a terminal too, there is a
/// prompt and, with libedit, the line can be edited and earlier lines recalled.
final class TerminalLines {
    static let prompt: TerminalText = "> "

    enum Answer: Equatable {
        /// Without its line feed.
        case line([UInt8])
        /// Ctrl-D.
        case end
        case stopped
    }

    static var areTyped: Bool { isatty(STDIN_FILENO) != 0 }

    /// Whether the user sees typed lines and answers on the same terminal.
    static var areAnsweredInPlace: Bool { areTyped && isatty(STDOUT_FILENO) != 0 }

    private let showsPrompt: Bool
    private let editor: OpaquePointer?
    private var isAtEnd = false

    private static let chunk = 1 << 14

    /// - Parameter showsPrompt: whether there is a prompt, and a line can be edited.
    init(showsPrompt: Bool) {
        self.showsPrompt = showsPrompt
        let knowsTerminal = environmentVariable("TERM").map { $0 != "dumb" } ?? false
        editor =
            showsPrompt && knowsTerminal
            ? beeline_line_editor_new(STDIN_FILENO, STDOUT_FILENO, Self.prompt.string) : nil
    }

    deinit {
        if let editor { beeline_line_editor_free(editor) }
    }

    /// Waits for the next line, or until the descriptor `stop` is readable.
    func next(stop: Int32? = nil) -> Answer {
        let answer = editor.map { edited($0, stop) } ?? plain(stop)
        // Output after the last prompt begins on a new line.
        if showsPrompt, answer == .end { try? StandardOutput.write("\n") }
        return answer
    }

    private func edited(_ editor: OpaquePointer, _ stop: Int32?) -> Answer {
        var text: UnsafePointer<CChar>?
        var length = 0
        switch beeline_line_editor_read(editor, stop ?? -1, &text, &length) {
        case beeline_line_typed:
            let bytes = UnsafeRawBufferPointer(start: text, count: length)
            return .line(bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : Array(bytes))
        case beeline_line_stopped: return .stopped
        default: return .end
        }
    }

    private func plain(_ stop: Int32?) -> Answer {
        if isAtEnd { return .end }
        if showsPrompt { try? StandardOutput.write(Self.prompt) }
        var line: [UInt8] = []
        while true {
            var awaited = [Awaited.reading(STDIN_FILENO), .reading(stop)]
            wait(for: &awaited, until: nil)
            if awaited[1].isReady { return .stopped }
            guard awaited[0].isReady else { continue }
            guard let bytes = TerminalTurn.shared.readIfReady(atMost: Self.chunk) else { continue }
            line += bytes
            if bytes.isEmpty {
                isAtEnd = true
                return line.isEmpty ? .end : .line(line)
            }
            guard line.last == UInt8(ascii: "\n") else { continue }
            line.removeLast()
            return .line(line)
        }
    }

    /// Restores the settings of the terminal until the next line: for a question, and before a signal ends the program.
    static func restoreTerminal() { beeline_line_editor_restore_terminal() }
}

/// The right to read the terminal, which either the wait for codes or a question has.
final class TerminalTurn: Sendable {
    static let shared = TerminalTurn()

    private let turn = Mutex(())

    private init() {}

    /// The available input; empty at the end; nil where a question has read it meanwhile.
    func readIfReady(atMost room: Int) -> [UInt8]? {
        turn.withLock { _ in
            var awaited = [Awaited.reading(STDIN_FILENO)]
            wait(for: &awaited, until: .now)
            guard awaited[0].isReady else { return nil }
            return (try? readOnce(from: STDIN_FILENO, path: "standard input", atMost: room)) ?? []
        }
    }

    /// Keeps the wait for codes from reading while a question is asked.
    func whileAsking<Value: Sendable>(_ work: () -> Value) -> Value { turn.withLock { _ in work() } }
}
