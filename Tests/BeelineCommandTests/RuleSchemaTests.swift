import Beeline
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite("The schema of rule files")
struct RuleSchemaTests {
    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Project.file(folder)).filter { $0.hasSuffix(".json") }
            .sorted().map { "\(folder)/\($0)" }
    }

    @Test("takes the files that are shipped, and only those that the rules take")
    func judgesShippedFiles() async throws {
        let files = try Self.files(in: "Rules") + Self.files(in: "Examples/Rules")
        #expect(files.count > 6)
        let documents = try files.map { String(decoding: try Project.read($0), as: UTF8.self) }
        let problems = try await SchemaValidator.problems(with: documents)
        for (index, file) in files.enumerated() {
            let errors = SchemaValidator.errors(in: documents[index], name: Project.file(file))
            #expect(problems[index] == nil || !errors.isEmpty, "\(file): \(problems[index] ?? "")")
        }
        // The one is there to be wrong, the action of the other is that of a plugin.
        let refused = zip(files, problems).filter { $1 != nil }.map(\.0)
        #expect(refused == ["Examples/Rules/mistakes.json", "Examples/Rules/own-action.json"])
    }

    @Test("has no name twice in an object, so that every parser of JSON takes it")
    func hasNoNameTwice() async throws {
        for arguments in [[], ["--no-defaults"]] {
            let schema = try await beeline(["rules", "schema"] + arguments)
            #expect(throws: Never.self) { try JSONValue(parsing: schema.bytes) }
        }
    }

    @Test("accepts a file that uses everything")
    func takesEverything() async throws {
        let problems = try await SchemaValidator.problems(with: [Self.everything, #"{"version":1}"#])
        #expect(problems == [nil, nil])
        #expect(SchemaValidator.errors(in: Self.everything) == [])
    }

    static let everything = #"""
        { "$schema": "beeline-rules.schema.json",
          "version": 1,
          "constants": { "amazon": "www.amazon.co.jp" },
          "services": {
            "discogs": { "url": "https://api.discogs.com/database/search{?barcode}",
                         "headers": { "Authorization": "Discogs token={secret.discogs}" },
                         "results": { "title": "/results/0/title", "year": "/results/0/year" } } },
          "catalogs": {
            "stock": { "key": "trim,upper,pad=8", "columns": { "Preis (€)": "money", "until": "date" },
                       "many": true, "decimal": "," } },
          "kinds": [
            { "kind": "appliance", "note": "the maker's prefix is not part of the serial number",
              "when": { "symbology": ["code_128", "code_39"],
                        "compact": { "matches": "(?i)(?P<maker>GREE|KINGHOME|TOSOT)(?P<serial>.+)" } },
              "fields": { "maker": "{match.maker}", "serial": "{match.serial}" } } ],
          "rules": [
            { "id": "book.amazon", "title": "Open the book on Amazon",
              "when": { "kind": "isbn", "isbn10": { "exists": true } },
              "do": [ { "action": "open-url", "url": "https://{const.amazon}/dp/{isbn10}" } ] },
            { "id": "cd",
              "when": { "kind": "product", "gtin12": { "exists": true } },
              "do": [ { "action": "lookup", "service": "discogs", "with": { "barcode": "{gtin12}" }, "as": "disc" },
                      { "action": "record", "when": { "disc.found": true },
                        "fields": { "title": "{disc.title|unknown}", "year": "{disc.year|}" } } ] },
            { "id": "appliance.serial", "when": { "kind": "appliance", "serial": { "prefix": "8" } },
              "do": [ { "action": "emit", "fields": { "serial": "{serial}" },
                        "otherwise": [ { "action": "sound", "sound": "taken", "when": { "serial": "8" }, "always": true } ] },
                      { "action": "refuse", "message": "{serial}", "sound": "not-taken", "when": { "serial": "81" } },
                      { "action": "record", "always": true } ] },
            { "id": "stock", "when": { "text": { "catalog": "stock" }, "catalog.stock[Preis (€)]": { "<": 5, ">": 0.5 },
                                       "catalog.stock.until": { ">=": "today-7" }, "catalog.stock.rows": [1, 2],
                                       "catalog.stock[until]": { "<": "{catalog.stock[until]}" } },
              "do": [ { "action": "emit", "fields": { "price": "{catalog.stock[Preis (€)]} of {catalog.stock.rows}" } },
                      { "action": "open-url", "url": "https://example.com/?p={catalog.stock[Preis (€)]}" } ] },
            { "id": "evening", "continue": true, "do": [],
              "when": { "any": [{ "scan.weekday": ["saturday", "sunday"] }, { "scan.time": { ">=": "18:00" } }],
                        "all": [{ "note": "links", "host": { "domain": ["example.com"] } }, { "const.amazon": { "suffix": ".jp" } }],
                        "query.utm-source": { "matches": "(?P<code>[0-9]+)x", "decimals": { "code": 0 } },
                        "seen.count": { "<": 2 }, "seen.last": { ">": "today-14" }, "seen.query.id.today": 0,
                        "seen.source": "{scan.source}", "session.mode": ["inventory", 5], "session.most": { ">": 3 },
                        "match.code": { ">": 5 }, "not": { "query.b": ["c", "{scan.source}"] } } } ],
          "tests": [
            { "scan": { "symbology": "ean_13", "text": "9784873119045" },
              "expect": { "rule": "book.amazon", "do": [ { "url": "https://www.amazon.co.jp/dp/4873119049" } ] } },
            { "scan": { "text": "036000291452" }, "given": { "disc": { "found": false } },
              "expect": { "rule": "cd", "do": [ { "action": "lookup" } ] } },
            { "scan": { "symbology": "ean_13", "text": "4902370548495", "at": "2026-12-24T21:30" },
              "given": { "seen": { "count": 2, "today": 1, "first": "2026-01-01", "last": "2026-01-01T09:30", "source": "till",
                                   "query.id": { "count": 1 }, "note": "by the code and by a field" },
                         "session": { "mode": "inventory", "most": 5 } },
              "expect": null } ],
          "disable": ["link.other"] }
        """#

    @Test("takes names that it does not know only in files that have kinds, or include a file that may have")
    func knowsWhereNamesComeFrom() async throws {
        let rule = #"{"id":"r","when":{"kind":"label","cost":{"<":5}},"do":[]}"#
        let problems = try await SchemaValidator.problems(with: [
            #"{"version":1,"kinds":[{"kind":"label","when":{"kind":"text"}}],"rules":[\#(rule)]}"#,
            #"{"version":1,"rules":[{"include":"labels.json"},\#(rule)]}"#,
            #"{"version":1,"rules":[\#(rule)]}"#,
        ])
        #expect(problems.map { $0 == nil } == [true, true, false])
    }

    @Test("refuses what the rules refuse: one error in each file", arguments: [RuleMistake.all])
    func refusesMistakes(_ mistakes: [RuleMistake]) async throws {
        let problems = try await SchemaValidator.problems(with: mistakes.map(\.file))
        for (mistake, problem) in zip(mistakes, problems) {
            #expect(problem != nil, "the schema takes: \(mistake.title)")
            #expect(!SchemaValidator.errors(in: mistake.file).isEmpty, "the rules take: \(mistake.title)")
        }
    }

    @Test(
        "speaks of the rule that is wrong, and not of what else could stand there",
        arguments: [
            (#"{"id":"r","wen":{},"do":[]}"#, "'when' is a required"), (#"{"id":"r","when":{}}"#, "'do' is a required"),
            (#"{"include":5}"#, "5 is not of type 'string'"), ("5", "5 is not of type 'object'"),
        ])
    func namesTheMistake(_ rule: String, _ words: String) async throws {
        let problems = try await SchemaValidator.problems(with: [#"{"version":1,"rules":[\#(rule)]}"#])
        #expect(problems.first??.contains(words) == true, "\(problems)")
    }

    @Test("agrees with the rules on every type of field and of parameter")
    func agreesOnTypes() async throws {
        // A third of them, for each takes milliseconds; a value is left out for one name and tried for the next.
        let all = GeneratedTest.all
        let cases = stride(from: 0, to: all.count, by: 3).map { all[$0] }
        let problems = try await SchemaValidator.problems(with: cases.map(\.file))
        for (test, problem) in zip(cases, problems) {
            let errors = SchemaValidator.errors(in: test.file)
            if let problem {
                #expect(!errors.isEmpty, "only the schema refuses \(test.title): \(problem)")
            } else if test.isJudgedByType {
                #expect(errors.isEmpty, "only the rules refuse \(test.title): \(errors.map(\.message))")
            }
        }
        #expect(problems.count { $0 == nil } > 50 && problems.count { $0 != nil } > 100)
    }

    @Test("describes every field, kind, operator and action")
    func describes() async throws {
        let schema = try #require(try json(try await beeline("rules", "schema").output) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        let condition = try #require(definitions["condition"] as? [String: Any])
        let fields = try #require(condition["properties"] as? [String: [String: Any]])
        for field in Field.table where field.name != "note" {
            #expect((fields[field.name]?["description"] as? String)?.contains(field.summary) == true, "\(field.name)")
        }
        for action in PluginRegistry.standard.signatures {
            let node = try #require(definitions["action.\(action.name)"] as? [String: Any])
            let properties = try #require(node["properties"] as? [String: [String: Any]])
            for parameter in action.parameters {
                #expect(properties[parameter.name]?["description"] as? String == parameter.summary)
            }
        }
    }

    @Test("is printed as one text for people to read")
    func isIndented() async throws {
        let run = try await beeline("rules", "schema", "--format", "json")
        #expect(run.lines.count > 500)
        #expect(run.lines[1].hasPrefix("  \"$schema\""))
        #expect(try await beeline("rules", "schema", "shop.json").status == 2)
    }
}

@Suite("The reference of the rule language")
struct RuleReferenceTests {
    @Test("the page in Docs is the output of the command")
    func pageIsCurrent() async throws {
        let page = String(decoding: try Project.read("Docs/RuleReference.md"), as: UTF8.self)
        #expect(page == (try await beeline("rules", "reference").output), "make docs writes it anew")
    }

    @Test("names every key, operator, action, parameter and open name")
    func isComplete() async throws {
        let page = try await beeline("rules", "reference").output
        let actions = PluginRegistry.standard.signatures
        let names =
            RuleObject.allCases.flatMap(\.keyNames) + Operator.allCases.map(\.rawValue) + ScanField.allCases.map(\.name)
            + SeenField.allCases.map(\.name) + ["seen.FIELD.count", "session.NAME"]
            + OpenFieldDefinition.table.map(\.name) + actions.map(\.name)
            + actions.flatMap { $0.parameters.map(\.name) } + Effect.allCases.map(\.rawValue)
        for name in names { #expect(page.contains("`\(name)`"), "\(name) is missing") }
    }

    @Test("has no empty cell of a result, and no link to a heading that is not there")
    func linksLead() async throws {
        let page = try await beeline("rules", "reference").output
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
            heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
                $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
            }
            .replacing(" ", with: "-")
        }
        let links = page.matches(of: /\]\(#([a-z-]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links { #expect(headings.contains(link), "#\(link)") }
    }
}
