import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("a look-up asks its services in order until one knows the code")
struct LookupServicesTests {
    private static let results: KeyValuePairs = ["title": "/results/0/title"]

    private static func service(_ path: String) throws -> Action {
        .lookup(try LookupServer.url(path), results: results)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let paths: [String]
        let message: String
        /// What `found` and `service` are; nil where the look-up fails.
        let answer: (found: Bool, service: String)?
        var testDescription: String { paths.joined(separator: ", ") }

        init(_ paths: [String], _ message: String, _ answer: (Bool, String)?) {
            (self.paths, self.message, self.answer) = (paths, message, answer)
        }
    }

    static let cases = [
        Case(["/database/search", "/status/500"], "found by a", (true, "a")),
        Case(["/database/search-empty", "/database/search"], "found by b", (true, "b")),
        Case(["/status/404", "/status/204", "/database/search"], "found by c", (true, "c")),
        Case(["/database/search-empty", "/status/404"], "nothing found", (false, "b")),
        Case(
            ["/status/500", "/database/search"], "found by b; a: it has an internal error (status 500)", (true, "b")),
        Case(
            ["/status/404", "/status/500"], "nothing found; b: it has an internal error (status 500)", (false, "a")),
        Case(
            ["/status/429", "/hang-up", "/text?body=x", "/loop", "/database/search"],
            "found by e; a: it got too many requests (status 429); b: its answer broke off; "
                + "c: its answer is not JSON: line 1, column 1: invalid token near 'x'; d: it redirects more than 3 times",
            (true, "e")),
        Case(
            ["/status/500", "/status/403"],
            "a: it has an internal error (status 500); b: it refuses to answer (status 403); check whether it "
                + "needs a key, and whether the key is right", nil),
    ]

    @Test("and passes over those that fail", arguments: cases)
    func goesOn(_ example: Case) async throws {
        let names = ["a", "b", "c", "d", "e"]
        let pairs = try zip(names, example.paths).map { ($0, try Self.service($1)) }
        let action = Action.lookup(pairs)
        guard let answer = example.answer else {
            let error = await failure { try await LookupPlugin.patient().perform(action) }
            #expect(error.map { "\($0)" } == example.message)
            return
        }
        let result = try await LookupPlugin.patient().perform(action)
        #expect(result.message == example.message)
        #expect(
            Array(result.fields.prefix(2))
                == [
                    .init(name: "found", value: .boolean(answer.found)),
                    .init(name: "service", value: .text(answer.service)),
                ])
        #expect(result.fields.contains { $0.name == "title" } == answer.found)
    }

    @Test("services after the one with an answer are not used")
    func stops() async throws {
        let action = Action.lookup([
            ("a", try Self.service("/database/search")), ("b", try Self.service("/request?mark=behind")),
        ])
        _ = try await LookupPlugin.patient().perform(action)
        #expect(try await !LookupServer.hasSeen("behind"))
    }

    @Test("a service whose secret is missing is skipped")
    func needsSecrets() async throws {
        let json = """
            {"version": 1,
             "services": {
               "shut": {"url": "\(try LookupServer.url("/request"))?mark=shut",
                        "headers": {"Authorization": "{secret.beeline_no_such_secret}"}, "results": {"path": "/path"}},
               "open": {"url": "\(try LookupServer.url("/request"))", "timeLimit": 60, "perSecond": 1000,
                        "results": {"path": "/path"}}},
             "rules": [{"id": "r", "when": {},
                        "do": [{"action": "lookup", "service": ["shut", "open"]},
                               {"action": "lookup", "service": "shut"}]}]}
            """
        let rules = try RuleSet(
            files: [RuleFile(name: "f", text: json)], actions: PluginRegistry.standard.signatures)
        let resolution = rules.resolve(ContentParser.reading(of: Symbol(.qr, "x")), scan: Scan(date: scanDate))
        let dispatcher = Dispatcher(policy: .allow, confirm: { _ in .yes })
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolution) { outcomes.append(outcome) }
        #expect(outcomes.map(\.status) == [.done, .failed])
        let missing =
            "shut: the secret 'beeline_no_such_secret' is not set: set BEELINE_SECRET_BEELINE_NO_SUCH_SECRET, or write "
            + "it to beeline/secrets/beeline_no_such_secret in $XDG_CONFIG_HOME or ~/.config, readable only by you "
            + "(chmod 600)"
        #expect(outcomes.map(\.message) == ["found by open; \(missing)", missing])
        #expect(try await !LookupServer.hasSeen("shut"))
    }

    @Test("it may take as long as all of them, and a little more")
    func hasTime() throws {
        let plugin = LookupPlugin()
        let one = try Self.service("/request")
        let slow = Action.lookup(try LookupServer.url("/request"), limits: ["timeLimit": "60"])
        #expect(plugin.timeLimit(for: one) == .seconds(15))
        #expect(plugin.timeLimit(for: .lookup([("a", one), ("b", slow)])) == .seconds(75))
        // The secrets are not put in yet when it is asked.
        let secret = Action(
            name: "lookup", rule: "r",
            arguments: slow.arguments.map {
                $0.name == "headers"
                    ? .init(name: "headers", value: .fields([.init(name: "A", value: .withSecrets([.secret("k")]))]))
                    : $0
            })
        #expect(plugin.timeLimit(for: secret) == .seconds(65))
    }

    @Test(
        "limits that are none are told of before anything is asked",
        arguments: [("cache", "x"), ("perSecond", "0"), ("timeLimit", "61"), ("limit", "-1"), ("other", "1")])
    func refusesLimits(_ key: String, _ value: String) async throws {
        let action = Action.lookup(try LookupServer.url("/types"), limits: [key: value])
        let error = await failure { try await LookupPlugin.patient().perform(action) } as? LookupError
        #expect(error?.reason == .badLimits)
    }

    @Test("the limit of a service is the length of its answer")
    func limitsLength() async throws {
        for (bytes, isRefused) in [(100, false), (101, true)] {
            let action = Action.lookup(try LookupServer.url("/long?bytes=\(bytes)"), limits: ["limit": "100"])
            let error = await failure { try await LookupPlugin.patient().perform(action) } as? LookupError
            #expect(error?.reason == (isRefused ? .http(.tooLong(limit: 100)) : nil))
        }
    }
}

