import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("plugins list, check and new; --plugins", .timeLimit(.minutes(30)))
struct PluginsTests {
    @Test(
        "a new plugin works: it is checked, its rule is tested, and it does what the rule wants",
        arguments: ["sh", "python"])
    func new(_ language: String) async throws {
        let folder = try TemporaryFolder()
        let new = try await beeline("plugins", "new", "--language", language, "shelf-lamp", folder: folder.path)
        #expect(new.status == 0 && new.errors.isEmpty)
        #expect(new.lines.first?.hasPrefix("shelf-lamp was written.") == true)
        let check = try await beeline("plugins", "check", "shelf-lamp", folder: folder.path)
        #expect(check.status == 0, "\(check.output)")
        #expect(check.lines.contains("  shelf-lamp  done  sample said=sample"))
        #expect(check.lines.last == "1 plugin asked: nothing wrong")
        let rules = "shelf-lamp/rules.json"
        let checked = try await beeline(
            "rules", "check", "--strict", "--plugins", "shelf-lamp", rules, folder: folder.path)
        #expect(checked.status == 0, "\(checked.output)")
        let test = try await beeline("rules", "test", "--plugins", "shelf-lamp", rules, folder: folder.path)
        #expect(test.status == 0 && test.lines.last == "1 test passed")
        for code in ["hello", #"he"l\lo"#, "$(touch x)", "tab\there", "日本", #"x"}}"#] {
            let run = try await beeline(
                "resolve", "--plugins", "shelf-lamp", "--rules", rules, "--run", "--allow", "process", "--format",
                "json",
                "--", code, folder: folder.path)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
            let object = try #require(try run.objects().first)
            let result = (object["results"] as? [[String: Any]])?.first?["resolution"] as? [String: Any]
            let outcome = (result?["actions"] as? [[String: Any]])?.first?["outcome"] as? [String: Any]
            #expect(outcome?["status"] as? String == "done")
            #expect(outcome?["message"] as? String == code)
            #expect((outcome?["results"] as? [String: String]) == ["said": code])
        }
    }

    @Test("existing files stay unchanged, and a name must be valid")
    func newRefuses() async throws {
        let folder = try TemporaryFolder()
        try folder.write("there/notes", "mine")
        let there = try await beeline("plugins", "new", "there", folder: folder.path)
        #expect(there.status == 3 && there.errors.contains("it already exists and was not changed"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("there")) == ["notes"])
        for name in ["Lamp", "a b", "1st", "..", "/"] {
            let bad = try await beeline("plugins", "new", name, folder: folder.path)
            #expect(bad.status == 2 && bad.errors.contains("is not a valid name of a plugin"), "\(name): \(bad.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["there"])
    }

    @Test("without --run no plugin is started, and with it one needs the permission of a program")
    func isNotStarted() async throws {
        let folder = try TemporaryFolder()
        try folder.write("p/run.sh", "touch started; while read -r line; do echo; done")
        try folder.write(
            "p/plugin.json",
            #"{"version":1,"name":"p","summary":"s","command":["sh","run.sh"],"actions":[{"name":"p","summary":"s"}]}"#)
        try folder.write(
            "r.json", #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"p"}]}]}"#)
        let words = ["resolve", "--plugins", "p", "--rules", "r.json", "x"]
        #expect(try await beeline(words, folder: folder.path).status == 0)
        let refused = try await beeline(words + ["--run"], folder: folder.path)
        #expect(refused.status == 4 && refused.output.contains("refused"))
        let denied = try await beeline(words + ["--run", "--allow", "p", "--deny", "process"], folder: folder.path)
        #expect(denied.status == 4 && denied.output.contains("refused"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("p/started")))
        let unknown = try await beeline("resolve", "--rules", "r.json", "x", folder: folder.path)
        #expect(unknown.status == 2 && unknown.errors.contains("there is no action 'p'"))
    }

    @Test("the user's own plugins are used by themselves, but for --no-defaults")
    func userFolder() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.path]
        let place = folder.path("beeline/plugins/lamp")
        #expect(try await beeline("plugins", "new", place, environment: environment).status == 0)
        let list = try await beeline("plugins", "list", environment: environment)
        #expect(list.status == 0)
        // The columns are as wide as what is in them.
        let rows = list.lines.map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(rows.last == ["lamp", "process", "lamp", "Says a text."])
        #expect(rows.contains { $0.prefix(3) == ["emit", "none", "built in"] })
        #expect(
            !(try await beeline("plugins", "list", "--no-defaults", environment: environment)).output.contains("lamp"))
        let json = try await beeline("plugins", "list", "--format", "json", environment: environment)
        let actions = try #require(try json.objects().first?["actions"] as? [[String: Any]])
        let lamp = try #require(actions.first { $0["action"] as? String == "lamp" })
        #expect(lamp["effects"] as? [String] == ["process"] && lamp["results"] as? [String] == ["said"])
        #expect((lamp["folder"] as? String)?.hasSuffix("/beeline/plugins/lamp") == true)
        #expect(actions.contains { $0["action"] as? String == "open-url" && $0["plugin"] == nil })
        let schema = try await beeline("rules", "schema", environment: environment)
        #expect(schema.output.contains("\"lamp\""))
        // One that cannot be used stops everything, as a rule file with an error does.
        try folder.write("beeline/plugins/lamp/plugin.json", "{")
        let broken = try await beeline("resolve", "x", environment: environment)
        #expect(broken.status == 2 && broken.output.isEmpty)
        #expect(broken.errors.contains("plugin.json:1:") && broken.errors.contains("nothing was done"))
    }

