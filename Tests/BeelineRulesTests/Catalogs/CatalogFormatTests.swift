import BeelineRules
import Testing

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

    @Test("every wrong line is told, up to a limit")
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

    @Test("behind a quote that is not closed nothing more is looked for")
    func stops() {
        let text = Array("k,a\n1\n\"2,b\n3\n".utf8)
        let errors = Catalog.errors(csv: text, source: "f", atMost: 20)
        #expect(errors.map(\.problem) == [.cellCount(1, expected: 2), .openQuote])
    }

    @Test("a column for the key that is not there is told with those that are")
    func noKeyColumn() {
        let error = #expect(throws: CatalogError.self) {
            try Catalog(name: "l", csv: Array("ean,title\n".utf8), format: CSVFormat(key: "aen"))
        }
        #expect(error?.problem == .noKeyColumn("aen", columns: ["ean", "title"]))
        #expect(error?.message.contains("'ean', 'title'") == true)
    }
}
