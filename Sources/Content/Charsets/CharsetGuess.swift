internal import BeelineSymbols
internal import Glibc

/// The character set of bytes that are neither UTF-8 nor say what they are, by what texts of some languages look like.
///
/// Each language is given the logarithm of a likelihood: of its letters, and of how they are beside each other. One
/// that is not of ISO 8859-1 must be clearly likelier than all that are.
struct CharsetGuess {
    let text: String
    let charset: String

    /// The likeliest one; nil for bytes that are not text.
    ///
    /// - Parameters:
    ///   - hint: the character set that the decoder takes it for; nil where it says nothing.
    ///   - isText: whether the decoder takes it for text. Otherwise it must be a language letter by letter, which
    ///     Windows-1252 has no characters for.
    init?(_ bytes: [UInt8], hint: String?, isText: Bool = true) {
        guard !bytes.contains(where: CharacterSets.isControl) else { return nil }
        let western = CharacterSets.latin1(bytes)
        guard isText || western == nil else { return nil }
        let latin = western.map { Self.western(Array($0.text.unicodeScalars)) }
        let least = latin ?? -.infinity
        // Nearly all texts have letters of the West alone between others.
        if let western, Self.isClearlyWestern(bytes) {
            (text, charset) = western
            return
        }
        var best: (text: String, charset: Conversion.Charset, score: Double)?
        for (language, charset) in Self.candidates {
            guard let text = Conversion.text(bytes, from: charset),
                let score = TextScore(
                    Array(text.unicodeScalars), bytes, charset, language, isHinted: hint == charset.name
                ).value,
                isText || Self.isLetterByLetter(score, text, bytes, language)
            else { continue }
            let told = hint == charset.name ? Self.bonus : 0
            let place = Double(language.language.charsets.firstIndex(of: charset) ?? 0)
            let sum = score + told - place
            if sum > best?.score ?? (least + Self.margin(over: bytes, language)) {
                best = (text, charset, sum)
            }
        }
        if let best {
            (text, charset) = (best.text, best.charset.name)
        } else if let western {
            (text, charset) = western
        } else {
            return nil
        }
    }

    private static let bonus = 3.0

    /// By how much the letters of a language must fit better than those of the West, which the standard has by default.
    private static func margin(over bytes: [UInt8], _ language: Letters) -> Double {
        if language.language.script == .wide { return 1 }
        // Two bytes show no language.
        return bytes.count < 3 ? .infinity : 1.5
    }

    /// Whether a text has no more of the improbable than names have, and letters of ASCII between those of its language.
    private static func isLetterByLetter(
        _ score: Double, _ text: String, _ bytes: [UInt8], _ language: Letters
    ) -> Bool {
        let letters = text.unicodeScalars.filter { !$0.isASCII }
        // Bytes that are filled up have one letter many times.
        guard Set(letters).count * 8 > min(letters.count, 32) else { return false }
        let count = letters.count
        switch language.language.script {
        case .wide: return count > 2 && score >= Double(count) * -8.5
        case .latin where bytes.count < 2 * count: return false
        case .latin: return score >= Double(count) * -6
        case .other: return score >= Double(count) * -5
        }
    }

    private static let candidates: [(Letters, Conversion.Charset)] = {
        // A converter that is not kept open costs as much as a program's start each time.
        Conversion.prepare(Array(Set(Language.others.flatMap(\.charsets))))
        return Language.others.flatMap { language in
            let letters = Letters(language)
            return language.charsets.map { (letters, $0) }
        }
    }()

    private static let westernLetters = Language.western.map(Letters.init)

    private static func western(_ scalars: [Unicode.Scalar]) -> Double {
        westernLetters.compactMap { TextScore(scalars, [], .windowsWestern, $0).value }.max() ?? -.infinity
    }

    /// Whether no two bytes beyond ASCII are beside each other, and all are letters of ISO 8859-1 that are frequent in
    /// the West, or signs that no letters are around.
    private static func isClearlyWestern(_ bytes: [UInt8]) -> Bool {
        for place in bytes.indices where bytes[place] >= 0x80 {
            let before = place > 0 ? bytes[place - 1] : 0x20
            let after = place + 1 < bytes.count ? bytes[place + 1] : 0x20
            if bytes[place] == 0xA0 { continue }
            guard before < 0x80 || before == 0xA0, after < 0x80 || after == 0xA0 else { return false }
            let letter = Unicode.Scalar(bytes[place]).properties.lowercaseMapping.unicodeScalars.first ?? " "
            switch bytes[place] {
            // ä ö ü ß é è à ñ å Ä Ö Ü É
            case 0xE4, 0xF6, 0xFC, 0xDF, 0xE9, 0xE8, 0xE0, 0xF1, 0xE5, 0xC4, 0xD6, 0xDC, 0xC9:
                if !fits(letter, Unicode.Scalar(before), Unicode.Scalar(after)) { return false }
            // § © µ «
            case 0xA7, 0xA9, 0xB5, 0xAB:
                if before.isASCIILetter || bytes[place] == 0xA9 && after.isASCIILetter { return false }
            // £ ¥ ° ² »
            case 0xA3, 0xA5, 0xB0, 0xB2, 0xBB: if before.isASCIILetter && after.isASCIILetter { return false }
            // ± ¹ ³ º ¼ ½ ¾
            case 0xB1, 0xB3, 0xB9, 0xBA, 0xBC...0xBE: if before.isASCIILetter || after.isASCIILetter { return false }
            default: return false
            }
        }
        return true
    }

