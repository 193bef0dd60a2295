import Foundation
import TestPrograms
import Testing

@Suite("rules list")
struct RulesListTests {
    private static let rules = #"""
        {"version":1,
         "kinds":[{"kind":"appliance","when":{"compact":{"prefix":"GREE"}}}],
         "rules":[{"id":"a","title":"Ours","when":{"kind":"appliance"},"do":[]},
                  {"id":"long.name","when":{"kind":["isbn","product"]},"do":[],"continue":true},
                  {"id":"off","when":{"kind":"url"},"do":[]},
                  {"id":"every","when":{},"do":[]}],
         "disable":["off"]}
        """#

    @Test("the rules are listed in the order in which they are tried, in columns")
    func text() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", Self.rules)
        let result = try await beeline("rules", "list", "--no-defaults", path)
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "  a          appliance      Ours  \(path)",
                "+ long.name  isbn, product        \(path)",
                "  every      any kind             \(path)",
            ], "\(result.output)")
    }

    @Test("without a file it lists the bundled rules, in JSON as well")
    func json() async throws {
        let result = try await beeline("rules", "list", "--format", "json")
        let object = try #require(try result.objects().first)
        let rules = try #require(object["rules"] as? [[String: Any]])
        #expect(rules.first?["rule"] as? String == "book.lookupJapan")
        #expect(rules.first?["kinds"] as? [String] == ["isbn"])
        #expect(rules.first?["file"] as? String == "bundled:books")
        let lines = try await beeline("rules", "list").lines
        #expect(lines.count == rules.count)
    }

    @Test("--kind lists the rules that may match codes of the kind, also of a kind of a rule file")
    func ofKind() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", Self.rules)
        func ids(_ kind: String) async throws -> [String] {
            try await beeline("rules", "list", "--no-defaults", "--kind", kind, path).lines.map {
                String($0.dropFirst(2).prefix { $0 != " " })
            }
        }
        #expect(try await ids("appliance") == ["a", "every"])
        #expect(try await ids("product") == ["long.name", "every"])
        #expect(try await ids("geo") == ["every"])
    }

    @Test("an unknown kind is an error")
    func unknownKind() async throws {
        let result = try await beeline("rules", "list", "--kind", "isbm")
        #expect(result.status == 2)
        #expect(result.errors.contains("'--kind isbm': unknown kind of content"))
        #expect(result.errors.contains("(did you mean 'isbn'?)"))
    }
}
