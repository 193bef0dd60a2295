import Foundation
import TestPrograms
import Testing

@Suite("rules graph")
struct RulesGraphTests {
    /// Whether Graphviz is installed.
    static let hasDot = FileManager.default.isExecutableFile(atPath: "/usr/bin/dot")

    @Test("it writes the rules that are in use in DOT, and those of files before them")
    func draws() async throws {
        let bundled = try await beeline("rules", "graph")
        #expect(bundled.status == 0)
        #expect(bundled.errors.isEmpty)
        #expect(bundled.output.hasPrefix("digraph rules {\n"))
        #expect(bundled.output.contains("  book.amazon\\l"))
        let shop = try await beeline("rules", "graph", "Examples/Rules/shop.json")
        #expect(shop.output.contains("  shop.book\\l"))
        #expect(shop.output.contains("  books.example.com\\l"))
        #expect(shop.output.contains("switched off by"))
        let set = try await beeline("rules", "graph", "--set", "shop=else.example", "Examples/Rules/shop.json")
        #expect(set.output.contains("  else.example\\l"))
        let alone = try await beeline("rules", "graph", "--no-defaults", "Examples/Rules/shop.json")
        #expect(alone.output.contains("  shop.book\\l"))
        #expect(!alone.output.contains("book.amazon"))
    }

    @Test("Graphviz draws SVG, PNG and PDF, by --format or the extension of the file", .enabled(if: hasDot))
    func formats() async throws {
        let folder = try TemporaryFolder()
        let file = "Examples/Rules/shop.json"
        for (format, start) in [("svg", "<?xml"), ("png", "\u{89}PNG"), ("pdf", "%PDF-"), ("dot", "digraph rules {")] {
            let path = folder.path("rules.\(format)")
            let written = try await beeline("rules", "graph", "--no-defaults", file, "--output", path)
            #expect(written.status == 0, "\(written.errors)")
            let bytes = try folder.read("rules.\(format)")
            #expect(bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
            let shown = try await beeline("rules", "graph", "--no-defaults", file, "--format", format)
            #expect(shown.status == 0)
            // A PDF has the time in it.
            if format != "pdf" { #expect(shown.bytes == bytes) }
        }
        let other = try await beeline("rules", "graph", "--format", "png", "--output", folder.path("rules.svg"))
        #expect(other.status == 2)
        #expect(other.errors.contains("does not have the extension of --format png"))
        let plain = try await beeline("rules", "graph", "--no-defaults", file, "--output", folder.path("rules.gv"))
        #expect(plain.status == 0)
        #expect(try folder.read("rules.gv").starts(with: Array("digraph rules {".utf8)))
    }

    @Test("without Graphviz, the error names its package; DOT needs nothing")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let environment = ["PATH": folder.path("")]
        let result = try await beeline(["rules", "graph", "--format", "svg"], environment: environment)
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("SVG needs Graphviz's program dot"))
        #expect(result.errors.contains("apt install graphviz"))
        #expect(try await beeline(["rules", "graph"], environment: environment).status == 0)
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
        #expect(machine.output.contains("… 11 more rules; --all draws them"))
        #expect(!machine.output.contains("book.amazon"))
        let all = try await beeline("rules", "graph", "--all", "--kind", "machine", path)
        #expect(all.output.contains("  r69\\l"))
        let unknown = try await beeline("rules", "graph", "--kind", "machin", path)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("(did you mean 'machine'?)"))
    }

    @Test("--output writes a file whole, and says why it cannot")
    func output() async throws {
        let folder = try TemporaryFolder()
        let shown = try await beeline("rules", "graph")
        let written = try await beeline("rules", "graph", "--output", folder.path("rules.dot"))
        #expect(written.status == 0)
        #expect(written.output.isEmpty)
        #expect(try folder.read("rules.dot") == shown.bytes)
        let refused = try await beeline("rules", "graph", "--output", "/dev/null/rules.dot")
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

    @Test("the picture in Docs has the texts that the command draws; make docs draws it", .enabled(if: hasDot))
    func committedPicture() async throws {
        // Where they are depends on the version of Graphviz and on the fonts.
        func texts(_ svg: String) -> [Substring] { svg.matches(of: /<text[^>]*>([^<]*)</).map(\.1) }
        let result = try await beeline(
            "rules", "graph", "--format", "svg", "--kind", "isbn", "Examples/Rules/shop.json")
        let committed = String(decoding: try Project.read("Docs/rules-graph.svg"), as: UTF8.self)
        #expect(texts(committed) == texts(result.output))
    }
}
