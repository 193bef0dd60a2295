import BeelineDecoding
import BeelineDrawing
import TestPrograms
import Testing

@Suite struct SheetTests {
    @Test("the labels of many pages stand on them, and each is read", .timeLimit(.minutes(20)))
    func manyPages() async throws {
        var random = RandomContent(seed: 3)
        let numbers = (0..<250).map { _ in random.number(13, prefix: "4") }
        let table = "text,name\n" + numbers.enumerated().map { "\($1),\"Article \($0), \"\"blue\"\"\"\n" }.joined()
        let layout = try #require(SheetLayout.named("Avery L7160"))
        var count = 0
        let sheet = try LabelSheet(try Label.labels(csv: Array(table.utf8)), on: layout) { count = $0 }
        #expect(count == 250 && sheet.pageCount == 12)
        let folder = try TemporaryFolder()
        let pdf = try folder.write("a.pdf", try sheet.pdf())
        let result = try await run(
            "pdftoppm", ["-r", "150", "-gray", pdf, folder.path("page")])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let pages = (1...12).map { folder.path("page-\($0 < 10 ? "0" : "")\($0).pgm") }
        #expect(Set(try await OtherReader.zbarimg.lines(pages)) == Set(numbers))
        let text = try await run("pdftotext", [pdf, "-"])
        #expect(text.output.contains("Article 249, \"blue\""))
    }

    @Test(
        "lines in any script are drawn, with their fonts embedded",
        arguments: [
            ("日本語のラベル", "VL-Gothic"), ("العربية", "DejaVu"), ("हिन्दी लेबल", "Lohit"), ("Ελληνικά Ж ½", "DejaVu"),
        ])
    func scripts(_ line: String, _ font: String) async throws {
        let layout = try #require(SheetLayout.named("L7160"))
        let sheet = try LabelSheet([Label("4006381333931", lines: [line], place: "line 2")], on: layout)
        #expect(sheet.warnings.isEmpty)
        let folder = try TemporaryFolder()
        let pdf = try folder.write("a.pdf", try sheet.pdf())
        #expect(try await run("pdftotext", [pdf, "-"]).output.contains(line))
        let fonts = try await run("pdffonts", [pdf]).lines.dropFirst(2)
        #expect(fonts.allSatisfy { $0.contains(" yes yes yes ") } && fonts.contains { $0.contains(font) }, "\(fonts)")
    }

    @Test("characters that no font has, or that cannot be seen, are a warning with their line")
    func replaced() throws {
        let layout = try #require(SheetLayout.named("L7160"))
        let lines = ["plain", "\u{10FFF0}", "a\u{202E}b"]
        let sheet = try LabelSheet([Label("x", lines: lines, place: "line 2")], on: layout)
        #expect(sheet.warnings.map(\.warning) == [.replacedCharacters(lines[1]), .replacedCharacters(lines[2])])
    }

    @Test("the sheets of makers fit on their pages")
    func presets() {
        for (name, _) in SheetLayout.names { #expect(SheetLayout.named(name) != nil, "\(name)") }
        #expect(SheetLayout.named("L7160")?.labelCount == 21)
        #expect(SheetLayout.named("avery 5160")?.labelCount == 30)
        #expect(SheetLayout.named("nonsense") == nil)
    }

    @Test("labels that do not fit on the page are refused")
    func tooLarge() {
        #expect(throws: DrawingError.self) { try SheetLayout(columns: 4, rows: 1, labelWidth: 60, labelHeight: 20) }
        #expect(throws: DrawingError.self) { try SheetLayout(columns: 1, rows: 20, labelWidth: 60, labelHeight: 20) }
        #expect(throws: DrawingError.self) { try SheetLayout(columns: 0, rows: 1, labelWidth: 60, labelHeight: 20) }
    }

    @Test(
        "what is wrong with a table is told with its line",
        arguments: [
            ("", "line 1"), ("name\nx\n", "line 1"), ("text\n4006381333931\n\n4006381333932,\n", "line 4"),
            ("text,format\nx,nonsense\n", "line 2"), ("text,copies\nx,many\n", "line 2"), ("text\n\"x\n", "line 2"),
            ("text,name\n\"a\nb\",c\n,d\n", "line 4"),
        ])
    func tables(_ table: String, _ line: String) throws {
        let layout = try SheetLayout(columns: 1, rows: 1, labelWidth: 100, labelHeight: 100)
        var options = DrawingOptions()
        options.showsText = true
        let error = try #require(throws: DrawingError.self) {
            let labels = try Label.labels(csv: Array(table.utf8)).map { label in
                label.format == nil && label.text.hasPrefix("4")
                    ? Label(label.text, format: .ean13, place: label.place) : label
            }
            _ = try LabelSheet(labels, on: layout, options: options)
        }
        #expect(error.place.hasPrefix(line), "\(error)")
    }

    @Test("a code that is too long for its label is refused, and the remedy is given")
    func tooNarrow() throws {
        let layout = try #require(SheetLayout.named("L7651"))
        let label = Label(String(repeating: "x", count: 60), format: .code128, place: "line 2")
        let error = try #require(throws: DrawingError.self) { try LabelSheet([label], on: layout) }
        #expect(error.place == "line 2, the label" && error.remedy.contains("larger labels"))
    }

    @Test("semicolons and tabs part columns where no comma does, and copies are copies")
    func separators() throws {
        let labels = try Label.labels(csv: Array("\u{FEFF}text;name;copies\r\n4006381333931;a,b;2\r\nx;;\r\n".utf8))
        #expect(labels.map(\.text) == ["4006381333931", "4006381333931", "x"])
        #expect(labels.map(\.lines) == [["a,b"], ["a,b"], []])
    }

    @Test("each code of a sheet is read back")
    func verifies() async throws {
        let layout = try #require(SheetLayout.named("L7160"))
        let sheet = try LabelSheet(
            [Label("4006381333931", lines: ["a"], place: "line 2"), Label("Hello", place: "line 3")], on: layout)
        var count = 0
        try await sheet.verify(by: LocalDecoder()) { count = $0 }
        #expect(count == 2)
    }
}
