import Glibc

extension GrayImage {
    /// Makes a picture whose pixels are written by `fill`, without filling them with zeros before.
    ///
    /// - Parameter fill: writes every pixel, or throws. It gets exactly `width * height` bytes, uninitialised.
    init(
        width: Int, height: Int, filledBy fill: (UnsafeMutableBufferPointer<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) {
        let count = width * height
        guard Self.memoryAllows(count) else { throw .outOfMemory }
        var failure: ImageError?
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // The initialiser of Array rethrows without the type, so the error goes round it.
            do throws(ImageError) {
                try fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
                initializedCount = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Whether the system lets the process have that many bytes.
    ///
    /// An array that gets no memory ends the program. A worker's memory is limited, so this asks first. (With
    /// `malloc` in place of `mmap` the compiler may drop the question.)
    private static func memoryAllows(_ count: Int) -> Bool {
        let worthAsking = 1 << 20
        guard count >= worthAsking else { return true }
        let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard place != MAP_FAILED else { return false }
        munmap(place, count)
        return true
    }
}

/// Bytes for the time of decoding, uninitialised unless it says otherwise, freed with the value.
struct Scratch: ~Copyable {
    /// The first byte.
    let start: UnsafeMutablePointer<UInt8>

    /// How many bytes there are.
    let count: Int

    /// - Throws: ``ImageError/outOfMemory``.
    init(count: Int) throws(ImageError) {
        guard let place = malloc(max(count, 1)) else { throw .outOfMemory }
        start = place.bindMemory(to: UInt8.self, capacity: max(count, 1))
        self.count = count
    }

    /// Bytes that are zero, for what may leave some of them out.
    ///
    /// - Throws: ``ImageError/outOfMemory``.
    init(zeros count: Int) throws(ImageError) {
        guard let place = calloc(max(count, 1), 1) else { throw .outOfMemory }
        start = place.bindMemory(to: UInt8.self, capacity: max(count, 1))
        self.count = count
    }

    deinit {
        free(start)
    }
}
