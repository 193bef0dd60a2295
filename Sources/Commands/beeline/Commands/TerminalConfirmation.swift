import Beeline
import BeelineSupport
import Glibc

/// Asks the user on the terminal, even where standard input is a stream of codes.
struct TerminalConfirmation: Sendable {
    private static let terminal = "/dev/tty"

    /// Nil when no terminal is there to ask on.
    ///
    /// - Parameter codesAreTyped: whether codes come from the terminal itself, as those of a scanner that is a keyboard.
    ///   Then nobody is asked: a code could answer, and an answer be taken for a code.
    init?(codesAreTyped: Bool) {
        guard !codesAreTyped, isatty(STDERR_FILENO) != 0, access(Self.terminal, R_OK | W_OK) == 0 else { return nil }
    }

    @Sendable func ask(_ question: Dispatcher.Question) async -> Dispatcher.Reply {
        // What was typed before the question is no answer to it.
        if let terminal = try? OpenFile(path: Self.terminal) { tcflush(terminal.descriptor, TCIFLUSH) }
        StandardError.write(question.text)
        while true {
            // A line, as the terminal hands it over; none when it is gone.
            guard let terminal = try? OpenFile(path: Self.terminal),
                let answer = try? readOnce(from: terminal.descriptor, path: Self.terminal, atMost: 1000),
                !answer.isEmpty
            else { return .no }
            if let reply = Dispatcher.Reply(answer) { return reply }
            StandardError.write("y, n, a or q? ")
        }
    }
}

extension Dispatcher.Reply {
    /// What somebody means by a line; nil for what is no answer. An empty line is a no.
    init?(_ line: [UInt8]) {
        switch String(decoding: line, as: UTF8.self).filter({ !$0.isWhitespace }).lowercased() {
        case "y", "yes": self = .yes
        case "", "n", "no": self = .no
        case "a", "always": self = .always
        case "q", "quit": self = .stop
        default: return nil
        }
    }
}
