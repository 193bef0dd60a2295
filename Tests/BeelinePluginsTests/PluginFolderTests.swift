import BeelineRules
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("The folder of a plugin")
struct PluginFolderTests {
    /// A manifest without errors; tests replace parts of it.
    private static let good = """
        {
          "version": 1, "name": "p", "summary": "s", "command": ["sh", "script"], "timeLimit": 2.5, "inFlight": 3,
          "actions": [
            {"name": "shout", "summary": "s", "effects": ["local"], "results": ["title"],
             "parameters": [{"name": "text", "type": "text", "fixed": true, "summary": "s"},
                            {"name": "url", "type": "url", "required": false, "summary": "s"}]}]
        }
        """

    @Test("is read as it is written")
    func reads() throws {
        let box = try PluginBox("sh", "")
        try box.write(Self.good)
        let manifest = try box.load().manifest
        #expect(manifest.name == "p" && manifest.command == ["sh", "script"])
        #expect(manifest.timeLimit == .milliseconds(2500) && manifest.inFlight == 3 && !manifest.reachesDesktop)
        let action = try #require(manifest.actions.first)
        #expect(action.name == "shout" && action.results == .named(["title"]))
        // Whatever it says, it is a program.
        #expect(action.effects == [.local, .process])
        #expect(action.parameters.map(\.name) == ["text", "url"])
        #expect(action.parameters.map(\.isRequired) == [true, false])
        #expect(action.parameters.map(\.freedom) == [.fixed, .template])
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let from: String, to: String, place: String, message: String
        var testDescription: String { "\(from) → \(to)" }
    }

    static let mistakes = [
        Mistake(
            from: "\"version\": 1", to: "\"version\": 2", place: "2:14",
            message: "unknown version; write \"version\": 1"),
        Mistake(from: "\"version\": 1, ", to: "", place: "1:1", message: "a plugin needs \"version\": 1"),
        Mistake(from: "\"name\": \"p\"", to: "\"nam\": \"p\"", place: "2:17", message: "did you mean 'name'?"),
        Mistake(from: "\"name\": \"p\"", to: "\"name\": \"P p\"", place: "2:25", message: "small letters"),
        Mistake(
            from: "\"name\": \"p\"", to: "\"name\": 7", place: "2:25", message: "'name' must be a text: write \"7\""),
        Mistake(
            from: "[\"sh\", \"script\"]", to: "[]", place: "2:57",
            message: "it must be the program and its arguments"),
        Mistake(
            from: "[\"sh\", \"script\"]", to: "\"sh\"", place: "2:57", message: "'command' must be a list, not a string"
        ),
        Mistake(
            from: "[\"sh\", \"script\"]", to: "[\"sh\", 1]", place: "2:64",
            message: "must be a string, not a number"),
        Mistake(from: "\"timeLimit\": 2.5", to: "\"timeLimit\": 0", place: "2:88", message: "a number of seconds"),
        Mistake(from: "\"inFlight\": 3", to: "\"inFlight\": 0", place: "2:105", message: "1 to 10000"),
        Mistake(
            from: "\"effects\": [\"local\"]", to: "\"effects\": [\"locale\"]", place: "4:51",
            message: "did you mean 'local'?"),
        Mistake(from: "\"type\": \"url\"", to: "\"type\": \"uri\"", place: "6:45", message: "did you mean 'url'?"),
        Mistake(
            from: "\"type\": \"url\"", to: "\"type\": \"service\"", place: "6:45", message: "there is no type 'service'"
        ),
        Mistake(
            from: "\"name\": \"url\"", to: "\"name\": \"rule\"", place: "6:30",
            message: "'rule' is reserved in every action"),
        Mistake(
            from: "\"name\": \"url\"", to: "\"name\": \"text\"", place: "6:30", message: "also called 'text'"),
        Mistake(
            from: "\"results\": [\"title\"]", to: "\"results\": [\"a.b\"]", place: "4:73",
            message: "letters, digits and '_'"),
        Mistake(from: "\"required\": false", to: "\"required\": 0", place: "6:64", message: "true or false"),
        Mistake(
            from: "\"required\": false", to: "\"fixed\": true", place: "6:61", message: "only a text can be fixed"),
        Mistake(from: "\"version\": 1", to: "\"version\": 1, \"version\": 1", place: "2:17", message: "used twice"),
        Mistake(from: "{\n", to: "\n", place: "2:12", message: "not JSON"),
    ]

    @Test("an error in plugin.json is reported with its place", arguments: mistakes)
    func tellsOfMistakes(_ mistake: Mistake) throws {
        let box = try PluginBox("sh", "")
        #expect(Self.good.contains(mistake.from))
        try box.write(Self.good.replacing(mistake.from, with: mistake.to, maxReplacements: 1))
        let error = #expect(throws: PluginFolderError.self) { try box.load() }
        let issue = try #require(error?.issues.first)
        #expect("\(issue)".hasPrefix("\(box.folder)/plugin.json:\(mistake.place): error: "), "\(issue)")
        #expect(issue.message.contains(mistake.message), "\(issue.message)")
    }

