/// A day of the Gregorian calendar, without time and time zone.
///
///     CalendarDate("2026-01-31")?.adding(days: 1).description   // "2026-02-01"
public struct CalendarDate: Hashable, Sendable {
    /// 0…9999.
    public let year: Int
    /// 1…12.
    public let month: Int
    /// 1…31.
    public let day: Int

    /// Nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads `2026-01-31` (ISO 8601, calendar date in extended format); nil when it is none, or there is no such day.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.parse(bytes[0..<4]), let month = Digits.parse(bytes[5..<7]),
            let day = Digits.parse(bytes[8..<10])
        else { return nil }
        self.init(year: Int(year.value), month: Int(month.value), day: Int(day.value))
    }

    /// The day of that number within a year, 1 for its first; numbers beyond count on into the next one.
    public init(year: Int, dayOfYear: Int) { self.init(number: Self.number(year, 1, 1) + dayOfYear - 1) }

    /// How many days a month has; 0 for a month that does not exist.
    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: isLeapYear(year) ? 29 : 28
        default: 0
        }
    }

    /// Whether a year of the Gregorian calendar has 366 days.
    public static func isLeapYear(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The day this number of days later, or earlier when the count is negative.
    public func adding(days: Int) -> CalendarDate { CalendarDate(number: number + days) }

    /// How many days it is after another day; negative when it is before.
    public func days(since other: CalendarDate) -> Int { number - other.number }

    private var number: Int { Self.number(year, month, day) }

    /// Days since 1 March of the year -400, so that none is negative. A leap day is the last of a year from March.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        days(before: (month > 2 ? year : year - 1) + 400) + ((month + 9) % 12 * 306 + 5) / 10 + day - 1
    }

    private static let numbers = number(0, 1, 1)...number(9999, 12, 31)

    /// The day of that number; what lies outside of the years 0…9999 is taken to their first or last day.
    private init(number: Int) {
        let number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
        var years = (10_000 * number + 14_780) / 3_652_425
        if number < Self.days(before: years) { years -= 1 }
        let rest = number - Self.days(before: years)
        let months = (100 * rest + 52) / 3_060
        year = years + (months + 2) / 12 - 400
        month = (months + 2) % 12 + 1
        day = rest - (months * 306 + 5) / 10 + 1
    }

    /// The days of that many years from a March on.
    private static func days(before years: Int) -> Int { years * 365 + years / 4 - years / 100 + years / 400 }
}

extension CalendarDate: Comparable {
    /// Whether the left day is earlier.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// As in ISO 8601: `2026-01-31`.
    public var description: String {
        let digits = Array(Digits.text(UInt64(year * 10_000 + month * 100 + day), count: 8).utf8)
        return String(decoding: digits[..<4] + [0x2D] + digits[4..<6] + [0x2D] + digits[6...], as: UTF8.self)
    }
}
