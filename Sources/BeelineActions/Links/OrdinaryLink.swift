internal import BeelineSymbols

/// Tells links of the most ordinary shape in one walk over their bytes: `http` or `https`, a name of small letters,
/// digits and hyphens with a dot in it, and behind it nothing but what a link may show as it is.
///
/// Of nearly every link that is all there is to say; `LinkGuard` looks more closely at all others.
enum OrdinaryLink {
    /// The reasons for caution with an ordinary link; nil when it is none.
    static func reasons(_ url: String) -> [LinkReason]? {
        let isSecure = url.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            guard bytes.count <= longest else { return nil }
            if hasPrefix("https://", bytes) { return isOrdinary(bytes, from: 8) ? true : nil }
            return hasPrefix("http://", bytes) && isOrdinary(bytes, from: 7) ? false : nil
        }
        guard let isSecure = isSecure ?? nil else { return nil }
        return isSecure ? [] : [.notEncrypted]
    }

    /// Well below the length from which on nothing is a link.
    private static let longest = 1 << 16

    private static func hasPrefix(_ prefix: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where bytes[index] != prefix.utf8Start[index] { return false }
        return true
    }

    private static func isOrdinary(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
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
        for index in end..<bytes.count {
            switch bytes[index] {
            case 0...0x20, 0x7F..., UInt8(ascii: "%"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"):
                return false
            default: break
            }
        }
        return true
    }

    /// Whether a last label is one of those, or ends one of those names, that are found in the local network.
    private static func isLocal(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        switch label.count {
        case 3: hasPrefix("lan", label)
        case 4: hasPrefix("arpa", label)
        case 5: hasPrefix("local", label)
        case 8: hasPrefix("internal", label)
        case 9: hasPrefix("localhost", label)
        default: false
        }
    }
}