    private static func fits(_ letter: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        Neighbours.fit(letter, after: before.smallLetter, before: after.smallLetter) == 2
    }
}

/// The letters of a language, each with the logarithm of its share.
struct Letters {
    let language: Language
    private let shares: [Unicode.Scalar: Double]

    init(_ language: Language) {
        self.language = language
        let letters = Array(language.letters.unicodeScalars.filter { $0 != "\n" })
        var shares: [Unicode.Scalar: Double] = [:]
        if language.script == .wide {
            for letter in letters { shares[letter] = -6.3 }
        } else {
            // The last of them is so much rarer than the first.
            let ratio = min(150, Double(letters.count) * 4)
            let weights = letters.indices.map { pow(ratio, -Double($0) / Double(max(1, letters.count - 1))) }
            let sum = weights.reduce(0, +)
            for (letter, weight) in zip(letters, weights) { shares[letter] = log(weight / sum) }
        }
        self.shares = shares
    }

    subscript(letter: Unicode.Scalar) -> Double? { shares[letter] }
}

/// How well a text is one of a language: the logarithm of a likelihood, of its characters beyond ASCII only.
private struct TextScore {
    /// Nil where there is too little to say that it is another language than one of the West.
    let value: Double?

    init(
        _ text: [Unicode.Scalar], _ bytes: [UInt8], _ charset: Conversion.Charset, _ letters: Letters,
        isHinted: Bool = false
    ) {
        let language = letters.language
        if language.script == .wide {
            value = Self.wide(text, bytes, charset, letters, isHinted)
            return
        }
        // Windows has letters where ISO 8859 has these control characters.
        guard !text.contains(where: { (0x80...0x9F).contains($0.value) }) else {
            value = nil
            return
        }
        var score = language.prior
        var known = 0
        for place in text.indices where !text[place].isASCII {
            let before = place > 0 ? text[place - 1] : " "
            let after = place + 1 < text.count ? text[place + 1] : " "
            let scalar = text[place]
            guard scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark else {
                score += Self.sign(scalar, before, after)
                continue
            }
            let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            let isCapital = small != scalar
            score += letters[small] ?? Self.foreign
            if letters[small] != nil { known += 1 }
            if isCapital {
                score += before.properties.isLowercase ? -5 : before.properties.isUppercase ? -0.3 : -0.7
            } else if before.properties.isUppercase, place > 1, text[place - 2].properties.isUppercase {
                score -= 3
            }
            score += Self.place(of: small, before, after, language)
            if language.script == .other {
                if before.isASCIILetter { score -= 4 }
                if after.isASCIILetter { score -= 4 }
            } else if !before.isASCII, before.properties.isAlphabetic {
                score -= 1.5
            }
        }
        if charset == .greek || charset == .windowsGreek, Self.isWithoutAccents(text) { score -= 6 }
        let needed =
            language.script == .other
            ? 4 : charset == .windowsTurkish || language.prior <= -5 ? 2 : language.prior < 0 ? 1 : 0
        value = known >= needed ? score : nil
    }

    private static let foreign = -11.0

    /// What the place of a letter in its word says for a language, or against it.
    private static func place(
        of letter: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar, _ language: Language
    ) -> Double {
        let isFirst = !before.properties.isAlphabetic
        let isLast = !after.properties.isAlphabetic
        if language.script == .latin {
            let fit = Neighbours.fit(letter, after: before.smallLetter, before: after.smallLetter)
            // Portuguese has it before `e` only.
            let isPortuguese = letter == "õ" && language.letters.contains("ã")
            return 5 * Double(fit - 2) - (isPortuguese && after != "e" && after != "E" ? 5 : 0)
        }
        switch letter.value {
        // Hebrew has five letters that are written otherwise at the end of a word.
        case 0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5: return isLast ? 3 : -6
        case 0x5DB, 0x5DE, 0x5E0, 0x5E6: return isLast ? -3 : 0
        // Arabic: the article, and letters at the end of a word only.
        case 0x627 where isFirst && after.value == 0x644: return 3
        case 0x629, 0x649: return isLast ? 1 : -5
        // Cyrillic: no word begins with a sign.
        case 0x44A, 0x44B, 0x44C: return isFirst ? -6 : 0
        default: return 0
        }
    }

    /// Whether there are small Greek letters, and none of them has an accent, as one in each word has.
    private static func isWithoutAccents(_ text: [Unicode.Scalar]) -> Bool {
        text.count { (0x3B1...0x3C9).contains($0.value) } > 3
            && !text.contains { (0x3AC...0x3B0).contains($0.value) || (0x3CA...0x3CE).contains($0.value) }
    }

