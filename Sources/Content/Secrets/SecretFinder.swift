internal import BeelineSymbols

/// Looks for secrets in texts that no parser understood, and in those that parsers leave as they are.
enum SecretFinder {
    /// The secrets of a text. Passwords of links are among them.
    static func secrets(in bytes: [UInt8]) -> [FoundSecret] {
        let (plain, mayHaveLink) = plainSecrets(in: bytes)
        var found = plain
        // Formats prescribe escapes, of which a name, a colon or a quotation mark may consist.
        let decoded = bytes.contains(where: \.beginsEscape) ? DecodedText(bytes).withoutEscapes : nil
        if mayHaveLink || decoded != nil {
            found += LinkPasswords.places(in: bytes, decoded).map { FoundSecret($0, .partOfLink) }
        }
        guard let decoded else { return found }
        let known = CoveredPlaces(found.map(\.place), count: bytes.count)
        for secret in plainSecrets(in: decoded.bytes).found where secret.form != .rest {
            let place = decoded.spelling(of: secret.place)
            if !known.overlap(place) {
                found.append(FoundSecret(place, value: decoded.spelling(of: secret.value), secret.form))
            }
        }
        return found
    }

    /// The secrets of a text without a look through its escapes, and without the passwords of links; and whether it may
    /// have those.
    private static func plainSecrets(in bytes: [UInt8]) -> (found: [FoundSecret], mayHaveLink: Bool) {
        var found: [FoundSecret] = []
        var run = 0
        var mayHaveLink = false
        var absent: Set<String> = []
        // What was found is not looked through again, so that no text takes time by the square of its length.
        var end = 0
        func add(_ secret: FoundSecret?) {
            guard let secret else { return }
            found.append(secret)
            end = max(end, secret.place.upperBound)
        }
        for index in 0...bytes.count {
            // Every text that is not a code of a known kind is looked through, so that one look at a byte must do.
            let byte = index < bytes.count ? bytes[index] : 0
            if byte.isASCIILetter || byte.isASCIIDigit {
                run += 1
                continue
            }
            if run >= shortestKey, index - run >= end { add(key(bytes, index - run..<index)) }
            run = 0
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: ";"):
                if index >= end { add(behindColon(bytes, index, &absent) ?? member(bytes, index)) }
            case UInt8(ascii: "="): if index >= end { add(assigned(bytes, index)) }
            case UInt8(ascii: "-"): if index >= end { add(block(bytes, index)) }
            case UInt8(ascii: "@"):
                mayHaveLink = true
                if index >= end { add(pairing(bytes, index)) }
            default: break
            }
        }
        return (found, mayHaveLink)
    }

    /// Whether a text may have a secret at all; to look for it takes longer.
    static func mayHaveSecret(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var run = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if byte.isASCIILetter || byte.isASCIIDigit {
                run += 1
                if run >= shortestKey { return true }
                continue
            }
            run = 0
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "@"),
                UInt8(ascii: "%"), UInt8(ascii: "\\"):
                return true
            default: break
            }
        }
        return false
    }

    // MARK: Openings

    /// What is before a colon, and what of the rest is secret.
    private struct Opening {
        /// In small letters.
        let word: [UInt8]
        let secret: Secret

        enum Secret {
            /// All of the rest of the text is hidden, for no one knows where the secret ends; the secret is the value
            /// of this field if there is one.
            case rest(valueBehind: String, endingAt: String)
            /// All up to a `#`, or up to an `@` where there is one.
            case credentials
            /// The third of the parts that a `$` separates.
            case activationCode
            /// The query, where this is instead of a host.
            case query(of: String)
        }

        init(_ word: String, _ secret: Secret) {
            self.word = Array(word.utf8)
            self.secret = secret
        }
    }

    /// What is before the secret of an activation code has at most so many bytes; the standard allows 255 for all.
    private static let longestAddress = 512

    private static let openings = [
        Opening("wifi", .rest(valueBehind: "p:", endingAt: ";")),
        Opening("otpauth", .rest(valueBehind: "secret=", endingAt: "&;#")),
        Opening("otpauth-migration", .rest(valueBehind: "data=", endingAt: "&;#")),
        Opening("fido", .rest(valueBehind: "/", endingAt: "")),
        // Accounts of proxies.
        Opening("ss", .credentials), Opening("ssr", .credentials), Opening("vmess", .credentials),
        Opening("vless", .credentials), Opening("trojan", .credentials), Opening("trojan-go", .credentials),
        Opening("hysteria", .credentials), Opening("hysteria2", .credentials), Opening("hy2", .credentials),
        Opening("tuic", .credentials), Opening("anytls", .credentials),
        // Contracts of mobile networks (GSMA SGP.22, section 4.1).
        Opening("lpa", .activationCode),
        // Who scans these lets another device into an account.
        Opening("tg", .query(of: "login")), Opening("sgnl", .query(of: "linkdevice")),
    ]

    /// The openings by the last byte of their words: nearly all words before a colon end with another letter.
    private static let openingsByLastByte = (0...UInt8(0x7F)).map { byte in openings.filter { $0.word.last == byte } }

    /// - Parameter absent: the names of fields that are known not to be in the rest of the text.
    private static func behindColon(_ bytes: [UInt8], _ colon: Int, _ absent: inout Set<String>) -> FoundSecret? {
        guard colon > 0, bytes[colon - 1] < 0x80 else { return nil }
        for opening in openingsByLastByte[Int(bytes[colon - 1].asciiLowercased)] {
            let word = opening.word
            let start = colon - word.count
            guard start >= 0, bytes[start..<colon].elementsEqual(word, by: { $0.asciiLowercased == $1 }) else {
                continue
            }
            let rest = colon + 1
            switch opening.secret {
            case .rest(let name, let end):
                // A semicolon is a typing error that Wi-Fi codes have.
                guard bytes[colon] == UInt8(ascii: ":") || word.count == 4 && word[0] == UInt8(ascii: "w") else {
                    continue
                }
                if word[0] == UInt8(ascii: "f") { guard bytes[rest...].first == UInt8(ascii: "/") else { continue } }
                var field: Range<Int>?
                if !absent.contains(name) {
                    field = value(bytes, rest, behind: name, endingAt: end)
                    if field == nil { absent.insert(name) }
                }
                // Prose has such words too: `Free WiFi: ask at the bar`. It has no field.
                if field == nil, isProse(bytes, word, at: start) { continue }
                let shownEnd = word[0] == UInt8(ascii: "f") ? rest + 1 : rest
                return FoundSecret(shownEnd..<bytes.count, value: field ?? rest..<bytes.count, .rest)
            case .credentials:
                guard isWordStart(bytes, start), bytes[rest...].starts(with: "//".utf8) else { continue }
                let link = bytes[(rest + 2)...].prefix { $0 > 0x20 && !"#\"<>".utf8.contains($0) }
                let secret = link[..<(link.lastIndex(of: UInt8(ascii: "@")) ?? link.endIndex)]
                return secret.isEmpty ? nil : FoundSecret(secret.startIndex..<secret.endIndex)
            case .activationCode:
                guard isWordStart(bytes, start), bytes[rest...].first == UInt8(ascii: "1") else { continue }
                let parts = bytes[rest...].prefix(longestAddress).split(
                    separator: UInt8(ascii: "$"), maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3 else { continue }
                let code = bytes[parts[2].startIndex...].prefix { $0 > 0x20 && !"$\"".utf8.contains($0) }
                guard !code.isEmpty else { continue }
                return FoundSecret(code.startIndex..<code.endIndex)
            case .query(let host):
                guard isWordStart(bytes, start) else { continue }
                let link = bytes[rest...].prefix { $0 > 0x20 && !"#\"<>".utf8.contains($0) }.drop {
                    $0 == UInt8(ascii: "/")
                }
                guard let mark = link.firstIndex(of: UInt8(ascii: "?")), mark + 1 < link.endIndex else { continue }
                let place = link[..<mark].prefix { $0 != UInt8(ascii: "/") }
                guard place.elementsEqual(host.utf8, by: { $0.asciiLowercased == $1 }) else { continue }
                return FoundSecret(mark + 1..<link.endIndex)
            }
        }
        return nil
    }

    /// `2@`, and the keys with which WhatsApp lets another device into an account: at least three in Base64, with
    /// commas between them.
    private static func pairing(_ bytes: [UInt8], _ sign: Int) -> FoundSecret? {
        guard sign > 0, bytes[sign - 1] == UInt8(ascii: "2"), isWordStart(bytes, sign - 1) else { return nil }
        let keys = bytes[(sign + 1)...].prefix { $0.isASCIILetter || $0.isASCIIDigit || "+/=,-_".utf8.contains($0) }
        guard keys.count >= 60, keys.count(where: { $0 == UInt8(ascii: ",") }) >= 2 else { return nil }
        return FoundSecret(keys.startIndex..<keys.endIndex)
    }

    /// Whether what is before a colon is rather a part of a sentence than the beginning of a code.
    private static func isProse(_ bytes: [UInt8], _ word: [UInt8], at start: Int) -> Bool {
        if start > 0, bytes[start - 1].isASCIILetter || bytes[start - 1].isASCIIDigit { return true }
        let isNetwork = word[0] == UInt8(ascii: "w")
        return bytes[(start + word.count + 1)...].first == UInt8(ascii: " ") && (start > 0 || !isNetwork)
    }

    private static func isWordStart(_ bytes: [UInt8], _ place: Int) -> Bool {
        guard place > 0 else { return true }
        let before = bytes[place - 1]
        return !before.isASCIILetter && !before.isASCIIDigit && !"+-.".utf8.contains(before)
    }

    /// The value of a field in the rest of a text, after a colon: that of the first of its name; nil where there is
    /// none.
    private static func value(
        _ bytes: [UInt8], _ start: Int, behind name: String, endingAt ends: String
    ) -> Range<Int>? {
        let name = Array(name.utf8)
        var index = start
        while index + name.count <= bytes.count {
            let isStart = !bytes[index - 1].isASCIILetter
            if isStart, bytes[index..<index + name.count].elementsEqual(name, by: { $0.asciiLowercased == $1 }) {
                var end = index + name.count
                while end < bytes.count, !ends.utf8.contains(bytes[end]) {
                    end += bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count ? 2 : 1
                }
                return index + name.count..<min(end, bytes.count)
            }
            index += 1
        }
        return nil
    }

    // MARK: Named values

    /// The names of values that are secret wherever they are, in small letters, without `_` and `-`.
    private static let names: Set<[UInt8]> = Set(
        ([
            "privatekey", "presharedkey", "symkey", "password", "passwd", "accesstoken", "refreshtoken", "idtoken",
            "clientsecret", "obfspassword", "provisioningwifipassword", "androidappextraprovisioningwifipassword",
        ] as [String]).map { Array($0.utf8) })
    private static let longestName = 64

    private static func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
        // Nearly all names end with another letter.
        guard (6...longestName).contains(name.count), let last = name.last, "ydnt".utf8.contains(last | 0x20) else {
            return false
        }
        return names.contains(name.filter { $0.isASCIILetter || $0.isASCIIDigit }.map(\.asciiLowercased))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
    }

    /// `NAME=VALUE` in the query or fragment of a link, and `NAME = VALUE` on a line of a configuration.
    private static func assigned(_ bytes: [UInt8], _ sign: Int) -> FoundSecret? {
        var end = sign
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        var start = end
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        guard isSecretName(bytes[start..<end]) else { return nil }
        let isParameter = start > 0 && "?&#;".utf8.contains(bytes[start - 1])
        var first = sign + 1
        while first < bytes.count, bytes[first] == UInt8(ascii: " ") || bytes[first] == UInt8(ascii: "\t") {
            first += 1
        }
        let value = bytes[first...].prefix { byte in
            isParameter ? byte > 0x20 && !"&#\"<>".utf8.contains(byte) : byte != 0x0A && byte != 0x0D
        }
        return value.isEmpty ? nil : FoundSecret(value.startIndex..<value.endIndex, isParameter ? .partOfLink : .key)
    }

    /// `"NAME":"VALUE"` of JSON.
    private static func member(_ bytes: [UInt8], _ colon: Int) -> FoundSecret? {
        var end = colon
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end > 0, bytes[end - 1] == UInt8(ascii: "\"") else { return nil }
        var start = end - 1
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        guard isSecretName(bytes[start..<end - 1]) else { return nil }
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

    // MARK: Blocks

    /// A private key in a text form of its own: PEM (RFC 7468), which OpenSSH and PGP use as well, and that of RFC
    /// 4716.
    private static func block(_ bytes: [UInt8], _ hyphen: Int) -> FoundSecret? {
        var start = hyphen + 1
        if start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
        guard bytes[min(start, bytes.count)...].starts(with: "BEGIN ".utf8) else { return nil }
        let title = bytes[start...].prefix(80).prefix { $0 >= 0x20 && $0 != UInt8(ascii: "-") }
        guard title.contains(Array("PRIVATE KEY".utf8)) else { return nil }
        var first = title.endIndex
        while first < bytes.count, bytes[first] == UInt8(ascii: "-") { first += 1 }
        let rest = bytes[first...]
        let end = rest.firstRange(of: Array("-END ".utf8)) ?? rest.firstRange(of: Array("- END ".utf8))
        var last = end?.lowerBound ?? bytes.count
        while last > first, bytes[last - 1] == UInt8(ascii: "-") { last -= 1 }
        return last > first ? FoundSecret(first..<last) : nil
    }

    // MARK: Keys

    /// Keys have at least so many letters and digits in a row.
    static let shortestKey = 50

    /// A private key of Bitcoin and its kin, nostr or age.
    private static func key(_ bytes: [UInt8], _ place: Range<Int>) -> FoundSecret? {
        let word = bytes[place]
        let small = word.prefix(10).map(\.asciiLowercased)
        // The prefix and the length are certain; that a check character is wrong makes a key no less of one.
        if small.starts(with: "nsec1".utf8), word.count == 63, isBech32(word.dropFirst(5)) { return FoundSecret(place) }
        if small.starts(with: "ncryptsec1".utf8), word.count > 100 { return FoundSecret(place) }
        if word.first == UInt8(ascii: "1"), isBech32(word.dropFirst()) {
            let before = bytes[..<place.lowerBound]
            for prefix in ["age-secret-key-", "age-secret-key-pq-"] {
                if before.suffix(prefix.utf8.count).elementsEqual(prefix.utf8, by: { $0.asciiLowercased == $1 }) {
                    return FoundSecret(place.lowerBound - prefix.utf8.count..<place.upperBound, value: place)
                }
            }
        }
        // Extended private keys (BIP 32, SLIP 132).
        if word.count >= 107, word.count <= 115, small.dropFirst().starts(with: "prv".utf8), isBase58(word) {
            return FoundSecret(place)
        }
        // Private keys in Wallet Import Format, and encrypted ones (BIP 38). A word may look like them; the checksum
        // decides.
        guard [51, 52, 58].contains(word.count), let payload = Base58.decodeChecked(word) else { return nil }
        switch payload.count {
        // Bitcoin and its test networks, Litecoin, Dogecoin, Dash.
        case 33, 34: return [0x80, 0xEF, 0xB0, 0x9E, 0xCC].contains(payload[0]) ? FoundSecret(place) : nil
        case 39: return payload[0] == 1 && (payload[1] == 0x42 || payload[1] == 0x43) ? FoundSecret(place) : nil
        default: return nil
        }
    }

    private static func isBech32(_ characters: ArraySlice<UInt8>) -> Bool {
        Bech32.values(characters.map(\.asciiLowercased)) != nil
    }

    private static func isBase58(_ characters: ArraySlice<UInt8>) -> Bool {
        characters.allSatisfy { Base58.alphabet[$0] != nil }
    }
}

/// Looks for secrets in texts that no parser understood.
package enum Secrets {
    /// The text with `•••` instead of its secrets; nil when there is no sign of one. What follows a word with which
    /// codes begin that have a secret is hidden to its end.
    ///
    ///     Secrets.masked("WIFI:T:WPA;P:secret")   // "WIFI:•••"
    package static func masked(_ text: String) -> String? {
        guard SecretFinder.mayHaveSecret(text) else { return nil }
        let bytes = Array(text.utf8)
        return FoundSecret.text(bytes, hiding: SecretFinder.secrets(in: bytes).map(\.place))
    }
}
