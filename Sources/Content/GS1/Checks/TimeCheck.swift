internal import BeelineSymbols

/// Days and times of the day.
enum TimeCheck {
    /// A day, with the last two digits or all four of its year.
    ///
    /// Which century two digits mean depends on when they are read. 29 February is taken when the year can be divided
    /// by four; of the years that two digits stand for between 1950 and 2099 all such are leap years.
    ///
    /// - Parameter mayBeZero: whether the day of the month may be 00, for the whole month.
    static func day(_ value: ArraySlice<UInt8>, yearDigits: Int, mayBeZero: Bool) -> String? {
        let digits = value.prefix(yearDigits + 4)
        guard digits.count == yearDigits + 4, let (number, _) = Digits.parse(digits) else { return "it is no date" }
        let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
        guard (1...12).contains(month) else { return "there is no month \(Digits.text(UInt64(month), count: 2))" }
        if day == 0, mayBeZero { return nil }
        let last = CalendarDate.days(in: month, of: yearDigits == 2 ? 2000 + year : year)
        guard day >= 1, day <= last else {
            return
                "there is no day \(Digits.text(UInt64(day), count: 2)) in month \(Digits.text(UInt64(month), count: 2))"
        }
        return nil
    }

    static func part(_ value: ArraySlice<UInt8>, _ name: String, below end: UInt64) -> String? {
        guard let (number, count) = Digits.parse(value), count == 2, number < end else {
            return "there is no \(name) \(String(decoding: value.prefix(2), as: UTF8.self))"
        }
        return nil
    }
}
