import Beeline
import BeelineSupport
import Glibc

/// Whether text has colours, and which.
struct Style: Hashable, Sendable {
    let isColored: Bool

    /// - Parameters:
    ///   - choice: one of the choices of `--color`; nil is `auto`.
    ///   - descriptor: where the text goes.
    init(_ choice: String?, for descriptor: Int32) {
        switch choice {
        case "always": isColored = true
        case "never": isColored = false
        default:
            // https://no-color.org: set and not empty.
            isColored =
                isatty(descriptor) != 0 && environmentVariable("NO_COLOR") == nil
                && environmentVariable("TERM") != "dumb"
        }
    }

    /// Without colours.
    static let plain = Style("never", for: STDOUT_FILENO)

    enum Role: String {
        case input = "1"
        case label = "2"
        case success = "32;1"
        case kind = "32"
        case link = "36;4"
        case warning = "33"
        case error = "31"
    }

    /// A text in the colour of its role.
    func paint(_ text: TerminalText, _ role: Role) -> TerminalText {
        isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Style {
    /// An issue of a rule file with the line that it is in, and a line feed.
    func lines(of issue: RuleIssue) -> TerminalText {
        paint(issue.terminalText, issue.severity == .error ? .error : .warning) + "\n"
    }
}

/// A number of things: `1 rule`, `2 rules`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
