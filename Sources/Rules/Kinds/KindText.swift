package import BeelineContent
internal import BeelineSymbols

/// Writes the text of a code of a custom kind from its fields: the inverse of `parts`. A form can be written if its
/// parts are the whole text, and each part has a name or a single value, or is optional.
extension CustomKindForm {
    /// The names of the fields that its text is made of; nil where it cannot be made of fields.
    package var textFields: [String]? {
        guard let parts, parts.source.parts == [.variable(.field(.fixed(.text)), fallback: nil)],
            parts.layout.isWritable
        else { return nil }
        return parts.names.map(\.name)
    }

    /// Why its text cannot be made of fields; nil where it can.
    package var whyNotWritten: String? {
        guard textFields == nil else { return nil }
        guard let parts else { return "it has no 'parts', so nothing says how its text is made of its fields" }
        guard parts.source.parts == [.variable(.field(.fixed(.text)), fallback: nil)] else {
            return "its 'parts' are not of the whole text {text}"
        }
        return parts.layout.whyNotWritten
    }

    /// The text with the fields of these names; a list may have several values. An error where a field is missing, or
    /// has another form. Not tested is whether the text is of the kind: the condition and the checks may refuse it.
    package func text(of fields: [(name: String, value: String)]) throws(CodeTextError) -> String {
        guard let parts, textFields != nil else { throw CodeTextError("kind", "is not made of fields") }
        var values: [String: [String]] = [:]
        for (name, value) in fields { values[name, default: []].append(value) }
        return String(decoding: try parts.layout.written(values), as: UTF8.self)
    }
}

extension TextLayout {
    /// Its parts, keyed ones in the order of their keys; nil for a skipped one.
    private var parts: [TextPart?] {
        switch form {
        case .separated(_, let parts, _): parts
        case .keyed(_, let keyed): keyed.parts.inOrder.map(\.value)
        case .fixed(let parts): parts
        case .repeated(_, let part): [part]
        case .tagged(_, _, let parts): parts.inOrder.map(\.value)
        }
    }

    /// The names of all fields in it, at any depth.
    fileprivate var names: [String] {
        parts.flatMap { [$0?.name?.name].compactMap(\.self) + ($0?.layout?.names ?? []) }
    }

    fileprivate var isWritable: Bool {
        // Each of the values of a list is a part by itself.
        if case .repeated(_, let part) = form, part.name == nil || part.layout != nil { return false }
        return steps.allSatisfy(\.isWritable) && parts.allSatisfy { $0?.isWritable ?? false }
    }

    /// Why it is not writable; the first part that is not, by its label.
    fileprivate var whyNotWritten: String {
        if case .repeated(_, let part) = form, part.name == nil || part.layout != nil {
            return "the part of its 'each' has no name, or parts of its own"
        }
        if let step = steps.first(where: { !$0.isWritable }) { return "its 'decode' \(step.rawValue) cannot be undone" }
        for part in parts where !(part?.isWritable ?? false) {
            guard let part else { return "a part of 'into' is null, so nothing says what is there" }
            if let layout = part.layout { return layout.whyNotWritten }
            if part.name == nil { return "\(part.label) has neither a name nor one value in 'is'" }
            return "several texts are possible for \(part.label)"
        }
        return "its parts cannot be written"
    }

    fileprivate func written(_ values: [String: [String]]) throws(CodeTextError) -> [UInt8] {
        var bytes: [UInt8] = []
        switch form {
        case .separated(let separator, let parts, _):
            var pieces: [[UInt8]] = []
            for case let part? in parts { pieces.append(separator.escaped(try part.written(values) ?? [])) }
            // What may be missing at the end is left out.
            while pieces.count > 1, pieces.last?.isEmpty ?? false { pieces.removeLast() }
            bytes = Array(pieces.joined(separator: separator.bytes))
        case .keyed(let separator, let keyed):
            var pieces = keyed.headers.first.map { [Array($0.utf8)] } ?? []
            for (key, part) in keyed.parts.inOrder {
                for value in try part.allWritten(values) {
                    pieces.append(separator.escaped(Array(key.utf8)) + keyed.assign + separator.escaped(value))
                }
            }
            bytes = Array(pieces.joined(separator: separator.bytes))
        case .fixed(let parts):
            for part in parts { bytes += try part.written(values) ?? [] }
        case .repeated(let separator, let part):
            bytes = Array(try part.allWritten(values).map(separator.escaped).joined(separator: separator.bytes))
        case .tagged(let tagLength, let lengthLength, let parts):
            for (tag, part) in parts.inOrder {
                for value in try part.allWritten(values) {
                    guard value.count < 1 << (8 * lengthLength) else {
                        throw CodeTextError(part.name?.name ?? part.label, "is too long")
                    }
                    bytes += Self.bytes(tag, tagLength) + Self.bytes(UInt64(value.count), lengthLength) + value
                }
            }
        }
        return steps.reversed().reduce(bytes) { $1.encode($0) }
    }

    /// A number in big-endian bytes.
    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}

