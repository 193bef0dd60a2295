public import Beeline
public import BeelineContent
public import BeelineRules
public import Foundation

// Days are counted without a `Calendar`, which uses the Julian calendar before 1582.

extension DateComponents {
    /// Year, month and day of the Gregorian calendar, without a time zone.
    public init(_ date: CalendarDate) { self.init(year: date.year, month: date.month, day: date.day) }

    /// The day, hour and minute of a scan, without a time zone.
    public init(_ scan: Scan) {
        self.init(
            year: scan.date.year, month: scan.date.month, day: scan.date.day, hour: scan.time.minutes / 60,
            minute: scan.time.minutes % 60)
    }
}

extension CalendarDate {
    /// The day of the components' year, month and day in the Gregorian calendar; nil when one is missing, or there is
    /// no such day. Other components are ignored.
    public init?(_ components: DateComponents) {
        guard let year = components.year, let month = components.month, let day = components.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day of a moment in a time zone; nil outside of the years 0…9999.
    ///
    ///     CalendarDate(Date(), in: .current)
    public init?(_ moment: Date, in timeZone: TimeZone) {
        guard let scan = Scan(moment, in: timeZone) else { return nil }
        self = scan.date
    }
}

extension Scan {
    /// A scan at a moment, in the local time of a time zone; nil outside of the years 0…9999. Seconds are left out.
    ///
    ///     resolver.resolve(symbol, scan: Scan(photo.date, in: .current) ?? .now())
    ///
    /// - Parameter source: what scanned it. Default: nil, unknown.
    public init?(_ moment: Date, in timeZone: TimeZone, source: String? = nil) {
        let minutes = ((moment.timeIntervalSince1970 + timeZone.offset(at: moment)) / 60).rounded(.down)
        guard minutes.magnitude < 1e10 else { return nil }
        let days = Int((minutes / 1_440).rounded(.down))
        let date = CalendarDate.epoch.adding(days: days)
        let minute = Int(minutes) - days * 1_440
        guard date.days(since: .epoch) == days, let time = TimeOfDay(hour: minute / 60, minute: minute % 60) else {
            return nil
        }
        self.init(date: date, time: time, source: source)
    }

    /// A scan at the components' day, hour and minute; nil where the day is missing or there is no such day or time.
    /// Midnight where there is no hour.
    ///
    /// - Parameter source: what scanned it. Default: nil, unknown.
    public init?(_ components: DateComponents, source: String? = nil) {
        guard let date = CalendarDate(components),
            let time = TimeOfDay(hour: components.hour ?? 0, minute: components.minute ?? 0)
        else { return nil }
        self.init(date: date, time: time, source: source)
    }
}

extension Date {
    /// The moment at which a day begins in a time zone.
    ///
    ///     Date(CalendarDate("2026-01-31")!, in: TimeZone(identifier: "Asia/Tokyo")!)   // 2026-01-30 15:00:00 +0000
    public init(_ date: CalendarDate, in timeZone: TimeZone) { self.init(Scan(date: date), in: timeZone) }

    /// The moment at which the clocks of a time zone show the day and time of a scan.
    ///
    /// When clocks are put back, a time occurs twice, and this is the first. When they are put forward, a skipped time
    /// is moved later by the same amount.
    public init(_ scan: Scan, in timeZone: TimeZone) {
        let shown = TimeInterval(scan.date.days(since: .epoch)) * 86_400 + TimeInterval(scan.time.minutes) * 60
        /// The moment of the shown time, with the offset from UTC at another time.
        func moment(withOffsetAt time: TimeInterval) -> (moment: Date, isRight: Bool) {
            let offset = timeZone.offset(at: Date(timeIntervalSince1970: time))
            let moment = Date(timeIntervalSince1970: shown - offset)
            return (moment, timeZone.offset(at: moment) == offset)
        }
        let first = moment(withOffsetAt: shown - 86_400)
        let second = moment(withOffsetAt: shown + 86_400)
        self = first.isRight || !second.isRight ? first.moment : second.moment
    }
}

extension Date {
    /// The same moment.
    ///
    ///     Date(Moment.now())
    public init(_ moment: Moment) {
        self.init(timeIntervalSince1970: TimeInterval(moment.millisecondsSince1970) / 1_000)
    }

    /// The moment at which an event begins or ends.
    ///
    ///     Date(event.start, in: .current)
    ///
    /// A time in UTC, or in a zone of the IANA's database such as `Europe/Berlin`, is the moment that it names.
    ///
    /// - Parameter timeZone: the zone of days, of times without a zone, and of those whose zone is not known.
    public init(_ time: EventTime, in timeZone: TimeZone) {
        let zone = time.isUTC ? .gmt : time.zone.flatMap(TimeZone.init(identifier:)) ?? timeZone
        let minute = time.clock.flatMap { TimeOfDay(hour: $0.hour, minute: $0.minute) } ?? .midnight
        self.init(Scan(date: time.date, time: minute), in: zone)
        addTimeInterval(TimeInterval(time.clock?.second ?? 0))
    }
}

extension CalendarDate {
    fileprivate static let epoch = CalendarDate(year: 1970, dayOfYear: 1)
}

extension TimeZone {
    /// The offset from UTC, in seconds.
    fileprivate func offset(at moment: Date) -> TimeInterval { TimeInterval(secondsFromGMT(for: moment)) }
}

extension Decimal {
    /// The same number, exactly.
    public init(_ number: DecimalNumber) {
        self.init(
            sign: number.digits < 0 ? .minus : .plus, exponent: -number.decimals,
            significand: Decimal(number.digits.magnitude))
    }
}

extension DecimalNumber {
    /// The same number, exactly; nil when it has more than 18 digits or decimals, or is not a number.
    public init?(_ number: Decimal) {
        guard number.isFinite else { return nil }
        let size = number.magnitude
        self.init(scientific: "\(number.sign == .minus ? "-" : "")\(size.significand)e\(size.exponent)")
    }
}

extension URL {
    /// The URL of a link.
    public init?(_ address: WebAddress) { self.init(string: address.url) }

    /// The URL of an action; nil where it has none, or the action waits for results of others.
    public init?(_ action: Action) {
        guard let url = action.url else { return nil }
        self.init(string: url)
    }
}

extension FieldValue {
    /// The number; nil for any other value.
    public var decimal: Decimal? {
        if case .number(let number) = self { Decimal(number) } else { nil }
    }

    /// The year, month and day of a date; nil for any other value.
    public var dateComponents: DateComponents? {
        if case .date(let date) = self { DateComponents(date) } else { nil }
    }

    /// The URL, for a text that is an absolute URL; nil for any other value.
    public var url: URL? {
        if case .text(let text) = self { WebAddress(absoluteURL: text).flatMap { URL($0) } } else { nil }
    }
}
