internal import Glibc

/// Where a symbolic link leads; nil for what is none.
func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
        guard let room = buffer.baseAddress else { return nil }
        let count = readlink(path, room.assumingMemoryBound(to: CChar.self), buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
