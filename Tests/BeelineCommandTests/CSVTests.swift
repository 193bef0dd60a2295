import Foundation
import TestPrograms
import Testing

@Suite("Output as CSV")
struct CSVTests {
    /// The rows as Python's csv module reads them.
    private func rows(_ csv: [UInt8]) async throws -> [[String]] {
        let program = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
            print(json.dumps(list(csv.reader(text, strict=True))))
            """
        let result = try await run("python3", ["-c", program], input: csv)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try json(result.output) as? [[String]])
    }

    static let columns = ["input", "page", "symbology", "text", "bytes", "kind", "rule", "action", "url", "error"]

    static let texts = [
        "plain", "a,b", "say \"hi\"", "\"", "line\nfeed", "re\rturn", "both\r\n", "tab\t", " blank ", "", "日本語",
        "\",\n\"", "=1+1", "nul\u{0}", "\u{85}next line", "\u{2028}",
    ]

    /// Lines of JSON with a text in each.
    private func lines(_ texts: [String]) -> [String] {
        texts.map { text in
            let data = try? JSONSerialization.data(withJSONObject: ["text": text, "symbology": "qr_code"])
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }

    @Test("with --raw-csv any text comes back from Python's reader as it was")
    func texts() async throws {
        let lines = lines(Self.texts)
        let result = try await beeline(
            "resolve", "-", "--input", "json", "--format", "csv", "--raw-csv", input: lines.joined(separator: "\n"))
        let rows = try await rows(result.bytes)
        #expect(rows.first == Self.columns)
        #expect(rows.allSatisfy { $0.count == 10 })
        #expect(rows.dropFirst().map { $0[0] } == lines)
        #expect(rows.dropFirst().map { $0[2] } == Self.texts.map { _ in "qr_code" })
        #expect(rows.dropFirst().map { $0[3] } == Self.texts)
    }

    /// Texts, and the cells that a reader of CSV then has.
    static let cells = [
        ("plain", "plain"), ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"),
        (#"=cmd|' /C calc'!A0"#, #"'=cmd|' /C calc'!A0"#),
        (
            #"=HYPERLINK("https://evil.example","x")"#,
            #"'=HYPERLINK("https://evil.example","x")"#
        ),
        // Behind what some programs leave out, and in wide letters.
        (" =1", "' =1"), ("\"=1", "'\"=1"), ("'=1", "''=1"), ("\u{A0} +a", "'\u{A0} +a"), ("\u{3000}=1", "'\u{3000}=1"),
        ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"),
        ("\u{FF20}a", "'\u{FF20}a"),
        // Numbers with a sign are no formulas.
        ("-5", "-5"), ("+4912345", "+4912345"), ("-12.50", "-12.50"), ("+3,5", "+3,5"), ("-1.2.3", "'-1.2.3"),
        ("-", "'-"), ("+49 123", "'+49 123"), ("-5e3", "'-5e3"), (" -5", "' -5"),
        // Controls and what is hidden are spelled out, and begin no formula then.
        ("\t=1", "\\t=1"), ("\r=1", "\\r=1"), ("a\nb", "a\\nb"), ("a\u{0}\u{1B}[2J", "a\\u{0}\\u{1B}[2J"),
        ("\u{9B}\u{202E}\u{2028}\u{200B}", "\\u{9B}\\u{202E}\\u{2028}\\u{200B}"), ("日本語", "日本語"), ("a=b", "a=b"),
    ]

    @Test("no cell is a formula or has control characters")
    func defuses() async throws {
        let result = try await beeline(
            "resolve", "-", "--input", "json", "--format", "csv",
            input: lines(Self.cells.map(\.0)).joined(separator: "\n"))
        #expect(result.output.split(separator: "\n").count == Self.cells.count + 1)
        let found = try await rows(result.bytes).dropFirst().map { $0[3] }
        for (cell, (text, expected)) in zip(found, Self.cells) {
            #expect(Array(cell.unicodeScalars) == Array(expected.unicodeScalars), "\(text.debugDescription)")
        }
    }

    @Test("every command that writes CSV defuses it, and writes cells as they are with --raw-csv")
    func isOneWriter() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        try folder.write("list.csv", "code,name\n=1,=2\n")
        try folder.write(
            "r.json", #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record"}]}]}"#)
        func ran(_ words: String...) async throws -> String {
            try await beeline(words, environment: environment, folder: folder.path).output
        }
        _ = try await ran("catalog", "import", "list", "list.csv")
        #expect(try await ran("catalog", "export", "list") == "code,name\n'=1,'=2\n")
        #expect(try await ran("catalog", "export", "--raw-csv", "list") == "code,name\n=1,=2\n")
        let recorded = try await ran("resolve", "--no-defaults", "--rules", "r.json", "--run", "--format", "csv", "=3")
        #expect(recorded.contains("\n'=3,,unknown,'=3,"))
        for command in [["history"], ["history", "search", "=3"]] {
            let output = try await beeline(
                command + ["--format", "csv"], environment: environment, folder: folder.path
            ).output
            #expect(output.contains(",unknown,'=3,"), "\(output)")
            let raw = try await beeline(
                command + ["--format", "csv", "--raw-csv"], environment: environment, folder: folder.path
            ).output
            #expect(raw.contains(",unknown,=3,"), "\(raw)")
        }
        #expect(try await ran("scan", "--format", "csv", "--", "=missing").contains("\n'=missing,,"))
        #expect(try await ran("scan", "--format", "csv", "--raw-csv", "--", "=missing").contains("\n=missing,,"))
    }

    @Test("a code has its row, with all that belongs there")
    func cells() async throws {
        let result = try await beeline(
            "resolve", "-", "--format", "csv", "--input", "json",
            input: #"{"text":"036000291452","symbology":"upc_a"}"# + "\n" + #"{"bytes":"Af8="}"# + "\nbad\n")
        let rows = try await rows(result.bytes)
        try #require(rows.count == 4)
        #expect(
            Array(rows[1].dropFirst()) == [
                "", "upc_a", "036000291452", "", "product", "product.ean13", "open-url",
                "https://world.openfoodfacts.org/product/0036000291452", "",
            ])
        #expect(Array(rows[2].dropFirst()) == ["", "unknown", "", "Af8=", "binary", "", "", "", ""])
        #expect(Array(rows[3].dropLast()) == ["bad"] + Array(repeating: "", count: 8))
        #expect(rows[3][9].hasPrefix("bad-input: not JSON"))
    }

    @Test("a picture has a row for each code, one if there is none, and one for an error")
    func pictures() async throws {
        let folder = try TemporaryFolder()
        let blank = try folder.write("a, \"blank\".pgm", "P2 2 2 1 1 1 1 1")
        let result = try await beeline("scan", "--format", "csv", "Examples/book.jpg", blank, "missing.jpg")
        let rows = try await rows(result.bytes)
        try #require(rows.count == 4)
        #expect(rows.map { $0[0] } == ["input", "Examples/book.jpg", blank, "missing.jpg"])
        #expect(rows[2].dropFirst().joined().isEmpty)
        #expect(rows[3][9] == "cannot-open: no such file")
    }

    @Test("without input there is the header alone")
    func headerAlone() async throws {
        let result = try await beeline("resolve", "-", "--format", "csv")
        #expect(result.lines == [Self.columns.joined(separator: ",")])
        #expect(result.status == 0)
    }

    @Test("what was not done is told in the last column")
    func refused() async throws {
        let result = try await beeline("resolve", "--run", "--format", "csv", "https://example.com/")
        #expect(try await rows(result.bytes)[1][9].hasPrefix("refused: "))
    }
}
