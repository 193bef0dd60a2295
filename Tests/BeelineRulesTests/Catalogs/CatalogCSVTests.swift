import BeelineRules
import BeelineSupport
import Testing

@Suite("Catalogues in CSV")
struct CatalogCSVTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        let what: String
        let text: String
        let key: String
        let cells: [String?]
        var testDescription: String { what }
    }

    static let readings = [
        Reading(what: "plain cells", text: "k,a,b\n1,x,y\n", key: "1", cells: ["x", "y"]),
        Reading(what: "no line break at the end", text: "k,a,b\n1,x,y", key: "1", cells: ["x", "y"]),
        Reading(what: "an empty cell at the end", text: "k,a,b\n1,x,", key: "1", cells: ["x", nil]),
        Reading(what: "CR LF", text: "k,a,b\r\n1,x,y\r\n", key: "1", cells: ["x", "y"]),
        Reading(what: "a byte order mark", text: "\u{FEFF}k,a,b\n1,x,y\n", key: "1", cells: ["x", "y"]),
        Reading(what: "empty cells, quoted or not", text: "k,a,b\n1,,\"\"\n", key: "1", cells: [nil, nil]),
        Reading(what: "separators in quotes", text: "k,a,b\n1,\"x,y\",z\n", key: "1", cells: ["x,y", "z"]),
        Reading(
            what: "quotes in quotes", text: "k,a,b\n1,\"\"\"x\"\"\",\"a\"\"b\"\n", key: "1", cells: ["\"x\"", "a\"b"]),
        Reading(
            what: "line breaks in quotes", text: "k,a,b\n1,\"x\r\ny\",\"\n\"\n", key: "1", cells: ["x\r\ny", "\n"]),
        Reading(what: "a quote in a cell", text: "k,a,b\n1,5\",y\"y\n", key: "1", cells: ["5\"", "y\"y"]),
        Reading(what: "blanks count", text: "k,a,b\n1, x ,y\n", key: "1", cells: [" x ", "y"]),
        Reading(what: "a key in quotes", text: "k,a,b\n\"1,\"\"2\",x,y\n", key: "1,\"2", cells: ["x", "y"]),
        Reading(what: "names in quotes", text: "\"the key\",\"a\",\"b\"\n1,x,y\n", key: "1", cells: ["x", "y"]),
        Reading(what: "semicolons", text: "k;a;b\n1;1,99;y\n", key: "1", cells: ["1,99", "y"]),
        Reading(what: "tabs", text: "k\ta\tb\n1\tx;,\ty\n", key: "1", cells: ["x;,", "y"]),
        Reading(
            what: "a separator in the quoted name of the key", text: "\"a,b\";a;b\n1;x;y\n", key: "1",
            cells: ["x", "y"]),
        Reading(what: "a separator that is named", text: "sep=;\r\nk;a;b\r\n1;x,;y\r\n", key: "1", cells: ["x,", "y"]),
        Reading(
            what: "a tab that is named, in quotes, behind a byte order mark",
            text: "\u{FEFF}\"SEP=\t\"\nk\ta\tb\n1\tx\ty\n", key: "1", cells: ["x", "y"]),
        Reading(what: "empty lines", text: "\n\r\nk,a,b\n\n1,x,y\n\n\n", key: "1", cells: ["x", "y"]),
        Reading(
            what: "a row that is there twice", text: "k,a,b\n1,x,y\n2,,\n1,\"x\",y\n", key: "1", cells: ["x", "y"]),
        Reading(what: "other alphabets", text: "k,a,b\n日本,本,\u{1F41D}\n", key: "日本", cells: ["本", "\u{1F41D}"]),
        Reading(what: "a zero byte", text: "k,a,b\n1\0,x\0,y\n", key: "1\0", cells: ["x\0", "y"]),
    ]

    @Test("is read", arguments: readings) func reads(_ reading: Reading) throws {
        let catalog = try Catalog(name: "list", csv: Array(reading.text.utf8))
        #expect(catalog.columns == ["a", "b"])
        let row = try #require(catalog.row(for: reading.key))
        #expect(["a", "b"].map { row[$0] } == reading.cells)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int?
        let problem: CatalogError.Problem
        var testDescription: String { text.debugDescription }
    }

    static let mistakes = [
        Mistake(text: "", line: nil, problem: .noHeader),
        Mistake(text: "\u{FEFF}", line: nil, problem: .noHeader),
        Mistake(text: "\n\r\n\n", line: nil, problem: .noHeader),
        Mistake(text: "k,a\n1\n", line: 2, problem: .cellCount(1, expected: 2)),
        Mistake(text: "k,a\n1,\"x\n\n\",z\n", line: 2, problem: .cellCount(3, expected: 2)),
        Mistake(text: "k,a\n1,\"x\n\n\"\n2\n", line: 5, problem: .cellCount(1, expected: 2)),
        Mistake(text: "k,a\n1,x\n2,\"x\n3,x\n4,x\n", line: 3, problem: .csv(.openQuote)),
        Mistake(text: "k,a\n1,\"", line: 2, problem: .csv(.openQuote)),
        Mistake(text: "\"", line: 1, problem: .csv(.openQuote)),
        Mistake(text: "k,a\n1,\"x\"y\n", line: 2, problem: .csv(.textAfterQuote)),
        Mistake(text: "k,a\n1,\"x\" \n", line: 2, problem: .csv(.textAfterQuote)),
        Mistake(text: "k,a\r1,x\r", line: 1, problem: .csv(.loneCarriageReturn)),
        Mistake(text: "k,a\n1,x\r", line: 2, problem: .csv(.loneCarriageReturn)),
        Mistake(text: "k,a,b,a\n", line: 1, problem: .repeatedColumn("a")),
        Mistake(text: "k,a,k\n", line: 1, problem: .repeatedColumn("k")),
        Mistake(text: "k,a, a \n", line: 1, problem: .repeatedColumn("a")),
        Mistake(text: "k,\"a\tb\"\n", line: 1, problem: .columnName("a\tb")),
        Mistake(text: "k,\n", line: 1, problem: .columnName("")),
        Mistake(text: "k, \n", line: 1, problem: .columnName("")),
        Mistake(text: "sep=;\nk;a\n1;2;3\n", line: 3, problem: .cellCount(3, expected: 2)),
        Mistake(text: "k,a\n,x\n", line: 2, problem: .emptyKey),
        Mistake(text: "k\n\"\"\n", line: 2, problem: .emptyKey),
        Mistake(text: "k,a\n1,x\n2,x\n1,y\n", line: 4, problem: .repeatedKey("1", firstLine: 2)),
        Mistake(text: "k,a\n\n1,\"\n\"\n1,x\n", line: 5, problem: .repeatedKey("1", firstLine: 3)),
        Mistake(text: "k,a,b\n1,xy,\n1,x,y\n", line: 3, problem: .repeatedKey("1", firstLine: 2)),
    ]

    @Test("an error is reported with its line", arguments: mistakes) func refuses(_ mistake: Mistake) {
        let error = #expect(throws: CatalogError.self) { try Catalog(name: "list", csv: Array(mistake.text.utf8)) }
        #expect(error == CatalogError(source: "list", line: mistake.line, problem: mistake.problem))
        #expect(error?.description.hasPrefix("list\(mistake.line.map { ":\($0)" } ?? ""): ") == true)
    }

    @Test("wrong UTF-8 is reported with its line", arguments: [[0xFF, 0xFE, 0x6B, 0], [0xC3], [0xED, 0xA0, 0x80]])
    func refusesEncoding(_ wrong: [UInt8]) {
        for lines in [0, 3] {
            let bytes = Array(String(repeating: "k\n", count: lines).utf8) + wrong
            let error = #expect(throws: CatalogError.self) { try Catalog(name: "list", csv: bytes, source: "a.csv") }
            #expect(error == CatalogError(source: "a.csv", line: lines + 1, problem: .notUTF8))
        }
    }

    @Test("messages show no control characters, and no end of a long text")
    func tamesMessages() {
        let key = "\u{1B}[31m\u{202E}" + String(repeating: "x", count: 10_000)
        let error = #expect(throws: CatalogError.self) {
            try Catalog(name: "l", csv: Array("k,a\n\(key),x\n\(key),y".utf8))
        }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("the key '\u{FFFD}[31m\u{FFFD}xxx"))
        #expect(
            message.hasSuffix("…' is already in line 2, with other cells; use --many for several rows with one key"))
        #expect(message.utf8.count < 200)
    }

    /// Texts of few characters, so that quotes, separators and line breaks meet in all ways.
    @Test("no text crashes, and every row that is read is found again", arguments: 0..<20)
    func survives(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let alphabet = Array("\"\",,\n\r\t;ab1".utf8) + [0xC3, 0xA9, 0]
        var read = 0
        for _ in 0..<2000 {
            let tail = (0..<next(24)).map { _ in alphabet[next(alphabet.count)] }
            let bytes = Array((next(4) == 0 ? "" : "k,a\n").utf8) + tail
            do throws(CatalogError) {
                let catalog = try Catalog(name: "list", csv: bytes, format: CSVFormat())
                read += catalog.count
                #expect(catalog.count <= bytes.count)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(read > 0)
    }
}

@Suite("Catalogues in CSV that is written otherwise")
struct CatalogFormatTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        let format: CSVFormat
        /// The names of the columns, that of the key first, and then the cells of each row in the order of the keys.
        let rows: [[String?]]
        let testDescription: String

        init(_ what: String, _ text: String, _ format: CSVFormat, _ rows: [[String?]]) {
            (self.text, self.format, self.rows, testDescription) = (text, format, rows, what)
        }
    }

    static let readings = [
        Reading("as it is", "k,a\n2,x\n1,y\n", CSVFormat(), [["k", "a"], ["1", "y"], ["2", "x"]]),
        Reading(
            "the key is the second column", "a,k,b\nx,2,y\n,1,\n", CSVFormat(key: "k"),
            [["k", "a", "b"], ["1", nil, nil], ["2", "x", "y"]]),
        Reading(
            "the key is the last column, in quotes", "a,b,\"the k\"\n\"x,\",y,\"1\"\"\"\n", CSVFormat(key: "the k"),
            [["the k", "a", "b"], ["1\"", "x,", "y"]]),
        Reading("the key is the first column", "k,a\n1,x\n", CSVFormat(key: "k"), [["k", "a"], ["1", "x"]]),
        Reading(
            "the first line has commas that separate nothing", "\"a,b\";c\n1;2,5\n",
            CSVFormat(separator: UInt8(ascii: ";")), [["a,b", "c"], ["1", "2,5"]]),
        Reading(
            "commas only in names, tabs between", "k\ta\n1,2\tx\n", CSVFormat(separator: UInt8(ascii: "\t")),
            [["k", "a"], ["1,2", "x"]]),
        Reading(
            "keys in the order of their bytes", "k\né\nz\n10\n9\n1\n", CSVFormat(),
            [["k"], ["1"], ["10"], ["9"], ["z"], ["é"]]),
        Reading("no rows", "k,a\n", CSVFormat(), [["k", "a"]]),
    ]

    @Test("is read, and handed on in the order of the keys", arguments: readings)
    func reads(_ reading: Reading) throws {
        let catalog = try Catalog(name: "list", csv: Array(reading.text.utf8), format: reading.format)
        var rows: [[String?]] = [[catalog.keyColumn] + catalog.columns]
        #expect(catalog.forEachRow { key, cells in rows.append([key] + cells) })
        #expect(rows == reading.rows)
        for row in rows.dropFirst() {
            let found = try #require(catalog.row(for: row[0] ?? ""))
            #expect(catalog.columns.map { found[$0] } == Array(row.dropFirst()))
        }
    }

    @Test("every wrong line is reported, up to a limit")
    func tellsAll() {
        let text = Array("a,k\nx,1\ny,1\nz,\nz\nx,1\n,2,\nv,3\n".utf8)
        let problems: [CatalogError.Problem] = [
            .repeatedKey("1", firstLine: 2), .emptyKey, .cellCount(1, expected: 2), .cellCount(3, expected: 2),
        ]
        let errors = Catalog.errors(csv: text, source: "f.csv", format: CSVFormat(key: "k"), atMost: 20)
        #expect(errors.map(\.problem) == problems)
        #expect(errors.map(\.line) == [3, 4, 5, 7])
        #expect(errors.allSatisfy { $0.source == "f.csv" })
        #expect(
            Catalog.errors(csv: text, source: "f", format: CSVFormat(key: "k"), atMost: 2).map(\.line) == [3, 4])
        #expect(Catalog.errors(csv: Array("k\n1\n".utf8), source: "f", atMost: 20).isEmpty)
    }

    @Test("after a quote that is not closed nothing more is checked")
    func stops() {
        let text = Array("k,a\n1\n\"2,b\n3\n".utf8)
        let errors = Catalog.errors(csv: text, source: "f", atMost: 20)
        #expect(errors.map(\.problem) == [.cellCount(1, expected: 2), .csv(.openQuote)])
    }

    @Test("a missing key column is reported with the existing columns")
    func noKeyColumn() {
        let error = #expect(throws: CatalogError.self) {
            try Catalog(name: "l", csv: Array("ean,title\n".utf8), format: CSVFormat(key: "aen"))
        }
        #expect(error?.problem == .noKeyColumn("aen", columns: ["ean", "title"]))
        #expect(error?.message.contains("'ean', 'title'") == true)
    }
}
