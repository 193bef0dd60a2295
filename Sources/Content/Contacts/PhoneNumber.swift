internal import BeelineSymbols

/// A telephone number as one dials it: digits, with `+` in front where it is international.
///
///     let number = PhoneNumber("tel:+1-212-555-0100;ext=22")
///     number?.number      // "+12125550100"
///     number?.extension   // "22"
///     PhoneNumber("+49 (0)30 123456")?.number   // "+4930123456"
public struct PhoneNumber: Hashable, Sendable {
    /// The digits, also `*` and `#`; of a global number `+` and at most 15 digits (ITU-T E.164).
    public let number: String
    /// What is dialled once the call is answered: digits, `*`, `#`, and commas for further pauses.
    public let `extension`: String?
    /// Where a local number is valid: the beginning of a global number, or a domain (RFC 3966, section 5.1.5).
    public let context: String?

    /// Whether it begins with `+` and a country's code.
    public var isGlobal: Bool { number.utf8.first == UInt8(ascii: "+") }

    /// The number as a `tel` URI (RFC 3966).
    public var uri: String {
        let digits = (isGlobal ? "+" : "") + PercentEncoding.encode(isGlobal ? String(number.dropFirst()) : number)
        return "tel:" + digits + (`extension`.map { ";ext=" + PercentEncoding.encode($0) } ?? "")
            + (context.map { ";phone-context=" + $0 } ?? "")
    }
}

extension PhoneNumber {
    /// Reads a number as a `tel` URI or as people write it; nil when the text is not one.
    ///
    /// Blanks, hyphens, dots, slashes and brackets between the digits are left out, and so is `(0)` after the code of
    /// a country: one dials it only without that, save where the zero is the number's own (`+39 (0)6`). An extension is
    /// behind `;ext=`, `ext.`, `x`, or a pause.
    public init?(_ text: String) {
        guard let number = try? PhoneNumberReader.read(Array(text.utf8)[...]) else { return nil }
        self = number
    }
}

extension PhoneNumber: CustomStringConvertible {
    /// The number, and its extension behind `;ext=`.
    public var description: String { number + (`extension`.map { ";ext=\($0)" } ?? "") }
}

extension PhoneNumber: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .phone: .text(number)
        case .phoneExtension: `extension`.map(FieldValue.text)
        case .phoneContext: context.map(FieldValue.text)
        default: nil
        }
    }
}

/// Takes a telephone number apart, as a `tel` URI (RFC 3966) or as people write it.
enum PhoneNumberReader {
    private static let longest = 1 << 10

