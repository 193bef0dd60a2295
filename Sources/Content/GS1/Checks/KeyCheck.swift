internal import BeelineSymbols

/// Check digits, check characters, and company prefixes.
enum KeyCheck {
    /// The check digit at the end (GS1 General Specifications, section 7.9.1).
    static func digit(_ value: ArraySlice<UInt8>) -> String? {
        guard let (number, _) = Digits.parse(value) else { return "it has no check digit" }
        let expected = CheckDigit.gs1(number / 10)
        return number % 10 == expected ? nil : "the check digit is \(number % 10), expected is \(expected)"
    }

    /// The two check characters at the end of an alphanumeric key (GS1 General Specifications, section 7.9.5).
    ///
    /// The values of the characters in set 82, each times a prime that grows from right to left, modulo 1021; of the
    /// ten bits of that each half is a character of set 32.
    static func pair(_ value: ArraySlice<UInt8>) -> String? {
        guard value.count > 2, value.count - 2 <= primes.count else { return "it has no check characters" }
        var sum = 0
        for (byte, prime) in zip(value.dropLast(2).reversed(), primes) {
            guard let weight = CharacterTables.weight82(byte) else { return "it has no check characters" }
            sum += weight * prime
        }
        sum %= 1021
        let expected = [set32[sum >> 5], set32[sum & 31]]
        guard value.suffix(2).elementsEqual(expected) else {
            return "the check characters are \(String(decoding: value.suffix(2), as: UTF8.self)), "
                + "expected are \(String(decoding: expected, as: UTF8.self))"
        }
        return nil
    }

    /// Whether a GS1 Company Prefix, which has four digits at least, may begin there.
    ///
    /// Which ones were given away only GS1 knows.
    static func prefix(_ value: ArraySlice<UInt8>, at offset: Int) -> String? {
        let digits = value.dropFirst(offset).prefix(4)
        return digits.count == 4 && digits.allSatisfy(\.isASCIIDigit)
            ? nil : "it does not begin with a GS1 Company Prefix"
    }

    /// An International Bank Account Number (ISO 13616): country, check digits modulo 97 (ISO 7064).
    static func iban(_ value: ArraySlice<UInt8>) -> String? {
        let bytes = Array(value)
        guard bytes.count > 4, bytes.count <= 34, CodeCheck.countryLetters(bytes[0..<2]) == nil,
            bytes[2].isASCIIDigit, bytes[3].isASCIIDigit
        else { return "it is no IBAN" }
        guard bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIICapital }) else { return "it is no IBAN" }
        return Mod97.remainder(bytes[4...] + bytes[..<4]) == 1 ? nil : "the check digits of the IBAN are wrong"
    }

    private static let set32 = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)

    /// As many as the longest value has characters.
    private static let primes: [Int] = {
        var primes: [Int] = []
        var candidate = 2
        while primes.count < 97 {
            if !primes.contains(where: { candidate.isMultiple(of: $0) }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }()
}
