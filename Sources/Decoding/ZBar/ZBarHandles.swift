internal import CZBar

// Ownership: both handles are made and destroyed here. The pixels are lent to ZBar for the time of a scan; symbols
// belong to the image, so all that is wanted of them is copied before it is destroyed.

/// A scanner of ZBar's. It keeps state from one image to the next, so each image gets a fresh one.
struct ZBarScanner: ~Copyable {
    private let handle: OpaquePointer

    /// Nil when there is no memory.
    init?() {
        guard let handle = zbar_image_scanner_create() else { return nil }
        self.handle = handle
    }

    deinit { zbar_image_scanner_destroy(handle) }

    func set(_ setting: zbar_config_t, of type: zbar_symbol_type_t, to value: Int32) {
        zbar_image_scanner_set_config(handle, type, setting, value)
    }

    /// Calls `body` with each symbol in the image; the symbol is valid only there.
    ///
    /// - Returns: false when ZBar could not scan the image.
    func scan(_ image: GrayImage, _ body: (OpaquePointer) -> Void) -> Bool {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let lent = ZBarImage(pixels, width: image.width, height: image.height) else { return false }
            return lent.scan(with: handle, body)
        }
    }
}

/// An image of ZBar's, whose pixels stay ours.
private struct ZBarImage: ~Copyable {
    private let handle: OpaquePointer

    init?(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        guard let handle = zbar_image_create() else { return nil }
        self.handle = handle
        zbar_image_set_format(handle, Self.gray)
        zbar_image_set_size(handle, UInt32(width), UInt32(height))
        zbar_image_set_data(handle, pixels.baseAddress, UInt(pixels.count), nil)
    }

    deinit { zbar_image_destroy(handle) }

    func scan(with scanner: OpaquePointer, _ body: (OpaquePointer) -> Void) -> Bool {
        guard zbar_scan_image(scanner, handle) >= 0 else { return false }
        var symbol = zbar_image_first_symbol(handle)
        while let current = symbol {
            body(current)
            symbol = zbar_symbol_next(current)
        }
        return true
    }

    /// The four characters `Y800`: a byte of brightness for each pixel.
    private static let gray: UInt = [UInt8]("Y800".utf8).reversed().reduce(0) { $0 << 8 | UInt($1) }
}
