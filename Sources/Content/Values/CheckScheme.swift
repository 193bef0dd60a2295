internal import BeelineSymbols

/// A method of check characters: how they follow from the other characters of a number. Rule files name it in the
/// `check` of a kind.
///
///     CheckScheme.luhn.result(of: "4992739871")   // .wrong(found: "1", expected: "6")
package enum CheckScheme: String, CaseIterable, Sendable {
    case gs1
    case gs1Price = "gs1-price"
    case luhn
    case mod7
    case mod10
    case mod11
    case iso7064Mod11And2 = "mod11-2"
    case iso7064Mod37And2 = "mod37-2"
    case iso7064Mod97And10 = "mod97-10"
    case iso7064Mod11And10 = "mod11-10"
    case iso7064Mod37And36 = "mod37-36"
    case mod43
    case mod103
    case ups
    case s10
    case fedex
    case pzn
    case aic
    case hibc
    case vin
    case library
    case imei
    case mrz
    case codiceFiscale = "codice-fiscale"
    case curp
    case base58check
    case xrp

    package enum Result: Hashable, Sendable {
        case right
        /// Everything else is right.
        case wrong(found: String, expected: String)
        /// It has characters or a length that no number of the scheme has.
        case other
    }

    /// What it is, in a few words, with the standard that defines it.
    package var title: String {
        switch self {
        case .gs1: "GS1 numbers: digits with the weights 3 and 1, modulo 10 (GS1 General Specifications, 7.9)"
        case .gs1Price:
            "a price or weight of four or five digits in a number of a shop (GS1 General Specifications, 7.9.2)"
        case .luhn: "digits, every other one doubled, modulo 10 (ISO/IEC 7812-1, annex B)"
        case .mod7: "digits, the number before the last one modulo 7"
        case .mod10: "digits with the weights that 'weights' lists, modulo 10"
        case .mod11:
            "digits with the weights that 'weights' lists, modulo 11, X for ten (as ISBN-10) or what 'ten' says"
        case .iso7064Mod11And2: "digits, modulo 11 with 2, X for ten (ISO 7064)"
        case .iso7064Mod37And2: "letters and digits, modulo 37 with 2, * for 36 (ISO 7064)"
        case .iso7064Mod97And10: "letters and digits, two check digits, modulo 97 with 10 (ISO 7064)"
        case .iso7064Mod11And10: "digits, modulo 11 and 10 (ISO 7064)"
        case .iso7064Mod37And36: "letters and digits, modulo 37 and 36 (ISO 7064)"
        case .mod43: "the characters of Code 39, modulo 43 (ISO/IEC 16388, annex A)"
        case .mod103: "the printable characters of Code 128, set B, modulo 103 (ISO/IEC 15417, annex A)"
        case .ups: "tracking numbers of UPS: 1Z and 16 characters"
        case .s10: "the nine digits of a postal item (UPU S10)"
        case .fedex: "the 12 digits of FedEx Express, or the last 14 of its label of 34"
        case .pzn: "the eight digits of a German pharmaceutical number (PZN)"
        case .aic: "the nine digits of an Italian medicine (AIC), as Code 32 has them"
        case .hibc: "Health Industry Bar Codes: + and the characters of Code 39 (ANSI/HIBC 2.6)"
        case .vin: "Vehicle Identification Numbers of North America (49 CFR 565)"
        case .library: "the 14 digits of library cards and items in Codabar"
        case .imei: "the 15 digits of a mobile phone (3GPP TS 23.003, annex B)"
        case .mrz: "a field of a machine-readable zone: letters, digits and < (ICAO Doc 9303-3, 4.9)"
        case .codiceFiscale: "the 16 characters of an Italian codice fiscale (decree of 23 December 1976)"
        case .curp: "the 18 characters of a Mexican CURP (RENAPO)"
        case .base58check: "addresses of coins in Base58Check; six characters have the checksum"
        case .xrp: "the same with the alphabet of the XRP Ledger"
        }
    }

    package var hasWeights: Bool { self == .mod10 || self == .mod11 }

    /// How many of the last characters are check characters. That of a VIN is in its middle.
    private var checkCount: Int { self == .iso7064Mod97And10 ? 2 : 1 }

    /// Checks a text that ends with its check characters. `mod10` and `mod11` have a weight for each digit before the
    /// check character, which is `ten` in `mod11` where the rest is ten, and where it is eleven, `eleven` or nothing.
    package func result(of text: String, weights: [Int] = [], ten: Character = "X", eleven: Character = "0") -> Result {
        // No code contains more, and no scheme is for texts of that length.
        guard text.utf8.count <= Self.longest else { return .other }
        let bytes = Array(text.utf8)
        if self == .vin {
            return switch VINParser.check(bytes[...]) {
            case .right: .right
            case .wrongCheckDigit(let found, let expected):
                .wrong(found: Self.text([found]), expected: Self.text([expected]))
            case .other: .other
            }
        }
        if self == .base58check || self == .xrp {
            guard let check = Base58.check(bytes, in: self == .xrp ? .xrp : .bitcoin) else { return .other }
            let (found, expected) = (Self.text(check.found), Self.text(check.expected))
            return found == expected ? .right : .wrong(found: found, expected: expected)
        }
        guard bytes.count > checkCount, isPossible(bytes) else { return .other }
        let body = bytes.dropLast(checkCount)
        guard var expected = checkCharacters(for: body, weights: weights) else { return .other }
        if self == .mod11, expected == "X" || expected == "0" { expected = String(expected == "X" ? ten : eleven) }
        let found = Self.text(bytes.suffix(checkCount))
        guard found.utf8.allSatisfy(checkAlphabet.utf8.contains) else { return .other }
        // A field without data may have a filler for its check digit too (ICAO Doc 9303-4, 4.2.2).
        if self == .mrz, found == "<", body.allSatisfy({ $0 == UInt8(ascii: "<") }) { return .right }
        return found == expected ? .right : .wrong(found: found, expected: expected)
    }

    /// The characters of which a check character can be one.
    private var checkAlphabet: String {
        switch self {
        case .mod11, .iso7064Mod11And2, .vin: "0123456789X"
        case .iso7064Mod37And2: Self.alphanumeric + "*"
        case .iso7064Mod37And36: Self.alphanumeric
        case .mod43, .hibc: Self.code39
        case .mod103: Self.code128
        case .mrz: "0123456789<"
        case .codiceFiscale: Self.letters
        case .base58check, .xrp: ""
        case .gs1, .gs1Price, .luhn, .mod7, .mod10, .iso7064Mod97And10, .iso7064Mod11And10, .ups, .s10, .fedex, .pzn,
            .aic,
            .library, .imei, .curp:
            "0123456789"
        }
    }

    private static let longest = 256

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    /// Whether a text has the length and the beginning that the scheme prescribes.
    private func isPossible(_ text: [UInt8]) -> Bool {
        switch self {
        case .gs1Price: text.count == 5 || text.count == 6
        case .ups: text.count == 18 && text.starts(with: "1Z".utf8)
        case .s10: text.count == 9
        case .fedex: text.count == 12 || text.count == 14
        case .pzn: text.count == 8
        case .aic: text.count == 9
        case .hibc: text.first == UInt8(ascii: "+") && text.count >= 4
        case .library: text.count == 14
        case .imei: text.count == 15
        case .codiceFiscale: text.count == 16
        case .curp: text.count == 18
        default: true
        }
    }

    /// The check characters for the characters before them; nil where the scheme has none for these.
    private func checkCharacters(for body: ArraySlice<UInt8>, weights: [Int]) -> String? {
        switch self {
        case .gs1:
            return digits(body).map { Self.digit(10 - Self.sum($0.reversed(), weights: [3, 1]) % 10) }
        case .gs1Price: return digits(body).map { Self.digit(Self.priceCheck($0)) }
        case .luhn, .library, .imei:
            return digits(body).map { Self.digit(10 - Self.luhnSum($0.reversed(), doubling: 0) % 10) }
        case .mod7: return digits(body).map { Self.digit($0.reduce(0) { ($0 * 10 + $1) % 7 }) }
        case .mod10:
            guard let digits = digits(body), digits.count == weights.count else { return nil }
            return Self.digit(10 - Self.sum(digits, weights: weights) % 10)
        case .mod11:
            guard let digits = digits(body), digits.count == weights.count else { return nil }
            return Self.digitOrX(11 - Self.sum(digits, weights: weights) % 11)
        case .iso7064Mod11And2: return digits(body).map { Self.digitOrX(Self.pure($0, modulus: 11, radix: 2)) }
        case .iso7064Mod37And2:
            return values(body, in: Self.alphanumeric).map {
                Self.character(Self.pure($0, modulus: 37, radix: 2), in: checkAlphabet)
            }
        case .iso7064Mod97And10:
            guard values(body, in: Self.alphanumeric) != nil else { return nil }
            return Digits.text(UInt64(98 - Mod97.remainder(body + [0x30, 0x30])), count: 2)
        case .iso7064Mod11And10: return digits(body).map { Self.digit(Self.hybrid($0, modulus: 10)) }
        case .iso7064Mod37And36:
            return values(body, in: Self.alphanumeric).map {
                Self.character(Self.hybrid($0, modulus: 36), in: Self.alphanumeric)
            }
        case .mod43, .hibc:
            return values(body, in: Self.code39).map { Self.character($0.reduce(0, +) % 43, in: Self.code39) }
        case .mod103:
            // The start character of set B is 104. Check characters beyond 94 cannot be written.
            return values(body, in: Self.code128).flatMap { values in
                let sum = values.enumerated().reduce(104) { ($0 + ($1.offset + 1) * $1.element) % 103 }
                return sum < Self.code128.utf8.count ? Self.character(sum, in: Self.code128) : nil
            }
        case .ups:
            // A letter counts as many as its place in the alphabet says, from A with 2 on.
            let values = body.dropFirst(2).compactMap { byte in
                byte.isASCIIDigit ? Int(byte - 0x30) : byte.isASCIICapital ? (Int(byte) - 63) % 10 : nil
            }
            guard values.count == body.count - 2 else { return nil }
            return Self.digit(10 - Self.sum(values, weights: [1, 2]) % 10)
        case .s10:
            return digits(body).map { digits in
                switch 11 - Self.sum(digits, weights: [8, 6, 4, 2, 3, 5, 9, 7]) % 11 {
                case 10: "0"
                case 11: "5"
                case let check: Self.digit(check)
                }
            }
        case .fedex: return digits(body).map { Self.digit(Self.sum($0.reversed(), weights: [1, 3, 7]) % 11) }
        case .pzn:
            guard let digits = digits(body) else { return nil }
            let check = Self.sum(digits, weights: Array(1...7)) % 11
            // A number whose check digit would be ten is not assigned.
            return check == 10 ? nil : Self.digit(check)
        case .aic:
            // As Luhn's, but from the left, and the check digit is the rest itself.
            return digits(body).map { Self.digit(Self.luhnSum($0, doubling: 1)) }
        case .mrz:
            // The filler < counts nothing.
            return values(body, in: Self.alphanumeric + "<").map { values in
                Self.digit(Self.sum(values.map { $0 == 36 ? 0 : $0 }, weights: [7, 3, 1]))
            }
        case .codiceFiscale:
            // A digit counts as the letter of its place in the alphabet, from A with 0 on.
            return values(body, in: Self.alphanumeric).map { values in
                let sum = values.map { $0 < 10 ? $0 : $0 - 10 }.enumerated().reduce(0) { sum, place in
                    sum + (place.offset % 2 == 0 ? Self.oddPlaces[place.element] : place.element)
                }
                return Self.character(sum % 26, in: Self.letters)
            }
        case .curp:
            // Between N and O its alphabet has Ñ.
            return values(body, in: Self.alphanumeric).map { values in
                Self.digit(
                    10 - Self.sum(values.map { $0 < 24 ? $0 : $0 + 1 }, weights: Array((2...18).reversed())) % 10)
            }
        case .vin, .base58check, .xrp: return nil
        }
    }

    /// What the letters of a codice fiscale count in the first, third and every other place.
    private static let oddPlaces = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
    ]

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let alphanumeric = "0123456789" + letters
    private static let code128 = String(decoding: 0x20...0x7E as ClosedRange<UInt8>, as: UTF8.self)
    private static let code39 = alphanumeric + "-. $/+%"

    private func digits(_ characters: ArraySlice<UInt8>) -> [Int]? { values(characters, in: "0123456789") }

    /// The place of each character in an alphabet; nil where it is not in it.
    private func values(_ characters: ArraySlice<UInt8>, in alphabet: String) -> [Int]? {
        let alphabet = Array(alphabet.utf8)
        let values = characters.compactMap(alphabet.firstIndex)
        return values.count == characters.count ? values : nil
    }

    private static func character(_ value: Int, in alphabet: String) -> String {
        String(decoding: alphabet.utf8.dropFirst(value).prefix(1), as: UTF8.self)
    }

    private static func digit(_ value: Int) -> String { "\(value % 10)" }

    private static func digitOrX(_ value: Int) -> String { value % 11 == 10 ? "X" : "\(value % 11)" }

    /// The values added up, each times its weight; the weights begin again after the last.
    private static func sum(_ values: some Sequence<Int>, weights: [Int]) -> Int {
        values.enumerated().reduce(0) { $0 + $1.element * weights[$1.offset % weights.count] }
    }

    /// The check digit of a price in a number of a shop: each digit has one of four weights, 2−, 3, 5+ and 5−, where the
    /// sign says whether the tens of the product are added to its units or subtracted.
    private static func priceCheck(_ digits: [Int]) -> Int {
        func product(_ digit: Int, _ weight: Int, _ sign: Int) -> Int {
            (digit * weight % 10 + sign * (digit * weight / 10) + 10) % 10
        }
        let weights: [(Int, Int)] =
            digits.count == 4 ? [(2, -1), (2, -1), (3, 0), (5, -1)] : [(5, 1), (2, -1), (5, -1), (5, 1), (2, -1)]
        let sum = zip(digits, weights).reduce(0) { $0 + product($1.0, $1.1.0, $1.1.1) }
        if digits.count == 4 { return sum * 3 % 10 }
        return (0...9).first { product($0, 5, -1) == (10 - sum % 10) % 10 } ?? 0
    }

    /// The digits added up, with every other one doubled, and its two digits added.
    ///
    /// - Parameter first: the place of the first one that is doubled, from 0.
    private static func luhnSum(_ digits: [Int], doubling first: Int) -> Int {
        digits.enumerated().reduce(0) { sum, digit in
            let doubled = digit.offset % 2 == first ? digit.element * 2 : digit.element
            return sum + doubled / 10 + doubled % 10
        }
    }

    /// The check value of a pure system (ISO 7064, section 6).
    private static func pure(_ values: [Int], modulus: Int, radix: Int) -> Int {
        let rest = values.reduce(0) { ($0 + $1) * radix % modulus }
        return (modulus + 1 - rest) % modulus
    }

    /// The check value of a hybrid system (ISO 7064, section 9), whose second modulus is greater by one.
    private static func hybrid(_ values: [Int], modulus: Int) -> Int {
        let product = values.reduce(modulus) { product, value in
            let sum = (product + value) % modulus
            return (sum == 0 ? modulus : sum) * 2 % (modulus + 1)
        }
        return (modulus + 1 - product) % modulus
    }
}
