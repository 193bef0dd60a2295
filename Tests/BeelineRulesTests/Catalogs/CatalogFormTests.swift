import BeelineContent
import BeelineRules
import BeelineSupport
import Testing

@Suite("The forms of catalogues")
struct CatalogFormTests {
    struct Key: Sendable, CustomTestStringConvertible {
        let form: String
        let text: String
        let key: String
        var testDescription: String { "\(form): \(text.debugDescription)" }

        init(_ form: String, _ text: String, _ key: String) { (self.form, self.text, self.key) = (form, text, key) }
    }

    static let keys = [
        Key("text", " a\u{FF21} ", " a\u{FF21} "), Key("trim", " \u{A0}a b\t", "a b"), Key("upper", "ab-ä", "AB-Ä"),
        Key("width", "ＡＢ\u{3000}１２", "AB 12"), Key("trim,upper,width,pad=6", "　ab　", "AB"),
        Key("pad=6", "117", "000117"), Key("pad=6", "1234567", "1234567"), Key("pad=6", "A17", "A17"),
        Key("width,pad=4", "１７", "0017"), Key("text,upper", "x", "X"),
        Key("isbn", "978-4-10-101001-4", "9784101010014"), Key("isbn", "4101010013", "9784101010014"),
        Key("isbn", "ISBN 4-10-101001-3", "9784101010014"), Key("isbn", " 9784101010014 ", "9784101010014"),
        Key("isbn", "09784101010014", "9784101010014"), Key("isbn", "080442957x", "9780804429573"),
        Key("isbn", "9784101010015", "9784101010015"), Key("isbn", "Postkarte", "Postkarte"),
        Key("gtin", "4006381333931", "04006381333931"), Key("gtin", "036000291452", "00036000291452"),
        Key("gtin", "36000291452", "00036000291452"), Key("gtin", "00036000291452", "00036000291452"),
        Key("gtin", "0 36000 29145 2", "00036000291452"), Key("gtin", "96385074", "00000096385074"),
        Key("gtin", "4006381333932", "4006381333932"), Key("gtin", "0", "0"), Key("gtin", "", ""),
        Key("gtin", "400638133393100", "400638133393100"),
    ]

    @Test("a key has one form, in the list and in a look-up", arguments: keys)
    func normalises(_ example: Key) throws {
        let form = try #require(CatalogKeyForm(example.form))
        #expect(form.key(example.text) == example.key)
        #expect(form.key(example.key) == example.key, "twice is once")
        #expect(CatalogKeyForm(form.description) == form)
        guard !example.text.isEmpty else { return }
        var list = CatalogForm()
        list.key = form
        let rows: [(key: String, cells: [String?])] = [(key: example.text, cells: ["found"])]
        let catalog = try Catalog(name: "list", columns: ["a"], form: list, rows: rows)
        #expect(catalog.row(for: example.text)?["a"] == "found")
        #expect(catalog.row(for: example.key)?.key == example.key)
        #expect(catalog.row(for: example.text + "!") == nil)
    }

