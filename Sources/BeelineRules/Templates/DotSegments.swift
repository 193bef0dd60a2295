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