extension TextPart {
    fileprivate var isWritable: Bool {
        if let layout { return layout.isWritable }
        // A part that is only looked at has one value, or none.
        guard name != nil else { return isOptional || allowed?.count == 1 }
        // What is added up or is not a field is not known, and of two texts with one value none is the right one.
        guard isField, !isSum, !isSame, values.map({ Set($0.values).count == $0.count }) ?? true else { return false }
        if case .days(_, let cycle) = type { return cycle == nil }
        if case .date(let patterns) = type { return patterns.count == 1 && !patterns[0].isOpen }
        return true
    }

    /// The text of the part; nil if its field has no value and it is optional.
    fileprivate func written(_ values: [String: [String]]) throws(CodeTextError) -> [UInt8]? {
        let written = try allWritten(values)
        guard written.count < 2 else { throw CodeTextError(name?.name ?? label, "is there twice") }
        return written.first
    }

    /// The text of the part for each value of its field; empty if it is optional and has none.
    fileprivate func allWritten(_ values: [String: [String]]) throws(CodeTextError) -> [[UInt8]] {
        if let layout {
            let isGiven = layout.names.contains { values[$0] != nil }
            return isOptional && !isGiven ? [] : [try layout.written(values)]
        }
        guard let name else { return isOptional ? [] : [Array((allowed?.first ?? "").utf8)] }
        guard let given = values[name.name], !given.isEmpty else {
            guard isOptional else { throw CodeTextError(name.name, "is missing") }
            return []
        }
        var written: [[UInt8]] = []
        for text in given {
            guard let spelled = spelled(text) else { throw CodeTextError(name.name, "is not \(type.valueTitle)") }
            if let length, spelled.unicodeScalars.count != length {
                throw CodeTextError(
                    name.name, "has \(length) characters in the code, not \(spelled.unicodeScalars.count)")
            }
            written.append(Array(spelled.utf8))
        }
        return written
    }

    /// The text in the code for a value of the field; nil if there is none.
    private func spelled(_ text: String) -> String? {
        guard let values else { return type.spelled(text, length: length) }
        return values.first { type.value($0.value, on: .anyDay)?.description == text }?.key
    }
}

extension CalendarDate {
    /// Any day will do: the text of a value is the same on every day.
    fileprivate static let anyDay = CalendarDate(year: 2000, dayOfYear: 1)
}

extension PartType {
    /// A value of a field, as output shows it, in the spelling of the part; nil if it is not of the type.
    fileprivate func spelled(_ text: String, length: Int?) -> String? {
        switch self {
        case .text, .secret: return text
        case .country, .currency: return value(text, on: .anyDay) == nil ? nil : text
        case .digits(let decimals):
            guard let number = DecimalNumber(text), number.digits >= 0, let digits = number.digits(decimals: decimals)
            else { return nil }
            let plain = String(digits)
            return String(repeating: "0", count: max(0, (length ?? 0) - plain.utf8.count)) + plain
        case .number(let marks):
            guard let mark = marks.first, DecimalNumber(text) != nil else { return nil }
            return text.replacing(".", with: String(Unicode.Scalar(mark)))
        case .days(let first, _):
            guard let date = CalendarDate(text), first <= date else { return nil }
            let number = String(date.days(since: first))
            return String(repeating: "0", count: max(0, (length ?? 0) - number.utf8.count)) + number
        case .date(let patterns):
            guard let pattern = patterns.first, let date = CalendarDate(text) else { return nil }
            let written = pattern.text(of: date)
            return pattern.date(written) == date ? written : nil
        }
    }

    /// A value of the type in words, for messages.
    fileprivate var valueTitle: String {
        switch self {
        case .digits(let decimals): "a number like 12.5, with at most \(decimals) decimals"
        case .number: "a number like 12.5"
        case .date: "a date like 2026-12-31 that the code can have"
        case .text, .secret, .country, .currency, .days: title
        }
    }
}

extension DecimalNumber {
    /// The digits with a number of decimals; nil if the number has more.
    fileprivate func digits(decimals wanted: Int) -> Int64? {
        var (digits, decimals) = (digits, decimals)
        while decimals > wanted {
            guard digits % 10 == 0 else { return nil }
            (digits, decimals) = (digits / 10, decimals - 1)
        }
        while decimals < wanted {
            let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            (digits, decimals) = (product, decimals + 1)
        }
        return digits
    }
}

extension Separator {
    /// A part in which the separator and the escape have no meaning.
    fileprivate func escaped(_ piece: [UInt8]) -> [UInt8] {
        guard let escape, let first = bytes.first else { return piece }
        return piece.flatMap { $0 == escape || $0 == first ? [escape, $0] : [$0] }
    }
}

extension DecodingStep {
    fileprivate var isWritable: Bool { self != .base32 && self != .code32 && self != .code39 }

    fileprivate func encode(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .base64: Array(Base64.encode(bytes).utf8)
        case .base64url:
            Base64.encode(bytes).utf8.filter { $0 != UInt8(ascii: "=") }.map { byte in
                byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
            }
        case .base32, .code32, .code39: bytes
        case .hex: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
        case .percent: Array(PercentEncoding.encode(String(decoding: bytes, as: UTF8.self)).utf8)
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