    @Test("all errors are reported at once")
    func tellsAll() throws {
        let box = try PluginBox("sh", "")
        var text = Self.good
        for mistake in [1, 8, 9, 11].map({ Self.mistakes[$0] }) {
            text = text.replacing(mistake.from, with: mistake.to)
        }
        try box.write(text)
        #expect(#expect(throws: PluginFolderError.self) { try box.load() }?.issues.count == 4)
    }

    @Test("a plugin that others could write after it was checked is not started")
    func looksAgain() async throws {
        let box = try PluginBox("sh", PluginScript.echo)
        let plugin = try box.load()
        let path = "\(box.folder)/script"
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        let error = await #expect(throws: ExternalPluginError.self) { try await plugin.perform("x") }
        #expect(error?.description.contains("everyone can write") == true, "\(String(describing: error))")
        await plugin.end()
    }

    @Test("an action has the time that its plugin gives it, also where a dispatcher has less")
    func givesTime() throws {
        let box = try PluginBox("sh", PluginScript.echo, json: #", "timeLimit": 90"#)
        let action = Action(name: "box", rule: "r", arguments: [])
        #expect(try #require(try box.load().actions[0].timeLimit(for: action)) >= .seconds(90))
    }

    @Test("files with other writers are refused", arguments: ["", "/plugin.json", "/script", "/run"], [0o020, 0o002])
    func refusesWritable(_ part: String, _ mode: Int) throws {
        let box = try PluginBox("sh", "")
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(box.folder)/run")
        try box.write(Self.good.replacing("[\"sh\", ", with: "[\"./run\", "))
        #expect(try box.load().manifest.name == "p")
        let path = box.folder + part
        let before = try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        try FileManager.default.setAttributes([.posixPermissions: before | mode], ofItemAtPath: path)
        let error = #expect(throws: PluginFolderError.self) { try box.load() }
        #expect(
            error?.description.contains("can write") == true, "\(String(describing: error))"
        )
    }

    @Test(
        "a program that is not there is told of",
        arguments: [
            ("./none", "the program './none' does not exist"),
            ("./script", "the program './script' cannot be run: chmod +x /"),
            ("no-such-program-at-all", "no program 'no-such-program-at-all' is on the PATH"),
        ])
    func tellsOfMissingPrograms(_ name: String, _ message: String) throws {
        let box = try PluginBox("sh", "")
        try box.write(Self.good.replacing("[\"sh\", \"script\"]", with: "[\"\(name)\"]"))
        let error = #expect(throws: PluginFolderError.self) { try box.load() }
        #expect(error?.description.contains(message) == true)
    }

    @Test("folders of plugins are searched, and duplicate names reported")
    func findsSeveral() throws {
        let folder = try TemporaryFolder()
        for (name, action) in [("one", "a"), ("two", "b"), (".hidden", "c")] {
            let place = "\(folder.path)/\(name)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            try Self.good.replacing("\"p\"", with: "\"\(action)\"").replacing("shout", with: action)
                .write(toFile: "\(place)/plugin.json", atomically: true, encoding: .utf8)
        }
        try "".write(toFile: "\(folder.path)/a-file", atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/empty", withIntermediateDirectories: false)
        #expect(try ExternalPlugins.load(folders: [folder.path]).plugins.map(\.manifest.name) == ["a", "b"])
        #expect(try ExternalPlugins.load(folders: [], user: folder.path).actions.count == 2)
        // Named twice, meant once.
        #expect(try ExternalPlugins.load(folders: ["\(folder.path)/one", folder.path]).plugins.count == 2)

        func problems(_ folders: [String], user: String? = nil) throws -> String {
            try #require(
                #expect(throws: PluginFolderError.self) { try ExternalPlugins.load(folders: folders, user: user) }
            )
            .description
        }
        #expect(try problems(["\(folder.path)/empty"]).contains("has a plugin.json"))
        #expect(try problems(["\(folder.path)/missing"]).contains("no such folder"))
        let other = try TemporaryFolder()
        try Self.good.replacing("shout", with: "open-url").replacing("\"p\"", with: "\"a\"")
            .write(toFile: "\(other.path)/plugin.json", atomically: true, encoding: .utf8)
        let twice = try problems([other.path], user: folder.path)
        #expect(twice.contains("the action 'open-url' exists already: it is built in"))
        #expect(twice.contains("is also called 'a'"))
    }

    @Test("a missing plugin folder of the user is not an error")
    func missingUserFolder() throws {
        #expect(try ExternalPlugins.load(folders: [], user: "/nonexistent/plugins").plugins.isEmpty)
        #expect(try ExternalPlugins.load(folders: [], user: "/dev/null/plugins").plugins.isEmpty)
    }
}