    static func read(_ text: ArraySlice<UInt8>) throws(Refusal) -> PhoneNumber {
        guard text.count <= longest else { throw .malformed("more than \(longest) bytes") }
        let text = text.withoutBlanks
        var rest = text
        if let address = text.dropping(keyword: "TEL:") { rest = address.dropping(keyword: "//") ?? address }
        if rest.contains(where: { $0 == 0xE3 || $0 == 0xEF }) { rest = narrowed(rest) }
        if rest.contains(UInt8(ascii: "%")) { rest = Array(PercentEncoding.text(rest).utf8)[...] }

        var draft = Draft()
        while let byte = rest.first {
            if byte.isASCIIDigit || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "#") {
                if byte == UInt8(ascii: "0"), draft.isTrunkPrefix(followedBy: rest.dropFirst().first) {
                    rest = rest.dropFirst()
                    continue
                }
                draft.number.append(byte)
            } else if byte == UInt8(ascii: "+"), draft.number.isEmpty {
                draft.number.append(byte)
            } else if let count = separatorCount(rest) {
                draft.isAfterBracket = byte == UInt8(ascii: "(")
                rest = rest.dropFirst(count)
                continue
            } else {
                try readTail(rest, &draft)
                break
            }
            draft.isAfterBracket = false
            rest = rest.dropFirst()
        }
        return try draft.checked()
    }

    /// The text with ASCII characters instead of their full-width forms (U+FF01…U+FF5E) and of the blank of U+3000.
    private static func narrowed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.value {
            case 0x3000: " "
            case 0xFF01...0xFF5E: Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
            default: scalar
            }
        }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)[...]
    }

    private struct Draft {
        var number: [UInt8] = []
        var `extension`: [UInt8] = []
        var context: String?
        var isAfterBracket = false

        /// Whether a zero is the `(0)` of `+49 (0)30` or `0049 (0)30`, dialled without the country's code only.
        func isTrunkPrefix(followedBy next: UInt8?) -> Bool {
            guard isAfterBracket, next == UInt8(ascii: ")"),
                let international = ["+", "00", "011"].first(where: { number.starts(with: $0.utf8) })
            else { return false }
            let country = number.dropFirst(international.utf8.count)
            return !country.isEmpty && !Self.withZeros.contains { country.elementsEqual($0.utf8) }
        }

        /// The countries in which a zero begins the number itself, and is dialled from everywhere: Italy, San Marino
        /// and the Vatican, Côte d'Ivoire, Benin, Gabon, Congo (ITU-T E.164, the national numbering plans).
        private static let withZeros = ["39", "378", "379", "225", "229", "241", "242"]

        func checked() throws(Refusal) -> PhoneNumber {
            let digits = number.count(where: \.isASCIIDigit)
            let isGlobal = number.first == UInt8(ascii: "+")
            let isService = number.count > digits && !isGlobal
            guard digits >= 2 || (isService && digits == 1) else { throw .malformed("fewer than two digits") }
            if isGlobal {
                guard digits == number.count - 1 else { throw .malformed("a number with + must have digits only") }
                guard digits <= 15 else { throw .malformed("\(digits) digits after the +; the maximum is 15") }
            }
            guard digits <= 40 else { throw .malformed("\(digits) digits") }
            return PhoneNumber(
                number: String(decoding: number, as: UTF8.self),
                extension: `extension`.isEmpty ? nil : String(decoding: `extension`, as: UTF8.self), context: context)
        }
    }

    /// What follows the digits: parameters, a pause, or an extension.
    private static func readTail(_ tail: ArraySlice<UInt8>, _ draft: inout Draft) throws(Refusal) {
        guard let first = tail.first else { return }
        switch first {
        case UInt8(ascii: ";"):
            for parameter in tail.split(separator: UInt8(ascii: ";")) { try readParameter(parameter, &draft) }
        case UInt8(ascii: ","), UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "w"), UInt8(ascii: "W"):
            let parameters = tail.firstIndex(of: UInt8(ascii: ";")) ?? tail.endIndex
            let pause = tail[..<parameters]
            // A word may follow it: `555, ext. 22`.
            let number = withoutKeyword(pause.drop { $0 == UInt8(ascii: ",") || $0.isASCIIBlank })
            draft.extension = try dialled(number ?? pause)
            try readTail(tail[parameters...], &draft)
        default:
            guard let number = withoutKeyword(tail) else {
                throw .malformed(
                    first.isASCIILetter ? "letters are in the number" : "the number has invalid characters")
            }
            draft.extension = try dialled(number)
        }
    }

    private static func withoutKeyword(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        tail.dropping(keyword: "EXTENSION") ?? tail.dropping(keyword: "EXT.") ?? tail.dropping(keyword: "EXT")
            ?? tail.dropping(keyword: "X")
    }

    private static func readParameter(_ parameter: ArraySlice<UInt8>, _ draft: inout Draft) throws(Refusal) {
        if let value = parameter.dropping(keyword: "EXT=") {
            draft.extension = try dialled(value)
        } else if let value = parameter.dropping(keyword: "PHONE-CONTEXT=") {
            draft.context = isContext(value) ? String(decoding: value, as: UTF8.self) : nil
        } else if let first = parameter.first, first.isASCIIDigit {
            // A semicolon is also how some telephones write: wait, then dial this.
            draft.extension = try dialled(parameter)
        }
    }

    /// Whether it is a domain or the beginning of a global number (RFC 3966, section 3: `descriptor`).
    private static func isContext(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.first == UInt8(ascii: "+") else {
            return !value.isEmpty
                && value.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                }
        }
        return value.contains(where: \.isASCIIDigit)
            && value.dropFirst().allSatisfy { $0.isASCIIDigit || [UInt8]("-.()".utf8).contains($0) }
    }

    /// The digits of an extension; pauses between them are commas.
    private static func dialled(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> [UInt8] {
        var dialled: [UInt8] = []
        var rest = bytes
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "#"): dialled.append(byte)
            case _ where byte.isASCIIDigit: dialled.append(byte)
            case UInt8(ascii: ","), UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "w"), UInt8(ascii: "W"):
                if !dialled.isEmpty, dialled.last != UInt8(ascii: ",") { dialled.append(UInt8(ascii: ",")) }
            case UInt8(ascii: ":") where dialled.isEmpty: break
            default:
                guard let count = separatorCount(rest) else { throw .malformed("the extension is not a number") }
                rest = rest.dropFirst(count)
                continue
            }
            rest = rest.dropFirst()
        }
        if dialled.last == UInt8(ascii: ",") { dialled.removeLast() }
        guard dialled.count <= 40 else { throw .malformed("the extension has more than 40 digits") }
        return dialled
    }

    /// How many bytes the character that begins here has, if it only separates digits; nil for others. Those of RFC
    /// 3966 (section 3), blanks, slashes, and what programs put around numbers that are copied from them: the hyphens,
    /// blanks and marks of direction of U+2000…U+206F.
    private static func separatorCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "/"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            return 1
        case _ where first.isASCIIBlank: return 1
        case 0xC2: return [0xA0, 0xAD].contains(bytes.dropFirst().first) ? 2 : nil
        case 0xE2:
            let next = Array(bytes.dropFirst().prefix(2))
            guard next.count == 2 else { return nil }
            let isSeparator =
                next[0] == 0x80
                ? (0x80...0x95).contains(next[1]) || (0xA8...0xAF).contains(next[1])
                : next[0] == 0x81
                    ? (0x9F...0xA9).contains(next[1])
                    : next[0] == 0x88 && next[1] == 0x92
            return isSeparator ? 3 : nil
        default: return nil
        }
    }
}
