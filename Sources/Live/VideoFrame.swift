package import BeelineSupport
internal import CLinux
internal import Glibc

/// A gray picture of a video: a PGM file (netpbm) in shared memory, without a name and never on a disk. A worker gets
/// its descriptor and reads it; it is written only once.
package final class VideoFrame: Sendable {
    /// In pixels.
    package let width: Int
    package let height: Int
    /// When its last byte was read.
    package let time: ContinuousClock.Instant
    /// The PGM file. Its position is shared with all copies of the descriptor: seek before reading.
    package let descriptor: Descriptor

    /// Where the first pixel is in the file.
    private let start: Int

    /// The most pixels of a frame: 8K video has 33 million.
    package static let mostPixels = 64 << 20

    /// Creates a frame that `fill` writes, row by row from the top, and that is of now by default. Nil where `fill` has
    /// not written all, or there is no memory.
    package init?(
        width: Int, height: Int, time: ContinuousClock.Instant? = nil, fill: (UnsafeMutableRawBufferPointer) -> Bool
    ) {
        guard width > 0, height > 0, width <= Self.mostPixels, height <= Self.mostPixels / width else { return nil }
        let header = Array("P5\n\(width) \(height)\n255\n".utf8)
        let number = beeline_memory_file(nil, 0)
        guard number >= 0 else { return nil }
        let file = Descriptor(taking: number)
        let length = header.count + width * height
        guard ftruncate(file.number, off_t(length)) == 0,
            let place = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), place != MAP_FAILED
        else { return nil }
        defer { munmap(place, length) }
        let bytes = UnsafeMutableRawBufferPointer(start: place, count: length)
        bytes.copyBytes(from: header)
        guard fill(UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...])) else { return nil }
        (self.width, self.height, self.time, start) = (width, height, time ?? .now, header.count)
        descriptor = file
    }

    /// Lends the pixels, row by row from the top; nil where there is no memory.
    package func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let length = start + width * height
        guard let place = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor.number, 0), place != MAP_FAILED else {
            return nil
        }
        defer { munmap(place, length) }
        return body(UnsafeRawBufferPointer(start: place + start, count: width * height))
    }
}
