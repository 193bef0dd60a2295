internal import BeelineSymbols

/// A typed text in ASCII: full-width characters, dashes and blanks become the ASCII characters that they look like.
struct HalfwidthText {
    let text: String
    private let isWide: Bool

    /// Nil where there are other characters.
    init?(_ text: String) {
        var ascii = ""
        var isWide = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0: ascii += " "
            case 0xAD: continue
            case 0x21...0x7E: ascii.unicodeScalars.append(scalar)
            case 0x2010...0x2015, 0x2212: ascii += "-"
            case 0x3000, 0x30FC, 0xFF01...0xFF5E:
                isWide = true
                guard let narrow = Unicode.Scalar(scalar.value &- 0xFEE0), narrow.isASCII else {
                    ascii += scalar.value == 0x3000 ? " " : "-"
                    continue
                }
                ascii.unicodeScalars.append(narrow)
            default: return nil
            }
        }
        (self.text, self.isWide) = (ascii, isWide)
    }

    /// What was read as what.
    var doubts: [String] { isWide ? ["full-width characters are read as ASCII"] : [] }
}

/// A text with digits for the letters beside digits that look like them: the O of `-O1234562` becomes a 0, the I of
/// `ISSN` and `IMEI` stays a letter.
struct LookalikeLetters {
    let text: String
    /// The letters that were read as digits, each once.
    let letters: [Unicode.Scalar]

    /// A text with more of them is not read so.
    static let most = 3

    /// Nil where there are none, or too many.
    init?(_ text: String) {
        guard text.utf8.contains(where: { Self.digit(for: $0) != nil }) else { return nil }
        var bytes = Array(text.utf8)
        var letters: [Unicode.Scalar] = []
        var count = 0
        var place = 0
        while place < bytes.count {
            guard Self.digit(for: bytes[place]) != nil else {
                place += 1
                continue
            }
            let end = bytes[place...].firstIndex { Self.digit(for: $0) == nil } ?? bytes.count
            let followsDigit = place > 0 && bytes[place - 1].isASCIIDigit
            let isBesideDigit = followsDigit || (end < bytes.count && bytes[end].isASCIIDigit)
            while place < end {
                if isBesideDigit, let digit = Self.digit(for: bytes[place]) {
                    let letter = Unicode.Scalar(bytes[place])
                    if !letters.contains(letter) { letters.append(letter) }
                    count += 1
                    bytes[place] = digit
                }
                place += 1
            }
        }
        guard 1...Self.most ~= count else { return nil }
        (self.text, self.letters) = (String(decoding: bytes, as: UTF8.self), letters)
    }

    var doubts: [String] { [Self.doubt(letters)] }

    static func doubt(_ letters: [Unicode.Scalar], read digit: (UInt8) -> UInt8? = digit) -> String {
        let taken = letters.map { letter in
            "\(letter) is read as \(UInt8(exactly: letter.value).flatMap(digit).map { Unicode.Scalar($0) } ?? letter)"
        }
        return "the letter " + taken.joined(separator: " and ")
    }

    /// The digit that a letter looks like.
    static func digit(for letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "O"), UInt8(ascii: "o"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "i"): UInt8(ascii: "1")
        default: nil
        }
    }
}
