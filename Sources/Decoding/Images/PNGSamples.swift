import CSPNG

/// The samples of a PNG file, by its colour type and bit depth (PNG specification, 11.2.2), and the way to gray.
struct PNGSamples {
    private enum Layout {
        /// Grays and indices of up to 8 bits.
        case packed(PackedSamples)
        case gray16
        case grayAlpha(step: Int)
        case rgb(step: Int)
        case rgba(step: Int)
    }

    private let layout: Layout
    private let bitsPerPixel: Int

    /// The bytes of the pixel that is transparent, if there is one: of gray with 16 bits and of red, green and blue.
    private var transparentPixel: [UInt8] = []

    init(_ header: spng_ihdr, _ decoder: borrowing PNGDecoder) throws(ImageError) {
        let bitDepth = Int(header.bit_depth)
        let step = bitDepth / 8
        let transparency = try decoder.transparency()
        switch UInt32(header.color_type) {
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue where bitDepth == 16:
            layout = .gray16
            bitsPerPixel = 16
            transparentPixel = transparency.map { Self.bytes(of: [$0.gray], step: step) } ?? []
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue:
            bitsPerPixel = bitDepth
            layout = .packed(
                PackedSamples(bitDepth: bitDepth, grays: Self.grays(transparency, bitDepth: bitDepth)))
        case SPNG_COLOR_TYPE_INDEXED.rawValue:
            bitsPerPixel = bitDepth
            layout = .packed(
                PackedSamples(bitDepth: bitDepth, grays: Self.grays(of: try decoder.palette(), transparency)))
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue:
            layout = .grayAlpha(step: step)
            bitsPerPixel = 2 * bitDepth
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue:
            layout = .rgb(step: step)
            bitsPerPixel = 3 * bitDepth
            transparentPixel =
                transparency.map { Self.bytes(of: [$0.red, $0.green, $0.blue], step: step) } ?? []
        default:
            layout = .rgba(step: step)
            bitsPerPixel = 4 * bitDepth
        }
    }

    /// The bytes that a row of so many pixels takes.
    func rowLength(of width: Int) -> Int {
        (width * bitsPerPixel + 7) / 8
    }

    /// Converts `count` pixels, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        switch layout {
        case .packed(let samples): samples.convert(row, count: count, to: grays)
        case .gray16: for index in 0..<count { grays[index] = row[2 &* index] }
        // The steps are written out for the compiler to make a loop of its own for each.
        case .grayAlpha(step: 1): Luma.convertGrayAlpha(row, step: 1, count: count, to: grays)
        case .grayAlpha: Luma.convertGrayAlpha(row, step: 2, count: count, to: grays)
        case .rgb(step: 1): Luma.convertRGB(row, step: 1, count: count, to: grays)
        case .rgb: Luma.convertRGB(row, step: 2, count: count, to: grays)
        case .rgba(step: 1): Luma.convertRGBA(row, step: 1, count: count, to: grays)
        case .rgba: Luma.convertRGBA(row, step: 2, count: count, to: grays)
        }
        if !transparentPixel.isEmpty { whitenTransparent(row, count: count, grays) }
    }

    private func whitenTransparent(
        _ row: UnsafePointer<UInt8>, count: Int, _ grays: UnsafeMutablePointer<UInt8>
    ) {
        transparentPixel.withUnsafeBufferPointer { transparent in
            for index in 0..<count {
                let pixel = UnsafeBufferPointer(start: row + index * transparent.count, count: transparent.count)
                if pixel.elementsEqual(transparent) { grays[index] = 255 }
            }
        }
    }
}

extension PNGSamples {
    /// Samples as they stand in a row: one byte each, or two with the high one first.
    private static func bytes(of samples: [UInt16], step: Int) -> [UInt8] {
        samples.flatMap { sample in
            [UInt8(truncatingIfNeeded: sample >> 8), UInt8(truncatingIfNeeded: sample)].suffix(step)
        }
    }

    /// The gray of each sample of 1, 2, 4 or 8 bits.
    private static func grays(_ transparency: spng_trns?, bitDepth: Int) -> [UInt8] {
        var grays = PackedSamples.levels(bitDepth: bitDepth)
        if let transparency { grays[Int(transparency.gray) & (grays.count - 1)] = 255 }
        return grays
    }

    /// The gray over white of each of 256 indices. Those beyond the palette are errors of the file and become black,
    /// as with libpng; libspng does not check them.
    private static func grays(of palette: spng_plte, _ transparency: spng_trns?) -> [UInt8] {
        withUnsafeBytes(of: palette.entries) { entries in
            withUnsafeBytes(of: transparency?.type3_alpha) { alphas in
                (0..<256).map { index in
                    guard index < palette.n_entries else { return 0 }
                    let entry = entries.loadUnaligned(
                        fromByteOffset: index * MemoryLayout<spng_plte_entry>.stride, as: spng_plte_entry.self)
                    let alpha = index < transparency?.n_type3_entries ?? 0 ? alphas[index] : 255
                    return Luma.overWhite(Luma.gray(entry.red, entry.green, entry.blue), alpha: alpha)
                }
            }
        }
    }
}
