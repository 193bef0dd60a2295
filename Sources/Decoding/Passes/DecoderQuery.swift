internal import BeelineSymbols

/// What which decoder is asked about a picture.
enum DecoderQuery: Hashable, Sendable {
    case zxing(ZXingQuery)
    case zbar(ZBarQuery)
    /// Our own reader of EAN and UPC.
    case worn(RetailReader.Effort)

    /// What may be found.
    var symbologies: Set<Symbology> {
        switch self {
        case .zxing(let question): question.symbologies
        case .zbar(let question): question.symbologies
        case .worn: [.ean13, .ean8, .upcA, .upcE]
        }
    }

    /// The question for some symbologies alone; nil where it does not ask for any of them.
    func narrowed(to only: Set<Symbology>) -> DecoderQuery? {
        guard !only.isEmpty else { return self }
        // The bars of UPC-A are those of EAN-13.
        let family: Set<Symbology> = [.ean13, .upcA]
        let wanted = only.isDisjoint(with: family) ? only : only.union(family)
        let shared = symbologies.intersection(wanted)
        guard !shared.isEmpty else { return nil }
        switch self {
        case .zxing(var question):
            question.symbologies = shared
            return .zxing(question)
        case .zbar(var question):
            question.symbologies = shared
            return .zbar(question)
        case .worn: return self
        }
    }

    /// The answers, in the pixels of the picture; add-ons may be symbols of their own.
    ///
    /// - Throws: `DecodeError.decoderDied` for want of memory.
    func symbols(in image: GrayImage) throws(DecodeError) -> [Symbol] {
        switch self {
        case .zxing(let question): try ZXingDecoder().symbols(in: image, asking: question)
        case .zbar(let question): ZBarNoise.removed(try ZBarDecoder().readings(in: image, asking: question))
        case .worn(let effort): RetailReader(effort: effort).symbols(in: image)
        }
    }
}
