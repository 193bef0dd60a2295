internal import BeelineSymbols

/// Pictures of pages to show to a person.
enum Preview {
    /// The name under which the making of one is noted, as passes are.
    static let name = "preview"
    /// The sides in pixels that can be had.
    static let sides = 1...4096

    /// A PNG file of the page, its greater side at most as long as is asked; nil if none is asked for, or if there is
    /// no memory for it: a page without a picture is still a page.
    ///
    /// A side beyond ``sides`` becomes the nearest one within.
    static func png(of page: GrayImage, _ options: DecodeOptions, noting: (String) -> Void) -> [UInt8]? {
        guard let side = options.previewSide, !options.without.contains(name) else { return nil }
        noting(name)
        let bounded = min(max(side, sides.lowerBound), sides.upperBound)
        return try? PNGWriter.png(of: page.shrunk(toSide: bounded))
    }
}
