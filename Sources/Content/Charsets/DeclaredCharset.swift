internal import BeelineSymbols

/// The character set that a payload names, or that the standard of its form fixes.
enum DeclaredCharset {
    /// The text in that character set, and its name; nil for bytes that say nothing of it, or are none in it.
    static func text(of bytes: [UInt8]) -> (text: String, charset: String)? {
        if bytes.begins(with: "BEGIN:V") { return card(bytes) }
        for charset in candidates(bytes) {
            if let text = Conversion.text(bytes, from: charset) ?? (charset == .latin1 ? latin1(bytes) : nil) {
                return (text, charset.name)
            }
        }
        return nil
    }

    /// In the order in which they are tried; none for bytes that say nothing.
    private static func candidates(_ bytes: [UInt8]) -> [Conversion.Charset] {
        switch bytes.first?.asciiUppercased ?? 0 {
        case UInt8(ascii: "S"):
            // GOST R 56042: the last digit of the first part; 2 is UTF-8.
            if bytes.begins(with: "ST00011") { return [.windowsCyrillic] }
            if bytes.begins(with: "ST00013") { return [.russian] }
            // Czech Banking Association, SPAYD and SID: UTF-8, and before it these.
            if bytes.begins(with: "SPD*") || bytes.begins(with: "SID*") { return central(bytes) }
            // SIX, QR-bill: the Latin character set.
            return bytes.begins(with: "SPC\n") || bytes.begins(with: "SPC\r") ? [.latin1] : []
        case UInt8(ascii: "B"): return bytes.begins(with: "BCD") ? transfer(bytes) : []
        // Bank Association of Slovenia, UPN QR: ISO 8859-2.
        case UInt8(ascii: "U"): return bytes.begins(with: "UPNQR") ? central(bytes) : []
        // Croatian HUB-3A, Hungarian HCT and RTP, Serbian IPS, Polish 2D code: UTF-8, and before it these.
        case UInt8(ascii: "H"):
            return bytes.begins(with: "HRVHUB30") || bytes.begins(with: "HCT\n") ? central(bytes) : []
        case UInt8(ascii: "R"): return bytes.begins(with: "RTP\n") ? central(bytes) : []
        case UInt8(ascii: "K"): return bytes.begins(with: "K:P") || bytes.begins(with: "K:E") ? central(bytes) : []
        case UInt8(ascii: "|"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return isPolishTransfer(bytes) ? central(bytes) : []
        // AAMVA: ISO 8859-1.
        case UInt8(ascii: "@"):
            let head = bytes.dropFirst().drop { $0 <= 0x20 }
            return head.starts(with: "ANSI".utf8) || head.starts(with: "AAMVA".utf8) ? [.latin1] : []
        // XML 1.0, 4.3.3, and HTML.
        case UInt8(ascii: "<"):
            return (named(after: "encoding=", bytes) ?? named(after: "charset=", bytes)).map { [$0] } ?? []
        // RFC 2397, and the head of a message.
        case UInt8(ascii: "D"), UInt8(ascii: "C"), UInt8(ascii: "M"):
            return named(after: "charset=", bytes).map { [$0] } ?? []
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return invoice(bytes)
        default: return []
        }
    }

    /// EPC069-12: the third line. 1 is UTF-8; in codes of the National Bank of Ukraine 2 is Windows-1251.
    private static func transfer(_ bytes: [UInt8]) -> [Conversion.Charset] {
        let lines = bytes.split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == 0x0A }.map(\.withoutBlanks)
        guard lines.count > 3, let number = Digits.parse(lines[2])?.value else { return [] }
        switch number {
        case 2: return lines[3].elementsEqual("UCT".utf8) ? [.windowsCyrillic] : [.latin1]
        case 3: return [.centralEuropean]
        case 4: return [.baltic]
        case 5: return [.cyrillic]
        case 6: return [.greek]
        case 7: return [.nordic]
        case 8: return [.western]
        default: return []
        }
    }

    /// ISO 8859-2, or Windows-1250 where there are letters instead of control characters.
    private static func central(_ bytes: [UInt8]) -> [Conversion.Charset] {
        bytes.contains { (0x80...0x9F).contains($0) } ? [.windowsCentralEuropean] : [.centralEuropean]
    }

    private static func latin1(_ bytes: [UInt8]) -> String? { CharacterSets.latin1(bytes)?.text }

