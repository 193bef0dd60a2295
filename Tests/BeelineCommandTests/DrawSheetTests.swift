import TestPrograms
import Testing

@Suite("Sheets of labels are drawn")
struct DrawSheetTests {
    /// Numbers whose check digit is right.
    private static func numbers(_ count: Int) -> [String] {
        (0..<count).map { number in
            let digits = "400638\(100_000 + number)"
            let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
                sum + Int(digit.element - 48) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
            }
            return digits + String((10 - sum % 10) % 10)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let pages: Int
        let size: String
        var testDescription: String { words.joined(separator: " ") }
    }

    static let cases = [
        Case(words: ["--sheet", "L7160"], pages: 2, size: "595"),
        Case(words: ["--sheet", "Avery 5163"], pages: 3, size: "612"),
        Case(words: ["--sheet", "3x5"], pages: 2, size: "595"),
        Case(
            words: ["--sheet", "1x1", "--page", "100x150", "--label", "80x50", "--margin", "10x10"], pages: 25,
            size: "283"),
        Case(words: ["--sheet", "2x4", "--page", "letter", "--gap", "5x5", "--margin", "8x8"], pages: 4, size: "612"),
    ]

    @Test("each label's code is read by another reader", arguments: cases)
    func sheets(_ case: Case) async throws {
        let folder = try DrawnFolder()
        let numbers = Self.numbers(25)
        try folder.write("labels.csv", "text,name\n" + numbers.map { "\($0),Pen\n" }.joined())
        let result = try await folder.draw(`case`.words + ["labels.csv", "-o", "labels.pdf"])
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        let info = try await run("pdfinfo", ["labels.pdf"], folder: folder.path).lines
        #expect(info.contains("Pages:           \(`case`.pages)"), "\(info)")
        #expect(info.contains { $0.hasPrefix("Page size:       \(`case`.size)") }, "\(info)")
        #expect(Set(try await folder.read("labels.pdf")) == Set(numbers))
    }

    @Test("a table from standard input becomes a PDF on standard output; --as is for rows that say nothing")
    func piped() async throws {
        let folder = try DrawnFolder()
        let table = "text;format;copies\n4006381333931;;15\nABC;code-39;1\n"
        let result = try await folder.draw(
            ["--sheet", "L7163", "--as", "code-128"], input: Array(table.utf8))
        #expect(result.status == 0, "\(result.errors)")
        try folder.write("a.pdf", result.bytes)
        // zbarimg reports one of several copies on a page; use one of 14 labels on each.
        #expect(try await folder.read("a.pdf").sorted() == ["4006381333931", "4006381333931", "ABC"])
    }

    @Test("all rows with errors are reported with their lines, and nothing is written")
    func mistakes() async throws {
        let folder = try DrawnFolder()
        try folder.write(
            "labels.csv",
            "text,format,copies\n4006381333931,,\n4006381333932,ean-13,\nx,nonsense,\n,qr,\ny,,many\nfine,,3\na,code-39,2\n"
        )
        let result = try await folder.draw(["--sheet", "L7160", "labels.csv", "-o", "labels.pdf"])
        #expect(result.status == 3)
        let lines = result.errors.split(separator: "\n").map(String.init)
        let places = lines.dropLast().map { $0.prefix { $0 != "," && $0 != ";" } }
        #expect(places.count == 5, "\(result.errors)")
        for (place, line) in zip(places, [3, 4, 5, 6, 8]) { #expect(place.hasPrefix("labels.csv: line \(line)")) }
        #expect(lines.last == "beeline: 5 errors; nothing was written")
        #expect(try folder.names() == ["labels.csv"])
    }

    @Test("of many errors only the first are listed")
    func manyMistakes() async throws {
        let result = try await beeline(
            ["draw", "--sheet", "L7160", "--as", "code-39"],
            input: Array(("text\n" + String(repeating: "a\u{1B}\n", count: 500)).utf8))
        #expect(result.status == 3)
        #expect(result.errors.split(separator: "\n").count == 21)
        #expect(result.errors.contains("20 errors, and perhaps more"))
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test(
        "what is no table of labels is told",
        arguments: [
            ("", "standard input: line 1: the table is empty"),
            ("text\n", "standard input: the table: it has no rows"),
            ("name\nx\n", "standard input: line 1: there is no column 'text'"),
            ("text\n\"x\n", "standard input: line 2: the quote at the start of this cell is never closed"),
            ("text\n\u{0}\u{FF}", "error"),
        ])
    func noTable(_ table: String, _ message: String) async throws {
        let result = try await beeline(["draw", "--sheet", "L7160", "--as", "code-39"], input: Array(table.utf8))
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("a warning is printed once for all copies of a label")
    func warnings() async throws {
        let result = try await beeline(
            ["draw", "--sheet", "L7160"], input: Array("text,format,copies\n400638133393,ean-13,9\n".utf8))
        #expect(result.status == 0)
        let lines = result.errors.split(separator: "\n")
        #expect(
            lines.count(where: { $0.contains("standard input: line 2: the check digit 1 was added") }) == 1,
            "\(result.errors)")
    }

    @Test(
        "what a message quotes of a long text ends with …",
        arguments: [
            ("text,copies\n4006381333931,LONG\n", "the column 'copies' says '", 20),
            ("text,format\n4006381333931,LONG\n", "there is no format '", 40),
            ("text,title\n4006381333931,LONG\n", "warning: standard input: line 2: '", 60),
        ])
    func excerpts(_ list: String, _ beginning: String, _ length: Int) async throws {
        for (long, shown) in [
            (String(repeating: "x", count: 500), String(repeating: "x", count: length - 1) + "…"),
            (String(repeating: "ü", count: 500), String(repeating: "ü", count: length - 1) + "…"),
        ] {
            let result = try await beeline(
                ["draw", "--sheet", "L7160"], input: Array(list.replacing("LONG", with: long).utf8))
            #expect(result.errors.contains("\(beginning)\(shown)'"), "\(result.errors)")
        }
    }
}
