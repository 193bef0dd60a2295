internal import BeelineSymbols

/// An International Standard Book Number (ISO 2108), in both of its forms.
///
///     let isbn = try ISBN("4-87311-904-9")
///     isbn.isbn13   // "9784873119045"
///     isbn.isbn10   // "4873119049"
package struct ISBN: Hashable, Sendable {
    package let number: UInt64

    /// Reads an ISBN-13 or ISBN-10 as people write it: hyphens and blanks, a label `ISBN`, a small `x`.
    ///
    /// Nine digits are an SBN, or an ISBN-10 whose leading zero was lost; they get it (back).
    ///
    /// - Throws: `NumberError`; 979-0 is music (ISMN) and so `.wrongPrefix`.
    package init(_ text: String) throws(NumberError) {
        let digits = try WrittenDigits(Self.withoutLabel(text), most: 13, countsBeforeX: 8...9)
        let (value, count, endsInX) = (digits.value, digits.count, digits.endsInX)
        switch (count, endsInX) {
        case (8...9, true): try self.init(isbn10: value, check: UInt8(ascii: "X"))
        case (9, false): try self.init(isbn10: value / 10, check: UInt8(ascii: "0") + UInt8(value % 10))
        case (10, false): try self.init(isbn10: value / 10, check: UInt8(ascii: "0") + UInt8(value % 10))
        case (13, false): try self.init(isbn13: value)
        default: throw .wrongLength(count + (endsInX ? 1 : 0))
        }
    }

    /// A number of thirteen digits that was checked before.
    init(checked number: UInt64) { self.number = number }

    /// - Parameter value: thirteen digits as a number.
    init(isbn13 value: UInt64) throws(NumberError) {
        guard Self.isBook(value) else { throw .wrongPrefix }
        try NumberError.checkGS1(value)
        number = value
    }

    /// - Parameters:
    ///   - digits: the first nine.
    ///   - check: the tenth character, an ASCII digit or `X`.
    private init(isbn10 digits: UInt64, check: UInt8) throws(NumberError) {
        let expected = CheckDigit.isbn10(digits)
        guard check == expected else { throw .wrongCheckDigit(found: check, expected: expected) }
        let body = 978_000_000_000 + digits
        number = body * 10 + UInt64(CheckDigit.gs1(body))
    }

    /// Whether thirteen digits begin like a book: 978, or 979 but not 979-0, which is printed music.
    static func isBook(_ value: UInt64) -> Bool {
        switch value / 1_000_000_000 {
        case 9780...9789, 9791...9799: true
        default: false
        }
    }

    package var isbn13: String { Digits.text(number, count: 13) }

    /// The ten characters of old; nil for 979 numbers, which have none.
    package var isbn10: String? {
        guard number / 10_000_000_000 == 978 else { return nil }
        let nine = number / 10 % 1_000_000_000
        return "\(Digits.text(nine, count: 9))\(Unicode.Scalar(CheckDigit.isbn10(nine)))"
    }

    /// The text after a label such as `ISBN`, `ISBN-13:` or `isbn10 `.
    static func withoutLabel(_ text: String) -> Substring {
        guard startsWithLabel(text) else { return text[...] }
        var rest = text.dropFirst(4)
        for variant in ["-13", "-10", "13", "10"] where rest.hasPrefix(variant) {
            let after = rest.dropFirst(variant.count)
            // "ISBN10…" is a label only where something other than a further digit of the number follows.
            guard let next = after.first, next == ":" || next == " " else { continue }
            rest = after
            break
        }
        return rest.hasPrefix(":") ? rest.dropFirst() : rest
    }

    /// Whether a text begins with the four letters ISBN.
    static func startsWithLabel(_ text: String) -> Bool {
        text.utf8.prefix(4).elementsEqual("isbn".utf8) { $0 | 0x20 == $1 }
    }
}

extension ISBN: CustomStringConvertible {
    package var description: String { isbn13 }
}
