internal import BeelineSymbols

/// An International Bank Account Number (ISO 13616), with the length and the structure that its country has registered.
///
///     let iban = try IBAN("DE89 3704 0044 0532 0130 00")
///     iban.text          // "DE89370400440532013000"
///     iban.country       // "DE"
public struct IBAN: Hashable, Sendable {
    /// Without blanks, in capitals.
    public let text: String

    /// Reads an IBAN as people write it; blanks and small letters do not matter.
    ///
    /// - Throws: `IBANError`.
    public init(_ text: String) throws(IBANError) {
        // The longest has 34 characters; with a blank between any two it is still below this.
        guard text.utf8.count <= 80 else { throw .wrongForm }
        let bytes = text.utf8.filter { !$0.isASCIIBlank }.map { $0.asciiUppercased }
        guard bytes.count >= 5, bytes[0].isASCIILetter, bytes[1].isASCIILetter, bytes[2].isASCIIDigit,
            bytes[3].isASCIIDigit, bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIICapital })
        else { throw .wrongForm }
        let country = String(decoding: bytes[..<2], as: UTF8.self)
        guard let structure = Self.structures[country] else { throw .unknownCountry(country) }
        let length = structure.reduce(4) { $0 + $1.count }
        guard bytes.count == length else { throw .wrongLength(found: bytes.count, expected: length) }
        // Wrong check digits are the reason only where everything else is right.
        guard Self.matches(bytes[4...], structure) else { throw .wrongStructure(country) }
        let expected = Mod97.checkDigits(bytes[...])
        let found = String(decoding: bytes[2..<4], as: UTF8.self)
        guard found == expected else { throw .wrongCheckDigits(found: found, expected: expected) }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// Two letters of ISO 3166-1.
    public var country: String { String(text.prefix(2)) }

    /// Whether it is a QR-IBAN of Switzerland or Liechtenstein: the institution has a number of 30000…31999.
    public var isQRIBAN: Bool {
        guard country == "CH" || country == "LI" else { return false }
        return text.utf8.dropFirst(4).starts(with: "30".utf8) || text.utf8.dropFirst(4).starts(with: "31".utf8)
    }

    private static func matches(_ account: ArraySlice<UInt8>, _ structure: [Part]) -> Bool {
        var rest = account
        for part in structure {
            guard rest.prefix(part.count).allSatisfy(part.characters.contain) else { return false }
            rest = rest.dropFirst(part.count)
        }
        return true
    }

    /// Some characters of the same set.
    private struct Part: Sendable {
        let count: Int
        let characters: Characters
    }

    private enum Characters: UInt8, Sendable {
        case digits = 0x6E  // n
        case letters = 0x61  // a
        case any = 0x63  // c

        func contain(_ byte: UInt8) -> Bool {
            switch self {
            case .digits: byte.isASCIIDigit
            case .letters: byte.isASCIILetter
            case .any: true
            }
        }
    }

    /// What follows the check digits in each country; neighbours of the same set in one.
    private static let structures: [String: [Part]] = {
        var structures: [String: [Part]] = [:]
        for entry in RegisterTable.entries(of: "[ibans]") {
            var parts: [Part] = []
            var count = 0
            for byte in entry.dropFirst(2) {
                if let characters = Characters(rawValue: byte) {
                    parts.append(Part(count: count, characters: characters))
                    count = 0
                } else {
                    count = count * 10 + Int(byte & 0x0F)
                }
            }
            structures[String(decoding: entry.prefix(2), as: UTF8.self)] = parts
        }
        return structures
    }()
}

extension IBAN: CustomStringConvertible {
    /// As `text`.
    public var description: String { text }
}

/// Why a text is not an IBAN.
public enum IBANError: Error, Hashable, Sendable {
    /// It is not two letters, two digits, and then digits and letters.
    case wrongForm
    case unknownCountry(String)
    case wrongLength(found: Int, expected: Int)
    /// Its country has digits where this has letters, or the other way around.
    case wrongStructure(String)
    case wrongCheckDigits(found: String, expected: String)
}

extension IBANError: CustomStringConvertible {
    /// What is wrong, as a part of a sentence.
    public var description: String {
        switch self {
        case .wrongForm: "not of the form of an IBAN"
        case .unknownCountry(let country): "\(country) is not a country with IBANs"
        case .wrongLength(let found, let expected): "\(found) characters, expected \(expected)"
        case .wrongStructure(let country): "its digits and letters are not in the places of \(country)"
        case .wrongCheckDigits(let found, let expected): "the check digits are \(found), expected \(expected)"
        }
    }
}

/// The Business Identifier Code of a bank (ISO 9362).
enum BIC {
    /// The BIC in capitals; nil when the text is none: four digits or letters, two letters, two or five of either.
    static func canonical(_ text: String) -> String? {
        let bytes = text.utf8.prefix(12).map { $0.asciiUppercased }
        guard bytes.count == 8 || bytes.count == 11, bytes[4].isASCIILetter, bytes[5].isASCIILetter,
            bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The check of ISO 7064 MOD 97-10, as IBAN and creditor references have it.
enum Mod97 {
    /// The remainder by 97 of the number of ASCII digits and capitals, a letter for two digits: A is 10, Z is 35.
    static func remainder(_ characters: some Sequence<UInt8>) -> Int {
        var rest = 0
        for byte in characters {
            rest = byte.isASCIIDigit ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte) - 0x37) % 97
        }
        return rest
    }

    /// The two check digits for a number in which they are the third and fourth character.
    static func checkDigits(_ characters: ArraySlice<UInt8>) -> String {
        let moved = characters.dropFirst(4) + characters.prefix(2) + [0x30, 0x30]
        return Digits.text(UInt64(98 - remainder(moved)), count: 2)
    }
}

/// A reference of a creditor (ISO 11649): `RF`, two check digits, up to 21 digits and letters.
///
///     CreditorReference("RF18 5390 0754 7034")?.text   // "RF18539007547034"
struct CreditorReference: Hashable, Sendable {
    /// Without blanks, in capitals.
    let text: String

    /// Nil when it is none, or its check digits are wrong; blanks and small letters do not matter.
    init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let bytes = text.utf8.filter { $0 != 0x20 }.map { $0.asciiUppercased }
        guard (5...25).contains(bytes.count), bytes.starts(with: "RF".utf8), bytes[2].isASCIIDigit,
            bytes[3].isASCIIDigit, bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter }),
            Mod97.remainder(bytes[4...] + bytes[..<4]) == 1
        else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }
}
