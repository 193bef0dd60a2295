internal import BeelineSymbols
internal import CZXing

/// What ZXing is asked to look for, and how hard.
struct ZXingQuery: Hashable, Sendable {
    /// What is looked for. What the library does not read is left out.
    var symbologies: Set<Symbology>
    var binarizer = Binarizer.localAverage
    /// Whether rows are read at quarter turns, too.
    var rotates = true
    /// Whether more rows are read, and more candidates tried.
    var isHarder = true
    /// Whether large images are looked at in half and a third of their size, too.
    var downscales = true
    /// How many rows have to agree on a linear symbol.
    var leastLines = 2
    /// Whether EAN-2 and EAN-5 beside a retail symbol are read.
    var readsAddOns = false

    /// How gray becomes black and white.
    enum Binarizer: Hashable, Sendable {
        /// By the average of the neighbourhood for matrix codes, by the histogram of each row for linear ones.
        case localAverage
        /// By the valley of the histogram.
        case globalHistogram
        /// Less than 128 is black: for what is black and white already.
        case fixedThreshold
    }

    /// The question for the library. It always asks for one symbol: Debian builds 1.4 with assertions, and one of them
    /// ends the process when several linear symbols are compared.
    var options: BeelineZXingOptions {
        BeelineZXingOptions(
            formats: ZXingFormats.bits(of: symbologies), binarizer: binarizer.theirs, try_harder: isHarder,
            try_rotate: rotates, try_downscale: downscales, least_lines: UInt8(clamping: leastLines), most: 1,
            reads_add_ons: readsAddOns)
    }
}

extension ZXingQuery.Binarizer {
    fileprivate var theirs: BeelineZXingBinarizer {
        switch self {
        case .localAverage: .localAverage
        case .globalHistogram: .globalHistogram
        case .fixedThreshold: .fixedThreshold
        }
    }
}
