public import BeelineSymbols

/// Reads EAN-13, UPC-A, EAN-8 and UPC-E symbols that are worn, blurred, small or unevenly lit.
///
/// It does not make the picture black and white and measure bars: it compares gray values along many lines with what
/// digits look like under several blurs, adds up what the lines say, and answers if one number is far ahead of all
/// others. It is meant for images in which others found nothing.
///
///     RetailReader().symbols(in: image)
public struct RetailReader: Sendable {
    /// What a symbol says who read it.
    public static let name = "beeline"

    /// How much is tried.
    public enum Effort: Sendable, CaseIterable {
        /// The most likely place and blur only.
        case little
        /// Several places, lines and blurs.
        case full
    }

    private let effort: Effort

    public init(effort: Effort = .full) {
        self.effort = effort
    }

    /// The symbols in an image, at most one for each place where bars stand.
    public func symbols(in image: GrayImage) -> [Symbol] {
        var found: [Symbol] = []
        for reading in readings(in: image) where reading.isCertain {
            let symbol = reading.symbol
            if !found.contains(where: { $0.text == symbol.text }) { found.append(symbol) }
        }
        return found
    }

    /// What each band may say, certain or not.
    func readings(in image: GrayImage) -> [RetailReading] {
        guard image.width >= 48, image.height >= 1, image.width * image.height >= 1 else { return [] }
        var found: [RetailReading] = []
        for band in BarBands(image).bands(atMost: effort == .full ? 4 : 1) {
            if let reading = RetailBandReader(image, band, effort).reading() {
                found.append(reading)
                if reading.isCertain { break }
            }
        }
        return found
    }
}
