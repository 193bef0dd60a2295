import CTIFF

/// The samples of a page that has one for each pixel and no tiles, by which rows are read without making colours of
/// them: those of scanners and fax machines.
struct TIFFSamples {
    private enum Layout {
        /// Up to 8 bits.
        case packed(PackedSamples)
        /// 16 bits in the machine's order.
        case wide(isInverted: Bool)
    }

    private let layout: Layout

    /// `nil` for pages of any other kind.
    init?(_ page: beeline_tiff_page) {
        let (minIsWhite, minIsBlack, unsignedSamples) = (UInt16(0), UInt16(1), UInt16(1))
        guard !page.is_tiled, page.samples_per_pixel == 1, page.sample_format == unsignedSamples,
            [minIsWhite, minIsBlack].contains(page.photometric)
        else { return nil }
        let isInverted = page.photometric == minIsWhite
        switch page.bits_per_sample {
        case 1, 2, 4, 8:
            let depth = Int(page.bits_per_sample)
            let levels = PackedSamples.levels(bitDepth: depth)
            layout = .packed(PackedSamples(bitDepth: depth, grays: isInverted ? levels.reversed() : levels))
        case 16: layout = .wide(isInverted: isInverted)
        default: return nil
        }
    }

    /// The bytes that a row of so many pixels takes.
    func rowLength(of width: Int) -> Int {
        switch layout {
        case .packed(let samples): samples.rowLength(of: width)
        case .wide: width * 2
        }
    }

    /// Converts `count` pixels, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        switch layout {
        case .packed(let samples): samples.convert(row, count: count, to: grays)
        case .wide(let isInverted):
            let mask: UInt8 = isInverted ? 255 : 0
            row.withMemoryRebound(to: UInt16.self, capacity: count) { samples in
                for index in 0..<count { grays[index] = UInt8(truncatingIfNeeded: samples[index] &>> 8) ^ mask }
            }
        }
    }
}
