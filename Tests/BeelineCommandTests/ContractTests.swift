import Foundation
import TestPrograms
import Testing

@Suite("What a line, a limit and a problem mean does not depend on how they come")
struct ContractTests {
    @Test("the answer to an object with line ends between its tokens is one line")
    func oneLine() async throws {
        let result = try await beeline("resolve", "--input", "json", "--format", "json", "{\"text\":\n\"x\"\r\n}")
        #expect(result.lines.count == 1)
        let answer = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((answer["input"] as? [String: String]) == ["text": "x"])
    }

    @Test("a line that is too long is refused wherever its end falls", arguments: [1_048_577, 1_200_000, 3_000_000])
    func limitsLines(_ length: Int) async throws {
        let long = String(repeating: "a", count: length)
        let result = try await beeline("resolve", "--format", "json", "-", input: "x\n\(long)\ny\n")
        #expect(result.lines.count == 3)
        #expect(result.lines[1].contains("line-too-long"))
        #expect(result.lines[2].contains("\"input\":\"y\""))
        #expect(result.status == 3)
    }

    @Test("an action that a code makes impossible is a failure in every format", arguments: ["json", "csv", "text"])
    func tellsProblems(_ format: String) async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write(
            "rules.json",
            """
            {"version": 1, "rules": [{"id": "a", "when": {"kind": "text"},
             "do": [{"action": "open-url", "url": "https://h.example/u/{text}/x"}]}]}
            """)
        let result = try await beeline("resolve", "--rules", rules, "--format", format, "..")
        #expect(result.status == 4)
        #expect(result.output.contains("would become a '.' or '..' segment"))
    }

    @Test("an invalid add-on is refused")
    func refusesAddOns() async throws {
        let result = try await beeline("resolve", "--input", "json", #"{"text":"hi","addOn":".."}"#)
        #expect(result.status == 3)
        #expect(result.output.contains("two or five digits"))
    }

    @Test("an action with a denied effect stays denied if it is allowed by name")
    func deniesEffects() async throws {
        let result = try await beeline(
            "resolve", "--run", "--allow", "open-url", "--deny", "network", "https://example.com/")
        #expect(result.status == 4)
        #expect(result.output.contains("the policy denies it"))
    }

    @Test("a constant may be a host with its port, and a wrong host is reported by the constant's name")
    func takesHosts() async throws {
        let port = try await beeline("resolve", "--set", "amazon=localhost:8080", "9784873119045")
        #expect(port.output.contains("https://localhost:8080/dp/4873119049"))
        let link = try await beeline("resolve", "--set", "amazon=https://www.amazon.de", "9784873119045")
        #expect(link.status == 2)
        #expect(link.errors.contains("the constant 'amazon' is 'https://www.amazon.de'"))
    }
}
