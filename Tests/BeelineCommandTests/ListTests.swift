import Foundation
import TestPrograms
import Testing

@Suite("Lists as spreadsheets write and read them")
struct ListTests {
    private func run(_ words: [String], in folder: TemporaryFolder) async throws -> ProgramRun {
        try await beeline(words, environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
    }

    /// The rows of a list that was imported, as Python's csv module reads them.
    private func rows(_ csv: [UInt8], separator: String = ",") async throws -> [[String]] {
        let program = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
            print(json.dumps(list(csv.reader(text, delimiter=sys.argv[1], strict=True))))
            """
        let result = try await TestPrograms.run("python3", ["-c", program, separator], input: csv)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try json(result.output) as? [[String]])
    }

    static let separated: [(text: String, columns: [String])] = [
        ("ISBN;Titel;Preis (EUR, brutto)\n9783161484100;Buch;12,50\n", ["ISBN", "Titel", "Preis (EUR, brutto)"]),
        ("ISBN;Preis (EUR, brutto)\n9783161484100;12,50\n9783596294336;9,90\n", ["ISBN", "Preis (EUR, brutto)"]),
        ("ISBN;Titel;Preis (EUR, brutto)\n", ["ISBN", "Titel", "Preis (EUR, brutto)"]),
        ("key,name;alias\n1,a\n2,b;c\n3,d\n", ["key", "name;alias"]),
        ("key\tname, first\tnote;\n1\ta\tx\n2\tb, c\ty;\n", ["key", "name, first", "note;"]),
        ("key|name|price, net\n1|a|2,5\n", ["key", "name", "price, net"]),
        ("\"k;1\";\"a,b,c,d\"\n1;2\n", ["k;1", "a,b,c,d"]),
        ("key;5\" disk, old;x\n1;3\" disk, new;y\n2;\"a;b\";z\n", ["key", "5\" disk, old", "x"]),
        ("sep=,\nkey,a;b\n1,2\n", ["key", "a;b"]),
    ]

    @Test("the separator is the one with which the rows are alike", arguments: separated)
    func separator(_ text: String, _ columns: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", text)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let header = try await rows(try await run(["catalog", "export", "list"], in: folder).bytes).first
        #expect(header == columns)
    }

    static let headless = [
        ("9783161484100\n9783596294336\n", "line 1 looks like a row, not like names: '9783161484100'"),
        ("\n978-3-16-148410-0;Buch\n978-3-596-29433-6;Buch\n", "line 2 looks like a row"),
        ("117,Anna\n118,Ben\n", "line 1 looks like a row"), ("T-119-A,Anna\nT-120-B,Ben\n", "line 1 looks like a row"),
        ("9.78E+12,a\n1,b\n", "line 1 looks like a row"), ("359629433X,a\n1,b\n", "line 1 looks like a row"),
    ]

    @Test("a first row that looks like data is reported", arguments: headless)
    func header(_ text: String, _ message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", text)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 0 && result.errors.contains("list.csv: warning: \(message)"), "\(result.errors)")
        let once = try await run(["resolve", "--no-defaults", "--catalog", "list=list.csv", "x"], in: folder)
        #expect(once.errors.contains(message), "\(once.errors)")
    }

    @Test(
        "names that look like names are not", arguments: ["isbn,2024\nx1,a\n", "key1,b\nk,1\n", "2024,b\n1,c\n", "a\n"])
    func names(_ text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", text)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 0 && !result.errors.contains("looks like a row"), "\(result.errors)")
    }

    struct Encoded: Sendable, CustomTestStringConvertible {
        /// The name of Python's codec.
        let codec: String
        let text: String
        /// Nil: there is no warning.
        let charset: String?
        var testDescription: String { codec }
    }

    static let encoded = [
        Encoded(codec: "utf-8", text: "isbn;Titel\n9783161484100;Bücher über Öl\n", charset: nil),
        Encoded(codec: "utf-8-sig", text: "isbn;Titel\n9783161484100;Bücher\n", charset: nil),
        Encoded(codec: "cp1252", text: "isbn;Titel\r\n9783161484100;Bücher über Öl – 5 €\r\n", charset: "Windows-1252"),
        Encoded(codec: "latin-1", text: "isbn;Titel\n9783161484100;Bücher\n", charset: "Windows-1252"),
        Encoded(codec: "utf-16", text: "isbn;タイトル\r\n9784101010014;吾輩は猫である\r\n", charset: "UTF-16"),
        Encoded(codec: "utf-16-le", text: "isbn\tTitel\n9783161484100\tBücher\n", charset: "UTF-16"),
        Encoded(codec: "utf-16-be", text: "isbn,Titel\n9783161484100,Bücher\n", charset: "UTF-16"),
        // Not a codec of its own: with a byte order mark.
        Encoded(codec: "utf-16-be", text: "\u{FEFF}isbn,Titel\n9783161484100,Bücher\n", charset: "UTF-16"),
        Encoded(codec: "utf-16-le", text: "\u{FEFF}isbn,Titel\n9783161484100,Bücher\n", charset: "UTF-16"),
        Encoded(codec: "cp932", text: "isbn,タイトル\n9784101010014,吾輩は猫である\n", charset: "Shift_JIS"),
        Encoded(
            codec: "cp1251", text: "isbn;Название\n9785170118601;Война и мир, том первый\n", charset: "Windows-1251"),
    ]

    @Test("a list in another character set is read, with a warning", arguments: encoded)
    func charset(_ case: Encoded) async throws {
        let folder = try TemporaryFolder()
        let script = "import sys; sys.stdout.buffer.write(sys.argv[1].encode(sys.argv[2]))"
        let file = try await TestPrograms.run("python3", ["-c", script, `case`.text, `case`.codec])
        try folder.write("list.csv", file.bytes)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        if let charset = `case`.charset {
            #expect(result.errors.contains("list.csv: warning: it is ") && result.errors.contains(charset))
        } else {
            #expect(result.errors.isEmpty, "\(result.errors)")
        }
        let separator = try #require(`case`.text.first { ",;\t".contains($0) })
        let exported = try await rows(try await run(["catalog", "export", "list"], in: folder).bytes)
        let text = `case`.text.replacing("\u{FEFF}", with: "")
        #expect(try await exported == rows(Array(text.utf8), separator: String(separator)))
    }

    @Test("half a character at the end of UTF-16 is said", arguments: ["utf-16", "utf-16-le", "utf-16-be"])
    func oddLength(_ codec: String) async throws {
        let folder = try TemporaryFolder()
        let script = "import sys; sys.stdout.buffer.write('k,n\\n1,Tür\\n'.encode(sys.argv[1]) + b'x')"
        try folder.write("list.csv", try await TestPrograms.run("python3", ["-c", script, codec]).bytes)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 0 && result.errors.contains("its last byte is half a character"), "\(result.errors)")
        #expect(try await run(["catalog", "export", "list"], in: folder).output == "k,n\n1,Tür\n")
    }

    @Test(
        "what is not a list is refused with the way out",
        arguments: [
            (
                [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0],
                "an Excel workbook (.xls, or one with a password), not a list"
            ),
            (Array("isbn\nB\u{FC}cher Öl\nÄrger\n".utf8) + [0xFF, 0xFE, 0x0A], "list.csv:4: not UTF-8"),
            (Array("a,b\n\0\0".utf8) + [0xFF], "list.csv:2: not UTF-8"),
        ] as [([UInt8], String)])
    func refused(_ bytes: [UInt8], _ message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", bytes)
        let result = try await run(["catalog", "import", "list", "list.csv"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains(message) && result.errors.contains("'CSV UTF-8'"), "\(result.errors)")
    }

    @Test("--charset names the character set, and a name that is not known is refused")
    func namedCharset() async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", Array("k,n\n1,".utf8) + [0x81, 0x0A])
        let named = ["catalog", "import", "--charset"]
        let read = try await run(named + ["CP850", "list", "list.csv"], in: folder)
        #expect(read.status == 0 && read.errors.isEmpty)
        #expect(try await run(["catalog", "export", "list"], in: folder).output == "k,n\n1,ü\n")
        #expect(try await run(named + ["nonsense", "list", "list.csv"], in: folder).status == 2)
    }

    static let mapped: [(columns: String, header: String?, message: String)] = [
        ("title=Titel,price=Preis", "ISBN,title,price", ""), ("ISBN,title=Titel", "ISBN,title", ""),
        ("isbn=ISBN", "isbn,Titel,Preis", ""), ("Preis,ISBN", "Preis,ISBN", ""),
        ("\"net, EUR=Preis\"", "ISBN,Titel,\"net, EUR\"", ""), (" title = Titel ", "ISBN,title,Preis", ""),
        ("title=Titl", nil, "there is no column 'Titl' (did you mean 'Titel'?)"),
        ("title=", nil, "is not of the form NAME=COLUMN"), ("a=ISBN,a=Titel", nil, "each name once"),
        ("", nil, "is not of the form NAME=COLUMN"),
    ]

    @Test("columns are chosen and renamed", arguments: mapped)
    func columns(_ columns: String, _ header: String?, _ message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", "ISBN;Titel;Preis\n9783161484100;Buch;9\n")
        let result = try await run(["catalog", "import", "--columns", columns, "list", "list.csv"], in: folder)
        #expect(
            (result.status == 0) == (header != nil) && (message.isEmpty || result.errors.contains(message)),
            "\(result.errors)")
        guard let header else { return }
        #expect(try await run(["catalog", "export", "list"], in: folder).lines.first == header)
    }

    @Test(
        "--separator writes each CSV for a spreadsheet, with a mark",
        arguments: [(";", ";"), ("tab", "\t"), (",", ","), ("|", "|")])
    func written(_ name: String, _ separator: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", "key,name\n1,\"a;b|c\"\n2,\"Müller, Öl\"\n3,12.5\n")
        #expect(try await run(["catalog", "import", "list", "list.csv"], in: folder).status == 0)
        let exported = try await run(["catalog", "export", "--separator", name, "list"], in: folder)
        #expect(exported.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(
            try await rows(exported.bytes, separator: separator)
                == [["key", "name"], ["1", "a;b|c"], ["2", "Müller, Öl"], ["3", "12.5"]])
        // Beeline reads what it wrote.
        try folder.write("again.csv", exported.bytes)
        let again = try await run(["catalog", "import", "again", "again.csv"], in: folder)
        #expect(again.status == 0 && again.errors.isEmpty)
        let rules = try folder.write(
            "r.json", #"{"version":1,"rules":[{"id":"a","when":{"text":{"exists":true}},"do":[{"action":"record"}]}]}"#)
        let resolved = try await run(
            [
                "resolve", "--no-defaults", "--rules", rules, "--run", "--allow", "record", "--format", "csv",
                "--columns", "text,kind", "--separator", name, "a;\tb,|c",
            ],
            in: folder)
        #expect(resolved.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(try await rows(resolved.bytes, separator: separator).last?.last == "text")
        let history = try await run(
            ["history", "--format", "csv", "--columns", "kind,text", "--separator", name], in: folder)
        #expect(history.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(try await rows(history.bytes, separator: separator).first == ["kind", "text"])
    }

    @Test(
        "--separator is for CSV, and one character",
        arguments: [
            (["history", "--separator", ";"], "'--separator' is for --format csv only"),
            (["resolve", "--separator", ";", "x"], "'--separator' is for --format csv only"),
            (
                ["resolve", "--format", "csv", "--separator", "semicolon", "x"],
                "'--separator semicolon' is not ',' ';' '|' or 'tab'"
            ),
        ])
    func badSeparator(_ words: [String], _ message: String) async throws {
        let result = try await run(words, in: try TemporaryFolder())
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }

    @Test("CSV has the warnings of a code")
    func warnings() async throws {
        let words = ["resolve", "--no-defaults", "--format", "csv", "--columns", "text,warnings"]
        let result = try await beeline(words + ["978-4-87311-904-6", "9784873119045"])
        let rows = try await rows(result.bytes)
        #expect(rows.count == 3 && rows[1][1].contains("the check digit is 6, expected 5") && rows[2][1].isEmpty)
    }

    /// Makes a workbook of parts; `big` is a part of so many mebibytes of blanks, which pack to nearly nothing.
    private static let workbook = """
        import io, json, sys, zipfile
        parts = {
            "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
        }
        parts["xl/worksheets/a.xml"] = ('<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>key</x:t></x:is></x:c>'
            '<x:c t="str"><x:v>name</x:v></x:c></x:row><x:row r="3"><x:c r="A3"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>')
        change = json.loads(sys.argv[1])
        parts.update({k: v for k, v in change.items() if isinstance(v, str)})
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
            for name, text in parts.items():
                if text != "-": book.writestr(name, text)
            for name, size in change.items():
                if isinstance(size, int): book.writestr(name, b" " * (size << 20))
        data = out.getvalue()
        sys.stdout.buffer.write(data[:len(data) * change.get("cut", [100])[0] // 100])
        """

    static let books: [(change: String, message: String?)] = [
        ("{}", nil), (#"{"xl/styles.xml":"<styleSheet/>","xl/sharedStrings.xml":"<sst/>"}"#, nil),
        (#"{"cut":[60]}"#, "an Excel workbook that is damaged"), (#"{"cut":[3]}"#, "an Excel workbook that is damaged"),
        (#"{"xl/workbook.xml":"-","content.xml":"<x/>"}"#, "an OpenDocument workbook (.ods), not a list"),
        (#"{"xl/workbook.xml":"-","xl/workbook.bin":"x"}"#, "an Excel workbook (.xlsb), not a list"),
        (#"{"xl/workbook.xml":"-"}"#, "a ZIP archive, not a list"),
        (#"{"xl/workbook.xml":"<workbook/>"}"#, "damaged"), (#"{"xl/_rels/workbook.xml.rels":"-"}"#, "damaged"),
        (#"{"xl/worksheets/a.xml":"<worksheet><row>"}"#, "damaged"),
        (#"{"xl/worksheets/a.xml":"<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet/>"}"#, "damaged"),
        (#"{"xl/worksheets/a.xml":"<worksheet/>"}"#, "it is empty"),
        (#"{"xl/worksheets/a.xml":"<worksheet><row r=\"1048577\"/></worksheet>"}"#, "damaged"),
        (#"{"xl/worksheets/a.xml":"<worksheet><row><c r=\"ZZZZ1\"><v>1</v></c></row></worksheet>"}"#, "damaged"),
        (#"{"xl/worksheets/a.xml":"<worksheet><row><c t=\"s\"><v>7</v></c></row></worksheet>"}"#, "damaged"),
        (#"{"xl/sharedStrings.xml":300}"#, "a workbook of more than 256 MiB"),
    ]

    @Test("a workbook is read, and one that is damaged or hostile is refused", arguments: books)
    func workbook(_ change: String, _ message: String?) async throws {
        let folder = try TemporaryFolder()
        let book = try await TestPrograms.run("python3", ["-c", Self.workbook, change])
        try #require(book.status == 0, "\(book.errors)")
        try folder.write("list.xlsx", book.bytes)
        let result = try await run(["catalog", "import", "list", "list.xlsx"], in: folder)
        #expect(result.status == (message == nil ? 0 : 3), "\(result.output)\(result.errors)")
        if let message { return #expect(result.errors.contains(message), "\(result.errors)") }
        #expect(result.errors.isEmpty)
        #expect(try await run(["catalog", "export", "list"], in: folder).output == "key,name\n7,\n")
        let sheet = try await beeline(
            ["draw", "--sheet", "L7160", "--columns", "text=key", "list.xlsx"], folder: folder.path)
        #expect(sheet.status == 0 && sheet.bytes.starts(with: Array("%PDF".utf8)), "\(sheet.errors)")
        let once = try await run(["resolve", "--no-defaults", "--catalog", "list=list.xlsx", "x"], in: folder)
        #expect(once.errors.isEmpty, "\(once.errors)")
    }

    @Test("a sheet of a file that is not a workbook is refused")
    func noSheets() async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.csv", "key,name\n1,a\n")
        let result = try await run(["catalog", "import", "--worksheet", "A", "list", "list.csv"], in: folder)
        #expect(result.status == 3 && result.errors.contains("not a workbook, and without a sheet 'A'"))
    }
}
