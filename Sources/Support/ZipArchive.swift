internal import CUnpack

/// The files of a ZIP archive in memory (PKWARE APPNOTE 6.3), each unpacked when it is read.
///
/// Nothing that the archive says is relied on: every place and length is checked against the bytes, and a file is
/// unpacked into the room that its reader allows.
package struct ZipArchive {
    private struct Entry {
        let method: Int
        let packedSize: Int
        let size: Int
        /// Where the header before its data is.
        let header: Int
        /// CRC-32 (ISO 3309) of what comes out.
        let checksum: UInt32
    }

    package enum Problem: Error, Hashable {
        case damaged
        /// A file is larger than its reader allows.
        case tooLarge
        /// It is encrypted, or packed in a way that workbooks and passes are not.
        case unsupported
        /// zlib, which unpacks, is not installed.
        case noLibrary
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]

    /// A workbook has tens of files.
    private static let mostEntries = 10_000

    package init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        // The end record is at the end, before a comment of at most 65,535 bytes.
        let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        let first = max(0, bytes.count - 22 - 65_535)
        guard bytes.count >= 22,
            let end = (first...(bytes.count - 22)).reversed().first(where: {
                bytes[$0..<$0 + 4].elementsEqual(signature)
            })
        else { throw .damaged }
        let count = Int(try number(end + 10, 2))
        var place = Int(try number(end + 16, 4))
        guard count <= Self.mostEntries else { throw .tooLarge }
        for _ in 0..<count {
            guard try number(place, 4) == 0x0201_4B50 else { throw .damaged }
            let flags = try number(place + 8, 2)
            let nameLength = Int(try number(place + 28, 2))
            let rest = Int(try number(place + 30, 2)) + Int(try number(place + 32, 2))
            guard place + 46 + nameLength <= bytes.count else { throw .damaged }
            let name = String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
            let entry = Entry(
                method: flags & 1 == 0 ? Int(try number(place + 10, 2)) : -1,
                packedSize: Int(try number(place + 20, 4)),
                size: Int(try number(place + 24, 4)), header: Int(try number(place + 42, 4)),
                checksum: try number(place + 16, 4))
            // Of two files with a name, programs read different ones.
            guard entries.updateValue(entry, forKey: name) == nil else { throw .damaged }
            place += 46 + nameLength + rest
        }
    }

    package func contains(_ name: String) -> Bool { entries[name] != nil }

    /// The bytes of a file; nil where there is none with this name.
    package func file(_ name: String, atMost limit: Int) throws(Problem) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard try number(entry.header, 4) == 0x0403_4B50 else { throw .damaged }
        let start = entry.header + 30 + Int(try number(entry.header + 26, 2)) + Int(try number(entry.header + 28, 2))
        guard start <= bytes.count, entry.packedSize <= bytes.count - start else { throw .damaged }
        guard entry.size <= limit else { throw .tooLarge }
        let packed = bytes[start..<start + entry.packedSize]
        let content: [UInt8]
        switch entry.method {
        case 0 where entry.packedSize == entry.size: content = Array(packed)
        case 0: throw .damaged
        case 8: content = try Self.inflated(packed, size: entry.size)
        default: throw .unsupported
        }
        guard Self.checksum(content) == entry.checksum else { throw .damaged }
        return content
    }

    private static func inflated(_ packed: ArraySlice<UInt8>, size: Int) throws(Problem) -> [UInt8] {
        var status = Int32(BEELINE_UNPACK_BROKEN)
        let result = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            packed.withUnsafeBufferPointer { input in
                guard let from = input.baseAddress, let to = output.baseAddress else { return }
                status = beeline_unpack_deflate(from, input.count, to, size, &count)
            }
        }
        guard status != Int32(BEELINE_UNPACK_NO_LIBRARY) else { throw .noLibrary }
        guard status == Int32(BEELINE_UNPACKED), result.count == size else { throw .damaged }
        return result
    }

    /// A number with its lowest byte first.
    private func number(_ place: Int, _ length: Int) throws(Problem) -> UInt32 {
        guard place >= 0, place <= bytes.count - length else { throw .damaged }
        return bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { register, byte in
            checksums[Int((register ^ UInt32(byte)) & 0xFF)] ^ register >> 8
        }
    }

    private static let checksums: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { register, _ in register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}
