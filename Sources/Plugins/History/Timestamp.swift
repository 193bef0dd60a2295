internal import BeelineActions
package import BeelineContent
package import BeelineRules
internal import BeelineSymbols
internal import Glibc

/// Points in time as the history has them: in UTC, to the millisecond (ISO 8601): `2026-01-31T12:34:56.789Z`.
///
/// Their order is that of their bytes.
package enum Timestamp {
    package static func now() -> String {
        let time = clock()
        return text(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }

    /// Since 1970, in UTC.
    package typealias Clock = (seconds: Int, nanoseconds: Int)

    /// What time it is.
    @Sendable package static func clock() -> Clock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec, time.tv_nsec)
    }

    /// When a scan was made, to be recorded now: the time of the system, or, where the scan is dated hours apart from
    /// that, the minute that it names. That of a scan of just now is known to the minute only.
    static func ofScan(_ scan: Scan?) -> String {
        if let scan {
            let dated = seconds(scan.date, scan.time)
            // Two hours, for the hour that the clocks have twice a year.
            if abs(dated - clock().seconds) > 7_200 { return text(seconds: dated, nanoseconds: 0) }
        }
        return now()
    }

    /// A point in time with its zone, as programs write it (RFC 3339): `2026-01-31T12:34:56.789Z`,
    /// `2026-01-31T13:34:56+01:00`. Nil for any other text.
    ///
    /// - Returns: seconds since 1970, and what is beyond them, to the millisecond.
    package static func parsed(_ text: String) -> Clock? {
        var rest = text.utf8[...]
        func number(_ digits: Int, then separators: String) -> Int? {
            let part = rest.prefix(digits)
            guard part.count == digits, part.allSatisfy(\.isASCIIDigit) else { return nil }
            rest = rest.dropFirst(digits)
            guard separators.isEmpty || rest.first.map({ separators.utf8.contains($0) }) ?? false else { return nil }
            return Int(Substring(part))
        }
        func skip() { rest = rest.dropFirst() }
        guard let year = number(4, then: "-") else { return nil }
        skip()
        guard let month = number(2, then: "-") else { return nil }
        skip()
        guard let day = number(2, then: "Tt ") else { return nil }
        skip()
        guard let hour = number(2, then: ":"), hour < 24 else { return nil }
        skip()
        guard let minute = number(2, then: ":"), minute < 60 else { return nil }
        skip()
        guard let second = number(2, then: ".Zz+-"), second < 60 else { return nil }
        var nanoseconds = 0
        if rest.first == UInt8(ascii: ".") {
            skip()
            let digits = rest.prefix(while: \.isASCIIDigit)
            guard (1...9).contains(digits.count), let fraction = Int(Substring(digits.prefix(3))) else { return nil }
            nanoseconds = fraction * [100, 10, 1][min(digits.count, 3) - 1] * 1_000_000
            rest = rest.dropFirst(digits.count)
        }
        guard let sign = rest.first else { return nil }
        skip()
        var zone = 0
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard let hours = number(2, then: ":"), hours < 24 else { return nil }
            skip()
            guard let minutes = number(2, then: ""), minutes < 60 else { return nil }
            zone = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        guard rest.isEmpty, sign != UInt8(ascii: ".") else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        let seconds = timegm(&parts)
        // Of the 31st of February the system makes a day in March.
        guard parts.tm_mon == month - 1, parts.tm_mday == day else { return nil }
        return (seconds - zone, nanoseconds)
    }

    /// The beginning of a minute of the local time zone.
    ///
    /// One that a change of the clocks leaves out or has twice is taken as the system does.
    package static func text(_ date: CalendarDate, _ time: TimeOfDay) -> String {
        text(seconds: seconds(date, time), nanoseconds: 0)
    }

    /// Where a day (`2026-01-31`) or a minute (`2026-01-31T12:34`) of the local time zone begins, and where the next
    /// one does; nil where the text is neither.
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
        // Whether it is summer time is to be found out.
        parts.tm_isdst = -1
        return mktime(&parts)
    }

    /// A point in time for people, in the local time zone: `2026-01-31 13:34:56`; the text itself where it is none.
    package static func local(_ text: String) -> String {
        guard let local = localParts(text) else { return text }
        return "\(date(local)) \(clockText(local))"
    }

    /// The same for programs that read time zones (RFC 3339), to the second: `2026-01-31T13:34:56+01:00`.
    package static func localWithOffset(_ text: String) -> String {
        guard let local = localParts(text) else { return text }
        let minutes = abs(Int32(local.tm_gmtoff)) / 60
        let sign = local.tm_gmtoff < 0 ? "-" : "+"
        return "\(date(local))T\(clockText(local))\(sign)\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    /// - Parameter text: a point in time in UTC; nil is returned where it is none.
    private static func localParts(_ text: String) -> tm? {
        let numbers = text.split { !$0.isNumber || !$0.isASCII }.compactMap { Int32($0) }
        guard numbers.count >= 6 else { return nil }
        var parts = tm()
        parts.tm_year = numbers[0] - 1900
        parts.tm_mon = numbers[1] - 1
        parts.tm_mday = numbers[2]
        parts.tm_hour = numbers[3]
        parts.tm_min = numbers[4]
        parts.tm_sec = numbers[5]
        var seconds = timegm(&parts)
        var local = tm()
        return localtime_r(&seconds, &local) == nil ? nil : local
    }

    /// Since 1970, in UTC.
    static func milliseconds(_ time: Clock) -> Int { time.seconds * 1_000 + time.nanoseconds / 1_000_000 }

    /// When a day of the local time zone begins, in milliseconds since 1970.
    static func milliseconds(beginning date: CalendarDate) -> Int { seconds(date, .midnight) * 1_000 }

    /// The minute of the local time zone in which a point in time lies.
    ///
    /// - Parameter seconds: since 1970.
    static func localMoment(seconds: Int) -> LocalMoment {
        var seconds = seconds
        var local = tm()
        localtime_r(&seconds, &local)
        return LocalMoment(
            date: CalendarDate(year: Int(local.tm_year) + 1900, dayOfYear: Int(local.tm_yday) + 1),
            time: TimeOfDay(hour: Int(local.tm_hour), minute: Int(local.tm_min)) ?? .midnight)
    }

    /// - Parameter seconds: since 1970, without leap seconds.
    package static func text(seconds: Int, nanoseconds: Int) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return "\(date(parts))T\(clockText(parts)).\(padded(Int32(nanoseconds / 1_000_000), 3))Z"
    }

    private static func date(_ parts: tm) -> String {
        [padded(parts.tm_year &+ 1900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)].joined(separator: "-")
    }

    private static func clockText(_ parts: tm) -> String {
        [padded(parts.tm_hour), padded(parts.tm_min), padded(parts.tm_sec)].joined(separator: ":")
    }

    private static func padded(_ number: Int32, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Times as people name them: `today`, `yesterday`, `monday`, `7 days`.
extension Timestamp {
    /// Where a time that someone names begins, and where the next one does, in the local time zone; nil for any other
    /// text.
    ///
    /// `today` and `yesterday` are days; a day of the week is the last one of its name, which may be today; `7 days` is
    /// the day that was so many days ago, and `2 weeks` as many weeks. `DATE` and `DATETHH:MM` are what they are for
    /// `span`.
    ///
    /// - Parameter today: in the local time zone.
    package static func namedSpan(_ text: String, today: CalendarDate) -> (first: String, behind: String)? {
        let words = text.lowercased().split(separator: " ")
        let ago: Int? =
            switch (words.count, words.first ?? "") {
            case (1, "today"): 0
            case (1, "yesterday"): 1
            case (1, let day): Weekday(rawValue: String(day)).map { daysAgo($0, today) }
            case (2, let number): days(number, words[1])
            default: nil
            }
        guard let ago else { return span(text) }
        let day = today.adding(days: -ago)
        return (self.text(day, .midnight), self.text(day.adding(days: 1), .midnight))
    }

    /// What there is, for messages.
    package static let namedForms =
        "a time such as 2026-12-24T21:30, 2026-12-24, today, yesterday, monday or '7 days'"

    private static func daysAgo(_ day: Weekday, _ today: CalendarDate) -> Int {
        (0..<7).first { Weekday(of: today.adding(days: -$0)) == day } ?? 0
    }

    /// `7 days`, `1 week`; nil for any other pair of words, and for more than ten thousand days.
    private static func days(_ number: Substring, _ unit: Substring) -> Int? {
        guard (1...4).contains(number.utf8.count), number.utf8.allSatisfy(\.isASCIIDigit), let count = Int(number)
        else {
            return nil
        }
        return switch unit {
        case "day", "days": count
        case "week", "weeks": count * 7 <= 10_000 ? count * 7 : nil
        default: nil
        }
    }
}
