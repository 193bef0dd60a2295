import Foundation
import TestPrograms
import Testing

@Suite("beeline catalog")
struct CatalogCommandTests {
    private static let prices = "title;ean;price\nPen;4006381333931;0,99\n\"Pencil; \"\"soft\"\"\";4006381333948;\n"
    private static let rules = #"""
        { "version": 1, "rules": [
          { "id": "shop.article", "when": { "text": { "catalog": "prices" } },
            "do": [{ "action": "emit", "fields": { "title": "{catalog.prices.title|}", "price": "{catalog.prices.price|?}" } }] }] }
        """#

    private func run(_ words: [String], input: String = "", in folder: TemporaryFolder) async throws -> ProgramRun {
        try await beeline(
            words, input: Array(input.utf8), environment: ["XDG_DATA_HOME": folder.path("data")], folder: folder.path)
    }

    private func shop() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("prices.csv", Self.prices)
        try folder.write("shop.json", Self.rules)
        let result = try await run(["catalog", "import", "--key", "ean", "prices", "prices.csv"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output == "prices: 2 rows: title, price\n")
        return folder
    }

    @Test("an imported list is listed, shown, exported and removed")
    func life() async throws {
        let folder = try await shop()
        #expect(try await run(["catalog", "list"], in: folder).output == "prices  2 rows  title, price\n")
        let list = try await run(["catalog", "list", "--format", "json"], in: folder).output
        #expect(
            try json(list)
                == json(
                    #"{"name":"prices","rows":2,"key":"ean","keyType":"text","columns":["title","price"],"types":{},"many":false}"#
                ))
        let shown = try await run(["catalog", "show", "prices", "4006381333931", "4006381333932"], in: folder)
        #expect(shown.output == "4006381333931\n  title  Pen\n  price  0,99\n")
        #expect(shown.status == 1 && shown.errors == "beeline: 'prices' has no key '4006381333932'\n")
        let row = try await run(["catalog", "show", "--format", "json", "prices", "4006381333948"], in: folder)
        #expect(try json(row.output) == json(#"{"key":"4006381333948","cells":{"title":"Pencil; \"soft\""}}"#))
        let searches: [(words: [String], keys: [String])] = [
            (["pen"], ["4006381333931", "4006381333948"]), (["SOFT"], ["4006381333948"]),
            (["0,9", "pen"], ["4006381333931"]), (["3948"], ["4006381333948"]), (["soft", "0,9"], []), (["title"], []),
        ]
        for (words, keys) in searches {
            let found = try await run(["catalog", "search", "--format", "json", "prices"] + words, in: folder)
            let expected = keys.map { #""key":"\#($0)""# }
            #expect(found.lines.count == keys.count && expected.allSatisfy(found.output.contains), "\(words)")
            #expect(found.status == (keys.isEmpty ? 1 : 0))
        }
        let exported = try await run(["catalog", "export", "prices"], in: folder)
        #expect(
            exported.output == "ean,title,price\n4006381333931,Pen,\"0,99\"\n4006381333948,\"Pencil; \"\"soft\"\"\",\n")
        // What was exported can be imported.
        #expect(try await run(["catalog", "import", "again", "-"], input: exported.output, in: folder).status == 0)
        #expect(try await run(["catalog", "export", "again"], in: folder).output == exported.output)
        #expect(try await run(["catalog", "remove", "prices"], in: folder).output == "prices: removed\n")
        #expect(try await run(["catalog", "list"], in: folder).output == "again  2 rows  title, price\n")
    }

    @Test("rules look up keys in it; --catalog overrides it, and without it the rules have an error with its remedy")
    func matches() async throws {
        let folder = try await shop()
        let resolve = ["resolve", "--no-defaults", "--rules", "shop.json", "4006381333931"]
        let here = try await run(resolve, in: folder)
        #expect(here.status == 0 && here.output.contains("title=Pen price=0,99"), "\(here.errors)")
        try folder.write("other.csv", "ean,title,price\n4006381333931,Other,5\n")
        let other = try await run(resolve + ["--catalog", "prices=other.csv"], in: folder)
        #expect(other.output.contains("title=Other price=5"))
        for words in [
            ["rules", "check", "--no-defaults", "shop.json"], ["rules", "list", "--no-defaults", "shop.json"],
            ["rules", "graph", "--no-defaults", "shop.json"],
        ] {
            #expect(try await run(words, in: folder).status == 0, "\(words)")
        }
        #expect(try await run(["catalog", "remove", "prices"], in: folder).status == 0)
        for words in [resolve, ["rules", "check", "--no-defaults", "shop.json"]] {
            let missing = try await run(words, in: folder)
            #expect(missing.status == (words == resolve ? 2 : 1))
            #expect((missing.output + missing.errors).contains("'beeline catalog import prices FILE.csv' imports it"))
        }
        #expect(try await run(["rules", "test", "shop.json"], in: folder).status == 0, "tests need no catalogue")
    }

    @Test("a list with errors changes nothing, and each error has its line")
    func mistakes() async throws {
        let folder = try await shop()
        try folder.write("bad.csv", "ean,price\n1,2\n1,3\n,4\n5\n")
        let result = try await run(["catalog", "import", "prices", "bad.csv"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.prefix(3).map { String($0.prefix(9)) } == ["bad.csv:3", "bad.csv:4", "bad.csv:5"])
        #expect(lines.last == "beeline: 3 errors; nothing was changed")
        #expect(try await run(["catalog", "show", "prices", "4006381333931"], in: folder).status == 0)
    }

    /// Words, and the resulting status.
    static let wrongWords: [(words: String, status: Int32)] = [
        ("import", 2), ("import prices", 2), ("import a.b f.csv", 2), ("import ../x f.csv", 2), ("import a f g", 2),
        ("import --separator ! a prices.csv", 2), ("import --key-type isbn13 a prices.csv", 2),
        ("import --types price a prices.csv", 2), ("import --types price=euro a prices.csv", 2),
        ("import --decimal ; a prices.csv", 2), ("import --types prise=money a prices.csv", 3),
        ("import --types title=number a prices.csv", 3), ("import a missing.csv", 3),
        ("import --key none a prices.csv", 3), ("show prices", 2), ("show prics 1", 3), ("export", 2),
        ("export none", 3), ("remove none", 3), ("remove ../../prices", 2), ("list x", 2), ("", 2),
    ]

    @Test("wrong arguments are an error", arguments: wrongWords)
    func usage(_ words: String, _ status: Int32) async throws {
        let folder = try await shop()
        let result = try await run(["catalog"] + words.split(separator: " ").map(String.init), in: folder)
        #expect(result.status == status)
        #expect(result.output.isEmpty && result.errors.hasPrefix(status == 2 ? "beeline: " : ""))
        #expect(!result.errors.isEmpty)
        #expect(try await run(["catalog", "list"], in: folder).lines == ["prices  2 rows  title, price"])
    }

    @Test("resolve --watch uses a list that is imported again")
    func watches() async throws {
        let folder = try await shop()
        let result = try await bash(
            """
            export XDG_DATA_HOME='\(folder.path("data"))'
            coproc CODES { beeline resolve - --watch --no-defaults --rules shop.json --format csv --columns input,page,symbology,text,bytes,kind,rule,actions,url,error 2> messages; }
            exec {out}<&"${CODES[0]}" {in}>&"${CODES[1]}"
            ask() { echo "$1" >&$in; read -r -u $out line; echo "$line"; }
            said() { until [[ $(grep -c 'loaded again' messages) == "$1" ]]; do sleep 0.1; done; }
            read -r -u $out header
            ask new
            printf 'ean,title,price\\nnew,a,1\\n' | beeline catalog import prices - > /dev/null
            said 1
            ask new
            beeline catalog remove prices > /dev/null
            until grep -q 'still in use' messages; do sleep 0.1; done
            ask new
            exec {in}>&-
            """, folder: folder.path)
        let rules = result.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] }
        #expect(rules == ["", "shop.article", "shop.article"])
    }

    /// A list as spreadsheets write it, with keys that no code has.
    private static let stock = """
        sep=;
        ISBN;Titel;Preis (€);bis
        978-4-10-101001-4;A;4,50;24.12.2026
        4101010013;B;1.234,50 €;2026-12-31
        9,78316E+12;C;5,-;
        36000291452;D;3;
        """

    @Test("keys that no code can match are reported with their lines and a remedy")
    func tellsWrongKeys() async throws {
        let folder = try TemporaryFolder()
        try folder.write("stock.csv", Self.stock)
        let plain = try await run(["catalog", "import", "stock", "stock.csv"], in: folder)
        #expect(plain.status == 0 && plain.output == "stock: 4 rows: Titel, Preis (€), bis\n")
        let lines = plain.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("stock.csv: warning: 1 of 4 keys is ") })
        for (line, end) in zip(
            lines,
            [
                "export it again: line 5 '9,78316E+12'", "--key-type isbn accepts any form: line 3 '978-4-10-101001-4'",
                "--key-type isbn accepts both: line 4 '4101010013'",
                "--key-type gtin restores it: line 6 '36000291452'",
            ])
        {
            #expect(line.hasSuffix(end), "\(line)")
        }
        let typed = ["--key-type", "isbn", "--types", "Preis (€)=money,bis=date", "--many", "stock", "stock.csv"]
        let again = try await run(["catalog", "import"] + typed, in: folder)
        let form = "Titel, Preis (€) money, bis date; key ISBN isbn, several rows"
        #expect(again.output == "stock: 4 rows: \(form)\n")
        #expect(again.errors.split(separator: "\n").count == 2)
        #expect(try await run(["catalog", "list"], in: folder).output == "stock  4 rows  \(form)\n")
        let shown = try await run(["catalog", "show", "stock", "978-4101010014"], in: folder).lines
        #expect(shown.filter { $0 == "9784101010014" }.count == 2)
        let missing = try await run(["catalog", "show", "stock", "3-16-148410-X"], in: folder)
        #expect(missing.errors == "beeline: 'stock' has no key '3-16-148410-X', which is '9783161484100' there\n")
        // Imported again, it keeps its form.
        #expect(try await run(["catalog", "import", "stock", "stock.csv"], in: folder).output == again.output)
    }

    @Test("cells of the wrong type for their column are reported, and so are ambiguous ones")
    func tellsWrongCells() async throws {
        let folder = try TemporaryFolder()
        for (rows, types, problem) in [
            ("1,12/24/2026", "a=date", "list.csv:2: '12/24/2026' in the column 'a' is not a date such as 2026-12-24"),
            (
                "1,04/05/2026", "a=date",
                "list.csv:2: '04/05/2026' in the column 'a' can have the day or the month first"
            ),
            ("1,1.5\n2,two", "a=number", "list.csv:3: 'two' in the column 'a' is not a number"),
            (
                "1,1.234", "a=number",
                "list.csv:2: '1.234' in the column 'a' can have three decimals or a thousands separator"
            ),
        ] {
            try folder.write("list.csv", "k,a\n\(rows)\n")
            let result = try await run(["catalog", "import", "--types", types, "list", "list.csv"], in: folder)
            #expect(result.status == 3 && result.errors.hasPrefix(problem), "\(result.errors)")
            #expect(result.errors.hasSuffix("beeline: 1 error; nothing was changed\n"))
        }
        for (rows, words) in [
            ("1,24/12/2026\n2,04/05/2026", ["--types", "a=date"]), ("1,1.234\n2,0.5", ["--types", "a=number"]),
            ("1,1.234", ["--types", "a=number", "--decimal", "."]),
        ] {
            try folder.write("list.csv", "k,a\n\(rows)\n")
            let result = try await run(["catalog", "import"] + words + ["list", "list.csv"], in: folder)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }
    }

    @Test("a list is not replaced by one without rows, unless --allow-empty is given")
    func keepsFromEmptying() async throws {
        let folder = try await shop()
        try folder.write("empty.csv", "ean,title,price\n")
        let refused = try await run(["catalog", "import", "prices", "empty.csv"], in: folder)
        #expect(refused.status == 3 && refused.output.isEmpty)
        #expect(refused.errors.hasSuffix("nothing was changed; use --allow-empty to replace it anyway\n"))
        #expect(try await run(["catalog", "list"], in: folder).lines == ["prices  2 rows  title, price"])
        let allowed = try await run(["catalog", "import", "--allow-empty", "prices", "empty.csv"], in: folder)
        #expect(allowed.status == 0 && allowed.output == "prices: 0 rows: title, price\n")
    }

    @Test("a list that rules of the configuration use is not removed without a question, which names them")
    func asksBeforeRemoving() async throws {
        let folder = try await shop()
        let rules = "\(folder.path)/config/beeline/rules"
        try FileManager.default.createDirectory(atPath: rules, withIntermediateDirectories: true)
        try folder.write("config/beeline/rules/shop.json", Self.rules)
        let environment = ["XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config")]
        let refused = try await beeline(["catalog", "remove", "prices"], environment: environment, folder: folder.path)
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.hasPrefix("beeline: 'prices' is used by shop.article (\(rules)/shop.json); "))
        #expect(try await run(["catalog", "list"], in: folder).lines == ["prices  2 rows  title, price"])
        let removed = try await beeline(
            ["catalog", "remove", "--yes", "prices"], environment: environment, folder: folder.path)
        #expect(removed.status == 0 && removed.output == "prices: removed\n" && removed.errors.isEmpty)
    }

    /// What rules say of the list, and how it was imported.
    static let declarations: [(declaration: String, words: [String], problem: String?)] = [
        (#"{"key":"isbn"}"#, ["--key-type", "isbn"], nil),
        (#"{"key":"isbn","columns":{"price":"money"}}"#, ["--key-type", "isbn", "--types", "price=money"], nil),
        (#"{"many":true}"#, ["--many"], nil), ("{}", ["--many", "--key-type", "gtin"], nil),
        (
            #"{"key":"isbn"}"#, [],
            "its keys are 'text', not 'isbn'; import it again: beeline catalog import --key-type isbn prices FILE.csv"
        ),
        (
            #"{"columns":{"price":"number"}}"#, ["--types", "price=money"],
            "its column 'price' is 'money', not 'number'"
        ),
        (#"{"columns":{"prise":"number"}}"#, [], "it has no column 'prise' (did you mean 'price'?)"),
        (#"{"many":true}"#, [], "its keys have one row each, not several"),
        (#"{"many":false}"#, ["--many"], "its keys may have several rows"),
    ]

    @Test("a list that contradicts its declaration is an error that names the import", arguments: declarations)
    func disagrees(_ declaration: String, _ words: [String], _ problem: String?) async throws {
        let folder = try TemporaryFolder()
        try folder.write("prices.csv", "isbn,price\n9784101010014,4.50\n")
        try folder.write(
            "shop.json",
            #"{"version":1,"catalogs":{"prices":\#(declaration)},"rules":[{"id":"a","when":{"text":{"catalog":"prices"}},"do":[]}]}"#
        )
        #expect(try await run(["catalog", "import"] + words + ["prices", "prices.csv"], in: folder).status == 0)
        let result = try await run(["rules", "check", "--no-defaults", "shop.json"], in: folder)
        #expect(result.status == (problem == nil ? 0 : 1), "\(result.output)\(result.errors)")
        if let problem { #expect((result.output + result.errors).contains(problem), "\(result.output)") }
    }
}
