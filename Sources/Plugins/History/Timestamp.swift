internal import BeelineActions
package import BeelineContent
package import BeelineRules
internal import BeelineSymbols
internal import Glibc

/// Points in time as the history has them, in UTC (ISO 8601): `2026-01-31T12:34:56.789Z`. The texts sort by time.
package enum Timestamp {
    package static func now() -> String {
        let time = clock()
        return text(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }

    /// Since 1970, in UTC.
    package typealias Clock = (seconds: Int, nanoseconds: Int)

    @Sendable package static func clock() -> Clock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec, time.tv_nsec)
    }

    /// The time to record for a scan: the time of the system, or the minute of the scan where the two are hours apart.
    /// The time of a scan is known to the minute only.
    static func ofScan(_ scan: Scan?) -> String {
        if let scan {
            let dated = seconds(scan.date, scan.time)
            // Two hours, because of the hour that is repeated when summer time ends.
            if abs(dated - clock().seconds) > 7_200 { return text(seconds: dated, nanoseconds: 0) }
        }
        return now()
    }

    /// Reads a point in time with its zone (RFC 3339): `2026-01-31T12:34:56.789Z`, `2026-01-31T13:34:56+01:00`. Nil for
    /// any other text. It is in seconds since 1970, and the rest to the millisecond.
    package static func parsed(_ text: String) -> Clock? {
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard bytes.count >= 20, "Tt ".utf8.contains(bytes[10]), bytes[16] == UInt8(ascii: ":"),
            let date = CalendarDate(part(0..<10)), let time = TimeOfDay(part(11..<16)),
            bytes[17...18].allSatisfy(\.isASCIIDigit), let second = Int(part(17..<19)), second < 60
        else { return nil }
        let days = date.days(since: CalendarDate(year: 1970, dayOfYear: 1))
        let seconds = days * 86_400 + time.minutes * 60 + second
        var rest = bytes[19...]
        var nanoseconds = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
            guard (1...9).contains(digits.count), let fraction = Int(String(decoding: digits.prefix(3), as: UTF8.self))
            else { return nil }
            nanoseconds = fraction * [100, 10, 1][min(digits.count, 3) - 1] * 1_000_000
            rest = rest.dropFirst(1 + digits.count)
        }
        let offset = TimeOfDay(String(decoding: rest.dropFirst(), as: UTF8.self)).map { $0.minutes * 60 }
        switch (rest.first, offset) {
        case (UInt8(ascii: "Z"), _) where rest.count == 1, (UInt8(ascii: "z"), _) where rest.count == 1:
            return (seconds, nanoseconds)
        case (UInt8(ascii: "+"), let offset?): return (seconds - offset, nanoseconds)
        case (UInt8(ascii: "-"), let offset?): return (seconds + offset, nanoseconds)
        default: return nil
        }
    }

    /// The start of a minute in the local time zone. The system decides about one that a clock change skips or repeats.
    package static func text(_ date: CalendarDate, _ time: TimeOfDay) -> String {
        text(seconds: seconds(date, time), nanoseconds: 0)
    }

    /// The start of a day (`2026-01-31`) or a minute (`2026-01-31T12:34`) in the local time zone, and that of the next
    /// one; nil for any other text.
    package static func span(_ text: String) -> (first: String, behind: String)? {
        guard let moment = Scan(text) else { return nil }
        let isMinute = text.utf8.contains(UInt8(ascii: "T"))
        let last = moment.time.minutes == 24 * 60 - 1
        let date = !isMinute || last ? moment.date.adding(days: 1) : moment.date
        let minutes = isMinute && !last ? moment.time.minutes + 1 : 0
        let time = TimeOfDay(hour: minutes / 60, minute: minutes % 60) ?? .midnight
        return (self.text(moment.date, moment.time), self.text(date, time))
    }

    private static func seconds(_ date: CalendarDate, _ time: TimeOfDay) -> Int {
        var parts = tm()
        parts.tm_year = Int32(date.year - 1900)
        parts.tm_mon = Int32(date.month - 1)
        parts.tm_mday = Int32(date.day)
        parts.tm_hour = Int32(time.minutes / 60)
        parts.tm_min = Int32(time.minutes % 60)
        // The system finds out whether it is summer time.
        parts.tm_isdst = -1
        return mktime(&parts)
    }

    /// A point in time for people, in the local time zone: `2026-01-31 13:34:56`. Any other text is returned unchanged.
    package static func local(_ text: String) -> String {
        parsed(text).map { written(localParts($0.seconds), "%04Y-%m-%d %H:%M:%S") } ?? text
    }

    /// The same for milliseconds since 1970.
    package static func local(milliseconds: Int) -> String { local(utc(milliseconds: milliseconds)) }

    package static func utc(milliseconds: Int) -> String {
        text(seconds: milliseconds / 1_000, nanoseconds: milliseconds % 1_000 * 1_000_000)
    }

    /// A point in time in the local time zone for programs (RFC 3339), to the second: `2026-01-31T13:34:56+01:00`.
    package static func localWithOffset(_ text: String) -> String {
        guard let local = parsed(text).map({ localParts($0.seconds) }) else { return text }
        let zone = written(local, "%z")
        return "\(written(local, "%04Y-%m-%dT%H:%M:%S"))\(zone.prefix(3)):\(zone.dropFirst(3))"
    }

    /// - Parameter seconds: since 1970.
    private static func localParts(_ seconds: Int) -> tm {
        var (seconds, local) = (seconds, tm())
        localtime_r(&seconds, &local)
        return local
    }

    /// Since 1970, in UTC.
    static func milliseconds(_ time: Clock) -> Int { time.seconds * 1_000 + time.nanoseconds / 1_000_000 }

    /// The start of a day in the local time zone, in milliseconds since 1970.
    static func milliseconds(beginning date: CalendarDate) -> Int { seconds(date, .midnight) * 1_000 }

    /// The minute of a point in time, in seconds since 1970, in the local time zone.
    package static func localMoment(seconds: Int) -> LocalMoment {
        let local = localParts(seconds)
        return LocalMoment(
            date: CalendarDate(year: Int(local.tm_year) + 1900, dayOfYear: Int(local.tm_yday) + 1),
            time: TimeOfDay(hour: Int(local.tm_hour), minute: Int(local.tm_min)) ?? .midnight)
    }

    /// - Parameter seconds: since 1970, without leap seconds.
    package static func text(seconds: Int, nanoseconds: Int) -> String {
        var (seconds, parts) = (seconds, tm())
        gmtime_r(&seconds, &parts)
        return "\(written(parts, "%04Y-%m-%dT%H:%M:%S")).\(String(1_000 + nanoseconds / 1_000_000).dropFirst())Z"
    }

    /// - Parameter format: of `strftime`.
    private static func written(_ parts: tm, _ format: String) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            var parts = parts
            let count = room.baseAddress.map { strftime($0, room.count, format, &parts) } ?? 0
            return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

