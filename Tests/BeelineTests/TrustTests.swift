import Beeline
import BeelineActions
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import Testing

@Suite("How far rules are trusted")
struct TrustTests {
    /// A program that a rule names.
    private struct Starter: ActionPlugin {
        let signature = ActionSignature(
            name: "start", summary: "", parameters: [.init("word", .text, summary: "")], effects: [.process])

        func perform(_ action: Action) async throws -> ActionResult { ActionResult(message: "started") }
    }

    private static let rules = #"""
        { "version": 1, "rules": [ { "id": "r", "when": {}, "do": [ { "action": "start", "word": "{text|}" } ] } ] }
        """#

    private final class Folder {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            guard chmod(path, 0o755) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
            let file = "\(path)/\(name)"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            guard chmod(file, mode) == 0 else { throw CocoaError(.fileWriteNoPermission) }
            return file
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let file: mode_t
        var folder: mode_t = 0o755
        /// The command that the refusal suggests; nil: the program is started.
        let remedy: String?
        var testDescription: String { "file \(String(file, radix: 8)), folder \(String(folder, radix: 8))" }
    }

    static let cases = [
        Case(file: 0o600, remedy: nil), Case(file: 0o644, remedy: nil), Case(file: 0o755, remedy: nil),
        Case(file: 0o644, folder: 0o1777, remedy: nil),
        Case(file: 0o664, remedy: "chmod g-w "), Case(file: 0o646, remedy: "chmod o-w "),
        Case(file: 0o666, remedy: "o-w "), Case(file: 0o666, folder: 0o1777, remedy: "o-w "),
        Case(file: 0o644, folder: 0o777, remedy: "o-w "), Case(file: 0o644, folder: 0o775, remedy: "chmod g-w "),
    ].filter {
        // Another user than root may have a group alone.
        getuid() == 0 || $0.remedy != "chmod g-w "
    }

    @Test("rules that others may have written start no program, whatever the policy says", arguments: cases)
    func refusesForeignRules(_ example: Case) async throws {
        let folder = try Folder()
        let file = try folder.write("rules.json", Self.rules, mode: example.file)
        try #require(chmod(folder.path, example.folder) == 0)
        let plugins = try PluginRegistry([Starter()])
        let resolver = try Resolver(rules: .files([file]), plugins: plugins)
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow) { _ in .yes }
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolver.resolve(Symbol(.qr, "x"))) { outcomes.append(outcome) }
        #expect(outcomes.map(\.status) == [example.remedy == nil ? .done : .notAllowed])
        if let remedy = example.remedy {
            #expect(outcomes.first?.message.contains("\(remedy)\(folder.path)") == true, "\(outcomes)")
        }
    }

    @Test("the target of a link is checked as well as the way to it")
    func followsLinks() throws {
        let (real, links) = (try Folder(), try Folder())
        let file = try real.write("rules.json", Self.rules)
        let link = "\(links.path)/link.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(foreignWriters(of: link) == nil)
        try #require(chmod(links.path, 0o777) == 0)
        #expect(foreignWriters(of: link)?.path == links.path)
        try #require(chmod(links.path, 0o755) == 0)
        try #require(chmod(real.path, 0o777) == 0)
        #expect(foreignWriters(of: link)?.path == real.path)
        #expect(foreignWriters(of: "\(links.path)/missing")?.means == .unknown)
    }

    @Test("every link and every folder on the way is looked at, however it leads")
    func followsChains() throws {
        let (safe, open) = (try Folder(), try Folder())
        let file = try safe.write("rules.json", Self.rules)
        let files = FileManager.default
        try files.createSymbolicLink(atPath: "\(open.path)/folder", withDestinationPath: safe.path)
        try files.createSymbolicLink(atPath: "\(open.path)/f.json", withDestinationPath: file)
        try files.createSymbolicLink(atPath: "\(safe.path)/chain.json", withDestinationPath: "\(open.path)/f.json")
        try files.createSymbolicLink(atPath: "\(safe.path)/loop", withDestinationPath: "loop")
        let ways = ["\(open.path)/folder/rules.json", "\(safe.path)/chain.json"]
        for way in ways { #expect(foreignWriters(of: way) == nil, "\(way)") }
        try #require(chmod(open.path, 0o777) == 0)
        for way in ways { #expect(foreignWriters(of: way)?.path == open.path, "\(way)") }
        #expect(foreignWriters(of: "\(safe.path)/loop")?.means == .unknown)
        #expect(foreignWriters(of: file) == nil)
    }

    @Test func `all files and folders on the path that others can write are in one report, with one command`() throws {
        let folder = try Folder()
        let file = try folder.write("rules.json", Self.rules, mode: 0o646)
        try #require(chmod(folder.path, 0o757) == 0)
        let writers = try #require(foreignWriters(of: file))
        #expect(writers.description == "other users can write 2 files and folders: chmod o-w \(folder.path) \(file)")
        // A folder above several is there once.
        let other = try folder.write("other file.json", Self.rules, mode: 0o646)
        #expect(
            foreignWriters(of: [file, other])?.description
                == "other users can write 3 files and folders: chmod o-w \(folder.path) \(file) '\(other)'")
        try #require(chmod(folder.path, 0o755) == 0)
        #expect(foreignWriters(of: file)?.description == "everyone can write \(file): chmod o-w \(file)")
        #expect(foreignWriters(of: [folder.path]) == nil)
    }

    @Test("rules stay distrusted when their file is gone")
    func remembersDistrust() throws {
        let folder = try Folder()
        let file = try folder.write("rules.json", Self.rules, mode: 0o666)
        let sources = try RuleSources.files([file])
        try FileManager.default.removeItem(atPath: file)
        let resolver = try Resolver(rules: sources, plugins: PluginRegistry([Starter()]))
        #expect(resolver.rules.distrusted.keys.sorted() == ["r"])
    }

    @Test("a rule may name a host of the local network; a code that does causes a question")
    func knowsPlaces() async throws {
        struct Asker: ActionPlugin {
            let signature = ActionSignature(
                name: "fetch", summary: "", parameters: [.init("url", .url, summary: "")], effects: [.network])

            func perform(_ action: Action) async throws -> ActionResult { ActionResult() }
        }
        let plugins = try PluginRegistry([Asker()])
        func status(_ url: String, _ code: String, distrust: String? = nil) async throws -> Outcome.Status? {
            let rules = """
                { "version": 1, "rules": [ { "id": "r", "when": { "kind": "url" },
                  "do": [ { "action": "fetch", "url": "\(url)" } ] } ] }
                """
            let file = RuleFile(name: "r.json", bytes: Array(rules.utf8), distrust: distrust)
            let resolver = try Resolver(rules: RuleSources([file]), plugins: plugins)
            let dispatcher = Dispatcher(plugins: plugins, policy: .allow)
            for await outcome in dispatcher.perform(resolver.resolve(Symbol(.qr, code))) { return outcome.status }
            return nil
        }
        let till = "http://127.0.0.1:8080/"
        #expect(try await status("\(till)seen{?url}", "https://example.com/") == .done)
        #expect(try await status("{+url}", till) == .notAllowed)
        #expect(try await status("\(till)seen{?url}", "https://example.com/", distrust: "others") == .notAllowed)
        #expect(try await status("http://169.254.169.254/{?url}", "https://example.com/") == .notAllowed)
    }

    @Test("an action carries the distrust of its rule, and a resolution the hosts that its rules trust")
    func carriesTrust() throws {
        func file(_ name: String, _ kind: String, _ url: String, distrust: String? = nil) -> RuleFile {
            let rules = """
                { "version": 1, "rules": [ { "id": "\(name)", "when": { "kind": "\(kind)" },
                  "do": [ { "action": "open-url", "url": "\(url)" } ] } ] }
                """
            return RuleFile(name: "\(name).json", bytes: Array(rules.utf8), distrust: distrust)
        }
        let resolver = try Resolver(
            rules: RuleSources([
                file("own", "isbn", "https://www.paypal.com/"),
                file("foreign", "phone", "https://127.0.0.1/", distrust: "others"),
            ]))
        let book = resolver.resolve(Symbol(.ean13, "9784873119045"))
        #expect(book.linkVerdict == nil)
        #expect(book.actions.first?.linkVerdict?.decision == .allow && book.actions.first?.distrust == nil)
        let phone = resolver.resolve(Symbol(.qr, "tel:+4930123456"))
        #expect(phone.actions.first?.linkVerdict?.decision == .ask && phone.actions.first?.distrust == "others")
        let lookAlike = resolver.resolve(Symbol(.qr, "https://paypa1.com/"))
        #expect(!lookAlike.isMatched && lookAlike.linkVerdict?.decision == .deny)
        let replaced = lookAlike.replacing(reading: lookAlike.reading, actions: [])
        #expect(replaced.linkVerdict == lookAlike.linkVerdict)
    }

    /// A way by which a file that others can write takes part in an action with a secret.
    struct SecretCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The file that no other user can write.
        let own: String
        /// The file that others can write; it comes first.
        let foreign: String
        var settings: [String: String] = [:]
        /// Nil: the secret is given.
        let refusal: String?
    }

    private static func rule(host: String = "a.example", when: String = "{}", header: String = "{secret.key}") -> String
    {
        """
        { "id": "r", "when": \(when), "do": [ { "action": "send", "url": "https://\(host)/",
          "headers": { "Authorization": "\(header)" } } ] }
        """
    }

    private static func file(_ members: String) -> String { #"{ "version": 1, \#(members) }"# }

    private static let asking =
        #"{ "id": "r", "when": {}, "do": [ { "action": "ask", "service": "s", "with": {}, "as": "x" } ] }"#

    private static func service(host: String) -> String {
        """
        "services": { "s": { "url": "https://\(host)/", "headers": { "Authorization": "{secret.key}" },
          "results": { "t": "/t" } } }
        """
    }

    private static let host = #""constants": { "host": "evil.example" }"#
    private static let otherHost = #""constants": { "host": "a.example" }"#

    static let secretCases = [
        SecretCase(
            testDescription: "the rule's own file", own: file(otherHost), foreign: file(#""rules": [\#(rule())]"#),
            refusal: "gets no secret: everyone can write FOREIGN: chmod o-w FOREIGN"),
        SecretCase(
            testDescription: "a file beside it", own: file(#""rules": [\#(rule())]"#), foreign: file(host), refusal: nil
        ),
        SecretCase(
            testDescription: "a rule that names no secret", own: file(otherHost),
            foreign: file(#""rules": [\#(rule(header: "x"))]"#), refusal: nil),
        SecretCase(
            testDescription: "a constant in the host",
            own: file(#"\#(otherHost), "rules": [\#(rule(host: "{const.host}"))]"#),
            foreign: file(host),
            refusal: "it uses the constant 'host', and everyone can write FOREIGN: chmod o-w FOREIGN"),
        SecretCase(
            testDescription: "a constant that the user sets",
            own: file(#"\#(otherHost), "rules": [\#(rule(host: "{const.host}"))]"#), foreign: file(host),
            settings: ["host": "b.example"], refusal: nil),
        SecretCase(
            testDescription: "a constant in the header",
            own: file(#""rules": [\#(rule(header: "{const.host} {secret.key}"))]"#), foreign: file(host),
            refusal: "it uses the constant 'host'"),
        SecretCase(
            testDescription: "a constant in the condition",
            own: file(#""rules": [\#(rule(when: #"{ "const.host": "evil.example" }"#))]"#), foreign: file(host),
            refusal: "it uses the constant 'host'"),
        SecretCase(
            testDescription: "a service", own: file(#""rules": [\#(asking)]"#),
            foreign: file(service(host: "evil.example")),
            refusal: "it uses the service 's', and everyone can write FOREIGN"),
        SecretCase(
            testDescription: "a constant of a service",
            own: file(#"\#(service(host: "{const.host}")), "rules": [\#(asking)]"#), foreign: file(host),
            refusal: "it uses the constant 'host'"),
        SecretCase(
            testDescription: "a service of one's own",
            own: file(#"\#(service(host: "a.example")), "rules": [\#(asking)]"#),
            foreign: file(host), refusal: nil),
        SecretCase(
            testDescription: "a rule of others that asks a service of one's own", own: file(service(host: "a.example")),
            foreign: file(#""rules": [\#(asking)]"#), refusal: "gets no secret: everyone can write FOREIGN"),
    ]

    /// Sends a secret somewhere.
    private struct Sender: ActionPlugin {
        let signature: ActionSignature

        func perform(_ action: Action) async throws -> ActionResult { ActionResult(message: "sent") }

        static let all = [
            Sender(
                signature: ActionSignature(
                    name: "send", summary: "",
                    parameters: [.init("url", .url, summary: ""), .init("headers", .headers, summary: "")],
                    effects: [.network])),
            Sender(
                signature: ActionSignature(
                    name: "ask", summary: "",
                    parameters: [
                        .init("service", .service, summary: ""), .init("with", .serviceValues, summary: ""),
                    ], results: .ofService, effects: [.network])),
        ]
    }

    @Test("rules that others may have written, or choose a part of, get no secret", arguments: secretCases)
    func refusesSecrets(_ example: SecretCase) async throws {
        let folder = try Folder()
        let foreign = try folder.write("foreign.json", example.foreign, mode: 0o646)
        let own = try folder.write("own.json", example.own)
        let plugins = try PluginRegistry(Sender.all)
        let resolver = try Resolver(
            rules: .files([foreign, own]), plugins: plugins, constants: ConstantSettings(values: example.settings))
        let asked = Mutex<[String]>([])
        let dispatcher = Dispatcher(
            plugins: plugins, policy: .allow, confirm: { _ in .yes },
            secret: { name in
                asked.withLock { $0.append(name) }
                return "hidden"
            })
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolver.resolve(Symbol(.qr, "x"))) { outcomes.append(outcome) }
        #expect(outcomes.map(\.status) == [example.refusal == nil ? .done : .notAllowed], "\(outcomes)")
        if let refusal = example.refusal {
            let expected = refusal.replacing("FOREIGN", with: foreign)
            #expect(outcomes.first?.message.contains(expected) == true, "\(outcomes)")
            #expect(asked.withLock { $0 } == [], "the secret is not even looked up")
        }
    }

    @Test("a constant that others choose starts no program of a rule of one's own")
    func refusesConstantsOfOthers() async throws {
        let folder = try Folder()
        let foreign = try folder.write("foreign.json", Self.file(#""constants": { "tool": "rm" }"#), mode: 0o646)
        let own = try folder.write(
            "own.json",
            Self.file(
                #""rules": [ { "id": "r", "when": {}, "do": [ { "action": "start", "word": "{const.tool}" } ] } ]"#))
        let plugins = try PluginRegistry([Starter()])
        let resolver = try Resolver(rules: .files([foreign, own]), plugins: plugins)
        #expect(
            resolver.rules.distrusted == [
                "r": "it uses the constant 'tool', and everyone can write \(foreign): chmod o-w \(foreign)"
            ])
    }

    @Test("rules without a file, and those of the program, are trusted")
    func trustsOwn() throws {
        let plugins = try PluginRegistry.standard(and: [Starter()])
        let made = RuleSources([RuleFile(name: "made", text: Self.rules)])
        let resolver = try Resolver(rules: made + .bundled, plugins: plugins)
        #expect(resolver.rules.distrusted.isEmpty)
        #expect(resolver.rules.rules { $0 == "start" }.map(\.id) == ["r"])
    }

    @Test("the hosts that rules name are known, and those that they only drop or ask for are not")
    func knowsHosts() throws {
        let file = RuleFile(
            name: "r.json",
            text: #"""
                { "version": 1, "constants": { "shop": "Shop.example.co.uk:8443" },
                  "services": { "s": { "url": "https://api.example.net/{?q}", "results": { "t": "/t" } } },
                  "rules": [
                    { "id": "a", "when": { "kind": "isbn" },
                      "do": [ { "action": "open-url", "url": "https://{const.shop}/{isbn13}" },
                              { "action": "lookup", "service": "s", "with": { "q": "{isbn13}" }, "as": "x" } ] },
                    { "id": "b", "when": { "kind": "url", "any": [ { "host": { "domain": ["bank.example", "xn--mller-kva.example"] } },
                                                                   { "host": "one.example" } ] },
                      "do": [ { "action": "open-url", "url": "{+url}" } ] },
                    { "id": "c", "when": { "kind": "url", "host": { "domain": "blocked.example" } }, "do": [] },
                    { "id": "d", "when": { "kind": "url", "not": { "host": { "domain": "never.example" } } },
                      "do": [ { "action": "open-url", "url": "{+url}", "ask": true } ] },
                    { "id": "e", "when": { "kind": "url", "host": { "domain": "doubtful.example" } },
                      "do": [ { "action": "open-url", "url": "{+url}", "ask": true } ] } ] }
                """#)
        let hosts = try Resolver(rules: RuleSources([file])).rules.trustedHosts
        #expect(
            hosts == [
                "api.example.net", "bank.example", "one.example", "shop.example.co.uk", "xn--mller-kva.example",
            ])
    }
    @Test("a rule that others could have written trusts no host, and so excuses no look-alike of yours")
    func trustsNoHostsOfOthers() throws {
        let folder = try Folder()
        let json = #"""
            { "version": 1, "rules": [ { "id": "o", "when": { "kind": "url", "host": { "domain": "paypa1.com" } },
                                         "do": [ { "action": "open-url", "url": "{+url}" } ] } ] }
            """#
        let yours = RuleFile(
            name: "yours.json",
            text: #"""
                { "version": 1, "rules": [ { "id": "y", "when": { "kind": "isbn" },
                                             "do": [ { "action": "open-url", "url": "https://paypal.com/{isbn13}" } ] } ] }
                """#)
        for (mode, decision) in [(0o644, Policy.Decision.allow), (0o666, .deny)] as [(mode_t, Policy.Decision)] {
            let file = try folder.write("others.json", json, mode: mode)
            let resolver = try Resolver(rules: .files([file]) + RuleSources([yours]))
            #expect(resolver.rules.linkGuard.verdict(on: "https://paypa1.com/").decision == decision, "\(mode)")
        }
    }
}
