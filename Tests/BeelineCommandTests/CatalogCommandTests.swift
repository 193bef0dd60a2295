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

    @Test("what was imported is listed, shown, exported and removed")
    func life() async throws {
        let folder = try await shop()
        #expect(try await run(["catalog", "list"], in: folder).output == "prices  2 rows  title, price\n")
        let list = try await run(["catalog", "list", "--format", "json"], in: folder).output
        #expect(try json(list) == json(#"{"name":"prices","rows":2,"key":"ean","columns":["title","price"]}"#))
        let shown = try await run(["catalog", "show", "prices", "4006381333931", "4006381333932"], in: folder)
        #expect(shown.output == "4006381333931\n  title  Pen\n  price  0,99\n")
        #expect(shown.status == 1 && shown.errors == "beeline: 'prices' has no key '4006381333932'\n")
        let row = try await run(["catalog", "show", "--format", "json", "prices", "4006381333948"], in: folder)
        #expect(try json(row.output) == json(#"{"key":"4006381333948","cells":{"title":"Pencil; \"soft\""}}"#))
        let exported = try await run(["catalog", "export", "prices"], in: folder)
        #expect(
            exported.output == "ean,title,price\n4006381333931,Pen,\"0,99\"\n4006381333948,\"Pencil; \"\"soft\"\"\",\n")
        // What was exported can be imported.
        #expect(try await run(["catalog", "import", "again", "-"], input: exported.output, in: folder).status == 0)
        #expect(try await run(["catalog", "export", "again"], in: folder).output == exported.output)
        #expect(try await run(["catalog", "remove", "prices"], in: folder).output == "prices: removed\n")
        #expect(try await run(["catalog", "list"], in: folder).output == "again  2 rows  title, price\n")
    }

    @Test("rules look into it; --catalog goes before it, and without it the rules have a mistake with its remedy")
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
            #expect((missing.output + missing.errors).contains("'beeline catalog import prices FILE.csv' makes one"))
        }
        #expect(try await run(["rules", "test", "shop.json"], in: folder).status == 0, "tests need no catalogue")
    }

    @Test("a list with mistakes changes nothing, and each is told by its line")
    func mistakes() async throws {
        let folder = try await shop()
        try folder.write("bad.csv", "ean,price\n1,2\n1,3\n,4\n5\n")
        let result = try await run(["catalog", "import", "prices", "bad.csv"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.prefix(3).map { String($0.prefix(9)) } == ["bad.csv:3", "bad.csv:4", "bad.csv:5"])
        #expect(lines.last == "beeline: 3 mistakes; nothing was changed")
        #expect(try await run(["catalog", "show", "prices", "4006381333931"], in: folder).status == 0)
    }

    /// Words, and the status that comes of them.
    static let wrongWords: [(words: String, status: Int32)] = [
        ("import", 2), ("import prices", 2), ("import a.b f.csv", 2), ("import ../x f.csv", 2), ("import a f g", 2),
        ("import --separator | a prices.csv", 2), ("import a missing.csv", 3),
        ("import --key none a prices.csv", 3), ("show prices", 2), ("show prics 1", 3), ("export", 2),
        ("export none", 3), ("remove none", 3), ("remove ../../prices", 2), ("list x", 2), ("", 2),
    ]

    @Test("what is asked for wrongly is said", arguments: wrongWords)
    func usage(_ words: String, _ status: Int32) async throws {
        let folder = try await shop()
        let result = try await run(["catalog"] + words.split(separator: " ").map(String.init), in: folder)
        #expect(result.status == status)
        #expect(result.output.isEmpty && result.errors.hasPrefix(status == 2 ? "beeline: " : ""))
        #expect(!result.errors.isEmpty)
        #expect(try await run(["catalog", "list"], in: folder).lines == ["prices  2 rows  title, price"])
    }

    @Test("a list that is imported anew is used by resolve --watch")
    func watches() async throws {
        let folder = try await shop()
        let result = try await bash(
            """
            export XDG_DATA_HOME='\(folder.path("data"))'
            coproc CODES { beeline resolve - --watch --no-defaults --rules shop.json --format csv 2> messages; }
            exec {out}<&"${CODES[0]}" {in}>&"${CODES[1]}"
            ask() { echo "$1" >&$in; read -r -u $out line; echo "$line"; }
            said() { until [[ $(grep -c 'loaded again' messages) == "$1" ]]; do sleep 0.1; done; }
            read -r -u $out header
            ask new
            printf 'ean,title,price\\nnew,a,1\\n' | beeline catalog import prices - > /dev/null
            said 1
            ask new
            beeline catalog remove prices > /dev/null
            until grep -q 'stay in use' messages; do sleep 0.1; done
            ask new
            exec {in}>&-
            """, folder: folder.path)
        let rules = result.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] }
        #expect(rules == ["", "shop.article", "shop.article"])
    }
}
