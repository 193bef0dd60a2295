import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Testing

@Suite("Rules with catalogues whose cells have types")
struct TypedCatalogTests {
    private static let csv = Array(
        """
        isbn;Preis (€);until;Menge [kg];rows;remark
        978-4-87311-904-5;4,50;24.12.2026;1,5;7;A
        4873119049;9,00;;;;B
        0306406152;1.234,50 €;01.01.2027;;;

        """.utf8)

    private static let declaration = #"""
        {"books":{"key":"isbn","columns":{"Preis (€)":"money","until":"date","Menge [kg]":"number"},"many":true}}
        """#

    /// Rules with the list as a file that is given for once.
    private func rules(_ text: String) throws -> RuleSet {
        let list = { @Sendable form in
            try Catalog(name: "books", csv: Self.csv, format: CSVFormat(), form: form)
        }
        let finder = CatalogFinder.none.behind(["books": list])
        return try RuleSet(
            files: [RuleFile(name: "f", text: text)], actions: ActionSignature.all, finder: finder)
    }

    private func file(_ when: String, say: String = "x") -> String {
        #"""
        {"version":1,"catalogs":\#(Self.declaration),"rules":[{"id":"r","when":{"text":{"catalog":"books"},\#(when)},
         "do":[{"action":"say","text":"\#(say)"}]}]}
        """#
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let when: String
        /// Whether it is true for 9784873119045, and for 0306406152.
        let holds: [Bool]
        var testDescription: String { when }

        init(_ when: String, _ holds: [Bool]) { (self.when, self.holds) = (when, holds) }
    }

    static let cases = [
        Case(#""catalog.books[Preis (€)]":{"<":5}"#, [true, false]),
        Case(#""catalog.books[Preis (€)]":{">=":4.5,"<":1234.51}"#, [true, true]),
        Case(#""catalog.books[Preis (€)]":4.5"#, [true, false]),
        Case(#""catalog.books[Preis (€)]":[4.5,1234.5]"#, [true, true]),
        Case(#""catalog.books[Menge [kg]]":1.5"#, [true, false]),
        Case(#""catalog.books[Menge [kg]]":{"exists":false}"#, [false, true]),
        Case(#""catalog.books.until":{"<":"2027-01-01"}"#, [true, false]),
        Case(#""catalog.books.until":{">":"today+40"}"#, [false, true]),
        Case(#""catalog.books.until":"2026-12-24""#, [true, false]),
        Case(#""catalog.books.rows":{">":1}"#, [true, false]), Case(#""catalog.books.rows":1"#, [false, true]),
        Case(#""catalog.books[rows]":"7""#, [true, false]), Case(#""catalog.books[remark]":"A""#, [true, false]),
        Case(#""catalog.books.remark":"{catalog.books[remark]}""#, [true, false]),
        Case(#""catalog.books.until":{"<":"{catalog.books.until}"}"#, [false, false]),
        Case(#""not":{"catalog.books[Preis (€)]":{"<":"{catalog.books[Menge [kg]]}"}}"#, [true, true]),
    ]

    @Test("cells are compared by their types", arguments: cases)
    func compares(_ example: Case) throws {
        let rules = try rules(file(example.when))
        let texts = ["9784873119045", "0306406152"]
        #expect(texts.map { rules.resolve(reading($0)).rule != nil } == example.holds)
    }

    @Test("templates show cells as they are written, and how many rows there are")
    func shows() throws {
        let text =
            "{catalog.books[Preis (€)]|?} {catalog.books.until|?} {catalog.books.rows} {catalog.books[Menge [kg]]|none}"
        let rules = try rules(file(#""kind":"isbn""#, say: text))
        let says = ["9784873119045", "0306406152"].map { rules.resolve(reading($0)).actions.first?["text"] }
        #expect(says == [.text("4,50 24.12.2026 2 1,5"), .text("1.234,50 € 01.01.2027 1 none")])
    }

    static let links: [(template: String, expanded: String?)] = [
        ("?p={catalog.books[Preis (€)]}&n={catalog.books.rows}", "?p=4%2C50&n=2"),
        ("{/catalog.books[Menge [kg]]*}", "/1%2C5"), ("{?catalog.books[Preis (€)]}", nil),
        ("?p={catalog.books[Preis (€)}", nil), ("?p={catalog.books[Menge [kg]}", nil),
    ]

    @Test("links take a column in brackets, but not as a name", arguments: links)
    func expands(_ template: String, _ expanded: String?) throws {
        let text = file(#""catalog.books[Preis (€)]":{"exists":true}"#).replacing(
            #"{"action":"say","text":"x"}"#, with: #"{"action":"open-url","url":"https://example.com/a\#(template)"}"#)
        guard let expanded else {
            _ = #expect(throws: RuleSetError.self) { try rules(text) }
            return
        }
        let url = try rules(text).resolve(reading("9784873119045")).actions.first?["url"]
        #expect(url == .url("https://example.com/a\(expanded)"))
    }

    static let mistakes = [
        (
            #""catalog.books.remark":{"<":5}"#,
            #"give the type of the column: "catalogs": {"books": {"columns": {"remark": "number"}}}"#
        ),
        (#""catalog.books.price":4"#, "the catalogue 'books' has no column 'price'"),
        (#""catalog.books[Preis]":4"#, "the catalogue 'books' has no column 'Preis'"),
        (#""catalog.books[Preis (€)":4"#, "catalog.LIST[COLUMN] for a column whose name"),
        (#""catalog.books.Preis (€)":4"#, "catalog.LIST[COLUMN] for a column whose name"),
        (#""catalog.books[until":4"#, "catalog.LIST[COLUMN] for a column whose name"),
        (#""catalog.books[]":4"#, "catalog.LIST[COLUMN] for a column whose name"),
        (#""catalog.books[Preis (€)]":"4,50""#, "is a number, and never a string"),
        (#""catalog.books.until":"24.12.2026""#, "is a date such as 2026-01-31"),
        (#""catalog.books.rows":"2""#, "is a number, and never a string"),
    ]

    @Test("errors say what to write", arguments: mistakes)
    func refuses(_ when: String, _ message: String) throws {
        let error = #expect(throws: RuleSetError.self) { try rules(file(when)) }
        #expect(error?.issues.first?.message.contains(message) == true, "\(error?.issues ?? [])")
    }

    static let declarations = [
        (#"{"books":{"key":"isbn13"}}"#, "'key' must be isbn, gtin, text, or some of trim"),
        (#"{"books":{"columns":{"until":"day"}}}"#, "no column is 'day'"),
        (
            #"{"books":{"columns":{"untl":"date"}}}"#,
            "there is no column 'untl' to set the type of (did you mean 'until'?)"
        ),
        (#"{"books":{"rows":"many"}}"#, "a catalogue has no 'rows'"),
        (#"{"books":{"decimal":";"}}"#, "'decimal' must be \".\" or \",\""),
        (#"{"books":{"columns":{"remark":"number"}}}"#, "'A' in the column 'remark' is not a number"),
        (
            #"{"books":{"key":"isbn"}}"#,
            "the key '9784873119045' is already in line 2, with other cells; use --many for several rows"
        ),
        (#"{"bo oks":{}}"#, "the name of a catalogue must be letters"),
    ]

    @Test("an error in a declaration is reported", arguments: declarations)
    func refusesDeclarations(_ declaration: String, _ message: String) throws {
        let text =
            #"{"version":1,"catalogs":\#(declaration),"rules":[{"id":"r","when":{"text":{"catalog":"books"}},"do":[]}]}"#
        let error = #expect(throws: RuleSetError.self) { try rules(text) }
        #expect(error?.issues.first?.message.contains(message) == true, "\(error?.issues ?? [])")
    }

    @Test("one that nothing names is a warning")
    func warnsOfUnused() throws {
        let set = try rules(#"{"version":1,"catalogs":{"prices":{"key":"gtin"}},"rules":[]}"#)
        #expect(set.warnings.map(\.message) == ["the catalogue 'prices' is not used"])
    }

    @Test("files that say different things of one list are an error")
    func refusesTwoForms() {
        let files = ["isbn", "gtin"].map { key in
            RuleFile(name: key, text: #"{"version":1,"catalogs":{"books":{"key":"\#(key)"}},"rules":[]}"#)
        }
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: files, actions: ActionSignature.all) }
        #expect(error?.issues.first?.message == "another rule file describes the catalogue 'books' differently")
    }

    @Test("a number of a code is looked up as it is written")
    func findsNumbers() throws {
        let catalog = try Catalog(name: "tickets", csv: Array("number,name\n117,Anna\n".utf8))
        let text = oneRule(
            when: #"{"json.ticket.number":{"catalog":"tickets"}}"#,
            do: #"[{"action":"say","text":"{catalog.tickets.name|}"}]"#)
        let set = try RuleSet(
            files: [RuleFile(name: "f", text: text)], actions: ActionSignature.all, catalogs: [catalog])
        for (code, name) in [
            (#"{"ticket":{"number":117}}"#, "Anna"), (#"{"ticket":{"number":"117"}}"#, "Anna"),
            (#"{"ticket":{"number":118}}"#, nil), (#"{"ticket":{"number":true}}"#, nil),
        ] {
            #expect(set.resolve(reading(code)).actions.first?["text"] == name.map(ActionValue.text), "\(code)")
        }
    }

    @Test("tests of a file give rows for it, several for a key, with numbers as such")
    func areTested() throws {
        let test = #"""
            {"scan":{"text":"4873119049"},"given":{"catalog":{"books":{"978-4-87311-904-5":[
              {"Preis (€)":4.5,"until":"24.12.2026"},{"Preis (€)":"9,00"}]}}},
             "expect":{"rule":"r","do":[{"text":"4.5 2"}]}}
            """#
        let text = file(#""catalog.books[Preis (€)]":{"<":5}"#, say: "{catalog.books[Preis (€)]} {catalog.books.rows}")
        let whole = String(text.dropLast()) + #","tests":[\#(test)]}"#
        let suite = RuleTestSuite(file: RuleFile(name: "f", text: whole), actions: ActionSignature.all)
        #expect(suite.fileErrors.isEmpty && suite.issues.isEmpty, "\(suite.fileErrors) \(suite.issues)")
        #expect(suite.run().map(\.differences) == [[]])
        let wrong = whole.replacing("\"24.12.2026\"", with: "\"12/24/2026\"")
        let issues = RuleTestSuite(file: RuleFile(name: "f", text: wrong), actions: ActionSignature.all).issues
        #expect(issues.first?.message.contains("'12/24/2026' in the column 'until' is not a date") == true)
    }

    @Test("an explanation shows the values of a look-up")
    func explains() throws {
        let set = try rules(file(#""catalog.books.rows":{">":1}"#))
        func operands(_ text: String) -> [String] {
            guard case .failed(let trace) = set.explain(reading(text), scan: .noon).rules[0].state else { return [] }
            let test = trace.parts.first ?? trace
            return test.operands.map { "\($0.name): \($0.value?.description ?? "")" }
        }
        #expect(operands("0306406152") == ["looked up: 9780306406157"])
        #expect(operands("x") == ["no ISBN, looked up: x"])
    }

    @Test("the rules that look into a list are named")
    func namesUsers() throws {
        let set = try rules(file(#""catalog.books.rows":1"#))
        #expect(set.users(ofCatalog: "books").map(\.name) == ["r"])
        #expect(set.users(ofCatalog: "other").isEmpty)
    }
}
