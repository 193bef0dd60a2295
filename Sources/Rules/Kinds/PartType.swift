package import BeelineContent
internal import BeelineSymbols

package enum PartType: Hashable, Sendable {
    case text
    case secret
    /// Digits alone, the last ones of them decimals.
    case digits(decimals: Int)
    /// A sign, digits, and decimals behind one of these marks.
    case number(marks: [UInt8])
    /// A date in one of these patterns.
    case date([DatePattern])
    /// A count of days since a first one, which starts again after a cycle.
    case days(since: CalendarDate, cycle: Int?)
    case country
    case currency

    /// The types as rule files name them; a list consists of texts.
    package enum Name: String, CaseIterable {
        case text, number, date, country, currency, list, secret
    }

    var fieldType: FieldType {
        switch self {
        case .text, .secret, .country, .currency: .text
        case .digits, .number: .number
        case .date, .days: .date
        }
    }

    var title: String {
        switch self {
        case .text, .secret: "a text"
        case .digits: "digits alone"
        case .number: "a number"
        case .date(let patterns): "a date such as \(patterns.map(\.text).joined(separator: " or "))"
        case .days(let first, _): "a number of days since \(first)"
        case .country: "a country (ISO 3166-1, two letters or three digits)"
        case .currency: "a currency (ISO 4217, three letters or digits)"
        }
    }

    /// Nil where the text is not one of the type. The day is that of the scan.
    func value(_ text: String, on day: CalendarDate) -> FieldValue? {
        switch self {
        case .text, .secret: return .text(text)
        case .digits(let decimals): return DecimalNumber(digits: text, decimals: decimals).map(FieldValue.number)
        case .number(let marks):
            guard text.utf8.count(where: marks.contains) <= 1 else { return nil }
            let bytes = text.utf8.map { marks.contains($0) ? UInt8(ascii: ".") : $0 == UInt8(ascii: ".") ? 0 : $0 }
            return DecimalNumber(String(decoding: bytes, as: UTF8.self)).map(FieldValue.number)
        case .date(let patterns): return patterns.lazy.compactMap { $0.date(text) }.first.map(FieldValue.date)
        case .days(let first, let cycle):
            guard let (number, count) = Digits.parse(text.utf8), count <= 6 else { return nil }
            let date = first.adding(days: Int(number))
            guard let cycle else { return .date(date) }
            // Of the days that it may be, the one that is nearest to the scan.
            let rounds = max(0, (2 * day.days(since: date) + cycle) / (2 * cycle))
            return .date(date.adding(days: rounds * cycle))
        case .country:
            if CountryCodes.has(letters: Array(text.utf8)[...]) { return .text(text) }
            return CountryCodes.letters(Array(text.utf8)[...]).map(FieldValue.text)
        case .currency:
            if CurrencyCodes.has(letters: text) { return .text(text) }
            return CurrencyCodes.letters(Array(text.utf8)[...]).map(FieldValue.text)
        }
    }
}

