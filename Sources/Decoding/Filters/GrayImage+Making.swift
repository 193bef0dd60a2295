extension GrayImage {
    /// The most pixels that an operation makes: a picture of which more would be made is left alone.
    static let mostMade = 64_000_000

    /// A picture whose pixels `fill` writes, all of them; nil where there would be none, or too many.
    static func made(
        width: Int, height: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void
    ) -> GrayImage? {
        guard width > 0, height > 0, width <= mostMade, height <= mostMade / width else { return nil }
        let count = width * height
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // A buffer of at least one byte has an address.
            guard let start = buffer.baseAddress else { return }
            fill(start)
            initialized = count
        }
        return pixels.count == count ? GrayImage(width: width, height: height, pixels: pixels) : nil
    }

    /// Lends the pixels; nil for a picture without any.
    func withPixels<Result>(_ body: (UnsafePointer<UInt8>) -> Result?) -> Result? {
        pixels.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap(body) }
    }
}
