import Foundation
import TestPrograms
import Testing

/// The scripts in Tests/Serve try the program as others do: over sockets, in Python, with nginx before it.
@Suite("beeline serve")
struct ServeTests {
    @Test(
        arguments: [
            "program.py answers", "program.py finishes", "program.py tokens", "program.py pairs", "program.py performs",
            "program.py sockets", "program.py encrypts", "program.py follows", "program.py sources", "program.py logs",
            "program.py units",
        ])
    func `it does what its options say`(_ line: String) async throws { try await runs(line) }

    @Test(
        arguments: [
            "hostile.py guard", "hostile.py lengths", "hostile.py paths", "hostile.py bombs", "hostile.py slow",
            "hostile.py fuzz",
        ])
    func `attacks are refused, and good requests beside them are answered`(_ line: String) async throws {
        try await runs(line)
    }

    @Test func `no scan that was acknowledged is lost or recorded twice when the server is killed`() async throws {
        try await runs("kills.py 20")
    }

    @Test func `nginx passes requests on as its file in Packaging says`() async throws { try await runs("proxies.py") }

    @Test(
        arguments: [
            "resolver.py checks", "resolver.py standard", "resolver.py public", "resolver.py hostile",
            "resolver.py replaced", "resolver.py rules", "resolver.py examples",
        ])
    func `it is a resolver that passes the checks of GS1, by HTTP/1.1 and through nginx by HTTP/2`(
        _ line: String
    ) async throws {
        try await runs(line)
    }

    @Test func `the examples of Docs/Serving.md work`() async throws { try await runs("examples.py") }

    private func runs(_ line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let script = Project.file("Tests/Serve/\(words[0])")
        let result = try await run(
            "python3", [script] + words.dropFirst(), environment: ["BEELINE": Project.program("beeline")],
            folder: Project.folder)
        #expect(result.status == 0, "\(result.errors)")
    }
}
