internal import BeelineSymbols

/// The search for secrets in texts that no parser read, and in those that parsers leave as they are.
enum SecretFinder {
    /// The secrets of a text. Passwords of links are among them. If the text says where its parts end, then of a code
    /// in one of them only the value of its field is hidden, and not all of the rest.
    static func secrets(in bytes: [UInt8], hasParts: Bool = false) -> [FoundSecret] {
        let (plain, mayHaveLink, mayBeWide) = plainSecrets(in: bytes, hasParts: hasParts)
        var found = plain
        // Formats prescribe escapes, of which a name, a colon or a quotation mark may consist.
        let decoded = bytes.contains(where: \.beginsEscape) ? DecodedText(bytes).withoutEscapes : nil
        if mayHaveLink || decoded != nil {
            found += LinkPasswords.places(in: bytes, decoded).map { FoundSecret($0, .partOfLink) }
        }
        if let decoded { addSecrets(of: decoded, hasParts: true, of: bytes, to: &found) }
        if mayBeWide, let narrow = DecodedText(bytes).withoutFullWidth {
            addSecrets(of: narrow, hasParts: hasParts, of: bytes, to: &found)
        }
        return found
    }

    /// Adds the secrets that a text has in an encoded spelling, where none is known yet.
    private static func addSecrets(
        of decoded: DecodedText, hasParts: Bool, of bytes: [UInt8], to found: inout [FoundSecret]
    ) {
        let known = CoveredPlaces(found.map(\.place), count: bytes.count)
        for secret in plainSecrets(in: decoded.bytes, hasParts: hasParts).found {
            let place = decoded.spelling(of: secret.place)
            if !known.overlap(place) {
                let value = secret.value.isEmpty ? nil : decoded.spelling(of: secret.value)
                found.append(FoundSecret(place, value: value, secret.form))
            }
        }
    }

