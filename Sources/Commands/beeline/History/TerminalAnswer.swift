import BeelineSupport
import BeelineSymbols
import Glibc

/// Asks on the terminal, even where standard input is something else.
enum TerminalAnswer {
    private static let terminal = "/dev/tty"

    /// Whether the answer to a question begins with y; nil where there is no terminal to ask on.
    static func to(_ question: TerminalText) -> Bool? {
        guard isatty(STDERR_FILENO) != 0, let file = try? OpenFile(path: terminal) else { return nil }
        StandardError.write("\(question) [y/N] ")
        guard let answer = try? readOnce(from: file.descriptor, path: terminal, atMost: 100) else { return false }
        return answer.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
    }
}
