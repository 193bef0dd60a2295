import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

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
        "discogs: the secret 'discogs' is not known: set BEELINE_SECRET_DISCOGS, or write it to "
        + "beeline/secrets/discogs in $XDG_CONFIG_HOME or ~/.config, which only you may read (chmod 600)"

    static let cases = [
        Case(
            file: "books", symbol: Symbol(.ean13, "9784873119045"), message: "found by openbd",
            shown: [
                "title": "みつばちの本", "author": "例 太郎／著", "publisher": "例文社", "published": "2019-04",
                "cover": "https://cover.example/9784000000006.jpg", "from": "openbd",
            ]),
        Case(file: "books", symbol: Symbol(.ean13, "9784004160045"), message: "nothing found", shown: nil),
        Case(
            file: "books", symbol: Symbol(.ean13, "9780306406157"), message: "found by openlibrary",
            shown: [
                "title": "Small Facts About Bees", "author": "B. Eekeeper", "publisher": "Example Press",
                "published": "1980", "cover": "", "from": "openlibrary",
            ]),
        Case(
            file: "books", symbol: Symbol(.ean13, "9791034300013"), message: "found by googlebooks",
            shown: [
                "title": "Small Facts About Bees", "author": "B. Eekeeper,A. Nother", "publisher": "Example Press",
                "published": "1980-05-01", "cover": "", "from": "googlebooks",
            ]),
        Case(
            file: "products", symbol: Symbol(.ean13, "5901234123457"), message: "found by openfoodfacts",
            shown: [
                "title": "Miód wielokwiatowy 🍯", "maker": "Pszczoła", "quantity": "", "from": "openfoodfacts",
            ]),
        Case(
            file: "products", symbol: Symbol(.ean8, "96385074"), message: "found by openfoodfacts",
            shown: [
                "title": "Miód wielokwiatowy 🍯", "maker": "Pszczoła", "quantity": "", "from": "openfoodfacts",
            ]),
        Case(file: "products", symbol: Symbol(.ean13, "4902370548495"), message: "nothing found", shown: nil),
        Case(
            file: "products", symbol: Symbol(.upcA, "077774644129"), products: "discogs", message: "found by discogs",
            shown: [
                "artist": "", "title": "Kate Example - Ten Small Songs", "year": "1987", "maker": "Example Records",
                "format": "CD,Album", "from": "discogs",
            ]),
        Case(
            file: "products", symbol: Symbol(.ean13, "4902370548495"), products: "discogs",
            message: "found by discogs",
            shown: [
                "artist": "", "title": "Kate Example - Ten Small Songs", "year": "1987", "maker": "Example Records",
                "format": "CD,Album", "from": "discogs",
            ]),
        Case(
            file: "products", symbol: Symbol(.upcA, "036000291452"), products: "discogs", secret: nil,
            message: "found by musicbrainz; \(noToken)",
            shown: [
                "artist": "Kate Example", "title": "Ten Small Songs", "year": "1987-09", "maker": "", "format": "CD",
                "from": "musicbrainz",
            ]),
        Case(
            file: "products", symbol: Symbol(.upcA, "077774644129"), products: "musicbrainz", secret: "other",
            message:
                "nothing found; discogs: it refuses to answer (status 401); see whether it wants a key, and has the "
                + "right one", shown: nil),
    ]

    @Test("look-ups are made when a constant says so", arguments: cases)
    func looksUp(_ example: Case) async throws {
        let folder = try TemporaryFolder()
        let lookup = LookupPlugin(
            limits: ServiceLimits(), client: .hasty, cache: LookupCache(path: "\(folder.path)/lookups.sqlite"))
        let plugins = try PluginRegistry([lookup, EmitPlugin(), OpenURLPlugin()])
        let rules = try RuleSet(
            files: [try Self.file(example.file)], actions: plugins.signatures,
            constants: ConstantSettings(
                values: ["lookups": "on", "products": example.products].filter {
                    $0.key == "lookups" || example.file == "products"
                }))
        let resolution = rules.resolve(ContentParser.reading(of: example.symbol), scan: Scan(date: scanDate))
        #expect(resolution.actions.map(\.name) == ["lookup", "emit", "open-url"])
        var policy = Policy.allow
        policy.set(action: "open-url", to: .deny)
        let dispatcher = Dispatcher(plugins: plugins, policy: policy, secret: { _ in example.secret }) { _ in true }
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolution) { outcomes.append(outcome) }
        #expect(outcomes.map(\.status) == [.done, example.shown == nil ? .notNeeded : .done, .refused])
        #expect(outcomes.first?.message == example.message)
        guard let shown = example.shown, case .fields(let fields)? = outcomes.dropFirst().first?.action["fields"] else {
            return
        }
        #expect(fields.map { "\($0.name)=\($0.value)" } == shown.map { "\($0.key)=\($0.value)" })
    }

    @Test("and not without it", arguments: ["books", "products"])
    func asksNobody(_ name: String) throws {
        let rules = try RuleSet(
            files: [try Self.file(name)], actions: PluginRegistry.standard.signatures)
        for (symbology, text) in [(.ean13, "9784873119045"), (.ean13, "4902370548495")] as [(Symbology, String)] {
            let reading = ContentParser.reading(of: Symbol(symbology, text))
            #expect(!rules.resolve(reading, scan: Scan(date: scanDate)).actions.contains { $0.name == "lookup" })
        }
    }
}
