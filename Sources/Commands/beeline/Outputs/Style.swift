import Beeline
import BeelineSupport
import BeelineSymbols
import Glibc
import Synchronization

/// The colours of text on a terminal.
struct Style: Hashable, Sendable {
    let isColored: Bool

    /// - Parameter choice: a value of `--color`; nil is `auto`.
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

    func paint(_ text: TerminalText, _ role: Role) -> TerminalText {
        isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Style {
    /// An issue of a rule file with its source line, and a line feed.
    func lines(of issue: RuleIssue) -> TerminalText {
        paint(issue.terminalText, issue.severity == .error ? .error : .warning) + "\n"
    }

    /// A label, and a value in the column after the labels, or two blanks after a longer label.
    func row(_ label: String, width: Int = 22, _ value: TerminalText) -> TerminalText {
        let label = TerminalText(label)
        return "  \(paint(label, .label))\(TerminalText.blanks(max(2, width - label.width)))\(value)\n"
    }

    /// Rows of cells in columns, each in the colour of its role, with marks before the rows where there are any.
    func table(_ rows: [[String]], _ roles: [Role?], marks: [TerminalText] = []) -> TerminalText {
        let rows = rows.map { $0.map { TerminalText($0) } }
        let widths = roles.indices.map { column in min(60, rows.map { $0[column].width }.max() ?? 0) }
        return rows.enumerated().map { index, cells in
            var line = marks.isEmpty ? "" : marks[index]
            for (column, cell) in cells.enumerated() {
                line += roles[column].map { paint(cell, $0) } ?? cell
                if column < cells.count - 1 { line += .blanks(max(0, widths[column] - cell.width) + 2) }
            }
            return line + "\n"
        }.joined()
    }
}

struct TextOptions: Hashable, Sendable {
    let style: Style
    /// Whether an explanation also lists the rules that were not tried.
    var listsAll = false
    /// Whether passwords in links are shown.
    var showsSecrets = false
    var effort = DecodeEffort.normal

    /// A text with hidden characters escaped and, unless secrets are shown, passwords in links hidden.
    func shown(_ text: String) -> String {
        if text.utf8.allSatisfy(Self.isPlain) { return text }
        // Escaped first, so that hidden characters cannot hide a password.
        let text = text.withHiddenSpelledOut
        return showsSecrets ? text : withoutLinkPasswords(text)
    }

    /// Whether a text of such characters is shown as it is: ASCII without controls, without the '@' after a password, and
    /// without escapes. Most texts are.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "\\"): false
        default: 0x20...0x7E ~= byte
        }
    }
}

/// A number of things: `1 rule`, `2 rules`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// A line on the terminal with the progress of long work: `120/895 images, 45/s, 0:17 left`. It is shown only on a
/// terminal, after a second, for more than one thing to do.
final class ProgressLine: Sendable {
    private struct State {
        /// Nil while it is unknown.
        var total: Int?
        var isShown = false
        var lastShown: ContinuousClock.Instant
    }

    private let noun: String
    private let isWanted: Bool
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// - Parameter total: nil while more may arrive.
    init(total: Int?, noun: String) {
        self.noun = noun
        isWanted = total != 0 && total != 1 && isatty(STDERR_FILENO) != 0
        state = Mutex(State(total: total, lastShown: start))
    }

    /// Sets the total, once nothing more can arrive.
    func expect(_ total: Int) { state.withLock { $0.total = total } }

    func show(done: Int) {
        guard isWanted else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            guard now - start > .seconds(1), done < state.total ?? .max else { return }
            // Where the output is a terminal too, each answer clears the line, and it must return at once.
            guard now - state.lastShown > .milliseconds(100) || isatty(STDOUT_FILENO) != 0 else { return }
            state.lastShown = now
            state.isShown = true
            let text = Self.text(done: done, of: state.total, noun: noun, after: now - start)
            StandardError.write("\r\u{1B}[K\(text)")
        }
    }

    /// `120/895 images, 45/s, 0:17 left`; slow work has a rate per minute: `3/40 documents, 7/min, 5:17 left`. Without
    /// a total: `120 images, 45/s`.
    static func text(done: Int, of total: Int?, noun: String, after elapsed: Duration) -> String {
        let (whole, parts) = elapsed.components
        let seconds = Double(whole) + Double(parts) / 1e18
        let count = total.map { "\(done)/\($0) \(noun)" } ?? "\(done) \(noun)"
        // Before anything is done it is unknown how long the rest takes.
        guard done > 0, seconds > 0 else { return count }
        let rate = Double(done) / seconds
        let speed = rate < 1 ? "\(decimal(rate * 60))/min" : rate < 10 ? "\(decimal(rate))/s" : "\(Int(rate))/s"
        return "\(count), \(speed)" + (total.map { ", \(clock(Double($0 - done) / rate)) left" } ?? "")
    }

    /// `0:17`, `12:05`, `3:07:00`.
    private static func clock(_ seconds: Double) -> String {
        let left = Int(min(seconds.rounded(.up), 1e9))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (left / 3600, left / 60 % 60)
        return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":\(padded(left % 60))"
    }

    /// Clears the line for output to the terminal; output to elsewhere does not disturb it.
    func clear() {
        if isatty(STDOUT_FILENO) != 0 { end() }
    }

    func end() {
        state.withLock { state in
            if state.isShown { StandardError.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }
}

/// A measured number with one or two decimals: `0.8`, `12.4`, `0.05`.
func decimal(_ value: Double) -> String {
    // A worker may send any number.
    guard value.isFinite, abs(value) < 1e9 else { return "very many" }
    let steps = abs(value) < 0.1 ? 100.0 : 10.0
    let units = Int((abs(value) * steps).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: Int(steps))
    let sign = value < 0 && units > 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + (steps == 100 && rest < 10 ? "0" : "") + "\(rest)"
}

/// Standard output. When its reader has gone, the work ends without a message; any other failure is an error.
enum StandardOutput {
    /// Writes text for people.
    static func write(_ text: TerminalText) throws(OutputError) { try write(data: text.bytes) }

    /// Writes data for programs: JSON, CSV, pictures, pages and scripts.
    static func write(data bytes: [UInt8]) throws(OutputError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            try writeAll(bytes, to: STDOUT_FILENO, path: "standard output")
        } catch {
            throw error.reason == .system(EPIPE) ? .readerGone : .unwritable(error.description)
        }
    }

    static func write(data text: String) throws(OutputError) { try write(data: Array(text.utf8)) }
}

/// A buffer that writes many small parts to standard output in large ones. After a failure, `failure` is set.
struct BufferedOutput {
    private var bytes: [UInt8] = []
    private(set) var failure: OutputError?

    /// - Returns: whether more can be written.
    @discardableResult
    mutating func append(_ more: some Sequence<UInt8>) -> Bool {
        bytes += more
        if bytes.count > 1 << 16 { flush() }
        return failure == nil
    }

    private mutating func flush() {
        do throws(OutputError) { try StandardOutput.write(data: bytes) } catch { failure = error }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the rest.
    mutating func end() throws(OutputError) {
        flush()
        if let failure { throw failure }
    }
}

/// Why output could not be written.
enum OutputError: Error, Hashable, Sendable {
    case readerGone
    case unwritable(String)
}

/// Standard error, for messages that are not part of the output.
enum StandardError {
    static func write(_ text: TerminalText) {
        // When standard error cannot be written, there is no other place for the message.
        try? writeAll(text.bytes, to: STDERR_FILENO, path: "standard error")
    }

    static func warn(_ text: String) { write("beeline: warning: \(text)\n") }
}
