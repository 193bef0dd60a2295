internal import BeelineDrawing
internal import CCairo

/// A file that cairo paints, page by page.
final class Document {
    private let form: DocumentForm
    private let pixelsPerMetre: Int
    /// Both belong to this object.
    private let surface: OpaquePointer
    private let context: OpaquePointer
    /// Where cairo writes PDF and SVG.
    private let output = Output()
    /// The code of a picture of pixels.
    private var code: PaintedCode?

    private static let pointsPerMillimetre = 72 / 25.4
    /// The longest side of a page that cairo allows, in millimetres or pixels.
    private static let mostSide = 32_767.0

    /// - Parameter page: the first page, which sets the size.
    init(_ page: PaintedPage) throws(DrawingError) {
        (form, pixelsPerMetre) = (page.form, page.pixelsPerMetre)
        for side in [page.width, page.height] {
            guard side > 0, side <= Self.mostSide else {
                throw DrawingError(
                    .size, "the drawing", "a side is \(side) millimetres or pixels long", remedy: "use a smaller one")
            }
        }
        let closure = Unmanaged.passUnretained(output).toOpaque()
        switch form {
        case .svg:
            surface = cairo_svg_surface_create_for_stream(Output.write, closure, page.width, page.height)
            cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_MM)
        case .pdf:
            let unit = Self.pointsPerMillimetre
            surface = cairo_pdf_surface_create_for_stream(Output.write, closure, page.width * unit, page.height * unit)
            // The same content makes the same file.
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
        case .png, .gray:
            // Without a logo a pixel is a share of the dark colour.
            let kind = page.codes.contains { $0.logo != nil } ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8
            surface = cairo_image_surface_create(kind, Int32(page.width), Int32(page.height))
        }
        context = cairo_create(surface)
        try check(cairo_status(context))
    }

    deinit {
        cairo_destroy(context)
        // This may still write to the output.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    private var isRaster: Bool { form == .png || form == .gray }

    func paint(_ page: PaintedPage) throws(DrawingError) {
        if form == .pdf {
            let unit = Self.pointsPerMillimetre
            cairo_pdf_surface_set_size(surface, page.width * unit, page.height * unit)
            cairo_scale(context, unit, unit)
        }
        // Below the code there may be a background.
        code = page.codes.last
        for code in page.codes { try paint(code) }
        if !page.lines.isEmpty {
            let fonts = try Fonts(context)
            cairo_set_source_rgb(context, 0, 0, 0)
            for line in page.lines { fonts.draw(line) }
        }
        if !isRaster { cairo_show_page(context) }
        cairo_identity_matrix(context)
        try check(cairo_status(context))
    }

    private func paint(_ code: PaintedCode) throws(DrawingError) {
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_translate(context, code.x, code.y)
        cairo_scale(context, code.moduleWidth, code.moduleWidth)
        if let light = code.colours.light, cairo_surface_get_content(surface) != CAIRO_CONTENT_ALPHA {
            set(light)
            cairo_rectangle(context, 0, 0, Double(code.width), Double(code.height))
            cairo_fill(context)
        }
        set(code.colours.dark)
        // Discs must be round, and bars have sharp edges.
        let isCrisp = code.discs.isEmpty && code.roundedBars.isEmpty
        cairo_set_antialias(context, isCrisp ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT)
        addShapes(of: code)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(context)
        cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
        if !code.texts.isEmpty {
            let fonts = try Fonts(context)
            for text in code.texts { fonts.draw(text) }
        }
        if let logo = code.logo { try paint(logo) }
    }

    private func set(_ colour: Colour) {
        cairo_set_source_rgb(context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
    }

    private func addShapes(of code: PaintedCode) {
        for place in stride(from: 3, to: code.bars.count, by: 4) {
            cairo_rectangle(
                context, Double(code.bars[place - 3]), Double(code.bars[place - 2]), Double(code.bars[place - 1]),
                Double(code.bars[place]))
        }
        for place in stride(from: 2, to: code.discs.count, by: 3) {
            cairo_new_sub_path(context)
            cairo_arc(context, code.discs[place - 2], code.discs[place - 1], code.discs[place], 0, 2 * .pi)
        }
        for place in stride(from: 4, to: code.roundedBars.count, by: 5) {
            let bar = Array(code.roundedBars[(place - 4)...place])
            let radius = bar[4]
            let (left, top) = (bar[0] + radius, bar[1] + radius)
            let (right, bottom) = (bar[0] + bar[2] - radius, bar[1] + bar[3] - radius)
            cairo_new_sub_path(context)
            cairo_arc(context, right, top, radius, -.pi / 2, 0)
            cairo_arc(context, right, bottom, radius, 0, .pi / 2)
            cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
            cairo_arc(context, left, top, radius, .pi, 1.5 * .pi)
            cairo_close_path(context)
        }
    }

    private func paint(_ logo: PaintedLogo) throws(DrawingError) {
        let picture = try Picture(logo.file)
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_rectangle(context, logo.x, logo.y, logo.width, logo.height)
        cairo_clip(context)
        cairo_translate(context, logo.x, logo.y)
        cairo_scale(context, logo.width / Double(picture.width), logo.height / Double(picture.height))
        cairo_set_source_surface(context, picture.surface, 0, 0)
        // In pixels, its edges do not mix with the surroundings; vector files embed the logo unchanged.
        if isRaster { cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD) }
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
        cairo_paint(context)
    }

    /// The whole file. Nothing can be painted afterwards.
    func finish() throws(DrawingError) -> [UInt8] {
        switch form {
        case .svg, .pdf:
            cairo_surface_finish(surface)
            try check(cairo_surface_status(surface))
            return output.bytes
        case .png:
            guard let code else { return [] }
            let (width, height, pixels) = pixels()
            guard code.logo == nil else {
                return try PNGFile.write(
                    colours: Self.colours(pixels), width: width, height: height, pixelsPerMetre: pixelsPerMetre)
            }
            return try PNGFile.write(pixels, width: width, height: height, code.colours, pixelsPerMetre: pixelsPerMetre)
        case .gray:
            guard let code else { return [] }
            let (_, _, pixels) = pixels()
            guard code.logo == nil else { return Self.grays(pixels) }
            let colours = CodeColours(dark: code.colours.dark, light: code.colours.light ?? .white)
            let grays = (0...255).map { colours.mixed($0).gray }
            return pixels.map { grays[Int($0)] }
        }
    }

    /// The bytes of the picture, one or four for each pixel, without cairo's padding between rows.
    private func pixels() -> (width: Int, height: Int, bytes: [UInt8]) {
        cairo_surface_flush(surface)
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let length = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_A8 ? width : width * 4
        guard let data = cairo_image_surface_get_data(surface) else { return (0, 0, []) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length * height)
        for row in 0..<height { bytes += UnsafeBufferPointer(start: data + row * stride, count: length) }
        return (width, height, bytes)
    }

    /// cairo's pixels, blue first and multiplied by alpha, as red, green, blue and alpha.
    private static func colours(_ pixels: [UInt8]) -> [UInt8] {
        var colours = pixels
        for place in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = max(Int(pixels[place + 3]), 1)
            for channel in 0..<3 {
                colours[place + channel] = UInt8(min(255, (Int(pixels[place + 2 - channel]) * 255 + alpha / 2) / alpha))
            }
        }
        return colours
    }

    /// The same on white, in shades of gray.
    private static func grays(_ pixels: [UInt8]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: 4).map { place in
            let light = 255 - pixels[place + 3]
            return Colour(
                red: pixels[place + 2] + light, green: pixels[place + 1] + light, blue: pixels[place] + light
            ).gray
        }
    }

    /// Collects the bytes that cairo writes.
    private final class Output {
        var bytes: [UInt8] = []

        /// - Parameter closure: an `Output` that outlives the surface.
        static let write: cairo_write_func_t = { closure, data, count in
            guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
                .bytes += UnsafeBufferPointer(start: data, count: Int(count))
            return CAIRO_STATUS_SUCCESS
        }
    }
}