/// Times as people name them: `today`, `yesterday`, `monday`, `7 days`, `2 hours`.
extension Timestamp {
    /// The start and the end of a time that a user names, in the local time zone; nil for any other text. `today` and
    /// `yesterday` are days. A day of the week is the last one, which may be today. `7 days` is the day so many days
    /// ago, and `2 weeks` so many weeks ago. `2 hours` and `30 min` are the second so long ago. `DATE` and `DATETHH:MM`
    /// are read as by `span`.
    package static func namedSpan(_ text: String, today: CalendarDate) -> (first: String, behind: String)? {
        let words = text.lowercased().split(separator: " ")
        let ago: Int? =
            switch (words.count, words.first ?? "") {
            case (1, "today"): 0
            case (1, "yesterday"): 1
            case (1, let day):
                Weekday(rawValue: String(day)).map { daysAgo($0, today) } ?? amount(text.lowercased()).flatMap(days)
            default: amount(words.joined(separator: " ")).flatMap(days)
            }
        guard let ago else { return recentSpan(text) ?? span(text) }
        let day = today.adding(days: -ago)
        return (self.text(day, .midnight), self.text(day.adding(days: 1), .midnight))
    }

    /// The second so long ago, of a duration such as `2 hours`; nil for any other text.
    private static func recentSpan(_ text: String) -> (first: String, behind: String)? {
        guard let duration = WrittenDuration.read(text) else { return nil }
        let now = clock()
        let first = now.seconds - Int(duration.components.seconds)
        return (
            self.text(seconds: first, nanoseconds: now.nanoseconds),
            self.text(seconds: first + 1, nanoseconds: now.nanoseconds)
        )
    }

    /// The valid forms, for messages.
    package static let namedForms =
        "a time such as 2026-12-24T21:30, 2026-12-24, today, yesterday, monday, '2 hours' or '7 days'"

    private static func daysAgo(_ day: Weekday, _ today: CalendarDate) -> Int {
        (0..<7).first { Weekday(of: today.adding(days: -$0)) == day } ?? 0
    }

    /// A number and a unit, with or without a blank: `7 days`, `2h`; nil for any other text.
    private static func amount(_ text: String) -> (count: Int, unit: Substring)? {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(number.count)
        guard (1...6).contains(number.utf8.count), let count = Int(number) else { return nil }
        return (count, unit.first == " " ? unit.dropFirst() : unit)
    }

    /// Nil for other units, and for more than ten thousand days.
    private static func days(_ count: Int, _ unit: Substring) -> Int? {
        let days: Int? =
            switch unit {
            case "d", "day", "days": count
            case "w", "week", "weeks": count * 7
            default: nil
            }
        return days.flatMap { $0 <= 10_000 ? $0 : nil }
    }
}
