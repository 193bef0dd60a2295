import BeelineDecoding
import BeelineDrawing
import TestPrograms
import Testing

@Suite struct FileFormatTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let format: CodeFormat
        let text: String
        let read: String
        var testDescription: String { "\(format)" }
    }

    static let cases: [Case] = [
        .init(format: .qr, text: "https://example.com/", read: "https://example.com/"),
        .init(format: .ean13, text: "9784873119045", read: "9784873119045"),
        .init(format: .ean8, text: "96385074", read: "96385074"),
        .init(format: .code128, text: "A<b>&\"c", read: "A<b>&\"c"),
        .init(format: .gs1128, text: "(01)09521234543213(10)A(1)", read: "010952123454321310A(1)"),
        .init(format: .itf14, text: "15400141288763", read: "15400141288763"),
        .init(format: .databarExpandedStacked, text: "(01)09521234543213(10)ABC", read: "010952123454321310ABC"),
    ]

    @Test("SVG is read once it is rendered", arguments: cases)
    func svg(_ sample: Case) async throws {
        let folder = try TemporaryFolder()
        let svg = try folder.write("a.svg", try Drawing(sample.text, as: sample.format).svg())
        let result = try await run("rsvg-convert", ["--zoom=3", "-o", folder.path("a.png"), svg])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await OtherReader.zbarimg.lines([folder.path("a.png")]) == [sample.read])
    }

    @Test("SVG is as large as it says", arguments: cases)
    func millimetres(_ sample: Case) async throws {
        let folder = try TemporaryFolder()
        var options = DrawingOptions()
        options.moduleWidth = 0.5
        let drawing = try Drawing(sample.text, as: sample.format, options: options)
        let svg = try folder.write("a.svg", try drawing.svg())
        // 254 dots an inch are ten a millimetre.
        let size = ["--dpi-x=254", "--dpi-y=254", "--background-color=white"]
        let result = try await run("rsvg-convert", size + ["-o", folder.path("a.png"), svg])
        #expect(result.status == 0, "\(result.errors)")
        let image = try GrayImage(decoding: try folder.read("a.png"))
        #expect(abs(image.width - 5 * drawing.size.width) <= 1 && abs(image.height - 5 * drawing.size.height) <= 1)
    }

    @Test("fonts are embedded, and the text below the bars can be searched for")
    func fonts() async throws {
        let folder = try TemporaryFolder()
        let pdf = try folder.write("a.pdf", try Drawing("978-4-87311-904-5").pdf())
        let fonts = try await run("pdffonts", [pdf]).lines.dropFirst(2)
        #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains(" yes yes yes ") }, "\(fonts)")
        let text = try await run("pdftotext", [pdf, "-"]).output
        #expect(text.contains("978-4-87311-904-5"), "\(text)")
        // An SVG has the letters as shapes, so that it looks the same where the font is missing.
        let svg = try Drawing("978-4-87311-904-5").svg()
        #expect(!svg.contains("<text") && svg.contains("glyph"))
    }

    @Test("a JPEG logo is embedded in SVG and PDF as it is, and painted into PNG")
    func jpegLogo() async throws {
        let file = try Project.read("Examples/book.jpg")
        var options = DrawingOptions()
        options.logo = try Logo(file)
        let drawing = try Drawing("https://example.com/", as: .qr, options: options)
        #expect(try drawing.pdf().count < file.count + 20_000)
        #expect(try drawing.svg().utf8.count < file.count * 4 / 3 + 100_000)
        let png = try await drawing.png(verifiedBy: LocalDecoder())
        let folder = try TemporaryFolder()
        #expect(try await OtherReader.zxingReader.lines([folder.write("a.png", png)]) == ["https://example.com/"])
    }

    @Test("PDF is read once it is rendered, and its page is as large as the drawing", arguments: cases)
    func pdf(_ sample: Case) async throws {
        let folder = try TemporaryFolder()
        var options = DrawingOptions()
        options.moduleWidth = 0.5
        let drawing = try Drawing(sample.text, as: sample.format, options: options)
        let pdf = try folder.write("a.pdf", drawing.pdf())
        let result = try await run("pdftoppm", ["-r", "254", "-png", "-singlefile", pdf, folder.path("a")])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try await OtherReader.zbarimg.lines([folder.path("a.png")]) == [sample.read])
        let header = try folder.read("a.png")[16..<24]
        let width = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // Ten dots a millimetre: five for each module.
        #expect(abs(width - 5 * drawing.size.width) <= 1)
    }

    @Test("PNG has whole pixels for each module, and two colours", arguments: [1, 3, 8])
    func wholePixels(_ scale: Int) async throws {
        let drawing = try Drawing("https://example.com/", as: .qr)
        let image = try GrayImage(decoding: try drawing.png(scale: scale))
        #expect(image.width == drawing.size.width * scale && image.height == drawing.size.height * scale)
        for row in 0..<image.height {
            for column in 0..<image.width {
                let corner = image.pixels[row / scale * scale * image.width + column / scale * scale]
                let pixel = image.pixels[row * image.width + column]
                #expect(pixel == corner && (pixel == 0 || pixel == 255))
            }
        }
    }

    @Test("a terminal shows what can be read")
    func terminal() async throws {
        for (format, text) in [(CodeFormat.qr, "https://example.com/"), (.ean13, "9784873119045")] {
            var options = DrawingOptions()
            options.showsText = false
            let lines = try Drawing(text, as: format, options: options).terminalText().split(separator: "\n")
            var rows: [[UInt8]] = []
            for line in lines {
                let characters = line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
                rows.append(
                    characters.flatMap { [UInt8]($0 == "█" || $0 == "▀" ? [0, 0, 0, 0] : [255, 255, 255, 255]) })
                rows.append(
                    characters.flatMap { [UInt8]($0 == "█" || $0 == "▄" ? [0, 0, 0, 0] : [255, 255, 255, 255]) })
            }
            let pixels = rows.flatMap { row in Array(repeating: row, count: 4).flatMap(\.self) }
            let file = Array("P5 \(rows[0].count) \(rows.count * 4) 255\n".utf8) + pixels
            let symbols = try await LocalDecoder().symbols(in: .bytes(file))
            #expect(symbols.map(\.text) == [text])
        }
    }

    @Test(
        "a picture of a size in pixels has whole pixels for each module, and looks as its options say",
        arguments: [(600, 594), (66, 66), (65, 33), (1, 33)])
    func fits(_ side: Int, _ expected: Int) throws {
        let options = DrawingOptions(level: .medium, colours: CodeColours(dark: Colour(red: 26, green: 95, blue: 180)))
        let drawing = try Drawing("https://example.com/", as: .qr, options: options)
        let image = try GrayImage(decoding: drawing.png(fitting: side))
        #expect((image.width, image.height) == (expected, expected))
        // The blue is not black.
        #expect(image.pixels.min() ?? 0 > 50)
    }

    @Test("a sheet is made of labels in Swift")
    func sheet() throws {
        let labels = [Label("SHELF-12", format: .code128, lines: ["Stationery"]), Label("9784873119045")]
        let sheet = try LabelSheet(labels, on: SheetLayout(named: "Avery L7160"))
        #expect(sheet.pageCount == 1 && sheet.warningTexts.isEmpty)
        #expect(try sheet.pdf().starts(with: Array("%PDF".utf8)))
        let error = #expect(throws: DrawingError.self) { try SheetLayout(named: "L1") }
        #expect(error?.problem == "there is no 'L1'")
    }
}
