package import BeelineContent
internal import BeelineSymbols

package enum DecimalMark: String, Hashable, Sendable, CaseIterable {
    case point = "."
    case comma = ","

    var other: DecimalMark { self == .point ? .comma : .point }
}

/// The type of the cells of a column. Cells are kept and shown as they are written, and compared by their type.
package enum CellType: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case text, number, money, date

    package var description: String { rawValue }

    package var fieldType: FieldType {
        switch self {
        case .text: .text
        case .number, .money: .number
        case .date: .date
        }
    }

    package var summary: String {
        switch self {
        case .text: "any text"
        case .number: "a number such as `4.50`, `4,50` or `1.234,50`"
        case .money: "a number with or without a currency: `€ 4,50`, `1,200円`, `CHF 1'234.50`"
        case .date: "a date: `2026-12-24`, `24.12.2026`, or `24/12/2026` with the day first"
        }
    }

    /// The value of a cell; nil where it is not one of the type.
    func value(_ text: String, decimal: DecimalMark?) -> FieldValue? {
        switch self {
        case .text: return .text(text)
        case .number, .money:
            if case .value(let number, _) = WrittenNumber.read(text, isMoney: self == .money, decimal: decimal) {
                return .number(number)
            }
            return nil
        case .date:
            // A list is taken only where its dates have the day first.
            if case .value(let date, _) = WrittenDate.read(text) { return .date(date) }
            if case .ambiguous(let date) = WrittenDate.read(text) { return .date(date) }
            return nil
        }
    }
}

/// The result of reading a cell as a number or a date.
enum CellReading<Value, Evidence> {
    /// - Parameter evidence: what the cell shows about the format of all cells of its list; nil for nothing.
    case value(Value, Evidence?)
    /// It can be read in two ways; with the default value.
    case ambiguous(Value)
    case wrong
}

/// A number as people write it into lists.
///
///     WrittenNumber.read("1.234,50", isMoney: false, decimal: nil)   // 1234.50, with a decimal comma
enum WrittenNumber {
    /// `isMoney` allows a currency; `decimal` is for numbers whose only separator may be that of thousands.
    static func read(_ text: String, isMoney: Bool, decimal: DecimalMark?) -> CellReading<DecimalNumber, DecimalMark> {
        var scalars = Array(text.unicodeScalars).map(narrow)[...]
        trim(&scalars)
        var isNegative = takeSign(&scalars)
        if isMoney {
            takeCurrency(&scalars)
            if !isNegative { isNegative = takeSign(&scalars) }
            takeDash(&scalars)
        }
        guard let (number, mark, isOpen) = digits(Array(scalars)) else { return .wrong }
        guard isOpen else {
            return value(number.digits, decimals: number.decimals, isNegative).map { .value($0, mark) } ?? .wrong
        }
        // `1.234`: three digits behind one sign.
        let isDecimal = decimal.map { $0 == mark } ?? false
        guard let value = value(number.digits, decimals: isDecimal ? 3 : 0, isNegative) else { return .wrong }
        // Nearly no currency has three decimals.
        return decimal == nil && !isMoney ? .ambiguous(value) : .value(value, nil)
    }

