/// Segments of a path that a browser takes for a step to another place.
enum DotSegments {
    /// Whether a segment of the path is `.` or `..`. A dot may be written `%2e` (WHATWG URL, section 4.1).
    static func are(in url: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
        var dots = 0
        var others = 0
        var index = 0
        while index < end {
            let byte = url[index]
            index += 1
            if byte == UInt8(ascii: "/") {
                if others == 0, dots == 1 || dots == 2 { return true }
                (dots, others) = (0, 0)
            } else if byte == UInt8(ascii: ".") {
                dots += 1
            } else if byte == UInt8(ascii: "%"), index + 1 < end, url[index] == UInt8(ascii: "2"),
                url[index + 1] | 0x20 == UInt8(ascii: "e")
            {
                dots += 1
                index += 2
            } else {
                others += 1
            }
        }
        return others == 0 && (dots == 1 || dots == 2)
    }
}

/// Empty segments of a path. Servers and proxies read them differently: some leave them out, others end a prefix there that
/// they allow or deny.
enum EmptySegments {
    /// Whether two slashes that are wanted meet in the path of a URL.
    ///
    /// - Parameter isWanted: is given the place of the first of two slashes.
    static func are(in url: UnsafeBufferPointer<UInt8>, _ isWanted: (Int) -> Bool) -> Bool {
        let slash = UInt8(ascii: "/")
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
        guard let colon = url[..<end].firstIndex(of: UInt8(ascii: ":")) else { return false }
        var index = colon + 1
        // The two before the host are none of the path.
        if index + 1 < end, url[index] == slash, url[index + 1] == slash { index += 2 }
        while index + 1 < end {
            if url[index] == slash, url[index + 1] == slash, isWanted(index) { return true }
            index += 1
        }
        return false
    }
}
