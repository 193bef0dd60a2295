internal import BeelineSymbols

extension ElementString {
    /// The GTIN: that of the item (01), else of a made-to-order item (03), of the item that it is a piece of (8006), of
    /// the items that it contains (02), or of the pieces that it contains (8026).
    public var gtin: GTIN? {
        for code in ["01", "03", "8006", "02", "8026"] {
            if let value = self[code] { return try? GTIN(String(value.prefix(14))) }
        }
        return nil
    }

    /// The Serial Shipping Container Code (00), 18 digits.
    public var sscc: String? { self["00"] }

    /// The Global Location Number: that of the place itself (414), else the first one of a place or party (410…417).
    public var gln: String? {
        self["414"] ?? elements.first { (4100...4170).contains($0.identifier.number) }?.value
    }

    /// The batch or lot (10).
    public var lot: String? { self["10"] }

    /// The serial number (21).
    public var serial: String? { self["21"] }

    /// The last day on which it may be used (17), also where the time is given too (7003).
    public var expiry: CalendarDate? { date(of: "17") ?? date(of: "7003") }

    /// The net weight in kilograms (310n). A weight in pounds (320n) is not converted.
    public var netWeight: DecimalNumber? { number(of: 3100...3109) }

    /// How many items: that of an item of variable measure (30), else of the items in a logistic unit (37).
    public var count: DecimalNumber? { (self["30"] ?? self["37"]).flatMap { DecimalNumber($0) } }

    /// What an item of variable measure costs, in the currency of the place (392n) or with its currency (393n).
    public var price: DecimalNumber? { number(of: 3920...3929) ?? number(of: 3930...3939) }

    /// What is to be paid, or the value of a coupon, in the currency of the place (390n) or with its currency (391n).
    public var amount: DecimalNumber? { number(of: 3900...3909) ?? number(of: 3910...3919) }

    /// The currency of the price or amount, three letters of ISO 4217; nil where it is that of the place.
    public var currency: String? {
        guard let element = element(in: 3930...3939) ?? element(in: 3910...3919),
            let number = element.identifier.part(0, of: element.value)
        else { return nil }
        return CurrencyCodes.letters(number)
    }

    /// The day that a value begins with; nil where the element string does not have it, or it is no date.
    ///
    /// The day 00 is the last one of its month. Two digits of a year stand for the one that is nearest to the year in
    /// which the code was read: 50 years after it at most, and less than 50 before it (GS1 General Specifications,
    /// section 7.12).
    public func date(of identifier: String) -> CalendarDate? {
        guard let wanted = ApplicationIdentifier(identifier),
            let element = elements.first(where: { $0.identifier == wanted }),
            let checks = wanted.components.first?.valueChecks
        else { return nil }
        let yearDigits = checks.contains(.yyyymmdd) ? 4 : checks.contains(.yymmdd) || checks.contains(.yymmd0) ? 2 : 0
        guard yearDigits > 0, let (number, _) = Digits.parse(element.value.utf8.prefix(yearDigits + 4)) else {
            return nil
        }
        let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
        let full = yearDigits == 4 ? year : Self.year(year, readIn: self.year)
        return CalendarDate(year: full, month: month, day: day == 0 ? CalendarDate.days(in: month, of: full) : day)
    }

    /// The year that two digits stand for when they are read in some year.
    static func year(_ digits: Int, readIn year: Int) -> Int {
        let century = year - year % 100
        switch digits - year % 100 {
        case 51...: return century - 100 + digits
        case ...(-50): return century + 100 + digits
        default: return century + digits
        }
    }

    private func element(in numbers: ClosedRange<UInt16>) -> Element? {
        elements.first { numbers.contains($0.identifier.number) }
    }

    /// The number at the end of the value of an identifier whose last digit is the count of decimals.
    private func number(of numbers: ClosedRange<UInt16>) -> DecimalNumber? {
        guard let element = element(in: numbers),
            let digits = element.identifier.part(element.identifier.components.count - 1, of: element.value),
            let (value, _) = Digits.parse(digits)
        else { return nil }
        return DecimalNumber(Int64(value), decimals: element.identifier.decimals)
    }
}
