internal import BeelineSymbols

/// Values whose names say that they are secret.
extension SecretFinder {
    /// Where values with a name are.
    private struct Holders: OptionSet {
        let rawValue: UInt8

        /// Members of JSON.
        static let json = Holders(rawValue: 1)
        /// Parameters of links.
        static let link = Holders(rawValue: 2)
        /// Lines of a configuration that begin with the name.
        static let line = Holders(rawValue: 4)
        /// Texts in which the name is elsewhere.
        static let text = Holders(rawValue: 8)
        /// Lines that begin with the name and a colon.
        static let label = Holders(rawValue: 16)
    }

    /// The names of values that are secret, in small letters, without `_` and `-`, and where they are.
    private static let names: [[UInt8]: Holders] = {
        var names: [[UInt8]: Holders] = [:]
        func add(_ words: [String], _ holders: Holders) { for word in words { names[Array(word.utf8)] = holders } }
        add(
            [
                "symkey", "idtoken", "secrettoken", "securitytoken", "bottoken", "bearertoken",
            ], [.json, .link, .line, .text, .label])
        // Sentences have these words too.
        add(["psk", "pwd", "secret"], [.json, .link, .line, .label])
        add(["authorization", "proxyauthorization"], [.json, .line])
        // The token of a link may be no more than the number of a table, and its pass the name of a ticket.
        add(["token"], [.json, .line])
        add(["pass"], [.json])
        return names
    }()
    private static let longestName = 64

    /// How names end whose values are secret wherever they are: `DB_PASSWORD`, `AWS_SECRET_ACCESS_KEY`, `x-api-key`.
    private static let endings = [
        "password", "passwd", "passphrase", "passwort", "kennwort", "privatekey", "presharedkey", "secretkey",
        "secretaccesskey", "apikey", "apisecret", "clientsecret", "accesstoken", "refreshtoken", "authtoken",
        "sessiontoken", "apitoken", "accountkey", "sharedaccesskey", "encryptionkey", "signingkey",
    ].map { Array(($0 as String).utf8) }

    /// How names begin whose value is not a password, but says something about one: `forgot_password=1`.
    private static let questions = [
        "change", "confirmreset", "disable", "enable", "forgot", "has", "hide", "is", "lost", "need", "no", "recover",
        "remember",
        "require", "reset", "show", "use", "with",
    ].map { Array(($0 as String).utf8) }

    /// Where values of that name are secret; nil where they are not.
    private static func holders(of name: ArraySlice<UInt8>) -> Holders? {
        guard let first = name.first, let last = name.last else { return nil }
        // Nearly all names begin or end with another letter.
        let mayBeSecret =
            switch name.count {
            case 3: isLetter(first, "p") && (isLetter(last, "k") || isLetter(last, "d"))
            case 4: isLetter(first, "p") && isLetter(last, "s")
            case 5: isLetter(first, "t") && isLetter(last, "n")
            case 6...longestName:
                isLetter(last, "y") || isLetter(last, "d") || isLetter(last, "n") || isLetter(last, "t")
                    || isLetter(last, "e") || last.isASCIIDigit
            default: false
            }
        guard mayBeSecret else { return nil }
        var letters = name.filter { $0.isASCIILetter || $0.isASCIIDigit }.map(\.asciiLowercased)
        // The second one is the same again.
        while letters.last?.isASCIIDigit ?? false { letters.removeLast() }
        if let holders = names[letters] { return holders }
        guard endings.contains(where: { letters.suffix($0.count) == $0[...] }),
            !questions.contains(where: { letters.starts(with: $0) })
        else { return nil }
        return [.json, .link, .line, .text, .label]
    }