    @Test(
        "what is no form of keys is refused",
        arguments: ["", "isbn13", "gtin,upper", "pad", "pad=1", "pad=x", "up", ",trim"])
    func refusesForms(_ text: String) { #expect(CatalogKeyForm(text) == nil) }

    struct Cell: Sendable, CustomTestStringConvertible {
        let type: CellType
        let text: String
        /// Nil: it is refused.
        let value: String?
        var testDescription: String { "\(type): \(text.debugDescription)" }

        init(_ type: CellType, _ text: String, _ value: String?) {
            (self.type, self.text, self.value) = (type, text, value)
        }
    }

    static let cells = [
        Cell(.number, "4,50", "4.50"), Cell(.number, "4.50", "4.50"), Cell(.number, "1.234,50", "1234.50"),
        Cell(.number, "1,234.50", "1234.50"), Cell(.number, "1.234.567", "1234567"), Cell(.number, "1'234.5", "1234.5"),
        Cell(.number, "1 234", "1234"), Cell(.number, "1\u{A0}234,5", "1234.5"), Cell(.number, " -7 ", "-7"),
        Cell(.number, "\u{2212}7,0", "-7.0"), Cell(.number, "+3", "3"), Cell(.number, "0.125", "0.125"),
        Cell(.number, "1234.567", "1234.567"), Cell(.number, "１２,５", "12.5"), Cell(.number, "12.5", "12.5"),
        Cell(.number, "1.234", nil), Cell(.number, "1,23,4", nil), Cell(.number, "1.23.456", nil),
        Cell(.number, "4,50 €", nil), Cell(.number, "x", nil), Cell(.number, "5,", nil), Cell(.number, "-", nil),
        Cell(.number, "1e5", nil), Cell(.number, "1234567890123456789", nil), Cell(.number, "1.234,567.8", nil),
        Cell(.money, "4,50 €", "4.50"), Cell(.money, "€4.50", "4.50"), Cell(.money, "EUR 1.234,50", "1234.50"),
        Cell(.money, "1,200円", "1200"), Cell(.money, "￥１,２００", "1200"), Cell(.money, "CHF 1'234.50", "1234.50"),
        Cell(.money, "Fr. 5.-", "5"), Cell(.money, "5,\u{2013} €", "5"), Cell(.money, "-4,50 kr", "-4.50"),
        Cell(.money, "€ -4", "-4"), Cell(.money, "12 zł", "12"), Cell(.money, "0.99", "0.99"), Cell(.money, "7", "7"),
        Cell(.money, "free", nil), Cell(.money, "€", nil), Cell(.money, "4.50 per item", nil),
        Cell(.date, "2026-12-24", "2026-12-24"), Cell(.date, "24.12.2026", "2026-12-24"),
        Cell(.date, "4.5.2026", "2026-05-04"), Cell(.date, "24/12/2026", "2026-12-24"),
        Cell(.date, "2026/12/24", "2026-12-24"), Cell(.date, " 05/05/2026 ", "2026-05-05"),
        Cell(.date, "12/24/2026", nil), Cell(.date, "04/05/2026", nil), Cell(.date, "2026-02-30", nil),
        Cell(.date, "24.12.26", nil), Cell(.date, "24-12-2026", nil), Cell(.date, "tomorrow", nil),
        Cell(.text, "1.234", "1.234"),
    ]

    @Test("a cell is a value of its column's type, and shown as it is written", arguments: cells)
    func reads(_ example: Cell) throws {
        var form = CatalogForm()
        form.types = ["a": example.type]
        let rows: [(key: String, cells: [String?])] = [(key: "k", cells: [example.text])]
        let result = Result { () throws(CatalogError) in
            try Catalog(name: "list", columns: ["a"], form: form, rows: rows)
        }
        switch result {
        case .success(let catalog):
            let row = try #require(catalog.row(for: "k"))
            #expect(row["a"] == example.text)
            #expect(row.value(of: "a")?.description == example.value)
        case .failure(let error):
            #expect(example.value == nil, "\(error)")
            #expect(error.line == 1 && error.message.contains("in the column 'a'"))
        }
    }

    struct List: Sendable, CustomTestStringConvertible {
        let cells: [String]
        let type: CellType
        /// What the last one is; nil: the list is refused.
        let last: String?
        var testDescription: String { cells.joined(separator: " ") }

        init(_ cells: [String], _ type: CellType, _ last: String?) {
            (self.cells, self.type, self.last) = (cells, type, last)
        }
    }

    static let lists = [
        List(["4,50", "1.234"], .number, "1234"), List(["4.50", "1.234"], .number, "1.234"),
        List(["4.50", "4,50", "1.234"], .number, nil), List(["1.234.567", "1.234"], .number, "1234"),
        List(["0,125", "1,234"], .money, "1.234"), List(["9", "1,234"], .money, "1234"),
        List(["24/12/2026", "04/05/2026"], .date, "2026-05-04"), List(["2026-12-24", "04/05/2026"], .date, nil),
    ]

    @Test("the format of an ambiguous cell is that of the other cells", arguments: lists)
    func infers(_ list: List) throws {
        var form = CatalogForm()
        form.types = ["a": list.type]
        let text = "k,a\n" + list.cells.enumerated().map { "\($0),\"\($1)\"\n" }.joined()
        let errors = Catalog.errors(csv: Array(text.utf8), source: "f", form: form, atMost: 20)
        #expect(errors.map(\.line) == (list.last == nil ? [list.cells.count + 1] : []))
        guard let last = list.last else { return }
        let catalog = try Catalog(name: "list", csv: Array(text.utf8), format: CSVFormat(), form: form)
        #expect(catalog.row(for: "\(list.cells.count - 1)")?.value(of: "a")?.description == last)
    }

    @Test("a key may have several rows, in the order of the file")
    func many() throws {
        var form = CatalogForm()
        (form.key, form.isMany) = (.isbn, true)
        let text = "isbn,shelf\n9784873119045,B\n4873119049,A\n9780306406157,C\n978-4-87311-904-5,B\n"
        let catalog = try Catalog(name: "list", csv: Array(text.utf8), format: CSVFormat(), form: form)
        #expect(catalog.count == 4)
        #expect(catalog.row(for: "4873119049").map { [$0["shelf"], "\($0.count)"] } == ["B", "3"])
        #expect(catalog.row(for: "0306406152")?.count == 1)
        var rows: [String] = []
        _ = catalog.forEachRow { key, cells, count in rows.append("\(key) \(cells[0] ?? "") \(count)") }
        #expect(rows == ["9780306406157 C 1", "9784873119045 B 3", "9784873119045 A 0", "9784873119045 B 0"])
    }

    @Test("one form joins two spellings of a key, and it is an error if each has a row")
    func repeats() {
        var form = CatalogForm()
        form.key = .isbn
        let text = Array("isbn,shelf\n9784873119045,B\n4-87311-904-9,A\n".utf8)
        let error = #expect(throws: CatalogError.self) {
            try Catalog(name: "list", csv: text, format: CSVFormat(), form: form)
        }
        #expect(error?.problem == .repeatedKey("9784873119045", firstLine: 2))
    }

