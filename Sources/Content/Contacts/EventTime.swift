internal import BeelineSymbols

/// A day, or a day and a time, as a calendar has it (RFC 5545, sections 3.3.4 and 3.3.5).
///
///     EventTime("20260131T100000", zone: "Europe/Berlin")?.description   // "2026-01-31T10:00:00"
package struct EventTime: Hashable, Sendable {
    package struct Clock: Hashable, Sendable {
        /// 0…23.
        package let hour: Int
        /// 0…59.
        package let minute: Int
        /// 0…60; 60 is a leap second.
        package let second: Int
    }

    package let date: CalendarDate
    /// Nil for a whole day.
    package let clock: Clock?
    /// The zone as it was written, `UTC` for a time that ends with `Z`; nil for a time that is meant wherever one is.
    package let zone: String?
    package let isUTC: Bool

    /// Reads `20260131`, `20260131T100000`, `20260131T090000Z`, the same with hyphens and colons, and without seconds;
    /// nil when it is none of these, or there is no such day or time.
    ///
    /// - Parameter zone: the zone of a time that does not end with `Z`.
    package init?(_ text: String, zone: String? = nil) { self.init(Array(text.utf8)[...], zone: zone) }

    init?(_ text: ArraySlice<UInt8>, zone: String?) {
        var rest = text
        guard let year = rest.popNumber(4) else { return nil }
        let hasHyphens = rest.pop("-")
        guard let month = rest.popNumber(2), rest.pop("-") == hasHyphens, let day = rest.popNumber(2),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        self.date = date
        guard !rest.isEmpty else {
            (clock, self.zone, isUTC) = (nil, nil, false)
            return
        }
        guard rest.pop("T") || rest.pop("t"), let hour = rest.popNumber(2) else { return nil }
        let hasColons = rest.pop(":")
        guard let minute = rest.popNumber(2) else { return nil }
        var second = 0
        if rest.pop(":") {
            guard hasColons, let number = rest.popNumber(2) else { return nil }
            second = number
        } else if let number = rest.popNumber(2) {
            guard !hasColons else { return nil }
            second = number
        }
        if rest.pop(".") {
            // JavaScript writes milliseconds.
            let digits = rest.prefix(while: \.isASCIIDigit).count
            guard (1...9).contains(digits) else { return nil }
            rest = rest.dropFirst(digits)
        }
        isUTC = rest.pop("Z") || rest.pop("z")
        guard rest.isEmpty, hour <= 23, minute <= 59, second <= 60 else { return nil }
        clock = Clock(hour: hour, minute: minute, second: second)
        self.zone = isUTC ? "UTC" : zone
    }

    private init(_ date: CalendarDate, _ clock: Clock?, like other: EventTime) {
        (self.date, self.clock, zone, isUTC) = (date, clock, other.zone, other.isUTC)
    }

    /// Reads what calendars do not write and what has one meaning anyway: `2026-01-31 19:00`, with a blank for the
    /// `T`, and `20260131T190000+0100`, with the offset from UTC after it (ISO 8601), which is taken off.
    init?(irregular text: ArraySlice<UInt8>, zone: String?) {
        let offsetStart = text.dropFirst(11).lastIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        var local = Array(text[..<(offsetStart ?? text.endIndex)])
        if let blank = local.firstIndex(of: 0x20), blank == 8 || blank == 10 { local[blank] = UInt8(ascii: "T") }
        while local.last == 0x20 { local.removeLast() }
        guard let time = EventTime(local[...], zone: zone) else { return nil }
        guard let offsetStart else {
            self = time
            return
        }
        var rest = text[offsetStart...].dropFirst()
        guard let hours = rest.popNumber(2) else { return nil }
        let hasColon = rest.pop(":")
        let minutes = rest.isEmpty && !hasColon ? 0 : rest.popNumber(2)
        guard let minutes, rest.isEmpty, hours <= 14, minutes <= 59, let clock = time.clock, !time.isUTC else {
            return nil
        }
        // Counted from midnight, as minutes of UTC; a day before or after it at most.
        let isAhead = text[offsetStart] == UInt8(ascii: "+")
        let offset = (hours * 60 + minutes) * (isAhead ? -1 : 1)
        let minute = clock.hour * 60 + clock.minute + offset
        let day = minute < 0 ? -1 : minute / 1_440
        date = time.date.adding(days: day)
        let ofDay = minute - day * 1_440
        self.clock = Clock(hour: ofDay / 60, minute: ofDay % 60, second: clock.second)
        (self.zone, isUTC) = ("UTC", true)
        guard date.days(since: time.date) == day else { return nil }
    }

    /// The time so much later by the clock on the wall, which knows of no daylight saving time.
    ///
    /// Nil when it would lie beyond the year 9999, or a day gets hours.
    func adding(_ duration: EventDuration) -> EventTime? {
        let seconds = (clock.map { $0.hour * 3_600 + $0.minute * 60 + $0.second } ?? 0) + duration.seconds
        let (overflow, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        guard clock != nil || rest == 0 else { return nil }
        let days = duration.days + overflow
        let end = date.adding(days: days)
        guard end.days(since: date) == days else { return nil }
        let endClock = Clock(hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
        return EventTime(end, clock == nil ? nil : endClock, like: self)
    }

    /// Whether it surely lies before another one. Zones are at most 26 hours apart.
    func isBefore(_ other: EventTime) -> Bool {
        guard zone == other.zone else { return other.date.days(since: date) > 2 }
        let numbers = [self, other].map { time in
            time.clock.map { $0.hour * 3_600 + $0.minute * 60 + $0.second } ?? 0
        }
        return date == other.date ? numbers[0] < numbers[1] : date < other.date
    }
}

extension EventTime: CustomStringConvertible {
    /// As in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00`, `2026-01-31T09:00:00Z`.
    package var description: String {
        guard let clock else { return date.description }
        let parts = [clock.hour, clock.minute, clock.second].map { Digits.text(UInt64($0), count: 2) }
        return "\(date)T\(parts[0]):\(parts[1]):\(parts[2])\(isUTC ? "Z" : "")"
    }
}

/// How long something lasts (RFC 5545, section 3.3.6).
struct EventDuration: Hashable {
    let days: Int
    let seconds: Int

    /// Reads `P1W`, `P1DT2H`, `PT90M`; nil when it is none, or negative, or has more than nine digits in a number.
    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        _ = rest.pop("+")
        guard rest.pop("P") || rest.pop("p"), !rest.isEmpty else { return nil }
        var (days, seconds) = (0, 0)
        var isTime = false
        while !rest.isEmpty {
            if !isTime, rest.pop("T") || rest.pop("t") {
                guard !rest.isEmpty else { return nil }
                isTime = true
            }
            guard let number = rest.popNumber(max(1, rest.prefix(while: \.isASCIIDigit).count)),
                let unit = rest.popFirst()
            else { return nil }
            switch (unit & 0xDF, isTime) {
            case (UInt8(ascii: "W"), false): days += number * 7
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += number * 3_600
            case (UInt8(ascii: "M"), true): seconds += number * 60
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
            guard days <= Self.mostDays, seconds <= Self.mostDays * 86_400 else { return nil }
        }
        (self.days, self.seconds) = (days, seconds)
    }

    private static let mostDays = 3_660_000
}

extension ArraySlice<UInt8> {
    /// Takes a number of so many digits, nine at most, from the start; nil when there is none.
    fileprivate mutating func popNumber(_ count: Int) -> Int? {
        guard (1...9).contains(count), self.count >= count, let number = Digits.parse(prefix(count)) else { return nil }
        self = dropFirst(count)
        return Int(number.value)
    }

    /// Takes this character from the start, and says whether it was there.
    fileprivate mutating func pop(_ character: Unicode.Scalar) -> Bool {
        guard let first, UInt32(first) == character.value else { return false }
        self = dropFirst()
        return true
    }
}
