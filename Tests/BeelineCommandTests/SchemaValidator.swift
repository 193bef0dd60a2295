import Beeline
import Foundation
import TestPrograms
import Testing

/// The schema as `beeline rules schema` prints it, asked by a validator that knows nothing of Beeline.
enum SchemaValidator {
    /// What is wrong with each document; nil for those that are valid.
    static func problems(with documents: [String]) async throws -> [String?] {
        let folder = try TemporaryFolder()
        let schema = try await beeline("rules", "schema")
        #expect(schema.status == 0)
        try folder.write("schema.json", schema.bytes)
        // A line of JSON for each, without line feeds of its own.
        let lines = try documents.map { document in
            let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
            return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
        }
        let run = try await run(
            "python3", [Project.file("Scripts/validate.py"), folder.path("schema.json")],
            input: Array((lines.joined(separator: "\n") + "\n").utf8), folder: Project.folder)
        try #require(run.status == 0, "\(run.errors)")
        try #require(run.lines.count == documents.count)
        return run.lines.map { $0 == "valid" ? nil : $0 }
    }

    /// The errors that the rules themselves find.
    static func errors(in document: String, name: String = "f.json") -> [RuleIssue] {
        do throws(RuleSetError) {
            _ = try RuleSet(
                files: [RuleFile(name: name, text: document)], actions: PluginRegistry.standard.signatures,
                // A schema cannot know which catalogues exist.
                finder: .empty,
                reader: RuleSources([]).reader)
            return []
        } catch {
            return error.issues.filter { $0.severity == .error }
        }
    }
}