    @Test(
        "a column may have any name without control characters",
        arguments: ["Preis (€)", "größe", "a b", "Menge [kg]", "%", "a.b"])
    func names(_ name: String) throws {
        let catalog = try Catalog(name: "list", csv: Array("k, \(name) \n1,x\n".utf8))
        #expect(catalog.columns == [name])
        #expect(catalog.row(for: "1")?[name] == "x")
    }

    struct Diagnosis: Sendable, CustomTestStringConvertible {
        let keys: [String]
        var form = CatalogKeyForm.exact
        /// Parts of what is said, in order.
        let remarks: [String]
        var testDescription: String { keys.joined(separator: " ") }
    }

    static let diagnoses = [
        Diagnosis(keys: ["9784873119045", "4006381333931"], remarks: []),
        Diagnosis(keys: ["117", "A3", "100000000000000017"], remarks: []),
        Diagnosis(keys: ["1234567890123", "1234567890124", "1234567890125"], remarks: []),
        Diagnosis(keys: ["9,78316E+12", "1.2e5", "E5"], remarks: ["2 of 3 keys are in scientific notation"]),
        Diagnosis(keys: [" 117", "A "], remarks: ["2 of 2 keys are written with blanks around"]),
        Diagnosis(
            keys: ["4006381333931", "36000291452", "4006381333932"],
            remarks: [
                "1 of 3 keys is written without a leading zero; --key-type gtin restores it: line 3 '36000291452'",
                "1 of 3 keys is written with a wrong check digit",
            ]),
        Diagnosis(
            keys: ["36000291452", "x", "36000291453"], form: .gtin,
            remarks: ["2 of 3 keys are not a valid GTIN, and only found as written: line 3 'x', line 4 '36000291453'"]),
        Diagnosis(keys: ["978-4-10-101001-4", "4101010013"], form: .isbn, remarks: []),
        Diagnosis(
            keys: Array(repeating: "1", count: 5).enumerated().map { "\($1)\($0).5E+9" },
            remarks: ["5 of 5 keys are in scientific notation"]),
    ]

    @Test("suspicious keys are reported", arguments: diagnoses)
    func tells(_ example: Diagnosis) throws {
        var form = CatalogForm()
        form.key = example.form
        var diagnosis: KeyDiagnosis? = KeyDiagnosis(form.key)
        let text = "k\n" + example.keys.map { "\"\($0)\"\n" }.joined()
        _ = try Catalog(
            name: "list", csv: Array(text.utf8), format: CSVFormat(), form: form, diagnosis: &diagnosis)
        let remarks = try #require(diagnosis).remarks
        #expect(remarks.count == example.remarks.count, "\(remarks)")
        for (remark, part) in zip(remarks, example.remarks) { #expect(remark.contains(part), "\(remark)") }
    }
}