    /// A sign: where it is, and how common.
    private static func sign(_ sign: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Double {
        if !before.isASCII, before != "\u{A0}", !before.properties.isAlphabetic {
            return signAlone(sign, before, after) - 2
        }
        return signAlone(sign, before, after)
    }

    /// Whether it is a letter, a digit or a blank, as on both sides of a dash.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func signAlone(_ sign: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Double {
        let isBefore = before.properties.isAlphabetic
        let isAfter = after.properties.isAlphabetic
        switch sign {
        case "¿" where isBefore, "¡" where isBefore, "£" where isBefore, "©" where isBefore: return foreign
        case "©" where after.properties.isLowercase, "®" where isAfter, "™" where isAfter: return foreign
        case "\u{AD}": return isBefore && isAfter ? -4.5 : -8
        case "·": return isBefore && isAfter && before.isASCII && after.isASCII ? -4.5 : -8
        // Dashes are between words and numbers.
        case "–", "—": return isPart(before) && isPart(after) ? -4.5 : -10
        case "’", "‘", "\u{A0}", "‑": return -4.5
        case "«", "»", "“", "”", "„", "‚", "…", "•", "№", "€", "£", "©", "®", "™", "±", "¿", "¡", "¥", "×", "÷":
            return isBefore && isAfter ? -10 : -4.5
        case "§", "°": return isAfter && !(sign == "°" && !isBefore) ? -9 : -4.5
        case "²", "³", "¹", "½", "¼", "¾", "º", "ª", "µ", "¢", "¶", "¬", "¦", "¯", "¨", "´", "¸", "¤":
            return isBefore && isAfter ? -11 : isAfter ? -8 : -5
        default: return foreign
        }
    }

    /// Characters of two bytes: common ones, others of the first level of their standard, and rare ones.
    private static func wide(
        _ text: [Unicode.Scalar], _ bytes: [UInt8], _ charset: Conversion.Charset, _ letters: Letters, _ isHinted: Bool
    ) -> Double? {
        var score = letters.language.prior
        var (count, place, kana) = (0, 0, 0)
        for (index, scalar) in text.enumerated() {
            guard place < bytes.count else { return nil }
            let lead = bytes[place]
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            guard lead >= 0x80 else {
                place += 1
                continue
            }
            let isHalf = (0xFF61...0xFF9F).contains(scalar.value)
            place +=
                isHalf && charset == .japanese
                ? 1
                : lead == 0x8F && charset == .japaneseUnix
                    ? 3
                    : charset == .chinese && (0x30...0x39).contains(next) ? 4 : 2
            let before: Unicode.Scalar = index > 0 ? text[index - 1] : " "
            let after: Unicode.Scalar = index + 1 < text.count ? text[index + 1] : " "
            if isHalf {
                // Kana alone between letters and digits are none.
                kana += 1
                let isAlone = !(0xFF61...0xFF9F).contains(before.value) && !(0xFF61...0xFF9F).contains(after.value)
                score += isAlone ? -12 : -5
                continue
            }
            count += 1
            score += letters[scalar] ?? rare(scalar, lead, next, charset)
            if before.isASCIILetter { score -= 2 }
            if after.isASCIILetter { score -= 2 }
        }
        return count >= (isHinted ? 1 : 2) || kana >= 3 ? score : nil
    }

    private static func rare(_ scalar: Unicode.Scalar, _ lead: UInt8, _ next: UInt8, _ charset: Conversion.Charset)
        -> Double
    {
        let isJapanese = charset == .japanese || charset == .japaneseUnix
        switch scalar.value {
        case 0x3041...0x3093: return isJapanese ? -4.2 : -13
        case 0x30A1...0x30FE: return isJapanese ? -5 : -13
        case 0x3001, 0x3002, 0xFF0C, 0x3000, 0x201C, 0x201D, 0x2026, 0x300A...0x3011, 0xFF01, 0xFF08, 0xFF09, 0xFF1A,
            0xFF1B, 0xFF1F, 0x00B7, 0xFF0E, 0x30FB, 0x301C, 0xFF5E, 0x2015, 0x2014:
            return -5
        case 0xFF10...0xFF5A: return -7
        case 0xAC00...0xD7A3: return (0xB0...0xC8).contains(lead) && next >= 0xA1 ? -9 : -14
        default: break
        }
        let isFirstLevel =
            switch charset {
            case .chinese: (0xB0...0xD7).contains(lead) && next >= 0xA1
            case .traditionalChinese: (0xA4...0xC6).contains(lead)
            case .japanese: (0x88...0x98).contains(lead)
            case .japaneseUnix: (0xB0...0xCF).contains(lead)
            default: false
            }
        return isFirstLevel ? -9.5 : -15
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
    /// Nil for other characters than letters.
    fileprivate var smallLetter: Unicode.Scalar? {
        properties.isAlphabetic ? properties.lowercaseMapping.unicodeScalars.first : nil
    }
}
