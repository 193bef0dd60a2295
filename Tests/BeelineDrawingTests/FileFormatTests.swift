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

    @Test("SVG is one path in whole modules, and as large as it says", arguments: cases)
    func wholeUnits(_ sample: Case) async throws {
        let folder = try TemporaryFolder()
        var options = DrawingOptions()
        options.moduleWidth = 0.5
        let drawing = try Drawing(sample.text, as: sample.format, options)
        let svg = try folder.write("a.svg", drawing.svg())
        let script = """
            import re, sys, xml.etree.ElementTree as E
            root = E.parse(sys.argv[1]).getroot()
            paths = [e for e in root if e.tag.endswith('path')]
            assert len(paths) == 1 and paths[0].get('shape-rendering') == 'crispEdges'
            assert re.fullmatch(r'(M\\d+ \\d+h\\d+v\\d+h-\\d+z)+', paths[0].get('d')), paths[0].get('d')
            print(root.get('width'), root.get('viewBox').split()[2])
            """
        let result = try await run("python3", ["-c", script, svg])
        #expect(
            result.lines == ["\(number(Double(drawing.size.width) / 2))mm \(drawing.size.width)"], "\(result.errors)")
    }

    private func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }

    @Test("PDF is read once it is rendered, and its page is as large as the drawing", arguments: cases)
    func pdf(_ sample: Case) async throws {
        let folder = try TemporaryFolder()
        var options = DrawingOptions()
        options.moduleWidth = 0.5
        let drawing = try Drawing(sample.text, as: sample.format, options)
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
            let lines = try Drawing(text, as: format, options).terminalText().split(separator: "\n")
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
}
