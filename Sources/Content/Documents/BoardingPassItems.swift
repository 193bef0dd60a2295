internal import BeelineSymbols

/// Items of fixed size, one behind the other.
struct BoardingPassItems {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next so many characters; nil when there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next so many characters without blanks around them; fewer when there are fewer.
    mutating func text(_ count: Int) -> String {
        let item = rest.prefix(count)
        rest = rest.dropFirst(count)
        return String(decoding: item.withoutBlanks, as: UTF8.self)
    }

    /// The next two characters as a hexadecimal number; nil when they are none.
    mutating func hexadecimal() -> Int? {
        guard let digits = take(2), digits.allSatisfy(\.isASCIIHexDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// The items in the next so many characters; nil when there are fewer, unless they may be short.
    mutating func part(_ count: Int, mayBeShort: Bool = false) -> BoardingPassItems? {
        guard mayBeShort || rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return BoardingPassItems(rest.prefix(count))
    }
}

extension CalendarDate {
    /// Of the days of that number in their year the one that is nearest; nil when the number is no day of any.
    func nearest(_ dayOfYear: Int) -> CalendarDate? {
        // Leap years are at most eight years apart.
        let days = (-9...9).lazy.map { year + $0 }.filter { year in
            (0...9999).contains(year) && dayOfYear >= 1 && dayOfYear <= (CalendarDate.isLeapYear(year) ? 366 : 365)
        }
        return days.map { CalendarDate(year: $0, dayOfYear: dayOfYear) }
            .min { abs($0.days(since: self)) < abs($1.days(since: self)) }
    }

    /// The last day of that number in a year of that last digit that is at most a day later; nil when there is none.
    ///
    /// A day, because it may be tomorrow already where the pass was issued.
    func last(_ dayOfYear: Int, yearDigit: Int) -> CalendarDate? {
        // Leap years of the same last digit are twenty years apart, forty where a century has none.
        (0...41).lazy.map { year + 1 - $0 }.filter { year in
            (0...9999).contains(year) && year % 10 == yearDigit && dayOfYear >= 1
                && dayOfYear <= (CalendarDate.isLeapYear(year) ? 366 : 365)
        }.map { CalendarDate(year: $0, dayOfYear: dayOfYear) }.first { $0.days(since: self) <= 1 }
    }

    /// The first day of that number in its year that is not before this one; nil when there is none within a year.
    func next(_ dayOfYear: Int) -> CalendarDate? {
        (year...year + 1).lazy.filter { $0 <= 9999 && dayOfYear <= (CalendarDate.isLeapYear($0) ? 366 : 365) }
            .map { CalendarDate(year: $0, dayOfYear: dayOfYear) }.first { $0 >= self }
    }
}
