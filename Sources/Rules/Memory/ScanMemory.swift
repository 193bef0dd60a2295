package import BeelineContent
internal import Synchronization

/// What was recorded of a code and set for its source before it was scanned: what rules know as `seen` and `session`.
///
/// It is asked at most once for each key of a code, and only when a rule that is asked needs it. It cannot fail: its
/// implementation reports what cannot be read, and answers that nothing is known.
package protocol ScanMemory: Sendable {
    /// What was recorded under a key.
    ///
    /// - Parameter date: the day of the scan, in the local time zone, for `Seen.today`.
    func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen

    /// The values that are set for a source now, by name.
    ///
    /// - Parameter source: nil for codes without one.
    func session(of source: String?) -> [String: FieldValue]
}

/// A name by which the history knows a code.
///
/// `=9784873119045` is the code itself, `isbn13=9784873119045` its value in a field, `#AAEC` a code that is no text, in
/// Base64.
package struct MemoryKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// How often and when codes with a key were recorded.
package struct Seen: Hashable, Sendable {
    package var count: Int
    /// How many of them on the day of the scan.
    package var today: Int
    /// When that was for the first time; nil where it never was.
    package var first: LocalMoment?
    /// When that was for the last time.
    package var last: LocalMoment?
    /// What scanned the last one; nil where it had no name.
    package var source: String?

    package init(
        count: Int, today: Int, first: LocalMoment? = nil, last: LocalMoment? = nil, source: String? = nil
    ) {
        (self.count, self.today, self.first, self.last, self.source) = (count, today, first, last, source)
    }

    package static let never = Seen(count: 0, today: 0)
}

/// A day and a time of it, in the local time zone, to the minute.
package struct LocalMoment: Hashable, Sendable, CustomStringConvertible {
    package let date: CalendarDate
    package let time: TimeOfDay

    package init(date: CalendarDate, time: TimeOfDay) { (self.date, self.time) = (date, time) }

    /// `2026-11-25 18:02`.
    package var description: String { "\(date) \(time)" }
}

extension LocalMoment {
    /// Reads `2026-11-25 18:02`, or with a `T` in place of the blank; nil when it is none.
    package init?(_ text: String) {
        let text = text.utf8
        // Most texts that are looked at are none.
        guard text.count == 16 else { return nil }
        let middle = text.index(text.startIndex, offsetBy: 10)
        guard text[middle] == UInt8(ascii: " ") || text[middle] == UInt8(ascii: "T"),
            let date = String(text[..<middle]).flatMap({ CalendarDate($0) }),
            let time = String(text[text.index(after: middle)...]).flatMap({ TimeOfDay($0) })
        else { return nil }
        self.init(date: date, time: time)
    }
}

extension LocalMoment: Comparable {
    package static func < (left: LocalMoment, right: LocalMoment) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }
}

/// The memory while one code is resolved: it is asked for each key, and for the session, at most once, so that all rules
/// and all actions of the code see the same.
package final class AskedMemory: Sendable {
    private let memory: any ScanMemory
    private let source: String?
    private let answers = Mutex(Answers())

    private struct Answers {
        var seen: [MemoryKey: Seen] = [:]
        var session: [String: FieldValue]?
    }

    /// Nil where there is no memory, or rules do not ask for any.
    package init?(_ memory: (any ScanMemory)?, for use: MemoryUse, source: String?) {
        guard !use.isNone, let memory else { return nil }
        (self.memory, self.source) = (memory, source)
    }

    package func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen {
        answers.withLock { answers in
            if let seen = answers.seen[key] { return seen }
            let seen = memory.seen(key, on: date)
            answers.seen[key] = seen
            return seen
        }
    }

    package var session: [String: FieldValue] {
        answers.withLock { answers in
            if let session = answers.session { return session }
            let session = memory.session(of: source)
            answers.session = session
            return session
        }
    }
}
