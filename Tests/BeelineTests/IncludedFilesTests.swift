import Beeline
import BeelineRules
import BeelineSupport
import Foundation
import Testing

@Suite("What rule files may include")
struct IncludedFilesTests {
    /// `rules/` has the file that includes; beside it and in it are others.
    private final class Project {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)").path
            for folder in ["rules/parts", "secrets"] {
                try FileManager.default.createDirectory(
                    atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
            }
            for (name, text) in [
                "secrets/stock": "hunter2 is the password\n", "rules/password": "hunter2\n",
                "rules/list.json": "[\"hunter2\"]",
                "rules/settings.json": #"{"password": "hunter2", "hunter2": 1}"#,
                "rules/twice.json": #"{"hunter2": 1, "hunter2": 2}"#,
                "rules/other.json": #"{"version": 2, "hunter2": 1}"#,
                "rules/torn.json": "{\"version\": 1,\n \"rules\": [hunter2]}",
                "outside.json": Self.file("outside"), "rules/good.json": Self.file("good"),
                "rules/parts/deep.json": Self.file("deep"),
                "rules/parts/up.json": #"{"version":1,"rules":[{"include":"../good.json"}]}"#,
                "rules/mistake.json": #"{"version": 1, "hunter2": 1}"#,
            ] { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
            let files = FileManager.default
            for (link, target) in [
                "rules/link.json": "../secrets/stock", "rules/parts/link": "../..",
                "rules/inner.json": "parts/deep.json",
                "link.json": "rules/main.json",
            ] { try files.createSymbolicLink(atPath: "\(path)/\(link)", withDestinationPath: target) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        private static func file(_ id: String) -> String {
            #"{"version":1,"rules":[{"id":"\#(id)","when":{},"do":[]}]}"#
        }

        /// The ids of the rules, or the issues, with the folder's path left out.
        func load(_ include: String, _ names: [String] = ["rules/main.json"]) throws -> Result<[String], Failure> {
            let include = include.replacing("ROOT", with: path)
            try #"{"version":1,"rules":[{"include":"\#(include)"}]}"#
                .write(toFile: "\(path)/rules/main.json", atomically: true, encoding: .utf8)
            let sources = try RuleSources.files(names.map { "\(path)/\($0)" })
            do throws(RuleSetError) {
                return .success(try Resolver(rules: sources).rules.rules.map(\.id))
            } catch {
                return .failure(Failure(text: error.description.replacing(path, with: "ROOT")))
            }
        }
    }

    struct Failure: Error { let text: String }

    static let outside = [
        "../secrets/stock", "../outside.json", "ROOT/outside.json", "link.json", "parts/link/outside.json",
        "parts/../../outside.json", "/etc/passwd", "/proc/self/environ", "parts/link/secrets/stock",
    ]

    @Test("a file that lies outside of the folder is not read", arguments: outside)
    func staysBelow(_ include: String) throws {
        let project = try Project()
        guard case .failure(let failure) = try project.load(include) else {
            Issue.record("\(include) was included")
            return
        }
        #expect(failure.text.contains("cannot be included: it is outside the folder of the file that includes it"))
        #expect(!failure.text.contains("hunter2") && !failure.text.contains("root:"), "\(failure.text)")
    }

    @Test("a device is not even opened")
    func opensNoDevice() throws {
        guard case .failure(let failure) = try Project().load("/dev/zero") else {
            Issue.record("/dev/zero was included")
            return
        }
        #expect(failure.text.contains("cannot be included: it is a FIFO, a socket or a device"))
    }

    static let inside: [(include: String, names: [String], ids: [String])] = [
        ("good.json", ["rules/main.json"], ["good"]), ("./parts/../good.json", ["rules/main.json"], ["good"]),
        ("parts/deep.json", ["rules/main.json"], ["deep"]), ("inner.json", ["rules/main.json"], ["deep"]),
        ("ROOT/rules/good.json", ["rules/main.json"], ["good"]),
        // A path is counted from the folder of the link that the file was given by.
        ("rules/good.json", ["link.json"], ["good"]),
        // What the user gives may lie anywhere.
        ("../outside.json", ["rules/main.json", "outside.json"], ["outside"]),
        ("parts/up.json", ["rules/main.json", "rules/good.json"], ["good"]),
    ]

    @Test("a file below the folder is read, and so is one that the user gives", arguments: inside)
    func readsWithin(_ include: String, _ names: [String], _ ids: [String]) throws {
        let project = try Project()
        switch try project.load(include, names) {
        case .success(let found): #expect(found == ids)
        case .failure(let failure): Issue.record("\(failure.text)")
        }
    }

    static let strange: [(include: String, message: String)] = [
        ("password", "ROOT/rules/password:1:"),
        ("list.json", "ROOT/rules/list.json:1:1: error: an included file must be a rule file"),
        ("settings.json", "ROOT/rules/settings.json:1:1: error: an included file must be a rule file"),
        ("twice.json", "ROOT/rules/twice.json:1:1: error: an included file must be a rule file"),
        ("other.json", "ROOT/rules/other.json:1:1: error: an included file must be a rule file"),
        ("torn.json", "ROOT/rules/torn.json:2:"),
    ]

    @Test("a message about an included file that is not a rule file shows nothing of it", arguments: strange)
    func citesNothing(_ include: String, _ message: String) throws {
        let project = try Project()
        guard case .failure(let failure) = try project.load(include) else {
            Issue.record("\(include) was included")
            return
        }
        #expect(failure.text.hasPrefix(message), "\(failure.text)")
        #expect(!failure.text.contains("hunter2"), "\(failure.text)")
    }

    @Test("an error in an included rule file is shown with its line, and so is one in a file that the user gives")
    func citesRuleFiles() throws {
        let project = try Project()
        for (include, names) in [
            ("mistake.json", ["rules/main.json"]), ("good.json", ["rules/main.json", "rules/torn.json"]),
        ] {
            guard case .failure(let failure) = try project.load(include, names) else {
                Issue.record("\(include) was taken")
                return
            }
            #expect(failure.text.contains("hunter2"), "\(failure.text)")
        }
    }
}
