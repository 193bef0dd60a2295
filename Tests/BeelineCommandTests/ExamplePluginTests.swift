import Foundation
import TestPrograms
import Testing

@Suite("The plugins in Examples/Plugins", .timeLimit(.minutes(30)))
struct ExamplePluginTests {
    private static let all = ["say", "shelf-list"]

    @Test("there are those that are tested here")
    func areKnown() throws {
        let there = try FileManager.default.contentsOfDirectory(atPath: Project.file("Examples/Plugins"))
        #expect(there.sorted() == Self.all)
    }

    @Test("each is sound, and does nothing when it is only checked", arguments: all)
    func check(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let place = "Examples/Plugins/\(name)"
        let check = try await beeline("plugins", "check", place, environment: ["XDG_DATA_HOME": folder.path])
        #expect(check.status == 0 && check.errors.isEmpty, "\(check.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let rules = try await beeline(
            "rules", "check", "--strict", "--no-defaults", "--plugins", place, "\(place)/rules.json")
        #expect(rules.status == 0, "\(rules.output)")
        let test = try await beeline("rules", "test", "--plugins", place, "\(place)/rules.json")
        #expect(test.status == 0, "\(test.output)")
    }

    private func run(_ name: String, _ codes: [String], _ environment: [String: String], allow: String) async throws
        -> ProgramRun
    {
        let place = "Examples/Plugins/\(name)"
        return try await beeline(
            [
                "resolve", "--no-defaults", "--plugins", place, "--rules", "\(place)/rules.json", "--run", "--allow",
                allow,
            ]
                + codes, environment: environment)
    }

    @Test("shelf-list writes a line for each scan, counts copies, and continues an existing list")
    func shelfList() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.path]
        let first = try await run("shelf-list", ["9784873119045", "9780306406157"], environment, allow: "process")
        #expect(first.status == 0, "\(first.output)\(first.errors)")
        #expect(first.lines.count { $0.contains("new on the list") } == 2)
        let second = try await run("shelf-list", ["9784873119045", "9784873119045"], environment, allow: "shelf-list")
        #expect(second.output.contains("on the list 2 times") && second.output.contains("copies=3"))
        let list = String(decoding: try folder.read("shelf-list/books.csv"), as: UTF8.self)
            .split(whereSeparator: \.isNewline).map(String.init)
        #expect(list.count == 5)
        #expect(list.first == "time,code,shelf,isbn")
        #expect(list.last?.hasSuffix(",9784873119045,unknown,978-4-87311-904-5") == true)
    }

    @Test("several tills may write into one list, and no line is lost")
    func shelfListShared() async throws {
        let folder = try TemporaryFolder()
        let codes = Array(repeating: "9784873119045", count: 40)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let run = try await run("shelf-list", codes, ["XDG_DATA_HOME": folder.path], allow: "process")
                    #expect(run.status == 0)
                }
            }
            try await group.waitForAll()
        }
        let list = String(decoding: try folder.read("shelf-list/books.csv"), as: UTF8.self)
        #expect(list.split(whereSeparator: \.isNewline).count == 121)
    }

    @Test("say passes its text to the speaker as one argument", arguments: ["use by 261231"])
    func say(_ text: String) async throws {
        let folder = try TemporaryFolder()
        _ = try await folder.writeScript(
            "spd-say", #"printf '%s|' "$@" > "$(dirname "$0")/said""#)
        let path = "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let run = try await run("say", ["(01)04006381333931(17)261231"], ["PATH": path], allow: "process")
        #expect(run.status == 0 && run.output.contains("done       said"), "\(run.output)\(run.errors)")
        #expect(String(decoding: try folder.read("said"), as: UTF8.self) == "--|\(text)|")
    }
}
