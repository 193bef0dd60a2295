/// What the header of a JPEG file says of its picture (ITU-T T.81, annex B).
struct JPEGHeader: Hashable, Sendable {
    let width: Int
    let height: Int
    /// 1: gray, 3: colours, 4: inks.
    let components: Int

    /// Nil when the bytes are no JPEG that PDF takes, baseline or progressive Huffman with 8 bits, or not all of one.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 9 < bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            // Fill bytes.
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, marker != 0xDA, marker != 0xD9 else { return nil }
            if [0xC0, 0xC1, 0xC2].contains(marker) {
                let components = Int(bytes[place + 9])
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                guard bytes[place + 4] == 8, [1, 3, 4].contains(components), width > 0, height > 0 else { return nil }
                guard Self.hasEnd(bytes[(place + 2)...]) else { return nil }
                (self.width, self.height, self.components) = (width, height, components)
                return
            }
            place += 2 + length
        }
        return nil
    }

    /// Whether the picture ends anywhere, which it does not in a file that was torn off.
    private static func hasEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
    }
}