    /// A tax number or none, the country or none, and an account.
    private static func isPolishTransfer(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.prefix(48).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        guard parts.count > 3, parts[0].isEmpty || parts[0].count == 10 else { return false }
        return (parts[1].isEmpty || parts[1].elementsEqual("PL".utf8)) && parts[2].count == 26
            && parts[2].allSatisfy(\.isASCIIDigit)
    }

    /// The left code of a Taiwanese invoice: after its head of 77 characters a part of the shop, two counts, and 0 for
    /// Big5.
    private static func invoice(_ bytes: [UInt8]) -> [Conversion.Charset] {
        guard bytes.count > 90, bytes[77] == UInt8(ascii: ":"), bytes[2..<17].allSatisfy(\.isASCIIDigit) else {
            return []
        }
        let parts = bytes[78...].split(separator: UInt8(ascii: ":"), maxSplits: 4)
        return parts.count > 3 && parts[3].elementsEqual("0".utf8) ? [.traditionalChinese] : []
    }

    /// Where the head of a document ends that names its character set.
    private static let head = 256

    /// The character set whose name follows a word in the head.
    private static func named(after word: String, _ bytes: [UInt8]) -> Conversion.Charset? {
        let head = String(decoding: bytes.prefix(head).map { $0 < 0x80 ? $0.asciiLowercased : 0x20 }, as: UTF8.self)
        guard let place = head.utf8.firstIndex(ofAll: Array(word.utf8)) else { return nil }
        let name = head[place...].utf8.drop { "\"'".utf8.contains($0) }
            .prefix { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
        return Conversion.Charset(name: String(decoding: name, as: UTF8.self))
    }

    /// vCard 2.1 and vCalendar 1.0: each property names its own.
    private static func card(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        var text = ""
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
        let named = lines.map { line in Self.named(after: "charset=", Array(line.prefix { $0 != UInt8(ascii: ":") })) }
        guard let first = named.compactMap(\.self).first else { return nil }
        var charset = first
        for (line, named) in zip(lines, named) {
            charset = named ?? charset
            if !text.isEmpty { text += "\n" }
            guard
                let plain = String(validating: line, as: UTF8.self) ?? Conversion.text(Array(line), from: charset)
            else { return nil }
            text += plain
        }
        return (text, first.name)
    }
}

extension Symbol {
    /// The symbol with its text in the character set that the user names. It stays as it is where nothing is named, or
    /// its bytes are UTF-8, or no text in that set, and where the set of this one code was named before.
    package func told(in charset: Conversion.Charset?) -> Symbol {
        if case .told = encoding { return self }
        guard let charset, hasRawBytes, text != nil || !bytes.contains(where: CharacterSets.isControl),
            let text = Conversion.text(bytes, from: charset)
        else { return self }
        return decoded(as: text, charset: charset.name, isTold: true)
    }

    /// The symbol with the text of its bytes, which are not UTF-8.
    ///
    /// - Parameter charset: the character set that the user names; nil for none.
    func withText(in charset: Conversion.Charset?) -> Symbol {
        let told = told(in: charset)
        if case .told = told.encoding { return told }
        let bytes = bytes
        // Any bytes are ISO 8859-1: of those that the decoder does not call text it says nothing.
        if let (text, charset) = DeclaredCharset.text(of: bytes),
            self.text != nil || charset != Conversion.Charset.latin1.name
        {
            return decoded(as: text, charset: charset, isTold: true)
        }
        // What others read is theirs to know.
        switch encoding {
        case .guessed("ISO-8859-1"), .guessed("Windows-1252"), .guessed("Shift_JIS"), .guessed("GB18030"), .none: break
        default: return self
        }
        guard let guess = CharsetGuess(bytes, hint: encoding.charset, isText: self.text != nil),
            guess.charset != encoding.charset
        else { return self }
        return decoded(as: guess.text, charset: guess.charset, isTold: false)
    }
}

extension [UInt8] {
    fileprivate func begins(with beginning: String) -> Bool {
        starts(with: beginning.utf8) { $0.asciiUppercased == $1 }
    }
}

extension String.UTF8View {
    /// Where a text continues after the first place of some bytes.
    fileprivate func firstIndex(ofAll bytes: [UInt8]) -> Index? {
        indices.first { self[$0...].starts(with: bytes) }.map { index($0, offsetBy: bytes.count) }
    }
}
