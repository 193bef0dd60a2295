internal import BeelineContent
internal import BeelineSymbols

/// What the name of a host reveals by itself. Names are in A-labels and lower case, without the dot of the root.
enum HostName {
    /// Last labels of names in local networks: RFC 6761, RFC 6762, RFC 8375 and ICANN's resolutions 2018.02.04.12
    /// (`corp`, `home` and `mail` are never given to a registry) and 2024.07.29.06 (`internal`).
    static let localNames: Set<Substring> = [
        "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "mail", "private",
    ]

    /// The longest name that people read to its end; names of machines in clouds have up to 75 characters.
    static let longest = 90

    /// Whether a name leads to this machine or a network around it.
    static func isLocal(_ host: String) -> Bool {
        let last = lastLabel(host)
        // A name without a dot, and one that no registry of the internet has, are looked for in the local network.
        return last.utf8.count == host.utf8.count || localNames.contains(last) || host.hasSuffix(".home.arpa")
            || !(last == "example" || PublicSuffixes.isTopLevelDomain(String(last)))
    }

    /// A name without the dot of the root, which makes no difference to where it leads.
    static func withoutRoot(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// A host and all of its parent domains, the longest name first: `a.example.com`, `example.com`, `com`.
    static func withParents(_ host: String) -> some Sequence<Substring> {
        sequence(first: host[...]) { name in
            name.utf8.firstIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...] }
        }
    }

    /// What follows the last dot.
    static func lastLabel(_ host: String) -> Substring {
        host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host[host.utf8.index(after: $0)...] } ?? host[...]
    }
}

/// Checks the letters of a host beyond ASCII: whether their scripts belong together, and whether they imitate others.
enum HostScripts {
    /// The reason for caution with a host, which is in A-labels and as people write it; nil for most. By Unicode
    /// Technical Standard 39, section 5.
    static func reason(_ host: String, unicode: String) -> LinkReason? {
        let labels = unicode.split(separator: ".")
        var readings: [String] = []
        var pretends = false
        for label in labels {
            let scripts = Set(label.unicodeScalars.compactMap { Script($0) })
            guard Script.mayMeet(scripts) else { return .mixedScripts(host) }
            let reading = self.reading(label, scripts)
            if reading != nil, !isOfSameScript(labels.last, scripts) { pretends = true }
            readings.append(reading ?? String(label))
        }
        return pretends ? .confusableLetters(host, reads: readings.joined(separator: ".")) : nil
    }

    /// How a label reads that only has letters like ASCII, or some that can only deceive; nil for all others.
    private static func reading(_ label: Substring, _ scripts: Set<Script>) -> String? {
        guard label.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        // With letters beyond ASCII languages are written in Latin too; with some, none is.
        let isLatin = scripts.contains(.latin)
        if isLatin, !label.unicodeScalars.contains(where: Confusables.isTechnical) { return nil }
        var reading = ""
        for scalar in label.unicodeScalars {
            if scalar.isASCII {
                reading.unicodeScalars.append(scalar)
            } else if let letter = Confusables.ascii(scalar, closely: true) {
                reading.unicodeScalars.append(Unicode.Scalar(letter))
            } else if isLatin {
                reading.unicodeScalars.append(scalar)
            } else {
                return nil
            }
        }
        return reading
    }

    /// Whether the last label of the host is of the same script, so that no one takes the host for a Latin one.
    private static func isOfSameScript(_ last: Substring?, _ scripts: Set<Script>) -> Bool {
        guard let last, last.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return Set(last.unicodeScalars.compactMap { Script($0) }) == scripts
    }
}

/// The scripts of host names, as far as they must be distinguished. Facts of the Unicode Character Database (Scripts,
/// versions 14 and 15), with gaps without letters closed; Swift's own properties of characters have no script.
enum Script: Hashable, Sendable {
    case arabic, armenian, bengali, bopomofo, canadianAboriginal, cherokee, coptic, cyrillic, devanagari, ethiopic
    case georgian, greek, gujarati, gurmukhi, han, hangul, hebrew, hiragana, kannada, katakana, khmer, lao, latin
    case lisu, malayalam, mongolian, myanmar, oriya, sinhala, syriac, tamil, telugu, thaana, thai, tibetan, tifinagh
    case vai, yi
    /// Any other one.
    case other

    /// The script of a letter; nil for what all scripts share: digits, hyphens, marks above and below.
    init?(_ scalar: Unicode.Scalar) {
        var (low, high) = (0, Self.ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.ranges[middle].last < scalar.value { low = middle + 1 } else { high = middle }
        }
        if low < Self.ranges.count, Self.ranges[low].first <= scalar.value {
            self = Self.ranges[low].script
        } else if scalar.value > 0x36F, scalar.properties.isAlphabetic {
            self = .other
        } else {
            return nil
        }
    }

