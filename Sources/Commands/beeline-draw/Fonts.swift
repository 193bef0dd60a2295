internal import BeelineDrawing
internal import CCairo

/// Text, by pango: in any script for which there is a font.
final class Fonts {
    private let context: OpaquePointer
    /// Belongs to this object.
    private let layout: OpaquePointer

    /// The digits of these are seven tenths as high as the font.
    private static let digits = "OCRB, OCR-B, Liberation Mono, DejaVu Sans Mono, monospace"
    private static let digitHeight = 0.7

    /// - Parameter context: must live as long as this object.
    init(_ context: OpaquePointer) throws(DrawingError) {
        guard let layout = pango_cairo_create_layout(context) else { throw Self.failure }
        (self.context, self.layout) = (context, layout)
        pango_layout_set_single_paragraph_mode(layout, 1)
        // Rounding to whole units would be visible where a unit is a module or a millimetre.
        pango_context_set_round_glyph_positions(pango_layout_get_context(layout), 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        cairo_font_options_destroy(options)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    private static var failure: DrawingError {
        DrawingError(.library, "the text", "pango cannot draw it", remedy: "install a font, or leave it out")
    }

    /// Draws characters, each in the middle of its place.
    func draw(_ text: PaintedText) {
        select(Self.digits, size: text.height / Self.digitHeight)
        for (index, character) in text.characters.enumerated() {
            set(String(character))
            draw(middle: text.x + Double(index) * text.pitch, baseline: text.baseline)
        }
    }

    /// Draws a line in the middle of its width, shortened where it is longer.
    func draw(_ line: PaintedLine) {
        select(lineSize: line.size, width: line.width)
        set(line.text)
        cairo_move_to(context, line.x, line.baseline - baseline)
        pango_cairo_show_layout(context, layout)
    }

    private func select(lineSize: Double, width: Double) {
        select("sans-serif", size: lineSize)
        pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    }

    private func draw(middle: Double, baseline place: Double) {
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        cairo_move_to(context, middle - Double(extents.width) / Double(PANGO_SCALE) / 2, place - baseline)
        pango_cairo_show_layout(context, layout)
    }

    private var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }

    private func select(_ families: String, size: Double) {
        let font = pango_font_description_new()
        pango_font_description_set_family(font, families)
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
    }

    private func set(_ text: String) {
        // A NUL would end the text; requests have none.
        pango_layout_set_text(layout, text, -1)
    }

    /// How each line fits into a width.
    static func fits(of lines: [String], size: Double, width: Double) throws(DrawingError) -> [LineFit] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { throw failure }
        defer { cairo_destroy(context) }
        let fonts = try Fonts(context)
        fonts.select(lineSize: size, width: width)
        return lines.map { line in
            fonts.set(line)
            return LineFit(
                lacksCharacters: pango_layout_get_unknown_glyphs_count(fonts.layout) > 0,
                isCut: pango_layout_is_ellipsized(fonts.layout) != 0)
        }
    }
}
