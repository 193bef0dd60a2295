internal import BeelineSymbols

/// An e-mail address: `local@domain`, with the domain in lower case.
///
///     EmailAddress("Bob@Example.ORG")?.description   // "Bob@example.org"
///     EmailAddress("bob@localhost")                  // nil
package struct EmailAddress: Hashable, Sendable {
    package let text: String

    /// Reads an address; nil when the text is none, or has anything before or after one.
    ///
    /// The local part is a dot-atom or a quoted string of RFC 5321 (section 4.1.2) with at most 64 bytes; the domain
    /// has two labels or more, and its last one two letters or more, or `xn--`. Both may have letters of any alphabet
    /// (RFC 6531).
    package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= Self.longest, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        guard (1...64).contains(local.count), Self.isDotAtom(local) || Self.isQuoted(local), Self.isDomain(domain)
        else { return nil }
        let text =
            String(decoding: local, as: UTF8.self) + "@" + String(decoding: domain, as: UTF8.self).asciiLowercased
        guard bytes.allSatisfy({ $0 < 0x80 }) || text.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
        self.text = text
    }

    /// RFC 5321, section 4.5.3.1.3, without the angle brackets.
    static let longest = 254

    /// Whether the byte may be in a local part that has no quotes: `atext` of RFC 5322, section 3.2.3, or UTF-8.
    static func isAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "/")...UInt8(ascii: "9"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "^")...UInt8(ascii: "~"), 0x80...:
            true
        default: false
        }
    }

    private static func isDotAtom(_ local: ArraySlice<UInt8>) -> Bool {
        var before = UInt8(ascii: ".")
        for byte in local {
            let isDot = byte == UInt8(ascii: ".")
            guard isDot ? before != byte : isAtom(byte) else { return false }
            before = byte
        }
        return before != UInt8(ascii: ".")
    }

    private static func isQuoted(_ local: ArraySlice<UInt8>) -> Bool {
        guard local.count > 2, local.first == UInt8(ascii: "\""), local.last == UInt8(ascii: "\"") else { return false }
        var inner = local.dropFirst().dropLast()
        while let byte = inner.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = inner.popFirst(), (0x20...0x7E).contains(escaped) else { return false }
            } else if byte == UInt8(ascii: "\"") || byte < 0x20 || byte == 0x7F {
                return false
            }
        }
        return true
    }

    /// Letters, digits and hyphens, and UTF-8 (RFC 5321, section 2.3.5; RFC 6531).
    private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
        guard domain.count <= 253 else { return false }
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // No top-level domain has a digit, except for those in A-labels (RFC 1123, section 2.1; RFC 5890).
        guard labels.count >= 2, let last = labels.last, last.count >= 2,
            last.allSatisfy({ $0.isASCIILetter || $0 >= 0x80 }) || last.dropping(keyword: "XN--") != nil
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        }
    }

    /// No blanks, controls, marks of direction or other characters that one does not see.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .otherNumber, .letterNumber, .otherSymbol:
            return true
        default: return false
        }
    }
}

extension EmailAddress: CustomStringConvertible {
    package var description: String { text }
}

extension EmailAddress {
    /// Whether the domain ends with a top-level domain of the real world, so that a text may be read as an address
    /// though nothing else says so; and does not name a picture for fine screens: `icon@2x.ai`.
    var hasRealDomain: Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let labels = text.utf8[text.utf8.index(after: at)...].split(separator: UInt8(ascii: "."))
        guard let first = labels.first, let last = labels.last else { return false }
        var label = String(decoding: last, as: UTF8.self)
        if !last.allSatisfy({ $0 < 0x80 }) {
            guard case .ascii(let name) = InternationalHost.ascii(label) else { return false }
            label = name
        }
        let isScale = first.last == UInt8(ascii: "x") && first.dropLast().allSatisfy(\.isASCIIDigit)
        if isScale, labels.count == 2, FileExtension.known.contains(label) { return false }
        return PublicSuffixes.isTopLevelDomain(label)
    }
}
