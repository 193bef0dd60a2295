public import BeelineContent
internal import BeelineSymbols

/// The time and the source of a scan: in rules `scan.date`, `scan.time`, `scan.weekday` and `scan.source`.
///
///     let scan = Scan("2026-12-24T21:30", source: "till")
public struct Scan: Hashable, Sendable {
    /// The day, in the local time zone.
    public var date: CalendarDate
    /// The time, in the local time zone.
    package var time: TimeOfDay
    /// The source, by the name that the caller gives: a till, a door, a camera; nil for none.
    public var source: String? {
        get { if case .by(let name) = scanner { name } else { nil } }
        set { scanner = newValue.map(Scanner.by) ?? .nobody }
    }

    private var scanner: Scanner

    /// Only a pointer in size, because each code has a scan and most have no source.
    private indirect enum Scanner: Hashable, Sendable {
        case nobody
        case by(String)
    }

    /// A scan at midnight; without a source by default.
    public init(date: CalendarDate, source: String? = nil) { self.init(date: date, time: .midnight, source: source) }

    package init(date: CalendarDate, time: TimeOfDay, source: String? = nil) {
        self.date = date
        self.time = time
        scanner = source.map(Scanner.by) ?? .nobody
    }

    /// Reads `2026-12-24T21:30`, or `2026-12-24`, which is midnight; nil when it is neither.
    public init?(_ moment: String, source: String? = nil) {
        let halves = moment.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = CalendarDate(String(halves[0])) else { return nil }
        guard halves.count == 2 else {
            self.init(date: date, source: source)
            return
        }
        guard let time = TimeOfDay(String(halves[1])) else { return nil }
        self.init(date: date, time: time, source: source)
    }

    package var weekday: Weekday { Weekday(of: date) }
}

/// A day of the week, by the names that rules use.
package enum Weekday: String, Hashable, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    package init(of date: CalendarDate) {
        // 2024-01-01 was a Monday.
        let days = CalendarDate(year: 2024, dayOfYear: 1)
        let number = date.days(since: days) % 7
        self = Self.allCases[number < 0 ? number + 7 : number]
    }
}

/// A property of a scan in rules, by the name after `scan.`.
package enum ScanField: String, Hashable, Sendable, CaseIterable {
    case source, date, time, weekday

    package var name: String { "scan.\(rawValue)" }

    package var type: FieldType {
        switch self {
        case .source, .weekday: .text
        case .date: .date
        case .time: .time
        }
    }

    package var isAlwaysThere: Bool { self != .source }

    package var summary: String {
        switch self {
        case .source: "The source of the scan."
        case .date: "The day of the scan, in the local time zone."
        case .time: "The time of the scan, in the local time zone, to the minute."
        case .weekday: "The day of the week: monday, tuesday, … sunday."
        }
    }
}

extension Scan {
    func value(of field: ScanField) -> FieldValue? {
        switch field {
        case .source: source.map(FieldValue.text)
        case .date: .date(date)
        case .time: .text(time.description)
        case .weekday: .text(weekday.rawValue)
        }
    }
}

/// A time of the day, to the minute.
///
///     TimeOfDay("21:30")!.description   // "21:30"
package struct TimeOfDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Minutes since midnight: 0…1439.
    package let minutes: Int

    /// Nil when there is no such time.
    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// Reads `21:30`; nil when it is none. Both parts have two digits.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), (bytes[0...1] + bytes[3...4]).allSatisfy(\.isASCIIDigit)
        else { return nil }
        func number(_ at: Int) -> Int { Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30) }
        self.init(hour: number(0), minute: number(3))
    }

    /// 00:00.
    package static let midnight = TimeOfDay(uncheckedMinutes: 0)

    private init(uncheckedMinutes minutes: Int) { self.minutes = minutes }

    /// Whether a time is earlier on the same day.
    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }

    /// `21:30`.
    package var description: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}
