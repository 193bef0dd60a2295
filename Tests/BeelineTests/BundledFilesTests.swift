import Beeline
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@Suite("The bundled rule files")
struct BundledFilesTests {
    private static let resolver = Result { try Resolver(rules: .bundled) }

    /// The names of the files in the folder, in the order in which their rules are tried.
    private static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Project.file("Rules"))
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }()

    @Test("are those of the folder as they are there, in the order of their names")
    func folder() throws {
        #expect(RuleSources.bundled.files.count == Self.names.count)
        for (file, name) in zip(RuleSources.bundled.files, Self.names) {
            #expect("bundled:" + name.drop { $0.isNumber || $0 == "-" } == file.name + ".json")
            #expect(try file.bytes == Project.read("Rules/\(name)"))
        }
    }

    @Test("need no other change for a file that is put into the folder")
    func addedFile() async throws {
        let folder = try TemporaryFolder()
        let added = try folder.write(
            "Rules/loans.json",
            #"""
            {
              "version": 1,
              "constants": { "library": "Loans.example" },
              "kinds": [{ "kind": "loan", "when": { "kind": "text", "text": { "prefix": "LOAN-" } } }],
              "rules": [
                { "id": "loan.book", "when": { "kind": "isbn" }, "do": [{ "action": "emit", "fields": {} }] },
                {
                  "id": "loan.ask",
                  "when": { "kind": ["loan", "parcel"] },
                  "do": [{ "action": "open-url", "url": "https://{const.library}/{text}" }]
                }
              ]
            }
            """#)
        let source = folder.path("all.swift")
        let files = Self.names.map { Project.file("Rules/\($0)") }
        let run = try await run(Project.program("bundle-rules"), [source] + files + [added])
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        let rows = try folder.text(of: "all.swift").split(separator: "\n").filter {
            $0.contains("BundledRuleFile(name")
        }
        #expect(rows.count == files.count + 1)
        // What takes codes of any kind comes last.
        #expect(try #require(rows.last).contains(#""bundled:text", kinds: nil, hosts: []"#))
        #expect(
            rows[files.count - 1].contains(
                #""bundled:loans", kinds: [.gs1, .isbn, .text], hosts: ["loans.example"]"#))
    }

    @Test("that are not JSON end the build with the place where they are not")
    func brokenFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("broken.json", "{\n  \"version\": 1,\n}\n")
        let run = try await run(Project.program("bundle-rules"), [folder.path("all.swift"), path])
        #expect(run.status == 1 && run.output == "\(path):3:1: error: this is not JSON\n")
    }

    /// Of all kinds but bytes, for the file for any kind takes whatever has a text.
    @Test(
        "for a kind are those with a rule or a kind that takes codes of it, and all trusted hosts are known",
        arguments: Kind.allCases.filter { $0 != .binary })
    func filesForKind(_ kind: Kind) throws {
        let all = try Self.resolver.get().rules
        let makers = all.kinds.own.indices.filter { number in
            all.kinds.own[number].sources.kinds.contains { $0.base == kind }
        }
        let takers = all.compiled.filter { rule in
            rule.kinds.kinds.contains { $0.base == kind || $0.own.map(makers.contains) ?? false }
        }
        let names = Set(makers.map { all.kinds.own[$0].file } + takers.map(\.rule.file))
        let few = RuleSources.bundled(for: [kind])
        #expect(few.files.map(\.name) == RuleSources.bundled.files.map(\.name).filter(names.contains))
        let rules = try Resolver(rules: few).rules
        #expect(rules.rules.count < all.rules.count)
        #expect(rules.trustedHosts == all.trustedHosts)
    }

    @Test("for the kind of a code make of it what all make")
    func filesForCode() throws {
        let all = try Self.resolver.get()
        let scan = Scan.now()
        var few: [Kind: Resolver] = [:]
        let symbols = try RuleSources.bundled.files.flatMap(Self.symbols) + BundledRulesTests.cases.map(\.symbol)
        #expect(symbols.count > 700)
        for symbol in symbols {
            let expected = all.resolve(symbol, scan: scan)
            let kind = expected.content.kind
            let resolver = try few[kind] ?? Resolver(rules: .bundled(for: [kind]))
            few[kind] = resolver
            #expect(resolver.resolve(symbol, scan: scan).json() == expected.json())
        }
    }

    /// The codes of a file's tests, and the examples of its kinds.
    private static func symbols(of file: RuleFile) throws -> [Symbol] {
        let object = try #require(JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        let tests = object["tests"] as? [[String: Any]] ?? []
        let kinds = object["kinds"] as? [[String: Any]] ?? []
        let scans = tests.compactMap { $0["scan"] } + kinds.flatMap { $0["examples"] as? [Any] ?? [] }
        return try scans.compactMap { $0 as? [String: Any] }.map { scan in
            let code = scan["scan"] as? [String: Any] ?? scan
            let line = try [UInt8](JSONSerialization.data(withJSONObject: code))
            return try InputFormat.json.symbol(line.span)
        }
    }
}
