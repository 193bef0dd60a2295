internal import BeelineSymbols

/// What cells of lists look like.
package enum ListHeader {
    /// Whether the cell above some keys is one of them, not their name: it is a long number, or is written as they are,
    /// with digits in the same places.
    package static func isKey(_ cell: [UInt8], above keys: [[UInt8]]) -> Bool {
        isLongNumber(cell) || isScientific(cell[...])
            || cell.contains(where: \.isASCIIDigit) && !keys.isEmpty && keys.allSatisfy { shape($0) == shape(cell) }
    }

    /// Six digits or more, perhaps with hyphens and blanks, and an X as in ISBN-10 at most; a year is not one.
    package static func isLongNumber(_ cell: [UInt8]) -> Bool {
        let digits = cell.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        let body = digits.last.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false ? digits.dropLast() : digits[...]
        return body.count >= 6 && body.allSatisfy(\.isASCIIDigit)
    }

    /// `9,78316E+12`: what spreadsheets make of a long number.
    package static func isScientific(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let e = cell.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }), e > cell.startIndex else {
            return false
        }
        let signs: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: ",")]
        let exponent = cell[(e + 1)...].drop { $0 == UInt8(ascii: "+") }
        return cell[..<e].first?.isASCIIDigit ?? false
            && cell[..<e].contains { signs.contains($0) }
            && cell[..<e].allSatisfy { $0.isASCIIDigit || signs.contains($0) }
            && (1...3).contains(exponent.count) && exponent.allSatisfy(\.isASCIIDigit)
    }

    /// The cell with each digit as 9 and each letter as A.
    private static func shape(_ cell: [UInt8]) -> [UInt8] {
        cell.map { $0.isASCIIDigit ? UInt8(ascii: "9") : $0.isASCIILetter ? UInt8(ascii: "A") : $0 }
    }
}
