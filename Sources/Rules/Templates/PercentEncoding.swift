internal import BeelineSymbols

/// Percent-encoding (RFC 3986, section 2).
enum PercentEncoding {
    /// Which reserved characters (`:/?#[]@!$&'()*+,;=`) of a value stand for themselves.
    enum Kept: Hashable, Sendable {
        case none
        /// `/:@!$'()*` and encoded triplets: what neither ends the part of a URL that the value stands in, nor splits a
        /// query or a list of parameters.
        case withinPart
        /// All, and encoded triplets.
        case all
    }

    /// Appends UTF-8 bytes, those percent-encoded that may not stand for themselves.
    static func append(_ utf8: some Collection<UInt8>, keeping kept: Kept, to result: inout [UInt8]) {
        let characters = characters(kept)
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let byte = utf8[index]
            let next = utf8.index(after: index)
            if characters.has(byte) || (kept != .none && isTriplet(utf8[index...])) {
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
    /// - Returns: false when they did not fit.
    static func write(
        _ utf8: UnsafeBufferPointer<UInt8>, keeping kept: Kept, to room: UnsafeMutableBufferPointer<UInt8>,
        from count: inout Int
    ) -> Bool {
        guard room.count - count >= utf8.count * 3 else { return false }
        var next = count
        for index in utf8.indices {
            let byte = utf8[index]
            if stands(byte, at: index, in: utf8, kept) {
                room[next] = byte
                next += 1
            } else {
                room[next] = UInt8(ascii: "%")
                room[next + 1] = hexDigit(byte >> 4)
                room[next + 2] = hexDigit(byte & 0xF)
                next += 3
            }
        }
        count = next
        return true
    }

    /// Whether every character of a text may stand for itself.
    static func isAsItMustBe(_ text: String, keeping kept: Kept) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            for eight in stride(from: 0, to: utf8.count, by: 8) {
                // What may stand anywhere in a link stands for itself, be it reserved or not.
                var others = EightBytes.first(utf8.count - eight)
                if kept == .all { others &= OrdinaryBytes.others(in: EightBytes.word(bytes, at: eight)) }
                while others != 0 {
                    let index = eight + EightBytes.firstPlace(in: others)
                    others &= others &- 1
                    guard stands(utf8[index], at: index, in: utf8, kept) else { return false }
                }
            }
            return true
        } ?? false
    }

    @inline(__always)
    private static func stands(
        _ byte: UInt8, at index: Int, in utf8: UnsafeBufferPointer<UInt8>, _ kept: Kept
    ) -> Bool {
        characters(kept).has(byte)
            || (kept != .none && byte == UInt8(ascii: "%")
                && isTriplet(UnsafeBufferPointer(rebasing: utf8[index...])))
    }

    @inline(__always)
    private static func characters(_ kept: Kept) -> ASCIISet {
        switch kept {
        case .none: unreserved
        case .withinPart: keptWithinPart
        case .all: all
        }
    }

    /// Letters, digits, `-._~` (section 2.3).
    private static let unreserved = ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    /// The same and `/:@!$'()*`.
    private static let keptWithinPart = ASCIISet(low: 0x07FF_E792_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    /// The same and all that is reserved (section 2.2).
    private static let all = ASCIISet(low: 0xAFFF_FFDA_0000_0000, high: 0x47FF_FFFE_AFFF_FFFF)

    /// Some ASCII characters, a bit for each, so that one look tells whether a byte is among them. Bits that are written
    /// out are there when the program starts; others would be asked for at each byte whether they are there yet.
    private struct ASCIISet: Sendable {
        let low: UInt64
        let high: UInt64

        @inline(__always)
        func has(_ byte: UInt8) -> Bool {
            byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
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
