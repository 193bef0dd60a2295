package import BeelineContent

/// What was recorded of a code and set for its source before it was scanned: what rules know as `seen` and `session`.
///
/// It is asked at most once for each key of a code, and only when a rule that is asked needs it. It cannot fail: whoever
/// gives it reports what cannot be read, and answers that nothing is known.
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
