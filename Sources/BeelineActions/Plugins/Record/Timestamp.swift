internal import Glibc

/// Points in time as the history has them.
enum Timestamp {
    /// The time of the system in UTC, to the millisecond (ISO 8601): `2026-01-31T12:34:56.789Z`.
    static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return text(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// - Parameter seconds: since 1970, without leap seconds.
    static func text(seconds: Int, nanoseconds: Int) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)]
        let clock = [padded(parts.tm_hour), padded(parts.tm_min), padded(parts.tm_sec)]
        let fraction = padded(Int32(nanoseconds / 1_000_000), 3)
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":")).\(fraction)Z"
    }

    private static func padded(_ number: Int32, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
