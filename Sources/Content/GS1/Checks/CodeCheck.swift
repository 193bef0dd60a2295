internal import BeelineSymbols

/// Codes out of lists, and small numbers.
enum CodeCheck {
    static func country(_ value: ArraySlice<UInt8>) -> String? {
        guard value.count == 3, let (number, _) = Digits.parse(value), CountryCodes.has(number: number) else {
            return "there is no country \(shown(value)) in ISO 3166"
        }
        return nil
    }

    static func countryLetters(_ value: ArraySlice<UInt8>) -> String? {
        CountryCodes.has(letters: value) ? nil : "there is no country \(shown(value)) in ISO 3166"
    }

    static func currency(_ value: ArraySlice<UInt8>) -> String? {
        CurrencyCodes.letters(value) == nil ? "there is no currency \(shown(value)) in ISO 4217" : nil
    }

    /// A single character out of some.
    static func oneOf(_ value: ArraySlice<UInt8>, _ allowed: String, _ problem: String) -> String? {
        guard value.count == 1, let byte = value.first, allowed.utf8.contains(byte) else { return problem }
        return nil
    }

    static func atMost(_ value: ArraySlice<UInt8>, _ greatest: UInt64, _ problem: String) -> String? {
        guard let (number, _) = Digits.parse(value), number <= greatest else { return problem }
        return nil
    }

    /// The index of an importer in the European system for tobacco: a character of set 64.
    static func importer(_ value: ArraySlice<UInt8>) -> String? {
        let isRight =
            value.count == 1 && value.first != UInt8(ascii: "=")
            && ApplicationIdentifier.CharacterSet.set64.allows(value)
        return isRight ? nil : "only a letter, a digit, - or _ stands for an importer"
    }

    /// A code of UN/ECE Recommendation 21, or of the list of GS1 that adds to it; both have one to three characters.
    ///
    /// The lists grow every year, so their shape is checked and not whether a code is among them.
    static func package(_ value: ArraySlice<UInt8>) -> String? {
        let isRight =
            (1...3).contains(value.count) && value.allSatisfy { $0.isASCIIDigit || $0.isASCIICapital }
        return isRight ? nil : "it is no code of a package type"
    }

    /// An AIDC media type: 01…10 have a meaning, 80…99 one inside of a country.
    static func media(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, _) = Digits.parse(value), (1...10).contains(number) || (80...99).contains(number) else {
            return "there is no media type \(shown(value))"
        }
        return nil
    }

    /// The number of a piece and the count of pieces, two digits each.
    static func piece(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, count) = Digits.parse(value), count == 4 else { return "it is no piece of a total" }
        let (piece, total) = (number / 100, number % 100)
        if piece == 0 || total == 0 { return "there is no piece 0, and no total of 0" }
        return piece <= total ? nil : "it is piece \(piece) of only \(total)"
    }

    /// A place and a count with a slash between them: `1/3`.
    static func position(_ value: ArraySlice<UInt8>) -> String? {
        let parts = value.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let (place, _) = Digits.parse(parts[0]), let (count, _) = Digits.parse(parts[1]) else {
            return "it is no place in a sequence, such as 1/3"
        }
        guard parts.allSatisfy({ $0.first != UInt8(ascii: "0") }) else { return "a number begins with 0" }
        return place <= count ? nil : "it is number \(place) of only \(count)"
    }

    /// Two hexadecimal digits after each percent sign (RFC 3986, section 2.1).
    static func percents(_ value: ArraySlice<UInt8>) -> String? {
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit) else {
                return "two hexadecimal digits must follow the percent sign"
            }
        }
        return nil
    }

    private static func shown(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: value.prefix(3), as: UTF8.self)
    }
}
