internal import BeelineContent
internal import BeelineSymbols

/// A part of a text: what it may be, and what it is called.
struct TextPart: Sendable {
    /// Nil for one that is not kept.
    let name: PartName?
    /// What messages call it: `'total'`, or `part 3`.
    let label: String
    let type: PartType
    /// What it must be one of; nil where that is open.
    let allowed: [String]?
    /// What it must fit as a whole.
    let pattern: Pattern?
    /// Whether it may be missing, or empty.
    let isOptional: Bool
    /// How many characters it has among parts of fixed lengths; nil: all that are left.
    let length: Int?
    /// How it is taken apart further.
    let layout: TextLayout?

    /// Whether it may be there several times.
    var isList: Bool { name?.type == .list }

    /// Keeps the value in its slot.
    func take(_ bytes: [UInt8], _ slots: inout [EvaluationContext.Slot]) throws(PartProblem) {
        if bytes.isEmpty, isOptional { return }
        // What is taken apart as binary values is no text.
        if layout == nil || name != nil || allowed != nil || pattern != nil {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw PartProblem(label, "is not UTF-8") }
            if let allowed, !allowed.contains(where: { $0.utf8.elementsEqual(bytes) }) {
                throw PartProblem(label, "is not \(allowed.joined(separator: " or "))")
            }
            if let pattern, !pattern.matches(text) {
                throw PartProblem(label, "does not match \(pattern.text)")
            }
            guard let value = type.value(text) else { throw PartProblem(label, "is not \(type.title)") }
            if let name { keep(value, in: &slots[name.slot]) }
        }
        try layout?.take(bytes, &slots)
    }

    private func keep(_ value: FieldValue, in slot: inout EvaluationContext.Slot) {
        guard isList else {
            slot = .value(value)
            return
        }
        if case .value(.list(let values)) = slot {
            // Held here alone, it grows in place.
            slot = .empty
            slot = .value(.list(values + [value]))
        } else {
            slot = .value(.list([value]))
        }
    }
}

/// What the text of a part stands for.
package enum PartType: Hashable, Sendable {
    case text
    case secret
    /// Digits alone, the last ones of them decimals.
    case digits(decimals: Int)
    /// A sign, digits, and decimals behind one of these marks.
    case number(marks: [UInt8])
    case date(DatePattern)
    case country
    case currency

    /// The types as rule files name them; a list consists of texts.
    package enum Name: String, CaseIterable {
        case text, number, date, country, currency, list, secret
    }

    /// The type of its values.
    var fieldType: FieldType {
        switch self {
        case .text, .secret, .country, .currency: .text
        case .digits, .number: .number
        case .date: .date
        }
    }

    var title: String {
        switch self {
        case .text, .secret: "a text"
        case .digits: "digits alone"
        case .number: "a number"
        case .date(let pattern): "a date such as \(pattern.text)"
        case .country: "a country (ISO 3166-1, two letters)"
        case .currency: "a currency (ISO 4217, three letters)"
        }
    }

    /// Nil where the text is none of the type.
    func value(_ text: String) -> FieldValue? {
        switch self {
        case .text, .secret: return .text(text)
        case .digits(let decimals): return DecimalNumber(digits: text, decimals: decimals).map(FieldValue.number)
        case .number(let marks):
            guard text.utf8.count(where: marks.contains) <= 1 else { return nil }
            let bytes = text.utf8.map { marks.contains($0) ? UInt8(ascii: ".") : $0 == UInt8(ascii: ".") ? 0 : $0 }
            return DecimalNumber(String(decoding: bytes, as: UTF8.self)).map(FieldValue.number)
        case .date(let pattern): return pattern.date(text).map(FieldValue.date)
        case .country: return CountryCodes.has(letters: Array(text.utf8)[...]) ? .text(text) : nil
        case .currency: return CurrencyCodes.has(letters: text) ? .text(text) : nil
        }
    }
}

/// How a date is written: `yyyy`, `yy`, `MM` and `dd`, and other characters as they are; a `*` at the end stands for
/// whatever follows.
package struct DatePattern: Hashable, Sendable {
    let text: String
    private let pieces: [Piece]
    let isOpen: Bool

    private enum Piece: Hashable, Sendable {
        case year(Int)
        case month
        case day
        case literal(UInt8)
    }

    /// Nil where year, month and day are not there once each.
    init?(_ text: String) {
        self.text = text
        isOpen = text.hasSuffix("*")
        var rest = (isOpen ? text.dropLast() : text[...]).utf8[...]
        var pieces: [Piece] = []
        while let first = rest.first {
            let known: [(String, Piece)] = [("yyyy", .year(4)), ("yy", .year(2)), ("MM", .month), ("dd", .day)]
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
        guard years == 1, pieces.count(where: { $0 == .month }) == 1, pieces.count(where: { $0 == .day }) == 1 else {
            return nil
        }
        self.pieces = pieces
    }

    /// A day as the pattern writes it.
    func text(of date: CalendarDate) -> String {
        pieces.map { piece in
            switch piece {
            case .year(let count): Digits.text(UInt64(count == 2 ? date.year % 100 : date.year), count: count)
            case .month: Digits.text(UInt64(date.month), count: 2)
            case .day: Digits.text(UInt64(date.day), count: 2)
            case .literal(let byte): String(Unicode.Scalar(byte))
            }
        }.joined()
    }

    /// The day; nil where the text is not written so, or there is no such day. A year of two digits is of 2000 to 2099.
    func date(_ text: String) -> CalendarDate? {
        var rest = Array(text.utf8)[...]
        var (year, month, day) = (0, 0, 0)
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
            case .literal(let byte): guard rest.popFirst() == byte else { return nil }
            }
        }
        guard rest.isEmpty || isOpen else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }
}

extension DecimalNumber {
    /// The number in at most fifteen ASCII digits; the last ones are decimals.
    init?(digits text: String, decimals: Int) {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit), let value = Int64(text) else {
            return nil
        }
        self.init(value, decimals: decimals)
    }
}
