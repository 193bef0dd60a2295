import Beeline
import BeelineSymbols
import Glibc
import Synchronization

/// How many codes were answered, and the result of them.
struct Tally: Hashable, Sendable {
    /// Of images, lines or scans.
    private(set) var inputs = 0
    private(set) var codes = 0
    private(set) var matched = 0
    private(set) var refused = 0
    /// Codes of which an action was not done, without those that are refused.
    private(set) var undone = 0
    /// Inputs that could be read and have no code.
    private(set) var withoutCode = 0
    private(set) var unreadable = 0

    mutating func add(_ answer: Answer) {
        switch answer.outcome {
        case .failure: addUnreadable()
        case .success(let results):
            inputs += 1
            if results.isEmpty { if answer.isRead { withoutCode += 1 } else { unreadable += 1 } }
            for result in results { count(result) }
        }
    }

    mutating func addUnreadable() {
        inputs += 1
        unreadable += 1
    }

    private mutating func count(_ result: CodeResult) {
        codes += 1
        if result.resolution.isMatched { matched += 1 }
        switch result.state {
        case .refused: refused += 1
        case .undone: undone += 1
        case .impossible, .noRule, .taken: break
        }
    }

    static func += (left: inout Tally, right: Tally) {
        left.inputs += right.inputs
        left.codes += right.codes
        left.matched += right.matched
        left.refused += right.refused
        left.undone += right.undone
        left.withoutCode += right.withoutCode
        left.unreadable += right.unreadable
    }

    /// `450 codes: 406 with a rule, 3 without a rule, 41 unreadable, 2 refused; 120 a second`.
    ///
    /// - Parameters:
    ///   - noun: what an input is.
    ///   - elapsed: since the first.
    func sentence(_ noun: String, after elapsed: Duration) -> String {
        var parts: [String] = []
        func add(_ count: Int, _ words: String) { if count > 0 { parts.append("\(count) \(words)") } }
        // Of codes that are inputs themselves the number is in front already.
        if noun != "code" { parts.append(counted(codes, "code")) }
        add(matched, "with a rule")
        add(codes - matched, "without a rule")
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

/// Says at the end of a batch the result of it, on standard error: where that is a terminal and there was more than one
/// input, or where `--summary` asks for it.
final class BatchSummary: Sendable {
    private let noun: String
    private let isAskedFor: Bool
    private let start = ContinuousClock.now
    private let tally = Mutex(Tally())

    init(_ arguments: Arguments, noun: String) {
        self.noun = noun
        isAskedFor = arguments.has(.summary)
    }

    func add(_ more: Tally) { tally.withLock { $0 += more } }

    func add(_ answer: Answer) { tally.withLock { $0.add(answer) } }

    func write() {
        let tally = tally.withLock { $0 }
        guard isAskedFor || (tally.inputs > 1 && isatty(STDERR_FILENO) != 0) else { return }
        StandardError.write("beeline: \(tally.sentence(noun, after: ContinuousClock.now - start))\n")
    }
}

/// How the program ended. Where several apply, the highest.
enum ExitStatus: Int32, Hashable, Sendable, Comparable {
    /// A rule matched every code, nothing was left undone.
    case success = 0
    /// An input without a code, or a code that no rule matched; for `rules check` and `rules test`: something was found.
    case notTaken = 1
    /// Wrong usage or configuration; nothing was processed.
    case usage = 2
    /// An input could not be read, or the output not be written.
    case unreadable = 3
    /// An action failed, timed out, or was not allowed, or a code was refused.
    case actionFailed = 4

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    mutating func raise(to other: ExitStatus) { self = max(self, other) }
}

extension Answer {
    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        if let image, image.pages.contains(where: { $0.failure != nil }) { status.raise(to: .unreadable) }
        // Each is looked at where it is, as a copy costs more than the look.
        for index in results.indices { status.raise(to: results[index].status) }
        return status
    }
}

extension CodeResult {
    /// What the code means for the exit status.
    var status: ExitStatus {
        switch state {
        case .refused, .undone, .impossible: .actionFailed
        case .noRule: .notTaken
        case .taken: .success
        }
    }
}
