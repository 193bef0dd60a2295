import Beeline
import BeelineRules
import Foundation
import Testing

/// The tests in the rule files: the bundled ones, and the examples.
@Suite("The rule files pass their own tests")
struct RuleFileTests {
    /// What the example program OwnPlugin brings along.
    struct ShelvePlugin: ActionPlugin {
        let signature = ActionSignature(
            name: "shelve", summary: "Says on which shelf a book belongs.",
            parameters: [.init("isbn", .text, summary: "The ISBN, 13 digits.")], effects: [])

        func perform(_ action: Action) async throws -> ActionResult { ActionResult() }
    }

    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All but the one that shows messages about errors.
    static let examples: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: project.appending(path: "Examples/Rules").path)
        return (names ?? []).filter { $0.hasSuffix(".json") && $0 != "mistakes.json" }.sorted()
    }()

    static func example(_ name: String) throws -> RuleFile {
        try RuleFile(
            name: name, bytes: Array(Data(contentsOf: project.appending(path: "Examples/Rules/\(name)"))))
    }

    private static func suite(_ file: RuleFile) throws -> RuleTestSuite {
        let plugins = try PluginRegistry.standard(and: [ShelvePlugin()])
        return RuleTestSuite(file: file, actions: plugins.signatures, reader: RuleSources([]).reader)
    }

    private func pass(_ file: RuleFile) throws {
        let suite = try Self.suite(file)
        #expect(suite.fileErrors.map(\.description) == [])
        #expect(suite.issues.map(\.description) == [])
        #expect(suite.count > 0)
        let results = suite.run()
        #expect(results.count == suite.count)
        for result in results { #expect(result.differences == [], "\(file.name): \(result.name)") }
    }

    @Test(
        "a number is the same with the words, signs and blanks that people write around it",
        arguments: [
            ["352099001761481", "IMEI: 35-209900-176148-1", "imei 352099001761481"],
            ["+49 30 1234567", "+49(0)30/1234567", "+49-30-123-4567"],
            ["PZN-01234562", "PZN 01234562", "pzn:01234562"], ["ISIL DE-1", "ISIL: DE-1"],
            ["IBAN DE89 3704 0044 0532 0130 00", "iban: DE89370400440532013000"],
        ])
    func identifiesNumbers(_ spellings: [String]) throws {
        let resolver = try Resolver(rules: .bundled)
        let keys = Set(spellings.map { resolver.identity(of: Symbol(.unknown, $0)) })
        #expect(keys.count == 1 && keys.first != nil)
    }

    @Test("that come with the program", arguments: RuleSources.bundled.files.map(\.name))
    func passesBundled(_ name: String) throws {
        try pass(#require(RuleSources.bundled.files.first { $0.name == name }))
    }

    /// Of a bundled file nothing looks for what only people do wrong, such as rules that never match; so this does.
    @Test("that come with the program, read as those of a user", arguments: RuleSources.bundled.files)
    func bundledHasNoMistakes(_ file: RuleFile) throws {
        let copy = RuleFile(name: "copy of \(file.name)", bytes: file.bytes)
        let resolver = try Resolver(rules: RuleSources([copy]))
        #expect(resolver.rules.warnings.map(\.description) == [])
    }

    /// Examples without tests, for they are shown whole, and the one whose tests are there to fail.
    static let untested: Set = ["failing.json", "lesson-1.json", "lesson-2.json", "lesson-3.json", "lesson-4.json"]

    @Test("that are examples", arguments: examples.filter { !untested.contains($0) })
    func passes(_ name: String) throws { try pass(Self.example(name)) }

    @Test("of fourteen situations and more")
    func areThere() { #expect(Self.examples.count >= 14) }

    @Test("and the examples are used without a warning, and together with the bundled ones", arguments: examples)
    func load(_ name: String) throws {
        var form = CatalogForm()
        (form.key, form.types, form.isMany) = (.isbn, ["Preis (€)": .money, "until": .date], true)
        let lists = [
            ("library", "library", CatalogForm()), ("shelves", "shelves", CatalogForm()),
            ("prices", "prices", CatalogForm()), ("stock", "typed-stock", form),
        ]
        let catalogs = try lists.map { name, file, form in
            try Catalog.file(
                name: name, path: Self.project.appending(path: "Examples/Rules/\(file).csv").path, form: form)
        }
        let rules = RuleSources([try Self.example(name)])
        let plugins = try PluginRegistry.standard(and: [ShelvePlugin()])
        // The file of the shop disables a rule that is only beside it when the bundled ones are used.
        let together = name == "shop.json" ? rules + .bundled : rules
        let resolver = try Resolver(rules: together, plugins: plugins, catalogs: catalogs)
        #expect(resolver.rules.warnings.map(\.description) == [])
        #expect(throws: Never.self) {
            try Resolver(rules: rules + .bundled, plugins: plugins, catalogs: catalogs)
        }
    }

    /// Rules that take nothing as long as the user chooses nothing; `BundledRulesTests` asks for each of them.
    static let chosen: Set<String> = [
        "book.openlibrary", "book.google", "book.worldcat", "book.dnb", "book.bnf", "book.loc", "book.calil",
        "book.ndl", "book.show", "disc.discogsUPC", "disc.discogs", "disc.musicbrainzUPC", "disc.musicbrainz",
        "contact.save", "event.save", "wifi.connect", "label.show",
    ]

    @Test("every bundled rule is expected by a test of its file", arguments: RuleSources.bundled.files.map(\.name))
    func everyRuleIsTested(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let object = try #require(JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        let rules = try #require(object["rules"] as? [[String: Any]])
        let tests = try #require(object["tests"] as? [[String: Any]])
        let expected = Set(tests.compactMap { ($0["expect"] as? [String: Any])?["rule"] as? String })
        for rule in rules where rule["continue"] == nil {
            let id = try #require(rule["id"] as? String)
            #expect(rule["title"] as? String != nil)
            #expect(expected.contains(id) != Self.chosen.contains(id), "\(id)")
        }
    }
}