    private static func value(_ digits: Int64, decimals: Int, _ isNegative: Bool) -> DecimalNumber? {
        DecimalNumber(isNegative ? -digits : digits, decimals: decimals)
    }

    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        0xFF01...0xFF5E ~= scalar.value ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
    }

    fileprivate static func trim(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
    }

    private static func takeSign(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, "+-\u{2212}".unicodeScalars.contains(first) else { return false }
        scalars.removeFirst()
        trim(&scalars)
        return first != "+"
    }

    /// Removes a currency before or after the number: its sign, or at most four letters with a dot after them.
    private static func takeCurrency(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        let isCurrency = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .currencySymbol || scalar.properties.isAlphabetic
        }
        let front = scalars.prefix(while: isCurrency).count
        if (1...4).contains(front) {
            scalars.removeFirst(front)
            if scalars.first == ".", scalars.dropFirst().first.map({ !isDigit($0) }) ?? false { scalars.removeFirst() }
        }
        var behind = scalars
        if behind.last == ".", behind.dropLast().last.map(isCurrency) ?? false { behind.removeLast() }
        let count = behind.reversed().prefix(while: isCurrency).count
        if (1...4).contains(count) { scalars = behind.dropLast(count) }
        trim(&scalars)
    }

    /// Removes a dash for no cents: `5,-`.
    private static func takeDash(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        guard let last = scalars.last, "-\u{2013}\u{2014}".unicodeScalars.contains(last),
            let sign = scalars.dropLast().last, sign == "," || sign == "."
        else { return }
        scalars.removeLast(2)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Digits with separators; `isOpen` when the only separator may be that of thousands or of decimals.
    private static func digits(
        _ scalars: [Unicode.Scalar]
    ) -> (number: (digits: Int64, decimals: Int), mark: DecimalMark?, isOpen: Bool)? {
        var value: Int64 = 0
        var count = 0
        /// The signs, each with how many digits are before it.
        var signs: [(sign: Unicode.Scalar, place: Int)] = []
        for scalar in scalars {
            if isDigit(scalar) {
                guard count < 18 else { return nil }
                value = value * 10 + Int64(scalar.value - 0x30)
                count += 1
            } else {
                signs.append((scalar, count))
            }
        }
        guard count > 0 else { return nil }
        let known: Set<Unicode.Scalar> = [".", ",", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}"]
        guard signs.allSatisfy({ known.contains($0.sign) }) else { return nil }
        let kinds = Set(signs.map(\.sign))
        guard let last = signs.last else { return ((value, 0), nil, false) }
        let mark = DecimalMark(rawValue: String(Character(last.sign)))
        let after = count - last.place
        let isAlone = signs.count { $0.sign == last.sign } == 1
        if let mark, isAlone {
            // The last sign is that of the decimals, and those before it are all of one sort.
            let before = signs.dropLast()
            let isGrouped = !before.isEmpty
            guard after > 0, isGrouped ? isThousands(before, end: last.place) : true, kinds.count <= 2 else {
                return nil
            }
            let isOpen = !isGrouped && after == 3 && (1...3).contains(last.place) && scalars.first != "0"
            return ((value, after), mark, isOpen)
        }
        guard kinds.count == 1, isThousands(signs[...], end: count) else { return nil }
        return ((value, 0), mark?.other, false)
    }

    /// Whether there are three digits after each separator, one to three before the first, and one kind of separator.
    private static func isThousands(_ signs: ArraySlice<(sign: Unicode.Scalar, place: Int)>, end: Int) -> Bool {
        guard let first = signs.first, (1...3).contains(first.place) else { return false }
        let places = signs.map(\.place) + [end]
        return zip(places, places.dropFirst()).allSatisfy { $1 - $0 == 3 } && signs.allSatisfy { $0.sign == first.sign }
    }
}

/// A date as people write it into lists.
enum WrittenDate {
    /// Evidence that a date is written with the day first.
    struct DayFirst {}

    static func read(_ text: String) -> CellReading<CalendarDate, DayFirst> {
        var scalars = Array(text.unicodeScalars)[...]
        WrittenNumber.trim(&scalars)
        let text = String(String.UnicodeScalarView(scalars))
        for separator in ["-", ".", "/"] as [Character] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let numbers = parts.compactMap { part -> Int? in
                part.utf8.count <= 4 && part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
            }
            guard numbers.count == 3 else { return .wrong }
            if parts[0].utf8.count == 4 {
                guard separator != ".", parts[1].utf8.count == 2, parts[2].utf8.count == 2,
                    let date = CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
                else { return .wrong }
                return .value(date, nil)
            }
            guard separator != "-", parts[2].utf8.count == 4, parts[0].utf8.count <= 2, parts[1].utf8.count <= 2,
                let date = CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
            else { return .wrong }
            guard separator == "/" else { return .value(date, nil) }
            if numbers[0] > 12 { return .value(date, DayFirst()) }
            return numbers[0] == numbers[1] ? .value(date, nil) : .ambiguous(date)
        }
        return .wrong
    }
}
