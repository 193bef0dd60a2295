internal import BeelineSymbols

/// Percent-encoding (RFC 3986, section 2).
enum PercentEncoding {
    /// Appends UTF-8 bytes, those percent-encoded that may not stand for themselves.
    ///
    /// - Parameter keepingReserved: leave reserved characters (`:/?#[]@!$&'()*+,;=`) and encoded triplets alone.
    static func append(_ utf8: some Collection<UInt8>, keepingReserved: Bool, to result: inout [UInt8]) {
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let byte = utf8[index]
            let next = utf8.index(after: index)
            if isUnreserved(byte) || (keepingReserved && (isReserved(byte) || isTriplet(utf8[index...]))) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(hexDigit(byte >> 4))
                result.append(hexDigit(byte & 0xF))
            }
            index = next
        }
    }

    /// Writes UTF-8 bytes into memory, those percent-encoded that may not stand for themselves.
    ///
    /// - Parameter count: how much of the memory is used already.
    /// - Returns: whether all stood for themselves; nil when they did not fit.
    static func write(
        _ utf8: UnsafeBufferPointer<UInt8>, keepingReserved: Bool, to room: UnsafeMutableBufferPointer<UInt8>,
        from count: inout Int
    ) -> Bool? {
        guard room.count - count >= utf8.count * 3 else { return nil }
        var next = count
        for index in utf8.indices {
            let byte = utf8[index]
            if isUnreserved(byte)
                || (keepingReserved
                    && (isReserved(byte)
                        || (byte == UInt8(ascii: "%") && isTriplet(UnsafeBufferPointer(rebasing: utf8[index...])))))
            {
                room[next] = byte
                next += 1
            } else {
                room[next] = UInt8(ascii: "%")
                room[next + 1] = hexDigit(byte >> 4)
                room[next + 2] = hexDigit(byte & 0xF)
                next += 3
            }
        }
        defer { count = next }
        return next - count == utf8.count
    }

    @inline(__always)
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isReserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
            UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func isTriplet(_ utf8: some Collection<UInt8>) -> Bool {
        let triplet = utf8.prefix(3)
        return triplet.count == 3 && triplet.first == UInt8(ascii: "%")
            && triplet.dropFirst().allSatisfy(\.isASCIIHexDigit)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
