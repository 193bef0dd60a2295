import BeelineRules
import Foundation
import Synchronization

@testable import BeelineActions
@testable import BeelinePlugins

/// A folder with a plugin of one test, and what it says.
final class PluginBox: Sendable {
    let folder: String
    private let said = Mutex<[String]>([])

    /// - Parameters:
    ///   - language: `sh` or `python3`, which runs `script`.
    ///   - arguments: what the script gets.
    ///   - json: further members of `plugin.json`, each behind a comma.
    init(
        name: String = "box", _ language: String, _ script: String, arguments: [String] = [], results: [String] = [],
        json: String = ""
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "beeline-plugin-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try script.write(toFile: "\(folder)/script", atomically: true, encoding: .utf8)
        let command = ([language, "script"] + arguments).map { "\"\($0)\"" }.joined(separator: ",")
        let results = results.map { "\"\($0)\"" }.joined(separator: ",")
        try write(
            """
            {"version": 1, "name": "\(name)", "summary": "A test.", "command": [\(command)]\(json),
             "actions": [{"name": "\(name)", "summary": "A test.", "results": [\(results)],
                          "parameters": [{"name": "text", "type": "text", "summary": "A text."}]}]}
            """)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ manifest: String) throws {
        try manifest.write(toFile: "\(folder)/plugin.json", atomically: true, encoding: .utf8)
    }

    func load() throws -> ExternalPlugin {
        let plugins = try ExternalPlugins.load(folders: [folder]) { [self] line in said.withLock { $0.append(line) } }
        return plugins.plugins[0]
    }

    /// What was shown of it so far.
    var lines: [String] { said.withLock { $0 } }

    /// Waits until something was shown.
    func untilSaid(_ condition: @Sendable ([String]) -> Bool) async throws {
        while !condition(lines) { try await Task.sleep(for: .milliseconds(20)) }
    }
}

extension ExternalPlugin {
    /// Performs its first action with a text.
    @discardableResult
    func perform(_ text: String) async throws -> ActionResult {
        let action = actions[0]
        return try await action.perform(
            Action(
                name: action.signature.name, rule: "r", arguments: [Action.Argument(name: "text", value: .text(text))]))
    }
}

/// Programs of plugins.
enum PluginScript {
    /// Answers each request with its text, in shell.
    static let echo = #"""
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          text=${line##*'"text":"'}; text=${text%'"}}'}
          printf '{"id":%s,"status":"done","message":"%s"}\n' "$id" "$text"
        done
        """#

    /// The beginning of those in Python: `requests()`, and `answer(request, message)`.
    static let python = #"""
        import json, os, signal, sys, time
        def requests():
            for line in sys.stdin:
                yield json.loads(line)
        def answer(request, message, **more):
            print(json.dumps({"id": request["id"], "status": "done", "message": message, **more}), flush=True)

        """#
}
