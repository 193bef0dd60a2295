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
    }

    /// The names of values that are secret, in small letters, without `_` and `-`, and where they are.
    private static let names: [[UInt8]: Holders] = {
        var names: [[UInt8]: Holders] = [:]
        func add(_ words: [String], _ holders: Holders) { for word in words { names[Array(word.utf8)] = holders } }
        add(
            [
                "privatekey", "presharedkey", "symkey", "password", "passwd", "accesstoken", "refreshtoken", "idtoken",
                "clientsecret", "obfspassword", "provisioningwifipassword", "androidappextraprovisioningwifipassword",
            ], [.json, .link, .line, .text])
        // Sentences have these words too.
        add(["psk", "pwd", "secret", "apikey"], [.json, .link, .line])
        // The token of a link may be no more than the number of a table, and its pass the name of a ticket.
        add(["token"], [.json, .line])
        add(["pass"], [.json])
        return names
    }()
    private static let longestName = 64

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
            default: false
            }
        guard mayBeSecret else { return nil }
        return names[name.filter { $0.isASCIILetter || $0.isASCIIDigit }.map(\.asciiLowercased)]
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
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        var start = end
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        guard let holders = holders(of: bytes[start..<end]) else { return nil }
        let isParameter = start > 0 && "?&#;".utf8.contains(bytes[start - 1])
        guard holders.contains(isParameter ? .link : isLineStart(bytes, start) ? .line : .text) else { return nil }
        var first = sign + 1
        while first < bytes.count, bytes[first] == UInt8(ascii: " ") || bytes[first] == UInt8(ascii: "\t") {
            first += 1
        }
        let value = bytes[first...].prefix { byte in
            isParameter ? byte > 0x20 && !"&#\"<>".utf8.contains(byte) : byte != 0x0A && byte != 0x0D
        }
        return value.isEmpty ? nil : FoundSecret(value.startIndex..<value.endIndex, isParameter ? .partOfLink : .key)
    }

    private static func isLineStart(_ bytes: [UInt8], _ place: Int) -> Bool {
        place == 0 || bytes[place - 1] == 0x0A || bytes[place - 1] == 0x0D
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
