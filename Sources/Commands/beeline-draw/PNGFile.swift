internal import BeelineDrawing
internal import CSPNG
internal import Glibc

/// PNG files, by libspng.
enum PNGFile {
    /// A file of indexed colours from pixels with shares of the dark colour, 0…255.
    static func write(
        _ shares: [UInt8], width: Int, height: Int, _ colours: CodeColours, pixelsPerMetre: Int
    ) throws(DrawingError) -> [UInt8] {
        // Whether there are only two colours. Without an early exit, the compiler vectorises the loop.
        let isPlain = shares.reduce(into: UInt8(0)) { $0 |= ($1 &+ 1) & 0xFE } == 0
        var palette = spng_plte()
        var transparency = spng_trns()
        let count = isPlain ? 2 : 256
        palette.n_entries = UInt32(count)
        transparency.n_type3_entries = UInt32(count)
        withUnsafeMutableBytes(of: &palette.entries) { entries in
            withUnsafeMutableBytes(of: &transparency.type3_alpha) { alpha in
                for index in 0..<count {
                    let share = index * 255 / (count - 1)
                    let colour = colours.mixed(share)
                    let bytes = [colour.red, colour.green, colour.blue]
                    // An entry has a fourth byte, which is not used.
                    for channel in 0..<3 { entries[index * 4 + channel] = bytes[channel] }
                    alpha[index] = colours.light == nil ? UInt8(share) : 255
                }
            }
        }
        let pixels = isPlain ? bits(shares, width: width, height: height) : shares
        return try encode(
            pixels, width: width, height: height, depth: isPlain ? 1 : 8, SPNG_COLOR_TYPE_INDEXED, pixelsPerMetre
        ) { context in
            let status = spng_set_plte(context, &palette)
            return status == 0 && colours.light == nil ? spng_set_trns(context, &transparency) : status
        }
    }

    /// A file from pixels of red, green, blue and alpha.
    static func write(colours: [UInt8], width: Int, height: Int, pixelsPerMetre: Int) throws(DrawingError) -> [UInt8] {
        try encode(
            colours, width: width, height: height, depth: 8, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, pixelsPerMetre
        ) { _ in 0 }
    }

    /// Pixels as bits, eight in a byte, the first in the highest bit. Each row begins a byte.
    private static func bits(_ shares: [UInt8], width: Int, height: Int) -> [UInt8] {
        var bits: [UInt8] = []
        bits.reserveCapacity((width + 7) / 8 * height)
        let pixels = shares.span
        for row in 0..<height {
            for column in stride(from: 0, to: width, by: 8) {
                var byte: UInt8 = 0
                for place in column..<(column + 8) {
                    byte = byte << 1 | (place < width ? pixels[row * width + place] & 1 : 0)
                }
                bits.append(byte)
            }
        }
        return bits
    }

    private static func encode(
        _ pixels: [UInt8], width: Int, height: Int, depth: UInt8, _ kind: spng_color_type, _ pixelsPerMetre: Int,
        prepare: (OpaquePointer) -> Int32
    ) throws(DrawingError) -> [UInt8] {
        guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { throw failure("no memory") }
        defer { spng_ctx_free(context) }
        var header = spng_ihdr()
        (header.width, header.height) = (UInt32(width), UInt32(height))
        (header.bit_depth, header.color_type) = (depth, UInt8(kind.rawValue))
        let density = UInt32(clamping: pixelsPerMetre)
        var resolution = spng_phys(ppu_x: density, ppu_y: density, unit_specifier: 1)
        var status = spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
        if status == 0 { status = spng_set_ihdr(context, &header) }
        if status == 0 { status = prepare(context) }
        if status == 0, density > 0 { status = spng_set_phys(context, &resolution) }
        if status == 0 {
            status = spng_encode_image(
                context, pixels, pixels.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
        }
        var length = 0
        guard status == 0, let file = spng_get_png_buffer(context, &length, &status) else {
            throw failure(String(cString: spng_strerror(status)))
        }
        // The buffer belongs to the caller.
        defer { free(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: length))
    }

    private static func failure(_ words: String) -> DrawingError {
        DrawingError(.size, "the PNG", "it cannot be written: \(words)", remedy: "use a smaller scale")
    }
}

extension CodeColours {
    /// A mixture of the dark and the light colour. The share of the dark one is 0…255.
    func mixed(_ share: Int) -> Colour {
        guard let light else { return dark }
        func mix(_ dark: UInt8, _ light: UInt8) -> UInt8 {
            UInt8((Int(dark) * share + Int(light) * (255 - share) + 127) / 255)
        }
        return Colour(
            red: mix(dark.red, light.red), green: mix(dark.green, light.green), blue: mix(dark.blue, light.blue))
    }
}

extension Colour {
    /// The luma by Rec. 601, as image readers compute it.
    var gray: UInt8 {
        let thousandths: Int = Int(red) * 299 + Int(green) * 587 + Int(blue) * 114
        return UInt8(thousandths / 1_000)
    }
}
