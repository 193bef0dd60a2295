import Foundation
import TestPrograms
import Testing

/// What belongs to the user of a service: the administrator may look at it, and changes nothing of it.
@Suite("The administrator and the data of a service", .enabled(if: getuid() == 0, "only root is the administrator"))
struct ServiceDataTests {
    /// The home of another user.
    private let home: TemporaryFolder
    private let environment: [String: String]
    private static let owner: uid_t = 65534

    init() throws {
        home = try TemporaryFolder()
        environment = ["HOME": home.path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""]
        try home.write("r.json", #"{"version": 1, "rules": [{"id": "r", "when": {}, "do": [{"action": "record"}]}]}"#)
        try home.write("prices.csv", "code,name\n1,a\n")
        try home.write(
            "links.csv",
            "path,linkType,href,title,default\n/01/09506000134352,gs1:pip,https://example.com/,A,yes\n")
    }

    private func run(_ words: [String]) async throws -> ProgramRun {
        try await beeline(words, environment: environment, folder: home.path)
    }

    private func giveAway() throws {
        let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
        for name in [""] + names { try #require(lchown("\(home.path)/\(name)", Self.owner, Self.owner) == 0) }
    }

    /// All that is there, and whose it is.
    private func files() throws -> [String: uid_t] {
        let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                var status = stat()
                return (name, lstat("\(home.path)/\(name)", &status) == 0 ? status.st_uid : .max)
            })
    }

    private static let writing = [
        ["catalog", "import", "prices", "prices.csv"], ["links", "import", "links.csv"],
        ["serve", "tokens", "add", "till"], ["resolve", "--no-defaults", "--rules", "r.json", "--run", "x"],
    ]

    @Test(
        "a command that would write is refused, names the user to run it as, and leaves nothing behind",
        arguments: writing)
    func refusesWriting(_ words: [String]) async throws {
        for hasData in [false, true] {
            if hasData {
                try #require(chown(home.path, 0, 0) == 0)
                for words in Self.writing { #expect(try await run(words).status == 0) }
            }
            try giveAway()
            let before = try files()
            let result = try await run(words)
            #expect(result.status != 0)
            let said = result.output + result.errors
            #expect(
                said.contains("belongs to the user ") && said.contains("sudo -H -u ") && !said.contains("chown"),
                "\(said)")
            #expect(try files() == before)
        }
    }

    @Test("the history, catalogues and links are shown")
    func showsData() async throws {
        for words in Self.writing { try #require(try await run(words).status == 0) }
        try giveAway()
        for (words, part) in [
            (["history"], "x"), (["history", "search", "x"], "x"), (["history", "--format", "csv"], ",x,"),
            (["history", "--file", "\(home.path)/.local/share/beeline/history.db"], "x"),
            (["catalog", "list"], "prices"), (["catalog", "show", "prices", "1"], "a"),
            (["catalog", "export", "prices"], "1,a"), (["links", "list"], "https://example.com/"),
            (["links", "export"], "https://example.com/"),
        ] {
            let result = try await run(words)
            #expect(result.status == 0 && result.output.contains(part), "\(words): \(result.errors)")
        }
        #expect(try files().values.allSatisfy { $0 == Self.owner })
        #expect(try await run(["history", "delete", "--all", "--yes"]).status != 0)
    }

    @Test("rules do not look into what belongs to another user, and nor does anyone into what all can write")
    func usesNothing() async throws {
        for words in Self.writing { try #require(try await run(words).status == 0) }
        try giveAway()
        let rule = #"{"id": "r", "when": {"text": {"catalog": "prices"}}, "do": []}"#
        try home.write("c.json", #"{"version": 1, "rules": [\#(rule)]}"#)
        let result = try await run(["resolve", "--no-defaults", "--rules", "c.json", "1"])
        #expect(result.status == 2 && result.errors.contains("other users can change it"))
        try #require(chmod(home.path(".local/share/beeline/history.db"), 0o666) == 0)
        #expect(try await run(["history"]).status != 0)
    }
}
