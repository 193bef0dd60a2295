import TestPrograms
import Testing

@Suite("rules graph")
struct RulesGraphTests {
    /// Whether Python's parser takes a text for XML, and what its first element is.
    private func root(_ svg: [UInt8]) async throws -> String {
        let line = "import sys, xml.dom.minidom as m; print(m.parse(sys.stdin.buffer).documentElement.tagName)"
        let result = try await run("python3", ["-c", line], input: svg)
        #expect(result.status == 0, "\(result.errors)")
        return result.lines.first ?? ""
    }

    @Test("it draws the rules that are in use, and those of files before them")
    func draws() async throws {
        let bundled = try await beeline("rules", "graph")
        #expect(bundled.status == 0)
        #expect(bundled.errors.isEmpty)
        #expect(try await root(bundled.bytes) == "svg")
        #expect(bundled.output.contains(">book.amazon<"))
        let shop = try await beeline("rules", "graph", "Examples/Rules/shop.json")
        #expect(shop.output.contains(">shop.book<"))
        #expect(shop.output.contains(">books.example.com<"))
        #expect(shop.output.contains(">switched off<"))
        let set = try await beeline("rules", "graph", "--set", "shop=else.example", "Examples/Rules/shop.json")
        #expect(set.output.contains(">else.example<"))
        let alone = try await beeline("rules", "graph", "--no-defaults", "Examples/Rules/shop.json")
        #expect(alone.output.contains(">shop.book<"))
        #expect(!alone.output.contains("book.amazon"))
    }

    @Test("--kind draws one kind, also one of a rule file; --all draws every rule")
    func choices() async throws {
        let folder = try TemporaryFolder()
        let rules = (0..<70).map { #"{"id":"r\#($0)","when":{"kind":"machine","text":"G\#($0)"},"do":[]}"# }
        let path = try folder.write(
            "many.json",
            """
            {"version":1,"kinds":[{"kind":"machine","when":{"text":{"prefix":"G"}},"fields":{"maker":"G"}}],
             "rules":[\(rules.joined(separator: ","))]}
            """)
        let machine = try await beeline("rules", "graph", "--kind", "machine", path)
        #expect(machine.status == 0)
        #expect(machine.output.contains(">… 11 more rules; --all draws them<"))
        #expect(!machine.output.contains("book.amazon"))
        let all = try await beeline("rules", "graph", "--all", "--kind", "machine", path)
        #expect(all.output.contains(">r69<"))
        let unknown = try await beeline("rules", "graph", "--kind", "machin", path)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("(did you mean 'machine'?)"))
    }

    @Test("--output writes a file whole, and says why it cannot")
    func output() async throws {
        let folder = try TemporaryFolder()
        let shown = try await beeline("rules", "graph")
        let written = try await beeline("rules", "graph", "--output", folder.path("a/rules.svg"))
        #expect(written.status == 0)
        #expect(written.output.isEmpty)
        #expect(try folder.read("a/rules.svg") == shown.bytes)
        let refused = try await beeline("rules", "graph", "--output", "/dev/null/rules.svg")
        #expect(refused.status == 3)
        #expect(refused.errors.hasPrefix("beeline: /dev/null"))
    }

    @Test("rules with errors are not drawn")
    func mistakes() async throws {
        let result = try await beeline("rules", "graph", "Examples/Rules/mistakes.json")
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("(did you mean 'isbn10'?)"))
    }

    @Test("the picture in Docs is the output of the command; make docs draws it")
    func committedPicture() async throws {
        let result = try await beeline("rules", "graph", "--kind", "isbn", "Examples/Rules/shop.json")
        #expect(try Project.read("Docs/rules-graph.svg") == result.bytes)
    }
}