    /// The secrets of a text as it is written, without decoding its escapes, and without the passwords of links; and
    /// whether it may have those, and characters of full width.
    private static func plainSecrets(
        in bytes: [UInt8], hasParts: Bool
    ) -> (found: [FoundSecret], mayHaveLink: Bool, mayBeWide: Bool) {
        var found: [FoundSecret] = []
        var run = 0
        var (mayHaveLink, mayBeWide) = (false, false)
        var absent: Set<String> = []
        // What was found is not looked through again, so that no text takes time by the square of its length.
        var end = 0
        func add(_ secret: FoundSecret?) {
            guard let secret else { return }
            if !secret.place.isEmpty { found.append(secret) }
            end = max(end, secret.place.upperBound)
        }
        for index in 0...bytes.count {
            // Every text that is not a code of a known kind is looked through, so that one look at a byte must do.
            let byte = index < bytes.count ? bytes[index] : 0
            if byte.isASCIILetter || byte.isASCIIDigit {
                run += 1
                continue
            }
            if run >= shortestSeed, index - run >= end, mayBeKey(run, bytes[index - run]) {
                add(key(bytes, index - run..<index))
            }
            run = 0
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: ";"):
                if index >= end {
                    add(behindColon(bytes, index, hasParts, &absent) ?? member(bytes, index) ?? labelled(bytes, index))
                }
            case UInt8(ascii: "="): if index >= end { add(assigned(bytes, index)) }
            case UInt8(ascii: "-"): if index >= end { add(block(bytes, index) ?? marked(bytes, index)) }
            case UInt8(ascii: "_"): if index >= end { add(marked(bytes, index)) }
            case UInt8(ascii: "@"):
                mayHaveLink = true
                if index >= end { add(pairing(bytes, index)) }
            case 0xEF: mayBeWide = true
            default: break
            }
        }
        return (found, mayHaveLink, mayBeWide)
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
            if run >= shortestSeed, mayBeKey(run, bytes[index - run]) { return true }
            run = 0
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "@"),
                UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "_"):
                return true
            case 0xEF:
                // The colon and the semicolon of full width.
                if index + 2 < bytes.count, bytes[index + 1] == 0xBC, bytes[index + 2] & 0xFE == 0x9A { return true }
            default: break
            }
        }
        return run >= shortestSeed && mayBeKey(run, bytes[bytes.count - run])
    }

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
            /// The query of a link.
            case query
            /// The rest of a word that begins with so many letters, digits, hyphens and dots, with a digit among them.
            case payload(ofAtLeast: Int)
            /// The rest of a link that begins so, in small letters, the slashes before it aside.
            case link([[UInt8]])

            static func link(behind beginnings: String...) -> Secret {
                .link(beginnings.map { Array($0.utf8) })
            }
        }

        init(_ word: String, _ secret: Secret) {
            self.word = Array(word.utf8)
            self.secret = secret
        }
    }

    /// The most bytes before the secret of an activation code or a link; GSMA SGP.22 allows 255 for all of its code.
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
        Opening("tg", .link(behind: "login?", "login/?")),
        Opening("sgnl", .link(behind: "linkdevice?", "linkdevice/?")),
        Opening("phonefactor", .link(behind: "activate_account?", "activate_account/?")),
        Opening("https", signIn), Opening("http", signIn),
        // Keys of mobile one-time passwords, with their PIN.
        Opening("motp", .query),
        // What sets up a device. A payload of Matter has 19 characters or more; a few may be lost.
        Opening("x-hm", .payload(ofAtLeast: 6)), Opening("mt", .payload(ofAtLeast: 15)),
        // Seeds of wallets, and shares of one (BCR-2020-006, BCR-2020-011).
        Opening("ur", .link(behind: "crypto-seed/", "seed/", "crypto-bip39/", "crypto-sskr/", "sskr/")),
    ]

    /// Links of Discord, Steam and WeChat that let another device in. `WebAddress.mayHoldSecret` has their folders.
    private static let signIn = Opening.Secret.link(
        behind: "discord.com/ra/", "discordapp.com/ra/", "ptb.discord.com/ra/", "canary.discord.com/ra/", "s.team/q/",
        "login.weixin.qq.com/l/", "weixin.qq.com/x/")

    /// What is secret after a colon; its place may be empty. If it has parts, then of a code that goes to the end only
    /// the value of its field is hidden. `absent` are the names of fields that are known not to be in the rest of the
    /// text.
    private static func behindColon(
        _ bytes: [UInt8], _ colon: Int, _ hasParts: Bool, _ absent: inout Set<String>
    ) -> FoundSecret? {
        guard colon > 0 else { return nil }
        let last = bytes[colon - 1].asciiLowercased
        // By index: a loop over the openings would copy each of them.
        for place in openings.indices where openings[place].word.last == last {
            let opening = openings[place]
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
                let isRequest = word[0] == UInt8(ascii: "f")
                if isRequest { guard !hasParts, bytes[rest...].first == UInt8(ascii: "/") else { continue } }
                var field: Range<Int>?
                if !absent.contains(name) {
                    field = value(bytes, rest, behind: name, endingAt: end)
                    if field == nil { absent.insert(name) }
                }
                if hasParts {
                    guard let field else { continue }
                    let value = bytes[field].prefix { $0 >= 0x20 }
                    return FoundSecret(value.startIndex..<value.endIndex, .partOfLink)
                }
                // Prose has such words too: `Free WiFi: ask at the bar`. It has no field.
                if field == nil, isProse(bytes, word, at: start) { continue }
                let shownEnd = isRequest ? rest + 1 : rest
                return FoundSecret(shownEnd..<bytes.count, value: field ?? rest..<bytes.count, .rest)
            case .credentials:
                guard isWordStart(bytes, start), bytes[rest...].starts(with: "//".utf8) else { continue }
                let link = bytes[(rest + 2)...].prefix(while: isOfLink)
                let secret = link[..<(link.lastIndex(of: UInt8(ascii: "@")) ?? link.endIndex)]
                return secret.isEmpty ? nil : FoundSecret(secret.startIndex..<secret.endIndex)
            case .activationCode:
                guard isWordStart(bytes, start) else { continue }
                let address = bytes[rest...].prefix(longestAddress).drop { $0 == UInt8(ascii: " ") }
                guard address.first == UInt8(ascii: "1") else { continue }
                let parts = address.split(separator: UInt8(ascii: "$"), maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3 else { continue }
                let code = bytes[parts[2].startIndex...].prefix { $0 > 0x20 && !"$\"".utf8.contains($0) }
                guard !code.isEmpty else { continue }
                return FoundSecret(code.startIndex..<code.endIndex)
            case .query:
                guard isWordStart(bytes, start), bytes[rest...].starts(with: "//".utf8) else { continue }
                let link = bytes[rest...].prefix(longestAddress).prefix(while: isOfLink)
                guard let mark = link.firstIndex(of: UInt8(ascii: "?")) else { continue }
                let query = bytes[(mark + 1)...].prefix(while: isOfLink)
                guard !query.isEmpty else { continue }
                return FoundSecret(query.startIndex..<query.endIndex)
            case .payload(let count):
                guard isWordStart(bytes, start) else { continue }
                let payload = bytes[rest...].drop { isSlash($0) || $0 == UInt8(ascii: " ") }
                let characters = payload.prefix { $0.isASCIILetter || $0.isASCIIDigit || "-.".utf8.contains($0) }
                guard characters.count >= count, characters.contains(where: \.isASCIIDigit) else { continue }
                let whole = payload.prefix { isOfLink($0) && $0 != UInt8(ascii: "&") }
                // What follows the payload may be missing where other texts say it.
                let value = whole.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
                return FoundSecret(whole.startIndex..<whole.endIndex, value: value.startIndex..<value.endIndex)
            case .link(let beginnings):
                let link = bytes[rest...].drop(while: isSlash)
                guard let beginning = beginnings.first(where: { isBeginning($0, of: link) }), isWordStart(bytes, start)
                else { continue }
                let key = link.dropFirst(beginning.count).prefix { $0 > 0x20 && !"\"<>".utf8.contains($0) }
                guard !key.isEmpty else { continue }
                return FoundSecret(key.startIndex..<key.endIndex)
            }
        }
        return nil
    }

    /// Whether a byte is of a link, and of what precedes the fragment in it.
    private static func isOfLink(_ byte: UInt8) -> Bool { byte > 0x20 && !"#\"<>".utf8.contains(byte) }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") }

    /// - Parameter beginning: in small letters.
    private static func isBeginning(_ beginning: [UInt8], of link: ArraySlice<UInt8>) -> Bool {
        link.count > beginning.count && zip(link, beginning).allSatisfy { $0.asciiLowercased == $1 }
    }

    /// `2@`, and the keys with which WhatsApp lets another device in: at least three in Base64, with commas between.
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

    static func isWordStart(_ bytes: [UInt8], _ place: Int) -> Bool {
        guard place > 0 else { return true }
        let before = bytes[place - 1]
        return !before.isASCIILetter && !before.isASCIIDigit && !"+-.".utf8.contains(before)
    }

    /// The value of a field in the rest of a text, after a colon: that of the first of its name; nil without one.
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

    /// A private key in a text form of its own: PEM (RFC 7468), as OpenSSH and PGP use it, and that of RFC 4716.
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
}

/// The search for secrets in texts that no parser read.
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