/// A pattern of dates: `yyyy` or `yy`, `MM` and `dd`, and other characters as they are; a `*` at the end matches the
/// rest. `DDD` is the day of the year; without any day it is the last one of the month.
package struct DatePattern: Hashable, Sendable {
    let text: String
    private let pieces: [Piece]
    let isOpen: Bool

    private enum Piece: Hashable, Sendable {
        case year(Int)
        case month
        case day
        case dayOfYear
        case literal(UInt8)
    }

    /// Nil where it has no year, or neither a month nor a day of the year, or one of them twice.
    init?(_ text: String) {
        self.text = text
        isOpen = text.hasSuffix("*")
        var rest = (isOpen ? text.dropLast() : text[...]).utf8[...]
        var pieces: [Piece] = []
        while let first = rest.first {
            let known: [(String, Piece)] = [
                ("yyyy", .year(4)), ("yy", .year(2)), ("MM", .month), ("dd", .day), ("DDD", .dayOfYear),
            ]
            if let (letters, piece) = known.first(where: { rest.starts(with: $0.0.utf8) }) {
                pieces.append(piece)
                rest = rest.dropFirst(letters.utf8.count)
            } else {
                // A letter that means nothing was meant to mean something.
                guard first < 0x80, !first.isASCIILetter || first == UInt8(ascii: "T") else { return nil }
                pieces.append(.literal(first))
                rest = rest.dropFirst()
            }
        }
        let years = pieces.count { if case .year = $0 { true } else { false } }
        func count(_ piece: Piece) -> Int { pieces.count { $0 == piece } }
        let hasDay = count(.dayOfYear) == 1 && count(.month) == 0 && count(.day) == 0
        guard years == 1, hasDay || count(.dayOfYear) == 0 && count(.month) == 1 && count(.day) <= 1 else {
            return nil
        }
        self.pieces = pieces
    }

    /// The pattern that someone means who writes it in other letters: `DD.MM.YYYY`, `%Y-%m-%d`; nil for any other text.
    static func meant(by text: String) -> String? {
        guard DatePattern(text) == nil else { return nil }
        var meant = text
        for (sign, letters) in [("%Y", "yyyy"), ("%y", "yy"), ("%m", "MM"), ("%d", "dd"), ("%j", "DDD")] {
            meant = meant.replacing(sign, with: letters)
        }
        meant = meant.replacing("Y", with: "y").replacing("m", with: "M")
        // DDD is the day of the year.
        if !meant.contains("DDD") { meant = meant.replacing("D", with: "d") }
        return DatePattern(meant) == nil ? nil : meant
    }

    func text(of date: CalendarDate) -> String {
        pieces.map { piece in
            switch piece {
            case .year(let count): Digits.text(UInt64(count == 2 ? date.year % 100 : date.year), count: count)
            case .month: Digits.text(UInt64(date.month), count: 2)
            case .day: Digits.text(UInt64(date.day), count: 2)
            case .dayOfYear: Digits.text(UInt64(date.dayOfYear), count: 3)
            case .literal(let byte): String(Unicode.Scalar(byte))
            }
        }.joined()
    }

    /// The day of a text; nil if it does not match, or there is no such day. A year of two digits is of 2000 to 2099.
    func date(_ text: String) -> CalendarDate? {
        var rest = Array(text.utf8)[...]
        var (year, month) = (0, 0)
        var (day, dayOfYear): (Int?, Int?) = (nil, nil)
        func number(_ count: Int) -> Int? {
            guard rest.count >= count, let digits = Digits.parse(rest.prefix(count)) else { return nil }
            rest = rest.dropFirst(count)
            return Int(digits.value)
        }
        for piece in pieces {
            switch piece {
            case .year(let count):
                guard let value = number(count) else { return nil }
                year = count == 2 ? 2000 + value : value
            case .month:
                guard let value = number(2) else { return nil }
                month = value
            case .day:
                guard let value = number(2) else { return nil }
                day = value
            case .dayOfYear:
                guard let value = number(3) else { return nil }
                dayOfYear = value
            case .literal(let byte): guard rest.popFirst() == byte else { return nil }
            }
        }
        guard rest.isEmpty || isOpen else { return nil }
        if let dayOfYear {
            guard 1...(CalendarDate.isLeapYear(year) ? 366 : 365) ~= dayOfYear else { return nil }
            return CalendarDate(year: year, dayOfYear: dayOfYear)
        }
        return CalendarDate(year: year, month: month, day: day ?? CalendarDate.days(in: month, of: year))
    }
}

extension CalendarDate {
    /// 1 for the first day of its year.
    fileprivate var dayOfYear: Int { days(since: CalendarDate(year: year, dayOfYear: 1)) + 1 }
}

extension DecimalNumber {
    /// The sum; nil where it has too many digits.
    func adding(_ other: DecimalNumber) -> DecimalNumber? {
        let decimals = max(self.decimals, other.decimals)
        func scaled(_ number: DecimalNumber) -> Int64? {
            (number.decimals..<decimals).reduce(number.digits as Int64?) { digits, _ in
                guard let (product, overflows) = digits?.multipliedReportingOverflow(by: 10), !overflows else {
                    return nil
                }
                return product
            }
        }
        guard let left = scaled(self), let right = scaled(other) else { return nil }
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? nil : DecimalNumber(sum, decimals: decimals)
    }

    /// The number in at most fifteen ASCII digits; the last ones are decimals.
    init?(digits text: String, decimals: Int) {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit), let value = Int64(text) else {
            return nil
        }
        self.init(value, decimals: decimals)
    }
}
