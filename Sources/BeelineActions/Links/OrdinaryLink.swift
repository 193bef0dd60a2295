internal import BeelineSymbols

/// Tells links of the most ordinary shape in one walk over their bytes: `http` or `https`, a name of small letters,
/// digits and hyphens with a dot in it that is known for nothing, and behind it nothing but what a link may show as it is.
///
/// Of nearly every link that is all there is to say; `LinkGuard` looks more closely at all others.
enum OrdinaryLink {
    /// The reasons for caution with an ordinary link; nil when it is none.
    ///
    /// - Parameters:
    ///   - trusted: hosts that others may resemble; one that might is no ordinary link.
    ///   - seen: what was found out about the hosts of other links, with the same trust.
    static func reasons(_ url: String, _ trusted: TrustedHosts, _ seen: inout SeenHosts) -> [LinkReason]? {
        let isSecure = url.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            guard bytes.count <= longest else { return nil }
            if let end = seen.endOfOrdinaryHost(bytes) {
                return hasOrdinaryRest(bytes, from: end) ? bytes[4] == UInt8(ascii: "s") : nil
            }
            if hasPrefix("https://", bytes) { return isOrdinary(bytes, from: 8, trusted, &seen) ? true : nil }
            return hasPrefix("http://", bytes) && isOrdinary(bytes, from: 7, trusted, &seen) ? false : nil
        }
        guard let isSecure = isSecure ?? nil else { return nil }
        return isSecure ? [] : notEncrypted
    }

    private static let notEncrypted = [LinkReason.notEncrypted]

    /// Well below the length from which on nothing is a link.
    private static let longest = 1 << 16

    private static func hasPrefix(_ prefix: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where bytes[index] != prefix.utf8Start[index] { return false }
        return true
    }

    private static func isOrdinary(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ trusted: TrustedHosts, _ seen: inout SeenHosts
    ) -> Bool {
        var labelStart = start
        var end = start
        host: while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            // The ASCII form of other letters has two hyphens.
            case UInt8(ascii: "-"): if bytes[end - 1] == UInt8(ascii: "-") { return false }
            case UInt8(ascii: "."):
                guard end > labelStart else { return false }
                labelStart = end + 1
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break host
            default: return false
            }
            end += 1
        }
        let last = UnsafeBufferPointer(rebasing: bytes[labelStart..<end])
        guard labelStart > start, let first = last.first, first.isASCIILetter, !isLocal(last) else { return false }
        guard end - start <= HostName.longest, hasOrdinaryRest(bytes, from: end) else { return false }
        guard isUnknown(UnsafeBufferPointer(rebasing: bytes[start..<end]), trusted) else { return false }
        seen.addOrdinaryHost(bytes, end: end)
        return true
    }

    /// Whether what follows the host may be shown as it is, and names no file that runs.
    private static func hasOrdinaryRest(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var isPath = true
        // Where the extension of the last segment begins, and where it ends.
        var dot = bytes.count
        var end = bytes.count
        for index in plainEnd(of: bytes, from: start)..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard isOrdinaryEncoding(bytes, at: index, isPath: isPath) else { return false }
            case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"):
                return false
            case UInt8(ascii: "@"): if isPath { return false }
            case UInt8(ascii: "/"): if isPath { (dot, end) = (bytes.count, bytes.count) }
            case UInt8(ascii: "."): if isPath, end == bytes.count { dot = index + 1 }
            case UInt8(ascii: ";"): if isPath, end == bytes.count { end = index }
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                if isPath, end == bytes.count { end = index }
                isPath = false
            default: break
            }
        }
        // None, or an empty one, which systems drop.
        guard dot < bytes.count else { return bytes[bytes.count - 1] != UInt8(ascii: ".") }
        guard dot < end else { return false }
        var hash = TextHash()
        for index in dot..<end { hash.append(bytes[index].asciiLowercased) }
        return !LinkPath.hashes.contains(hash.value)
    }

    /// How far, in steps of eight bytes, there is nothing that means something in a link; a slash means nothing as long as
    /// there was no dot.
    ///
    /// In eight bytes of ASCII, the high bit of one is set by a borrow where it is below 0x26, a dot or a backslash, by a
    /// carry where it is DEL, and where it is one of `;<=>?@` by adding 0x45, but not by adding 0x3F. Only a byte that is
    /// found borrows from the next.
    private static func plainEnd(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while index + 8 <= bytes.count {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let below = (word &- 0x26 * ones) & ~word
            let dots = (word ^ 0x2E * ones) &- ones
            let backslashes = (word ^ 0x5C * ones) &- ones
            let middle = (word &+ 0x45 * ones) & ~(word &+ 0x3F * ones)
            let deletes = word &+ ones
            guard (word | below | dots | backslashes | middle | deletes) & (0x80 * ones) == 0 else { break }
            index += 8
        }
        return index
    }

    /// Whether a percent sign stands for a byte that neither ends a name nor begins a character that nobody sees.
    private static func isOrdinaryEncoding(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, isPath: Bool
    ) -> Bool {
        guard index + 2 < bytes.count, let high = bytes[index + 1].asciiHexValue,
            let low = bytes[index + 2].asciiHexValue
        else { return false }
        switch high << 4 | low {
        // In a path even a plain letter may be that of an extension.
        case 0..<0x20, 0x7F, UInt8(ascii: "%"): return false
        case 0x20..<0x80: return !isPath
        // The characters that nobody sees begin with these bytes in UTF-8: controls and soft hyphens, marks of direction,
        // blanks, fillers, tags. Of E3, with which Japanese begins, it is E3 85 alone.
        case 0xC2, 0xCD, 0xD8, 0xDB, 0xDC, 0xE0, 0xE1, 0xE2, 0xEF, 0xF0...: return false
        case 0xE3:
            return index + 5 < bytes.count
                && !(bytes[index + 4] == UInt8(ascii: "8") && bytes[index + 5] == UInt8(ascii: "5"))
        default: return true
        }
    }

    /// Whether a host is none that is known for what it does, and resembles none that is trusted.
    private static func isUnknown(_ host: UnsafeBufferPointer<UInt8>, _ trusted: TrustedHosts) -> Bool {
        var isTrusted = false
        // From the end, so that each host that this one is below has its hash on the way.
        var hash = TextHash()
        for index in host.indices.reversed() {
            if host[index] == UInt8(ascii: ".") {
                if KnownHosts.hashes.contains(hash.value) { return false }
                if trusted.hasOwn(host[(index + 1)...], hash) { isTrusted = true }
            }
            hash.append(host[index])
        }
        if KnownHosts.hashes.contains(hash.value) { return false }
        if trusted.isEmpty || isTrusted || trusted.hasOwn(host[...], hash) { return true }
        var start = 0
        for index in host.indices where host[index] == UInt8(ascii: ".") {
            if trusted.mayResemble(UnsafeBufferPointer(rebasing: host[start..<index])) { return false }
            start = index + 1
        }
        return true
    }

    /// Whether a last label is one of those, or ends one of those names, that are found in the local network.
    private static func isLocal(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        switch label.count {
        case 3: hasPrefix("lan", label)
        case 4:
            hasPrefix("arpa", label) || hasPrefix("corp", label) || hasPrefix("home", label)
                || hasPrefix("mail", label)
        case 5: hasPrefix("local", label)
        case 7: hasPrefix("private", label)
        case 8: hasPrefix("internal", label) || hasPrefix("intranet", label)
        case 9: hasPrefix("localhost", label)
        case 11: hasPrefix("localdomain", label)
        default: false
        }
    }
}