    /// In order, none of them touching another.
    private static let ranges: [(first: UInt32, last: UInt32, script: Script)] = [
        (0x0041, 0x007A, .latin), (0x00AA, 0x02B8, .latin), (0x02EA, 0x02EB, .bopomofo), (0x0370, 0x03E1, .greek),
        (0x03E2, 0x03EF, .coptic), (0x03F0, 0x03FF, .greek), (0x0400, 0x052F, .cyrillic),
        (0x0531, 0x058F, .armenian), (0x0591, 0x05F4, .hebrew), (0x0600, 0x06FF, .arabic), (0x0700, 0x074F, .syriac),
        (0x0750, 0x077F, .arabic), (0x0780, 0x07B1, .thaana), (0x0860, 0x086A, .syriac), (0x0870, 0x08FF, .arabic),
        (0x0900, 0x097F, .devanagari), (0x0980, 0x09FE, .bengali), (0x0A01, 0x0A76, .gurmukhi),
        (0x0A81, 0x0AFF, .gujarati), (0x0B01, 0x0B77, .oriya), (0x0B82, 0x0BFA, .tamil), (0x0C00, 0x0C7F, .telugu),
        (0x0C80, 0x0CF2, .kannada), (0x0D00, 0x0D7F, .malayalam), (0x0D81, 0x0DF4, .sinhala),
        (0x0E01, 0x0E5B, .thai), (0x0E81, 0x0EDF, .lao), (0x0F00, 0x0FDA, .tibetan), (0x1000, 0x109F, .myanmar),
        (0x10A0, 0x10FF, .georgian), (0x1100, 0x11FF, .hangul), (0x1200, 0x1399, .ethiopic),
        (0x13A0, 0x13FD, .cherokee), (0x1400, 0x167F, .canadianAboriginal), (0x1780, 0x17F9, .khmer),
        (0x1800, 0x18AA, .mongolian), (0x18B0, 0x18F5, .canadianAboriginal), (0x19E0, 0x19FF, .khmer),
        (0x1C80, 0x1C88, .cyrillic), (0x1C90, 0x1CBF, .georgian), (0x1D00, 0x1D25, .latin), (0x1D26, 0x1D2A, .greek),
        (0x1D2B, 0x1D2B, .cyrillic), (0x1D2C, 0x1D5C, .latin), (0x1D5D, 0x1D61, .greek), (0x1D62, 0x1D65, .latin),
        (0x1D66, 0x1D6A, .greek), (0x1D6B, 0x1D77, .latin), (0x1D78, 0x1D78, .cyrillic), (0x1D79, 0x1DBE, .latin),
        (0x1DBF, 0x1DBF, .greek), (0x1E00, 0x1EFF, .latin), (0x1F00, 0x1FFE, .greek), (0x2071, 0x209C, .latin),
        (0x2126, 0x2126, .greek), (0x212A, 0x2188, .latin), (0x2C60, 0x2C7F, .latin), (0x2C80, 0x2CFF, .coptic),
        (0x2D00, 0x2D2D, .georgian), (0x2D30, 0x2D7F, .tifinagh), (0x2D80, 0x2DDE, .ethiopic),
        (0x2DE0, 0x2DFF, .cyrillic), (0x3005, 0x3007, .han), (0x3041, 0x309F, .hiragana),
        (0x30A1, 0x30FF, .katakana), (0x3105, 0x312F, .bopomofo), (0x3131, 0x318E, .hangul),
        (0x31A0, 0x31BF, .bopomofo), (0x31F0, 0x31FF, .katakana), (0x3400, 0x9FFF, .han), (0xA000, 0xA4C6, .yi),
        (0xA4D0, 0xA4FF, .lisu), (0xA500, 0xA62B, .vai), (0xA640, 0xA69F, .cyrillic), (0xA722, 0xA7FF, .latin),
        (0xA8E0, 0xA8FF, .devanagari), (0xA960, 0xA97C, .hangul), (0xA9E0, 0xA9FE, .myanmar),
        (0xAA60, 0xAA7F, .myanmar), (0xAB01, 0xAB2E, .ethiopic), (0xAB30, 0xAB64, .latin), (0xAB65, 0xAB65, .greek),
        (0xAB66, 0xAB69, .latin), (0xAB70, 0xABBF, .cherokee), (0xAC00, 0xD7FB, .hangul), (0xF900, 0xFAD9, .han),
        (0x16FE2, 0x16FF1, .han), (0x1AFF0, 0x1B000, .katakana), (0x1B001, 0x1B11F, .hiragana),
        (0x1B120, 0x1B122, .katakana), (0x1B150, 0x1B152, .hiragana), (0x1B164, 0x1B167, .katakana),
        (0x1F200, 0x1F200, .hiragana), (0x20000, 0x3134A, .han),
    ]

    /// Whether one word may be written in all of these: by Unicode Technical Standard 39, section 5.2, "highly
    /// restrictive", one script, or Latin with those of Japanese, Chinese or Korean.
    static func mayMeet(_ scripts: Set<Script>) -> Bool {
        scripts.count <= 1 || together.contains { scripts.isSubset(of: $0) }
    }

    private static let together: [Set<Script>] = [
        [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]
}
