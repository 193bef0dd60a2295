public import BeelineSymbols
internal import CZBar

/// Finds symbols with ZBar: best at worn EAN and UPC; it also reads QR and the common linear codes.
public struct ZBarDecoder: Sendable {
    /// What a symbol says who read it.
    public static let name = "zbar"

    public init() {}

    /// The symbols in an image, in reading order, add-ons bound to their parents.
    ///
    /// - Throws: `DecodeError.decoderDied` when ZBar gives up, which it does only for want of memory.
    public func symbols(in image: GrayImage) throws(DecodeError) -> [Symbol] {
        ReadingOrder.sorted(AddOns.bound(ZBarNoise.removed(try readings(in: image, asking: ZBarQuery()))))
    }

    /// All that ZBar sees, as it sees it: add-ons as symbols of their own, and phantoms, too.
    ///
    /// - Throws: `DecodeError.decoderDied` when ZBar gives up, which it does only for want of memory.
    func readings(in image: GrayImage, asking question: ZBarQuery) throws(DecodeError) -> [Symbol] {
        guard let scanner = ZBarScanner() else { throw .decoderDied("ZBar has no memory") }
        Self.configure(scanner, for: question)
        var seen: [Symbol] = []
        let isDone = scanner.scan(image) { seen += ZBarParts.symbols(of: $0) }
        guard isDone else { throw .decoderDied("ZBar could not scan the image") }
        return seen
    }

    private static func configure(_ scanner: borrowing ZBarScanner, for question: ZBarQuery) {
        scanner.set(ZBAR_CFG_ENABLE, of: ZBAR_NONE, to: 0)
        for (type, symbology) in symbologies where question.asks(for: symbology) {
            scanner.set(ZBAR_CFG_ENABLE, of: type, to: 1)
        }
        // Without it ZBar guesses character sets, and often wrong.
        scanner.set(ZBAR_CFG_BINARY, of: ZBAR_QRCODE, to: 1)
        scanner.set(ZBAR_CFG_X_DENSITY, of: ZBAR_NONE, to: Int32(clamping: question.columnStep))
        scanner.set(ZBAR_CFG_Y_DENSITY, of: ZBAR_NONE, to: Int32(clamping: question.rowStep))
    }

    /// What ZBar reads, without add-ons.
    static let readable = Set(symbologies.map(\.symbology)).subtracting([.ean2, .ean5])

    /// All that ZBar reads. Its ISBN types are left out: they would hide the EAN-13, and say nothing new.
    fileprivate static let symbologies: [(type: zbar_symbol_type_t, symbology: Symbology)] = [
        (ZBAR_EAN13, .ean13), (ZBAR_EAN8, .ean8), (ZBAR_UPCA, .upcA), (ZBAR_UPCE, .upcE), (ZBAR_EAN5, .ean5),
        (ZBAR_EAN2, .ean2), (ZBAR_I25, .itf), (ZBAR_DATABAR, .databar), (ZBAR_DATABAR_EXP, .databarExpanded),
        (ZBAR_CODABAR, .codabar), (ZBAR_CODE39, .code39), (ZBAR_CODE93, .code93), (ZBAR_CODE128, .code128),
        (ZBAR_QRCODE, .qr), (ZBAR_SQCODE, .sqCode),
    ]
}

extension Symbol {
    /// Copies a symbol of ZBar's; nil for one of a type that was not asked for, without data, or
    /// with digits that are none.
    ///
    /// - Parameter byteCount: how many bytes its data has, where it is known better than by ZBar.
    init?(zbar handle: OpaquePointer, byteCount: Int? = nil) {
        let type = zbar_symbol_get_type(handle)
        guard let symbology = ZBarDecoder.symbologies.first(where: { $0.type == type })?.symbology,
            let data = zbar_symbol_get_data(handle)
        else { return nil }
        let count = byteCount ?? Int(zbar_symbol_get_data_length(handle))
        let bytes = UnsafeRawBufferPointer(start: data, count: count).map { $0 }
        // ZBar writes a question mark for a digit that it could not make out.
        if symbology.isRetail || symbology.isAddOn, !bytes.allSatisfy(\.isASCIIDigit) { return nil }
        let isGS1 = zbar_symbol_get_modifiers(handle) & (1 << ZBAR_MOD_GS1.rawValue) != 0

        let points = (0..<zbar_symbol_get_loc_size(handle)).map {
            Point(x: Int(zbar_symbol_get_loc_x(handle, $0)), y: Int(zbar_symbol_get_loc_y(handle, $0)))
        }
        let sighting = Sighting(
            outline: Outline(zbarCorners: symbology == .qr || symbology == .sqCode ? points : [])
                ?? Outline(zbarEnds: points, orientation: zbar_symbol_get_orientation(handle)),
            decoder: ZBarDecoder.name,
            quality: Int(zbar_symbol_get_quality(handle)))
        self.init(
            symbology, bytes: bytes, aim: isGS1 ? symbology.gs1AIM : nil, sighting: sighting,
            guess: { CharacterSets.guess($0) })
    }
}
