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

    private static func isSecretName(_ name: ArraySlice<UInt8>, in holder: Holders) -> Bool {
        guard name.count <= longestName, let first = name.first, let last = name.last else { return false }
        // Nearly all names begin or end with another letter.
        if name.count < 6 {
            guard name.count > 2, first | 0x20 == UInt8(ascii: "p") || first | 0x20 == UInt8(ascii: "t") else {
                return false
            }
        } else {
            guard "ydnt".utf8.contains(last | 0x20) else { return false }
        }
        let letters = name.filter { $0.isASCIILetter || $0.isASCIIDigit }.map(\.asciiLowercased)
        return names[letters]?.contains(holder) ?? false
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
    }

    /// `NAME=VALUE` in the query or fragment of a link, and `NAME = VALUE` on a line of a configuration.
    static func assigned(_ bytes: [UInt8], _ sign: Int) -> FoundSecret? {
        var end = sign
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        var start = end
        while start > 0, end - start <= longestName, isOfName(bytes[start - 1]) { start -= 1 }
        let isParameter = start > 0 && "?&#;".utf8.contains(bytes[start - 1])
        guard isSecretName(bytes[start..<end], in: isParameter ? .link : isLineStart(bytes, start) ? .line : .text)
        else { return nil }
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
        guard isSecretName(bytes[start..<end - 1], in: .json) else { return nil }
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