    private static func isLetter(_ byte: UInt8, _ letter: Unicode.Scalar) -> Bool {
        byte | 0x20 == UInt8(ascii: letter)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// `NAME=VALUE` in the query or fragment of a link, and `NAME = VALUE` on a line of a configuration.
    static func assigned(_ bytes: [UInt8], _ sign: Int) -> FoundSecret? {
        var end = sign
        while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
        // `user[password]=`.
        let isInBrackets = end > 0 && bytes[end - 1] == UInt8(ascii: "]")
        if isInBrackets { end -= 1 }
        var start = end
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        guard let holders = holders(of: bytes[start..<end]) else { return nil }
        if isInBrackets {
            while start > 0, end - start <= longestName,
                isOfName(bytes[start - 1]) || "[]".utf8.contains(bytes[start - 1])
            {
                start -= 1
            }
        }
        let isParameter = start > 0 && "?&#;".utf8.contains(bytes[start - 1])
        guard holders.contains(isParameter ? .link : isLineStart(bytes, start) ? .line : .text) else { return nil }
        let first = sign + 1 + bytes[(sign + 1)...].prefix(while: isBlank).count
        let value = bytes[first...].prefix { byte in
            isParameter ? byte > 0x20 && !"&#\"<>".utf8.contains(byte) : byte != 0x0A && byte != 0x0D
        }
        return value.isEmpty ? nil : FoundSecret(value.startIndex..<value.endIndex, isParameter ? .partOfLink : .key)
    }

    private static func isLineStart(_ bytes: [UInt8], _ place: Int) -> Bool {
        place == 0 || bytes[place - 1] == 0x0A || bytes[place - 1] == 0x0D
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// `NAME: VALUE` on a line of its own, as of notes, of YAML and of HTTP. A sentence has a colon too: `Password: ask
    /// at the bar`. So the value must be one word, or one after the name of a scheme of HTTP (RFC 9110, section 11), or
    /// the words of a passphrase.
    static func labelled(_ bytes: [UInt8], _ colon: Int) -> FoundSecret? {
        guard bytes[colon] == UInt8(ascii: ":") else { return nil }
        var end = colon
        while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        let name = bytes[start..<end]
        while start > 0, end - start <= 2 * longestName,
            isBlank(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-")
        {
            start -= 1
        }
        guard !name.isEmpty, isLineStart(bytes, start) else { return nil }
        if isEqual(name, "private-lines") { return linesOfKey(bytes, colon) }
        let isAuthorization = isEqual(name, "authorization") || isEqual(name, "proxy-authorization")
        guard isAuthorization || holders(of: name)?.contains(.label) ?? false else { return nil }
        let first = colon + 1 + bytes[(colon + 1)...].prefix(while: isBlank).count
        var value = bytes[first...].prefix { $0 != 0x0A && $0 != 0x0D }
        while let last = value.last, isBlank(last) || last == UInt8(ascii: ",") || last == UInt8(ascii: ";") {
            value.removeLast()
        }
        let words = value.split(whereSeparator: isBlank)
        if isAuthorization {
            guard words.count > 1, schemes.contains(where: { isEqual(words[0], $0) }) else { return nil }
            return FoundSecret(words[1].startIndex..<value.endIndex)
        }
        guard !value.isEmpty,
            words.count == 1 || name.suffix(10).elementsEqual("passphrase".utf8, by: { $0.asciiLowercased == $1 })
        else { return nil }
        return FoundSecret(value.startIndex..<value.endIndex)
    }

    /// Schemes of HTTP whose credentials are secret, in small letters.
    private static let schemes = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "negotiate", "token",
    ]

    /// - Parameter text: in small letters.
    private static func isEqual(_ word: ArraySlice<UInt8>, _ text: String) -> Bool {
        word.elementsEqual(text.utf8, by: { $0.asciiLowercased == $1 })
    }

    /// The lines of a private key of PuTTY, up to the one that authenticates them.
    private static func linesOfKey(_ bytes: [UInt8], _ colon: Int) -> FoundSecret? {
        guard let end = bytes[colon...].firstIndex(of: 0x0A) else { return nil }
        let rest = bytes[(end + 1)...]
        let key = rest[..<(rest.firstRange(of: Array("Private-MAC:".utf8))?.lowerBound ?? rest.endIndex)]
        return key.isEmpty ? nil : FoundSecret(key.startIndex..<key.endIndex)
    }

    /// Words before the last `_` or `-` of a key of a service, which no other text has, and the least that follows.
    private static let marks: [(mark: [UInt8], least: Int)] = [
        ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30), ("glpat-", 16),
        ("gldt-", 16),
        ("glrt-", 16), ("xoxb-", 20), ("xoxp-", 20), ("xoxa-", 20), ("xoxs-", 20), ("xapp-", 20), ("sk_live_", 16),
        ("sk_test_", 16),
        ("rk_live_", 16), ("rk_test_", 16), ("whsec_", 16), ("sk-ant-", 20), ("sk-proj-", 20), ("npm_", 30),
        ("pypi-", 40),
        ("shpat_", 24), ("shpss_", 24), ("dop_v1_", 40), ("hf_", 30), ("hvs_", 24), ("glsa_", 30), ("lin_api_", 30),
        ("figd_", 30),
    ].map { (Array(($0.0 as String).utf8), $0.1) }

    /// A key that a service gave out with a mark before it and a `_` or `-` (the sign): `ghp_…`, `sk_live_…`.
    static func marked(_ bytes: [UInt8], _ sign: Int) -> FoundSecret? {
        for (mark, least) in marks where mark.last == bytes[sign] {
            let start = sign + 1 - mark.count
            guard start >= 0, bytes[start...sign].elementsEqual(mark), isWordStart(bytes, start) else { continue }
            let key = bytes[(sign + 1)...].prefix { isOfName($0) && $0 != UInt8(ascii: ".") }
            if key.count >= least { return FoundSecret(start..<key.endIndex) }
        }
        return nil
    }

    /// `"NAME":"VALUE"` of JSON.
    static func member(_ bytes: [UInt8], _ colon: Int) -> FoundSecret? {
        var end = colon
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end > 0, bytes[end - 1] == UInt8(ascii: "\"") else { return nil }
        var start = end - 1
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        guard holders(of: bytes[start..<end - 1])?.contains(.json) == true else { return nil }
        var first = colon + 1
        while first < bytes.count, bytes[first] <= 0x20 { first += 1 }
        guard first < bytes.count, bytes[first] == UInt8(ascii: "\"") else { return nil }
        first += 1
        var last = first
        while last < bytes.count, bytes[last] != UInt8(ascii: "\"") {
            last += bytes[last] == UInt8(ascii: "\\") && last + 1 < bytes.count ? 2 : 1
        }
        return last > first ? FoundSecret(first..<last) : nil
    }
}
