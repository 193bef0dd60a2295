extension Drawing {
    /// The drawing as a PNG file with whole pixels for each module and nothing smoothed.
    ///
    /// A logo must be a PNG file, for a JPEG is only passed on by SVG and PDF.
    ///
    /// - Parameter scale: pixels for each module. Default: 8.
    /// - Throws: `.size` when that makes too many pixels, `.logo`, `.library`.
    public func png(scale: Int = 8) throws(DrawingError) -> [UInt8] {
        try png(Raster(layout, logo: options.logo, scale: scale), scale: scale)
    }

    func png(_ raster: Raster, scale: Int) throws(DrawingError) -> [UInt8] {
        if let logo = options.logo, logo.pixels == nil {
            throw DrawingError(
                .logo, "the logo", "a PNG drawing takes no JPEG picture",
                remedy: "save the logo as PNG, or draw SVG or PDF")
        }
        // As many pixels as make the module width, where one was given.
        let density = options.moduleWidth.map { UInt32((Double(scale) * 1_000 / $0).rounded()) } ?? 0
        guard raster.logo == nil else {
            return try PNGFile.write(
                width: raster.width, height: raster.height, pixels: raster.colours(options.colours), colours: nil,
                pixelsPerMetre: density)
        }
        let light = options.colours.light?.bytes ?? [255, 255, 255, 0]
        return try PNGFile.write(
            width: raster.width, height: raster.height, pixels: raster.bits,
            colours: light + options.colours.dark.bytes, pixelsPerMetre: density)
    }
}
