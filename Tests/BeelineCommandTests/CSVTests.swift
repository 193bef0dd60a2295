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

    static let columns = ["input", "page", "symbology", "text", "bytes", "kind", "rule", "actions", "url", "error"]

    /// The options for these columns.
    static let chosen = ["--format", "csv", "--columns", columns.joined(separator: ",")]

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
            ["resolve", "-", "--input", "json", "--raw-csv"] + Self.chosen,
            input: Array(lines.joined(separator: "\n").utf8))
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
        (" =1", " '=1"), ("\"=1", "\"'=1"), ("'=1", "''=1"), ("\u{A0} +a", "\u{A0} '+a"), ("\u{3000}=1", "\u{3000}'=1"),
        ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"),
        ("\u{FF20}a", "'\u{FF20}a"),
        // Numbers with a sign are not formulas.
        ("-5", "-5"), ("+4912345", "+4912345"), ("-12.50", "-12.50"), ("+3,5", "+3,5"), ("-1.2.3", "'-1.2.3"),
        ("-", "'-"), ("+49 123", "'+49 123"), ("-5e3", "'-5e3"), (" -5", " -5"),
        // A cell may begin after each separator of some reader, behind quotes and blanks.
        ("x;=1", "x;'=1"), ("x,=1", "x,'=1"), ("x|=1", "x|'=1"), ("x =1", "x '=1"), ("x; \"=1\";@y", "x; \"'=1\";'@y"),
        ("x;'=1", "x;''=1"), ("x;\u{FF1D}1", "x;'\u{FF1D}1"), (";;+a;-b", ";;'+a;'-b"), ("a;-", "a;'-"),
        ("x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"), ("x =HYPERLINK(\"a\")", "x '=HYPERLINK(\"a\")"),
        ("x;-5+cmd|' /C calc'!A0", "x;'-5+cmd|' /C calc'!A0"), ("x|-5|y", "x|'-5|y"), ("a -b", "a '-b"),
        // Numbers, dashes between words, and what is within a word.
        ("x;-5;+3,5", "x;-5;+3,5"), ("48.1,-11.5,100", "48.1,-11.5,100"), ("T -5 °C", "T -5 °C"),
        ("a - b + c", "a - b + c"),
        ("a-b", "a-b"), ("2026-01-31", "2026-01-31"), ("a@example.com", "a@example.com"),
        ("https://example.com/?a=b;c=d&e=-1", "https://example.com/?a=b;c=d&e=-1"),
        ("A:S:a;B:b=;;", "A:S:a;B:b=;;"),
        // Control and invisible characters are escaped, so they do not start a formula.
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

    @Test("no cell is a formula for a reader with another separator", arguments: [",", ";", "|", "\t", " "])
    func defusesAfterSeparators(_ separator: String) async throws {
        let signs = "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}"
        let formulas = ["=cmd|'/C", "\"=1+1\"", "'=1", "-1+cmd", "+a", "@SUM(A1)", "\u{FF1D}1", "\u{A0}=1", "\"\"=1"]
        let texts = [";", ",", "|", "\t", " ", "\n", "; ", "\";", ";\"", ",\"x\";"].flatMap { before in
            formulas.flatMap { ["x\(before)\($0)", "x\(before)\($0)\(before)y", "\(before)\($0)"] }
        }
        let result = try await beeline(
            "resolve", "-", "--input", "json", "--format", "csv", "--columns", "text,kind",
            input: lines(texts).joined(separator: "\n"))
        let program = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
            print(json.dumps([cell for row in csv.reader(text, delimiter=sys.argv[1]) for cell in row]))
            """
        let read = try await run("python3", ["-c", program, separator], input: result.bytes)
        let cells = try #require(try json(read.output) as? [String])
        #expect(cells.count >= texts.count)
        for cell in cells {
            let start = cell.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\"" }
            #expect(start.first.map { !signs.unicodeScalars.contains($0) } ?? true, "\(cell)")
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
            ["resolve", "-", "--input", "json"] + Self.chosen,
            input: Array(
                (#"{"text":"036000291452","symbology":"upc_a"}"# + "\n" + #"{"bytes":"Af8="}"# + "\nbad\n").utf8))
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

    @Test("a picture has a row for each code, one without codes, and one for an error")
    func pictures() async throws {
        let folder = try TemporaryFolder()
        let blank = try folder.write("a, \"blank\".pgm", "P2 2 2 1 1 1 1 1")
        let result = try await beeline(["scan", "Examples/book.jpg", blank, "missing.jpg"] + Self.chosen)
        let rows = try await rows(result.bytes)
        try #require(rows.count == 4)
        #expect(rows.map { $0[0] } == ["input", "Examples/book.jpg", blank, "missing.jpg"])
        #expect(rows[2].dropFirst().joined().isEmpty)
        #expect(rows[3][9] == "cannot-open: no such file")
    }

    @Test("without input there is the header alone")
    func headerAlone() async throws {
        let result = try await beeline(["resolve", "-"] + Self.chosen)
        #expect(result.lines == [Self.columns.joined(separator: ",")])
        #expect(result.status == 0)
    }

    @Test("the last column says what was not done")
    func refused() async throws {
        let result = try await beeline(["resolve", "--run", "https://example.com/"] + Self.chosen)
        #expect(try await rows(result.bytes)[1][9].hasPrefix("refused: "))
    }

    /// A row as an object, without its empty cells.
    private func cells(_ words: [String]) async throws -> [[String: String]] {
        let rows = try await rows(try await beeline(words).bytes)
        let header = try #require(rows.first)
        return rows.dropFirst().map { row in
            Dictionary(zip(header, row).filter { !$1.isEmpty }) { first, _ in first }
        }
    }

    private static let fields = """
        { "version": 1,
          "kinds": [{ "kind": "shelfMark", "when": { "text": { "matches": "S(?P<shelf>\\\\d+)" } },
                      "fields": { "shelf": "{match.shelf}", "status": "kept" } }],
          "rules": [
            { "id": "log", "when": {}, "continue": true,
              "do": [{ "action": "record", "fields": { "who": "{scan.source|nobody}" } }] },
            { "id": "book", "when": { "kind": "isbn" },
              "do": [{ "action": "emit", "fields": { "title": "of {isbn13}", "price": "{price|free}" } },
                     { "action": "open-url", "url": "https://books.example.com/{isbn13}" },
                     { "action": "emit", "fields": { "opened": "yes", "title": "another" } }] },
            { "id": "shelf", "when": { "kind": "shelfMark" }, "do": [{ "action": "emit", "fields": { "on": "{shelf}" } }] }
          ] }
        """

    @Test("each field of the kinds of the user's rules is a column, and so is each that the rules put out")
    func fields() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.fields)
        let words = ["resolve", "--no-defaults", "--rules", file, "--format", "csv"]
        let header = try #require(try await beeline(words + ["S12"]).lines.first)
        #expect(
            header
                == "input,page,symbology,text,addOn,copies,bytes,kind,isbn13,isbn10,hyphenated,agency,cCode,price,currency,"
                + "priceNote,taxIncluded,shelf,content.status,emit.title,emit.price,emit.opened,emit.on,record.who,"
                + "rule,actions,status,url,verdict,ask,error,warnings")
        // The columns are those of the rules, whatever the codes are.
        #expect(try await beeline(words + ["9784873119045"]).lines.first == header)
        let rows = try await cells(words + ["9784873119045", "S12", "none"])
        try #require(rows.count == 3)
        #expect(rows[0]["isbn13"] == "9784873119045" && rows[0]["agency"] == "Japan")
        #expect(rows[0]["emit.title"] == "of 9784873119045", "of several the first counts")
        #expect(rows[0]["emit.price"] == "free" && rows[0]["emit.opened"] == "yes")
        #expect(rows[0]["record.who"] == "nobody" && rows[0]["actions"] == "record emit open-url emit")
        #expect(rows[0]["status"] == "planned" && rows[0]["verdict"] == "allow")
        #expect(rows[1]["shelf"] == "12" && rows[1]["content.status"] == "kept" && rows[1]["emit.on"] == "12")
        #expect(rows[2]["status"] == "no-rule" && rows[2]["rule"] == nil)
    }

    @Test("an action that was skipped after a refusal is in no column")
    func skips() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.fields)
        let row = try #require(
            try await cells([
                "resolve", "--no-defaults", "--rules", file, "--format", "csv", "--run", "--deny", "local", "--deny",
                "open-url", "9784873119045",
            ]).first)
        #expect(row["emit.title"] == "of 9784873119045" && row["emit.opened"] == nil)
        #expect(row["status"] == "refused")
    }

    struct Choice: Sendable, CustomTestStringConvertible {
        let columns: String
        let rows: [String]
        var testDescription: String { columns }
    }

    static let choices = [
        Choice(columns: "isbn13,text", rows: ["isbn13,text", "9784873119045,9784873119045"]),
        Choice(columns: "text, kind", rows: ["text,kind", "9784873119045,isbn"]),
        Choice(columns: "kind,kind", rows: ["kind", "isbn"]),
        Choice(columns: "content.text,group", rows: ["content.text,group", "9784873119045,4"]),
        Choice(columns: "record,emit.price", rows: ["record.who,emit.price", "nobody,free"]),
        Choice(columns: "emit", rows: ["emit.title,emit.price,emit.opened,emit.on", "of 9784873119045,free,yes,"]),
        Choice(columns: "url,ai.10,query.a", rows: ["url,ai.10,query.a", "https://books.example.com/9784873119045,,"]),
    ]

    @Test("--columns chooses columns and their order", arguments: choices)
    func chooses(_ choice: Choice) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.fields)
        let result = try await beeline(
            "resolve", "--no-defaults", "--rules", file, "--format", "csv", "--columns", choice.columns, "9784873119045"
        )
        #expect(result.lines == choice.rows, "\(result.errors)")
    }

    @Test("fields with open names are columns where they are chosen")
    func openNames() async throws {
        let result = try await beeline(
            "resolve", "--format", "csv", "--columns", "ai.10,expiry,lot,query.id,json.a.0",
            "(01)04012345123456(10)AB-1",
            "https://example.com/?id=7", #"{"a":[5]}"#)
        #expect(result.lines.dropFirst() == ["AB-1,,AB-1,,", ",,,7,", ",,,,5"])
    }

    @Test("a secret of a code is in no column", arguments: ["all", "content.text,content.password,ssid,text"])
    func keepsSecrets(_ columns: String) async throws {
        let result = try await beeline(
            "resolve", "--format", "csv", "--columns", columns, "WIFI:T:WPA;S:Guests;P:sesame77;;")
        #expect(result.output.contains("Guests") && !result.output.contains("sesame77"))
    }

    @Test("controls and formulas in fields are defused")
    func defusesFields() async throws {
        let result = try await beeline(
            "resolve", "--format", "csv", "--input", "json", "--columns", "lot,emit.lot",
            #"{"text":"010401234512345610=1+1\u001d2112","symbology":"gs1_128"}"#)
        #expect(result.lines.last == "'=1+1,'=1+1")
    }
}
