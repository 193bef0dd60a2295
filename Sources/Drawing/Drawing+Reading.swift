public import BeelineSymbols

extension Drawing {
    /// Checks that the drawing can be read, at its size and at half of it, as from twice the distance.
    ///
    /// Half of an odd number of pixels for each module is not a whole number: modules then blur into each other, which
    /// not every reader can handle. Half a pixel is less than a camera can distinguish, so nothing drawn at a scale of
    /// 1 passes.
    ///
    /// - Parameters:
    ///   - decoder: what reads it.
    ///   - scale: pixels for each module at full size. Default: 8.
    /// - Throws: `.unreadable` with what to change; `.size`.
    public func verify(by decoder: some BarcodeDecoder, scale: Int = 8) async throws(DrawingError) {
        let full = try gray(scale: scale)
        try await verify(.bytes(full.file), half: full.halved, by: decoder, scale)
    }

    /// The drawing as a PNG file that was read back, at its size and at half of it.
    ///
    /// - Parameter frame: the exact size; nil: as large as the scale makes it.
    /// - Throws: as `png(scale:)` and `verify(by:scale:)`.
    package func png(
        scale: Int = 8, in frame: PixelFrame? = nil, verifiedBy decoder: some BarcodeDecoder
    ) async throws(DrawingError) -> [UInt8] {
        let file = try pixels(.png, scale, in: frame)
        try await verify(.bytes(file), half: gray(scale: scale).halved, by: decoder, scale)
        return file
    }

    private func verify(
        _ full: ImageSource, half: Graymap, by decoder: some BarcodeDecoder, _ scale: Int
    ) async throws(DrawingError) {
        try await verify(full, by: decoder, scale, isHalf: false)
        try require(
            scale > 1, .unreadable, "the scale", "with one pixel a module, the code cannot be read at half size",
            remedy: "use at least 2 pixels a module, better 6")
        try await verify(.bytes(half.file), by: decoder, scale, isHalf: true)
    }

    /// - Parameter isHalf: whether the image has half the size.
    private func verify(
        _ image: ImageSource, by decoder: some BarcodeDecoder, _ scale: Int, isHalf: Bool
    ) async throws(DrawingError) {
        let symbols: [Symbol]
        do throws(DecodeError) {
            symbols = try await decoder.symbols(in: image)
        } catch {
            throw DrawingError(
                .unreadable, "the drawing", "it could not be read back: \(error)",
                remedy: "draw it without reading it back")
        }
        guard !symbols.contains(where: isRead) else { return }
        try require(
            !isRarelyRead || !symbols.isEmpty, .unreadable, "the drawing",
            "the decoders of this system read no \(format.title)",
            remedy: "draw it without reading it back, or draw another format")
        let found = symbols.first.map { "a reader reads it as \($0.symbology.title) '\(Self.shown($0))'" }
        let unread = "no reader could read it\(isHalf ? " at half of its size" : "")"
        throw DrawingError(.unreadable, "the drawing", found ?? unread, remedy: remedies(scale, isHalf: isHalf))
    }

    private static func shown(_ symbol: Symbol) -> String {
        let text = symbol.text ?? "\(symbol.bytes.count) bytes"
        return text.shortened(to: 60).withHiddenSpelledOut
    }

    private func isRead(_ symbol: Symbol) -> Bool {
        guard addOn == nil || symbol.addOn == addOn else { return false }
        if format.isRetail {
            // A UPC-A and an EAN-13 that begins with 0 are the same bars.
            let digits =
                symbol.symbology == .ean13 || symbol.symbology == .upcA ? symbol.bytes.withoutZeros : symbol.bytes
            let own = format.symbology == .ean13 || format == .upcA ? content.withoutZeros : content
            return symbol.symbology.isRetail && digits == own
        }
        guard symbol.symbology == symbology else { return false }
        switch symbology {
        // Some decoders leave out the identifier 01, which a DataBar always means, or the ends of a Codabar.
        case .databar, .databarLimited: return symbol.bytes == content || symbol.bytes == Array(content.dropFirst(2))
        case .codabar: return symbol.bytes == content || symbol.bytes == Array(content.dropFirst().dropLast())
        default: return symbol.bytes == content
        }
    }

    /// Whether ZXing-C++ learned to read the format only in its later versions.
    private var isRarelyRead: Bool {
        switch format {
        case .rectangularMicroQR, .microPDF417, .databarLimited, .telepen, .code11: true
        default: false
        }
    }

    /// Remedies, the likeliest first.
    private func remedies(_ scale: Int, isHalf: Bool) -> String {
        var remedies: [String] = []
        if options.logo != nil {
            remedies.append(level == .high ? "make the logo smaller" : "make the logo smaller, or use level H")
        }
        if warnings.contains(where: { if case .contrast = $0 { true } else { false } }) {
            remedies.append("use colours with more contrast")
        }
        if warnings.contains(where: { if case .quietZone = $0 { true } else { false } }) {
            remedies.append("widen the quiet zone")
        }
        if options.moduleShape == .round || options.finderShape == .round { remedies.append("take square modules") }
        if scale < (isHalf ? 6 : 3) {
            remedies.append("use 6 pixels a module or more")
        } else if isHalf, !scale.isMultiple(of: 2) {
            remedies.append("use an even number of pixels a module")
        } else if remedies.isEmpty {
            remedies.append("shorten the content, or draw another format")
        }
        return remedies.joined(separator: ", or ")
    }
}

extension [UInt8] {
    fileprivate var withoutZeros: [UInt8] { Array(drop { $0 == UInt8(ascii: "0") }) }
}
