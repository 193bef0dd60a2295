internal import BeelineActions
package import BeelineContent
package import BeelineRules
internal import Glibc

/// Points in time as the history has them: in UTC, to the millisecond (ISO 8601): `2026-01-31T12:34:56.789Z`.
///
/// Their order is that of their bytes.
package enum Timestamp {
    package static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return text(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// When a scan was made, to be recorded now: the time of the system, or, where the scan is dated hours apart from that,
    /// the minute that it names. That of a scan of just now is known to the minute only.
    static func ofScan(_ scan: Scan?) -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        if let scan {
            let dated = seconds(scan.date, scan.time)
            // Two hours, for the hour that the clocks have twice a year.
            if abs(dated - time.tv_sec) > 7_200 { return text(seconds: dated, nanoseconds: 0) }
        }
        return text(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The beginning of a minute of the local time zone.
    ///
    /// One that a change of the clocks leaves out or has twice is taken as the system does.
    package static func text(_ date: CalendarDate, _ time: TimeOfDay) -> String {
        text(seconds: seconds(date, time), nanoseconds: 0)
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
        let numbers = text.split { !$0.isNumber || !$0.isASCII }.compactMap { Int32($0) }
        guard numbers.count >= 6 else { return text }
        var parts = tm()
        parts.tm_year = numbers[0] - 1900
        parts.tm_mon = numbers[1] - 1
        parts.tm_mday = numbers[2]
        parts.tm_hour = numbers[3]
        parts.tm_min = numbers[4]
        parts.tm_sec = numbers[5]
        var seconds = timegm(&parts)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return text }
        return "\(date(local)) \(clock(local))"
    }

    /// - Parameter seconds: since 1970, without leap seconds.
    static func text(seconds: Int, nanoseconds: Int) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return "\(date(parts))T\(clock(parts)).\(padded(Int32(nanoseconds / 1_000_000), 3))Z"
    }

    private static func date(_ parts: tm) -> String {
        [padded(parts.tm_year &+ 1900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)].joined(separator: "-")
    }

    private static func clock(_ parts: tm) -> String {
        [padded(parts.tm_hour), padded(parts.tm_min), padded(parts.tm_sec)].joined(separator: ":")
    }

    private static func padded(_ number: Int32, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
