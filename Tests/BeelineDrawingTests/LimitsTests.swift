import BeelineDecoding
import BeelineDrawing
import Testing

@Suite struct LimitsTests {
    private func options(_ dark: String, _ light: String?) throws -> DrawingOptions {
        var options = DrawingOptions()
        options.colours = CodeColours(
            dark: try #require(Colour(dark)), light: try light.map { try #require(Colour($0)) })
        return options
    }

    @Test(
        "colours that scanners do not tell apart are refused",
        arguments: [
            ("#ff0000", "#ffffff", CodeFormat.ean13), ("#ff8000", "#ffffff", .code128), ("#ffffff", "#000000", .qr),
            ("#999999", "#bbbbbb", .qr), ("#ffff00", "#ffffff", .qr),
        ])
    func refuses(_ dark: String, _ light: String, _ format: CodeFormat) throws {
        var options = try options(dark, light)
        let error = try #require(throws: DrawingError.self) {
            try Drawing("4006381333931", as: format, options: options)
        }
        #expect(error.reason == .colours)
        options.allowsPoorColours = true
        #expect(throws: Never.self) { try Drawing("4006381333931", as: format, options: options) }
    }

    @Test(
        "colours that they tell apart are drawn and read",
        arguments: [
            ("#000000", nil as String?, CodeFormat.ean13), ("#0000ff", "#ffffff", .ean13), ("#006000", "#ffffcc", .qr),
            ("#c00000", "#ffffff", .qr),
        ])
    func draws(_ dark: String, _ light: String?, _ format: CodeFormat) async throws {
        let drawing = try Drawing("4006381333931", as: format, options: try options(dark, light))
        #expect(try await drawing.png(verifiedBy: LocalDecoder()).starts(with: [0x89] + "PNG".utf8))
    }

    @Test("red on white causes a warning that it is light in red light")
    func warnsOfRed() throws {
        let drawing = try Drawing("x", as: .qr, options: try options("#c00000", "#ffffff"))
        #expect(drawing.warnings.contains { if case .contrast(_, "red light") = $0 { true } else { false } })
    }

    @Test("a quiet zone that is too small is a warning for each side")
    func quietZone() throws {
        var options = DrawingOptions()
        options.quietZone = 1
        #expect(
            try Drawing("x", as: .qr, options: options).warnings.map(\.name) == Array(repeating: "quietZone", count: 3))
        options.quietZone = 4
        #expect(try Drawing("x", as: .qr, options: options).warnings.isEmpty)
    }

    struct Width: Sendable {
        let format: CodeFormat
        let millimetres: Double
        /// Nil: it is refused.
        let warnings: [String]?
    }

    @Test(
        "module widths are those of the symbology",
        arguments: [
            Width(format: .ean13, millimetres: 0.263, warnings: nil),
            Width(format: .ean13, millimetres: 0.67, warnings: nil),
            Width(format: .ean13, millimetres: 0.33, warnings: ["notForDistribution"]),
            Width(format: .ean13, millimetres: 0.5, warnings: []),
            Width(format: .itf14, millimetres: 1.1, warnings: nil),
            Width(format: .itf14, millimetres: 1.016, warnings: []),
            Width(format: .qr, millimetres: 0.1, warnings: ["moduleWidth"]),
        ])
    func moduleWidths(_ width: Width) throws {
        var options = DrawingOptions()
        options.moduleWidth = width.millimetres
        let text = width.format == .itf14 ? "15400141288763" : "4006381333931"
        guard let warnings = width.warnings else {
            let error = try #require(throws: DrawingError.self) {
                try Drawing(text, as: width.format, options: options)
            }
            #expect(error.reason == .size && error.problem.contains("GS1 General Specifications"))
            return
        }
        #expect(try Drawing(text, as: width.format, options: options).warnings.map(\.name) == warnings)
    }

    @Test("a code that cannot be read back is not written, and the remedy is given")
    func tooSmall() async throws {
        let drawing = try Drawing("https://example.com/", as: .qr)
        let error = await #expect(throws: DrawingError.self) {
            try await drawing.png(scale: 1, verifiedBy: LocalDecoder())
        }
        #expect(
            error?.reason == .unreadable && error?.remedy.contains("at least 2 pixels a module") ?? false,
            "\(String(describing: error))")
    }

    @Test("pixels have a limit")
    func tooManyPixels() throws {
        let drawing = try Drawing("x", as: .qr)
        #expect(throws: DrawingError.self) { try drawing.png(scale: 1_000) }
        #expect(throws: DrawingError.self) { try drawing.png(scale: 0) }
    }
}
