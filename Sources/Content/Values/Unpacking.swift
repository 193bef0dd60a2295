internal import BeelineSymbols
internal import CUnpack

/// What codes contain in compressed form.
enum Unpacking {
    /// Why nothing comes out.
    enum Problem: Error, Hashable, Sendable {
        case broken
        /// More would come out than such a code contains.
        case tooLarge
        /// The system has no such library.
        case noLibrary(String)
    }

    /// The bytes of a stream of zlib (RFC 1950).
    ///
    /// - Parameter room: how many bytes may come out.
    static func zlib(_ bytes: ArraySlice<UInt8>, atMost room: Int) throws(Problem) -> [UInt8] {
        try unpack(bytes, room: room, library: "libz") { input, length, output, count in
            beeline_unpack_zlib(input, length, output, room, &count)
        }
    }

    /// The bytes of a raw stream of LZMA1 (lc=3, lp=0, pb=2, dictionary of 128 KiB).
    ///
    /// - Parameter count: how many bytes it stands for.
    static func lzma(_ bytes: ArraySlice<UInt8>, count: Int) throws(Problem) -> [UInt8] {
        try unpack(bytes, room: count, library: "liblzma") { input, length, output, written in
            written = count
            return beeline_unpack_lzma(input, length, output, count)
        }
    }

    private static func unpack(
        _ bytes: ArraySlice<UInt8>, room: Int, library: String,
        _ unpack: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, inout Int) -> Int32
    ) throws(Problem) -> [UInt8] {
        var status = Int32(BEELINE_UNPACK_BROKEN)
        let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            // What a library did not write must not be read.
            buffer.initialize(repeating: 0)
            bytes.withUnsafeBufferPointer { bytes in
                guard let input = bytes.baseAddress, let output = buffer.baseAddress else { return }
                status = unpack(input, bytes.count, output, &count)
            }
        }
        switch Int(status) {
        case Int(BEELINE_UNPACKED): return unpacked
        case Int(BEELINE_UNPACK_TOO_LARGE): throw .tooLarge
        case Int(BEELINE_UNPACK_NO_LIBRARY): throw .noLibrary(library)
        default: throw .broken
        }
    }
}