@Suite("the services of the bundled rules are understood")
struct BundledServicesTests {
    private static let hosts: KeyValuePairs = [
        "https://api.openbd.jp": "openbd", "https://openlibrary.org/api": "openlibrary/api",
        "https://www.googleapis.com": "googlebooks", "https://{const.openfoodfacts}/api": "openfoodfacts/api",
        "https://api.discogs.com": "discogs", "https://musicbrainz.org/ws": "musicbrainz/ws",
    ]

    /// A bundled file whose services are all on this machine.
    private static func file(_ name: String) throws -> RuleFile {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var text = try String(contentsOf: folder.appendingPathComponent("Rules/\(name).json"), encoding: .utf8)
        for (host, path) in hosts { text = text.replacing(host, with: try LookupServer.url("/real/\(path)")) }
        // They are only slow, and this machine is asked by many.
        text = text.replacing(#""perSecond": 1,"#, with: #""perSecond": 1000, "timeLimit": 60,"#)
            .replacing(#""perSecond": 2,"#, with: #""perSecond": 1000, "timeLimit": 60,"#)
            .replacing("\"timeLimit\": 60,\n      \"timeLimit\": 20,", with: #""timeLimit": 60,"#)
        return RuleFile(name: name, text: text)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let symbol: Symbol
        var products = "openfoodfacts"
        var secret: String? = "sesame"
        /// The message of the look-up, and what is then shown; nil where nothing is.
        let message: String
        let shown: KeyValuePairs<String, String>?
        var testDescription: String { "\(symbol.text ?? "") \(products) \(secret ?? "no secret")" }
    }

    private static let noToken =
        "discogs: the secret 'discogs' is not set: set BEELINE_SECRET_DISCOGS, or write it to "
        + "beeline/secrets/discogs in $XDG_CONFIG_HOME or ~/.config, readable only by you (chmod 600)"

    static let cases = [
        Case(
            file: "10-books", symbol: Symbol(.ean13, "9784873119045"), message: "found by openbd",
            shown: [
                "title": "みつばちの本", "author": "例 太郎／著", "publisher": "例文社", "published": "2019-04",
                "cover": "https://cover.example/9784000000006.jpg", "from": "openbd",
            ]),
        Case(file: "10-books", symbol: Symbol(.ean13, "9784004160045"), message: "nothing found", shown: nil),
        Case(
            file: "10-books", symbol: Symbol(.ean13, "9780306406157"), message: "found by openlibrary",
            shown: [
                "title": "Small Facts About Bees", "author": "B. Eekeeper", "publisher": "Example Press",
                "published": "1980", "cover": "", "from": "openlibrary",
            ]),
        Case(
            file: "10-books", symbol: Symbol(.ean13, "9791034300013"), message: "found by googlebooks",
            shown: [
                "title": "Small Facts About Bees", "author": "B. Eekeeper,A. Nother", "publisher": "Example Press",
                "published": "1980-05-01", "cover": "", "from": "googlebooks",
            ]),
        Case(
            file: "16-products", symbol: Symbol(.ean13, "5901234123457"), message: "found by openfoodfacts",
            shown: [
                "title": "Miód wielokwiatowy 🍯", "maker": "Pszczoła", "quantity": "", "from": "openfoodfacts",
            ]),
        Case(
            file: "16-products", symbol: Symbol(.ean8, "96385074"), message: "found by openfoodfacts",
            shown: [
                "title": "Miód wielokwiatowy 🍯", "maker": "Pszczoła", "quantity": "", "from": "openfoodfacts",
            ]),
        Case(file: "16-products", symbol: Symbol(.ean13, "4902370548495"), message: "nothing found", shown: nil),
        Case(
            file: "16-products", symbol: Symbol(.upcA, "077774644129"), products: "discogs",
            message: "found by discogs",
            shown: [
                "artist": "", "title": "Kate Example - Ten Small Songs", "year": "1987", "maker": "Example Records",
                "format": "CD,Album", "from": "discogs",
            ]),
        Case(
            file: "16-products", symbol: Symbol(.ean13, "4902370548495"), products: "discogs",
            message: "found by discogs",
            shown: [
                "artist": "", "title": "Kate Example - Ten Small Songs", "year": "1987", "maker": "Example Records",
                "format": "CD,Album", "from": "discogs",
            ]),
        Case(
            file: "16-products", symbol: Symbol(.upcA, "036000291452"), products: "discogs", secret: nil,
            message: "found by musicbrainz; \(noToken)",
            shown: [
                "artist": "Kate Example", "title": "Ten Small Songs", "year": "1987-09", "maker": "", "format": "CD",
                "from": "musicbrainz",
            ]),
        Case(
            file: "16-products", symbol: Symbol(.upcA, "077774644129"), products: "musicbrainz", secret: "other",
            message:
                "nothing found; discogs: it refuses to answer (status 401); check whether it needs a key, and "
                + "whether the key is right", shown: nil),
    ]

    @Test("look-ups are made if a constant allows them", arguments: cases)
    func looksUp(_ example: Case) async throws {
        let folder = try TemporaryFolder()
        let lookup = LookupPlugin(
            limits: ServiceLimits(), client: .hasty, cache: LookupCache(path: "\(folder.path)/lookups.sqlite"))
        let plugins = try PluginRegistry([lookup, EmitPlugin(), OpenURLPlugin()])
        let rules = try RuleSet(
            files: [try Self.file(example.file)], actions: plugins.signatures,
            constants: ConstantSettings(
                values: ["lookups": "on", "products": example.products].filter {
                    $0.key == "lookups" || example.file == "16-products"
                }))
        let resolution = rules.resolve(ContentParser.reading(of: example.symbol), scan: Scan(date: scanDate))
        #expect(resolution.actions.map(\.name) == ["lookup", "emit", "open-url"])
        var policy = Policy.allow
        policy.set(action: "open-url", to: .deny)
        let dispatcher = Dispatcher(
            plugins: plugins, policy: policy, confirm: { _ in .yes }, secret: { _ in example.secret })
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolution) { outcomes.append(outcome) }
        #expect(outcomes.map(\.status) == [.done, example.shown == nil ? .notNeeded : .done, .notAllowed])
        #expect(outcomes.first?.message == example.message)
        guard let shown = example.shown, case .fields(let fields)? = outcomes.dropFirst().first?.action["fields"] else {
            return
        }
        #expect(fields.map { "\($0.name)=\($0.value)" } == shown.map { "\($0.key)=\($0.value)" })
    }

    @Test("and not without it", arguments: ["10-books", "16-products"])
    func asksNobody(_ name: String) throws {
        let rules = try RuleSet(
            files: [try Self.file(name)], actions: PluginRegistry.standard.signatures)
        for (symbology, text) in [(.ean13, "9784873119045"), (.ean13, "4902370548495")] as [(Symbology, String)] {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(!rules.resolve(reading, scan: Scan(date: scanDate)).actions.contains { $0.name == "lookup" })
        }
    }
}