    @Test("check reports plugins that cannot be used, and invalid answers")
    func check() async throws {
        let folder = try TemporaryFolder()
        func add(_ name: String, _ script: String, results: String = "") throws {
            try folder.write("all/\(name)/run.sh", script)
            try folder.write(
                "all/\(name)/plugin.json",
                """
                {"version":1,"name":"\(name)","summary":"s","command":["sh","run.sh"],"timeLimit":60,
                 "actions":[{"name":"\(name)","summary":"s"}]}
                """)
        }
        try add("fails", #"while read -r line; do echo '{"id":1,"status":"failed","message":"no paper"}'; done"#)
        try add("undeclared", #"while read -r line; do echo '{"id":1,"status":"done","results":{"x":1}}'; done"#)
        try add("exits", "exit 3")
        try add("stays", #"read -r line; echo '{"id":1,"status":"done"}'; exec sleep 600"#)
        try folder.write("all/broken/plugin.json", "{")
        let check = try await beeline("plugins", "check", "all/fails", folder: folder.path)
        #expect(check.status == 0 && check.output.contains("  fails  failed  no paper\n"))
        for (name, message) in [
            ("undeclared", "its result 'x' is not among 'results' in plugin.json"),
            ("exits", "ended with status 3 before it answered"), ("stays", "did not end within a second"),
            ("broken", "not JSON"),
        ] {
            let check = try await beeline("plugins", "check", "all/\(name)", folder: folder.path)
            #expect(check.status == 1 && check.output.contains(message), "\(name): \(check.output)")
            #expect(check.lines.last?.hasSuffix(" asked: 1 problem") == true, "\(check.output)")
            // How one that is already gone would have ended cannot be known.
            #expect(check.output.contains("it ends when its input does") == (name == "undeclared"))
            let json = try await beeline("plugins", "check", "--format", "json", "all/\(name)", folder: folder.path)
            #expect(json.status == 1)
            #expect(try json.objects().contains { ($0["message"] as? String)?.contains(message) == true })
        }
    }

    @Test("a signal ends the plugins with the program, even if they ignore it", arguments: [SIGINT, SIGTERM])
    func signals(_ number: Int32) async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "p/run.sh", "trap '' TERM INT; echo $$ > new; mv new pid; while true; do sleep 1; done")
        try folder.write(
            "p/plugin.json",
            #"{"version":1,"name":"p","summary":"s","command":["sh","run.sh"],"timeLimit":600,"actions":[{"name":"p","summary":"s"}]}"#
        )
        try folder.write("r.json", #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"p"}]}]}"#)
        let script = """
            beeline resolve --plugins p --rules r.json --run --allow process x &
            until [ -e p/pid ]; do sleep 0.1; done
            kill -\(number) $!
            wait $!
            echo status $?
            kill -0 $(cat p/pid) 2>/dev/null || echo gone
            """
        // Jobs of a shell without job control ignore SIGINT.
        let result = try await bash("set -m\n" + script, folder: folder.path)
        #expect(result.lines.contains("status \(128 + number)"), "\(result.output) \(result.errors)")
        #expect(result.lines.contains("gone"))
    }
}
