internal import BeelineSymbols

/// Data objects as EMV's QR codes have them: two digits of name, two of length, and so many characters.
struct EMVObjects {
    private let objects: [(id: Int, value: ArraySlice<UInt8>)]

    /// Nil when the lengths do not add up, or an object is there twice.
    ///
    /// Lengths count characters; some writers count bytes of UTF-8 instead, which is tried as well.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let objects = Self.split(bytes, countsBytes: false) ?? Self.split(bytes, countsBytes: true) else {
            return nil
        }
        self.objects = objects
    }

    /// The value of an object as text; nil when it is absent or empty.
    subscript(id: Int) -> String? {
        guard let value = bytes(id), !value.isEmpty else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        return text.utf8.allSatisfy(\.isASCIIBlank) ? nil : text
    }

    /// The value of an object; nil when it is absent.
    func bytes(_ id: Int) -> ArraySlice<UInt8>? { objects.first { $0.id == id }?.value }

    /// The names that are there, in their order.
    var ids: [Int] { objects.map(\.id) }

    /// The objects inside of an object; nil when it is absent or has none.
    func template(_ id: Int) -> EMVObjects? { bytes(id).flatMap(EMVObjects.init) }

    private static func split(
        _ bytes: ArraySlice<UInt8>, countsBytes: Bool
    ) -> [(id: Int, value: ArraySlice<UInt8>)]? {
        var objects: [(id: Int, value: ArraySlice<UInt8>)] = []
        var seen = Set<Int>()
        var rest = bytes
        while !rest.isEmpty {
            guard rest.count >= 4, let id = Digits.parse(rest.prefix(2))?.value,
                let length = Digits.parse(rest.dropFirst(2).prefix(2))?.value, seen.insert(Int(id)).inserted,
                let end = end(of: rest.dropFirst(4), count: Int(length), countsBytes: countsBytes)
            else { return nil }
            objects.append((Int(id), rest[(rest.startIndex + 4)..<end]))
            rest = rest[end...]
        }
        return objects
    }

    /// The place behind so many characters or bytes; nil when there are fewer.
    private static func end(of bytes: ArraySlice<UInt8>, count: Int, countsBytes: Bool) -> Int? {
        var count = count
        for (index, byte) in zip(bytes.indices, bytes) where countsBytes || byte & 0xC0 != 0x80 {
            if count == 0 { return index }
            count -= 1
        }
        return count == 0 ? bytes.endIndex : nil
    }
}
