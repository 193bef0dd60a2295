import Foundation
import TestPrograms
import Testing

@Suite("Labels from a shop's own list")
struct DrawLabelTests {
    private static let list = """
        ISBN;Titel;Bestand;Preis (EUR, brutto)
        9783161484100;Ein Handbuch;2;12,50
        9783596294336;Die Verwandlung;1;9,00

        """

    private func texts(_ folder: DrawnFolder) async throws -> String {
        try await run("pdftotext", ["labels.pdf", "-"], folder: folder.path).output
    }

    static let mapped: [(columns: String, lines: [String], without: [String])] = [
        ("text=ISBN,copies=Bestand", ["Ein Handbuch", "12,50"], []),
        ("text=ISBN,copies=Bestand,Titel", ["Ein Handbuch", "Die Verwandlung"], ["12,50"]),
        ("text=ISBN,\"Preis (EUR, brutto)\",copies=Bestand", ["12,50"], ["Ein Handbuch"]),
    ]

    @Test("columns of the list are mapped", arguments: mapped)
    func columns(_ columns: String, _ lines: [String], _ without: [String]) async throws {
        let folder = try DrawnFolder()
        try folder.write("stock.csv", Self.list)
        let result = try await folder.draw(
            ["--sheet", "L7160", "--columns", columns, "stock.csv", "-o", "labels.pdf"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(Set(try await folder.read("labels.pdf")) == ["9783161484100", "9783596294336"])
        let text = try await texts(folder)
        for line in lines { #expect(text.contains(line)) }
        for line in without { #expect(!text.contains(line)) }
        #expect(text.components(separatedBy: lines[0]).count == 3, "two copies of the first book")
    }

    @Test(
        "a column that is not there, and a list without names, are refused with the remedy",
        arguments: [
            (["--columns", "text=Isbn"], list, "line 1: there is no column 'Isbn'; the first row names ISBN, Titel"),
            ([], list, "(--columns text=COLUMN)"),
            ([], "9783161484100\n9783596294336\n", "the first row looks like data: '9783161484100'"),
            (["--columns", "=x"], list, "is not of the form NAME=COLUMN"),
        ] as [([String], String, String)])
    func refused(_ words: [String], _ table: String, _ message: String) async throws {
        let result = try await beeline(["draw", "--sheet", "L7160"] + words, input: Array(table.utf8))
        #expect(result.status >= 2 && result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
    }

    @Test("a half-used sheet is continued", arguments: [(1, 1), (5, 1), (20, 2), (21, 2)])
    func start(_ start: Int, _ pages: Int) async throws {
        let folder = try DrawnFolder()
        try folder.write("labels.csv", "text,name\n4006381333931,First\n9783161484100,\n9783596294336,\n")
        let result = try await folder.draw(
            ["--sheet", "L7160", "--start", "\(start)", "labels.csv", "-o", "labels.pdf"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(
            try await run("pdfinfo", ["labels.pdf"], folder: folder.path).output.contains("Pages:           \(pages)"))
        #expect(Set(try await folder.read("labels.pdf")).count == 3)
        // The first line is on its label: columns are 66 mm apart, and rows 38.1 mm.
        let words = try await run("pdftotext", ["-bbox", "labels.pdf", "-"], folder: folder.path).output
        let word = try #require(words.firstMatch(of: /xMin="([0-9.]+)" yMin="([0-9.]+)"[^>]*>First</))
        let (x, y) = (Double(word.1) ?? 0, Double(word.2) ?? 0)
        let (column, row) = (Int((x / 72 * 25.4 - 7.25) / 66), Int((y / 72 * 25.4 - 15.15) / 38.1))
        #expect(row * 3 + column == start - 1, "\(x), \(y)")
    }

    @Test("a start beyond the sheet is refused", arguments: ["0", "22", "x"])
    func badStart(_ start: String) async throws {
        let result = try await beeline(
            ["draw", "--sheet", "L7160", "--start", start], input: Array("text\nx\n".utf8))
        #expect(result.status >= 2 && result.output.isEmpty && result.errors.contains("start"), "\(result.errors)")
    }

    @Test(
        "pages have names", arguments: [("A5", "419.5"), ("a6", "297.6"), ("legal", "612"), ("100x150", "283.4")])
    func pages(_ page: String, _ width: String) async throws {
        let folder = try DrawnFolder()
        try folder.write("labels.csv", "text\n4006381333931\n")
        let result = try await folder.draw(["--sheet", "1x2", "--page", page, "labels.csv", "-o", "labels.pdf"])
        #expect(result.status == 0, "\(result.errors)")
        let info = try await run("pdfinfo", ["labels.pdf"], folder: folder.path).lines
        #expect(info.contains { $0.hasPrefix("Page size:       \(width)") }, "\(info)")
    }

    @Test("a line that is cut off is a warning with its row; one that fits is not")
    func cut() async throws {
        let folder = try DrawnFolder()
        let long = "Ein Titel, der viel länger ist als die Breite eines Etiketts, und dann noch länger"
        try folder.write(
            "labels.csv",
            "text,title\n4006381333931,Kurz und gut\n9783161484100,\"\(long)\"\nx,\(String(repeating: "i", count: 40))\n"
        )
        let result = try await folder.draw(["--sheet", "L7160", "labels.csv", "-o", "labels.pdf"])
        let lines = result.errors.split(separator: "\n")
        #expect(result.status == 0 && lines.count == 1, "\(result.errors)")
        #expect(lines.first?.hasPrefix("beeline: warning: labels.csv: line 3: 'Ein Titel") == true, "\(result.errors)")
    }

    @Test(
        "a number that is wrong is not drawn as a text, unless its format is given",
        arguments: [
            ("4006381333932", "expected 1"), ("978-4-87311-904-6", "expected 5"), ("9.78E+12", "scientific notation"),
            ("9,78316E+12", "scientific notation"), ("359629433X", "not an ISBN"),
        ])
    func wrongNumbers(_ number: String, _ message: String) async throws {
        let folder = try DrawnFolder()
        try folder.write("labels.csv", "text;format\n9783161484100;\n\"\(number)\";\n")
        let refused = try await folder.draw(["--sheet", "L7160", "labels.csv", "-o", "labels.pdf"])
        #expect(
            refused.status == 3 && refused.errors.hasPrefix("labels.csv: line 3, the number: "), "\(refused.errors)")
        #expect(refused.errors.contains(message))
        #expect(try folder.names() == ["labels.csv"])
        try folder.write("labels.csv", "text;format\n\"\(number)\";qr\n")
        let forced = try await folder.draw(["--sheet", "L7160", "labels.csv", "-o", "labels.pdf"])
        #expect(forced.status == 0, "\(forced.errors)")
        // Alone it is drawn with a warning.
        let alone = try await folder.draw([number, "-o", "a.svg"])
        #expect(alone.status == 0 && alone.errors.contains(message), "\(alone.errors)")
    }

    @Test("a table in another character set is drawn, with a warning")
    func charset() async throws {
        let folder = try DrawnFolder()
        try folder.write("labels.csv", Array("text;name\n4006381333931;B".utf8) + [0xFC] + Array("cher\n".utf8))
        let result = try await folder.draw(["--sheet", "L7160", "labels.csv", "-o", "labels.pdf"])
        #expect(
            result.status == 0 && result.errors.contains("read as Windows-1252: line 2 'Bücher'"), "\(result.errors)")
        #expect(try await texts(folder).contains("Bücher"))
    }
}

@Suite("Sizes, colours and logos of a code")
struct DrawSizeTests {
    @Test(
        "--size is exact, and the code is read",
        arguments: [
            (["hello"], "300", 300, 300), (["https://example.com/"], "301", 301, 301), (["hello"], "400x200", 400, 200),
            (["--transparent", "hello"], "128", 128, 128),
        ])
    func sizes(_ words: [String], _ size: String, _ width: Int, _ height: Int) async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(words + ["--size", size, "-o", "a.png"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let bytes = try folder.bytes("a.png")
        let sides = [16, 20].map { place in bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(sides == [width, height])
        if !words.contains("--transparent") { #expect(try await folder.read("a.png") == [words[0]]) }
    }

    @Test("a linear code has the width, and the height that its bars need")
    func linear() async throws {
        let folder = try DrawnFolder()
        let result = try await folder.draw(["4006381333931", "--size", "500", "-o", "a.png"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.bytes("a.png")[16..<20].reduce(0) { $0 << 8 | Int($1) } == 500)
        #expect(try await folder.read("a.png") == ["4006381333931"])
    }

    @Test(
        "sizes that cannot be are refused",
        arguments: [
            (["--size", "10"], "a pixel each"), (["--size", "0"], "a number of pixels"),
            (["--size", "x"], "a number of pixels"),
            (["--size", "99999"], "a number of pixels"), (["--size", "300", "--scale", "4"], "cannot be combined"),
            (["--size", "300x20"], "a pixel each"),
        ])
    func refused(_ words: [String], _ message: String) async throws {
        let result = try await beeline(["draw", "--format", "png", "hello"] + words)
        #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
        let vector = try await beeline(["draw", "--format", "svg", "--size", "300", "hello"])
        #expect(vector.status == 2 && vector.errors.contains("is for PNG only"))
    }

    @Test(
        "colours have the basic names of CSS", arguments: [("navy", "#000080"), ("Red", "#f00"), ("TEAL", "#008080")])
    func colours(_ name: String, _ code: String) async throws {
        let named = try await beeline(["draw", "--format", "svg", "--dark", name, "hello"])
        let coded = try await beeline(["draw", "--format", "svg", "--dark", code, "hello"])
        #expect(named.status == 0 && named.output == coded.output, "\(named.errors)")
        let wrong = try await beeline(["draw", "--dark", "reddish", "hello"])
        #expect(wrong.status == 2 && wrong.errors.contains("maroon"), "\(wrong.errors)")
    }
}
