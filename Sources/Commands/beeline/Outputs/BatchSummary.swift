import Beeline
import BeelineSymbols
import Glibc
import Synchronization

/// Counts of inputs and codes by their outcome.
struct Tally: Hashable, Sendable {
    /// The number of images, lines or scans.
    private(set) var inputs = 0
    private(set) var codes = 0
    private(set) var matched = 0
    /// The number of codes that rules with `continue` show, and no other rule matched.
    private(set) var shown = 0
    private(set) var refused = 0
    /// The number of codes that are not refused, with an action that was not done.
    private(set) var undone = 0
    /// The number of inputs that could be read and have no code.
    private(set) var withoutCode = 0
    private(set) var unreadable = 0

    mutating func add(_ answer: Answer) {
        inputs += 1
        guard case .success(let results) = answer.outcome else { return unreadable += 1 }
        if results.isEmpty { if answer.isRead { withoutCode += 1 } else { unreadable += 1 } }
        for result in results { count(result) }
    }

    private mutating func count(_ result: CodeResult) {
        codes += 1
        if result.resolution.isMatched { matched += 1 }
        switch result.state {
        case .refused: refused += 1
        case .undone: undone += 1
        case .shown: shown += 1
        case .impossible, .noRule, .taken: break
        }
    }

    /// `450 codes: 406 with a rule, 3 without a rule, 41 unreadable, 2 refused; 120 a second`, with the input's noun.
    func sentence(_ noun: String, after elapsed: Duration) -> String {
        var parts: [String] = []
        func add(_ count: Int, _ words: String) { if count > 0 { parts.append("\(count) \(words)") } }
        // Where each input is a code, the number of inputs says it.
        if noun != "code" { parts.append(counted(codes, "code")) }
        add(matched, "with a rule")
        add(shown, "shown")
        add(codes - matched - shown, "without a rule")
        add(withoutCode, "without a code")
        add(unreadable, "unreadable")
        add(refused, "refused")
        add(undone, "not done")
        let (whole, fraction) = elapsed.components
        let seconds = Double(whole) + Double(fraction) / 1e18
        let rate = seconds > 0 ? Double(inputs) / seconds : 0
        let speed =
            rate >= 10
            ? "\(Int(rate)) a second" : rate >= 1 ? "\(decimal(rate)) a second" : "\(decimal(rate * 60)) a minute"
        guard inputs > 0 else { return counted(0, noun) }
        return "\(counted(inputs, noun)): \(parts.joined(separator: ", "))" + (rate > 0 ? "; \(speed)" : "")
    }
}

/// Writes a summary of a batch to standard error at its end: with `--summary`, or on a terminal after several inputs.
final class BatchSummary: Sendable {
    private let noun: String
    private let isAskedFor: Bool
    private let start = ContinuousClock.now
    private let tally = Mutex(Tally())

    private init(noun: String, isAskedFor: Bool) { (self.noun, self.isAskedFor) = (noun, isAskedFor) }

    /// Nil where none will be written.
    static func wanted(_ arguments: Arguments, noun: String) -> BatchSummary? {
        let isAskedFor = arguments.has(.summary)
        return isAskedFor || isatty(STDERR_FILENO) != 0 ? BatchSummary(noun: noun, isAskedFor: isAskedFor) : nil
    }

    func add(_ answer: Answer) { tally.withLock { $0.add(answer) } }

    func write() {
        let tally = tally.withLock { $0 }
        guard isAskedFor || tally.inputs > 1 else { return }
        StandardError.write("beeline: \(tally.sentence(noun, after: ContinuousClock.now - start))\n")
    }
}
