import BeelineDrawing
import TestPrograms
import Testing

/// Absurd input is refused with a reason, or drawn; it never ends the program.
@Suite struct HostileInputTests {
    static let texts: [String] = [
        "", "\0", "a\0b", String(RandomContent.ascii.prefix(32)), "\u{7F}", "\u{FEFF}", "\u{FFFE}\u{FFFF}",
        "\u{202E}abc",
        "]]>&<!--", "\r\n\r\n", "(01)", "(01)09521234543213(10)\u{1D}", "[01]", "((((((", "\\(\\", "🐝",
        String(repeating: "e\u{301}\u{302}", count: 2_000), String(repeating: "9", count: 7_090),
        String(repeating: "\u{10FFFF}", count: 5_000), String(repeating: "x", count: 3_000_000),
        String(repeating: "(10)A", count: 5_000), String(repeating: "0", count: 14),
        "A" + String(repeating: "1", count: 900),
    ]

    @Test("any text is drawn or refused with a place and a remedy, in every format", arguments: CodeFormat.allCases)
    func anyText(_ format: CodeFormat) async throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for text in Self.texts {
            do {
                let drawing = try Drawing(text, as: format)
                _ = try (drawing.terminalText(), drawing.pdf(), drawing.png(scale: 1))
                files.append(try folder.write("\(files.count).svg", drawing.svg()))
            } catch let error as DrawingError {
                #expect(!error.place.isEmpty && !error.remedy.isEmpty)
                #expect(error.description.utf8.count < 2_000 && !error.description.contains("\0"))
            }
        }
        let script = "import sys, xml.etree.ElementTree as E\nfor f in sys.argv[1:]: E.parse(f)"
        let result = try await run("python3", ["-c", script] + files)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("any text finds a format or is refused")
    func anyChoice() {
        for text in Self.texts {
            do throws(DrawingError) {
                _ = try Drawing(text).svg()
            } catch {
                #expect(!error.remedy.isEmpty)
            }
        }
    }

    @Test("numbers beyond all bounds are refused", arguments: [Int.min, -1, Int.max, 1_000_000_000])
    func numbers(_ number: Int) throws {
        let drawing = try Drawing("x", as: .qr)
        #expect(throws: DrawingError.self) { try drawing.png(scale: number) }
        var options = DrawingOptions()
        options.quietZone = number
        #expect(throws: DrawingError.self) { try Drawing("x", as: .qr, options: options) }
        options = DrawingOptions()
        options.barHeight = number
        #expect(throws: DrawingError.self) { try Drawing("x12", as: .code128, options: options) }
        #expect(throws: DrawingError.self) {
            try SheetLayout(columns: number, rows: 1, labelWidth: 10, labelHeight: 10)
        }
        #expect(throws: DrawingError.self) { try BookPriceAddOn.digits(currency: "USD", price: "\(number)") }
    }

    @Test(
        "measures that are none are refused",
        arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e300, .leastNonzeroMagnitude])
    func measures(_ measure: Double) throws {
        var options = DrawingOptions()
        options.moduleWidth = measure
        options.allowsAnyModuleWidth = true
        for format in [CodeFormat.qr, .ean13] {
            #expect(throws: DrawingError.self) { try Drawing("4006381333931", as: format, options: options) }
        }
        #expect(throws: DrawingError.self) {
            try SheetLayout(columns: 1, rows: 1, labelWidth: measure, labelHeight: 10)
        }
        #expect(throws: DrawingError.self) { try Logo(Array("GIF".utf8), share: measure) }
    }

    @Test("pictures that are truncated or larger than any logo are refused")
    func logos() async throws {
        // A picture of 30,000 × 30,000 pixels, all of the same colour: 110 KB.
        let script = """
            import struct, sys, zlib
            part = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            packer = zlib.compressobj()
            rows = b''.join([packer.compress(bytes(3751 * 1000)) for _ in range(30)] + [packer.flush()])
            sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + part(b'IHDR', struct.pack('>IIBBBBB', 30000, 30000, 1, 0, 0, 0, 0))
                + part(b'IDAT', rows) + part(b'IEND', b''))
            """
        let large = try await run("python3", ["-c", script]).bytes
        #expect(large.count > 10_000)
        #expect(throws: DrawingError.self) { try Logo(large) }
        let png = try await LogoTests.logo.value
        for length in [0, 1, 8, 20, 33, png.count / 2, png.count - 20] {
            #expect(throws: DrawingError.self, "\(length)") { try Logo(Array(png.prefix(length))) }
        }
        let jpeg = try Project.read("Examples/book.jpg")
        for length in [3, 30, jpeg.count / 2] {
            #expect(throws: DrawingError.self, "\(length)") { try Logo(Array(jpeg.prefix(length))) }
        }
        #expect(throws: DrawingError.self) { try Logo(jpegHeader(width: 30_000, height: 30_000)) }
        #expect(throws: DrawingError.self) { try Logo(jpegHeader(width: 0, height: 10)) }
        #expect(throws: DrawingError.self) { try Logo(jpegHeader(width: 100, height: 10)) }
        #expect(throws: Never.self) { try Logo(jpeg) }
    }

    /// A JPEG of a header and an end.
    private func jpegHeader(width: UInt16, height: UInt16) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        return [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0, 0xFF, 0xD9]
    }

    struct Table: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let place: String
    }

    static let tables: [Table] = [
        Table(
            testDescription: "a million rows", bytes: bytes("text\n" + String(repeating: "x\n", count: 1_000_000)),
            place: "line 20002"),
        Table(
            testDescription: "a cell of 50 MB", bytes: bytes("text\nx\n") + Array(repeating: 0x78, count: 50_000_000),
            place: "line 3"),
        Table(
            testDescription: "a file of 70 MB", bytes: bytes("text\n") + Array(repeating: 0x0A, count: 70_000_000),
            place: "the table"),
        Table(
            testDescription: "a million columns", bytes: bytes("text" + String(repeating: ",", count: 1_000_000)),
            place: "line 1"),
        Table(
            testDescription: "a quote over all", bytes: bytes("text\n\"" + String(repeating: "x\n", count: 100_000)),
            place: "line 2"),
        Table(testDescription: "what is no UTF-8", bytes: bytes("text\nx\n") + [0xC3, 0x28, 0x0A], place: "line 3"),
        Table(
            testDescription: "many copies", bytes: bytes("text,copies\n" + String(repeating: "x,10000\n", count: 100)),
            place: "line 4"),
    ]

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("tables of an absurd size are refused with their line", arguments: tables)
    func refusesTable(_ table: Table) throws {
        let error = try #require(throws: DrawingError.self) { try Label.labels(csv: table.bytes) }
        #expect(error.place == table.place, "\(error)")
    }

    @Test("lines of labels are cut where the label ends, however long they are")
    func longLines() throws {
        let layout = try #require(SheetLayout.named("L7160"))
        let line = String(repeating: "long ", count: 3_000)
        let sheet = try LabelSheet([Label("x", lines: [line, "a\0\u{202E}b"], place: "line 2")], on: layout)
        #expect(try sheet.pdf().count < 60_000)
        #expect(sheet.warnings.map(\.warning.name) == ["cutLine", "replacedCharacters"])
        #expect(!sheet.warnings.contains { $0.warning.description.contains("\0") })
    }
}
