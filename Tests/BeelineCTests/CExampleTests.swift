import Foundation
import TestPrograms
import Testing

@Suite("The examples for C and ctypes")
struct CExampleTests {
    private static let header = Project.file("Sources/C/CBeeline")
    private static let library = Project.program("libBeelineC.so")
    private static let codes = [
        Project.file("Examples/Rules/shop.json"), "9784873119045", "WIFI:T:WPA;S:a;P:12345678;;",
    ]

    private static func expected() async throws -> [String] {
        try await codes.dropFirst().asyncMap { code in
            let run = try await beeline(["resolve", "--rules", codes[0], "--format", "json", code])
            return run.lines.first ?? ""
        }
    }

    @Test("the example in C prints the output of the command, and compiles as C and C++ without a warning")
    func exampleInC() async throws {
        let folder = try TemporaryFolder()
        let source = Project.file("Examples/C/resolve.c")
        let program = folder.path("resolve")
        let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", Self.header]
        let built = try await run("cc", ["-std=c99", "-o", program, source] + strict + [Self.library])
        #expect(built.status == 0, "\(built.errors)")
        let asCPlusPlus = try await run("c++", ["-x", "c++", "-std=c++11", "-fsyntax-only", source] + strict)
        #expect(asCPlusPlus.status == 0, "\(asCPlusPlus.errors)")

        let said = try await run(program, Self.codes, environment: Self.environment)
        #expect(said.lines == (try await Self.expected()))
        #expect(said.status == 0)
        let refused = try await run(
            program, [Project.file("Examples/Rules/mistakes.json"), "a"], environment: Self.environment)
        #expect(refused.status == 2 && refused.errors.contains(/mistakes\.json:\d+:\d+: error:/))
    }

    @Test("the example with ctypes prints the output of the command")
    func exampleWithCtypes() async throws {
        let script = Project.file("Examples/Python/resolve_with_ctypes.py")
        let said = try await run("python3", [script] + Self.codes, environment: Self.environment)
        #expect(said.lines == (try await Self.expected()), "\(said.errors)")
        let refused = try await run(
            "python3", [script, Project.file("Examples/Rules/mistakes.json"), "a"], environment: Self.environment)
        #expect(refused.status == 1 && refused.errors.contains(/mistakes\.json:\d+:\d+: error:/))
    }

    private static let environment = [
        "LIBBEELINE": library, "LD_LIBRARY_PATH": URL(fileURLWithPath: library).deletingLastPathComponent().path,
        "XDG_DATA_HOME": "/dev/null/data",
    ]

    @Test("the page shows the example and its output")
    func pageShowsTheExample() async throws {
        let page = String(decoding: try Project.read("Docs/C.md"), as: UTF8.self)
        #expect(page.contains("```json\n\(try await Self.expected()[0])\n```"))
        let source = String(decoding: try Project.read("Examples/C/resolve.c"), as: UTF8.self)
        let shown = try #require(page.components(separatedBy: "```c\n").dropFirst().first)
        let program = try #require(shown.components(separatedBy: "```").first)
        #expect(source.hasSuffix(program))
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
