import BeelineContent
import BeelineRules
import BeelineSupport
import Foundation
import Testing

/// What `make fuzz` does for a minute, on a small scale: generated rule files.
@Suite("Every rule file keeps the promises")
struct RulePromisesTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rule files of the project.
    private static func examples() throws -> [JSONValue] {
        try ["Rules", "Examples/Rules"].flatMap { folder in
            let folder = project.appending(path: folder)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".json") }.sorted()
                .map { try JSONValue(parsing: Data(contentsOf: folder.appending(path: $0))) }
        }
    }

    private let promises = RulePromises(actions: ActionSignature.all + [.lookup, .record])

    @Test("the files of the project, as they are")
    func holdsAsShipped() throws {
        let examples = try Self.examples()
        try #require(examples.count > 20)
        for example in examples { #expect(promises.broken(by: Self.file(example)) == []) }
    }

    @Test("and with changes in their structure", arguments: [1, 2, 3, 4] as [UInt64])
    func holdsChanged(_ seed: UInt64) throws {
        let examples = try Self.examples()
        var mutator = RuleMutator(seed: seed, examples: examples)
        var accepted = 0
        for round in 0..<Self.rounds {
            let file = Self.file(mutator.changed(examples[round % examples.count]))
            let broken = promises.broken(by: file)
            #expect(broken == [], "\(String(decoding: file.bytes, as: UTF8.self))")
            if (try? RuleSet(files: [file], actions: promises.actions)) != nil { accepted += 1 }
        }
        // The test says little unless files of both sorts come up.
        #expect((5...Self.rounds - 20).contains(accepted), "\(accepted)")
    }

    private static let rounds = 50

    private static func file(_ value: JSONValue) -> RuleFile {
        var json = JSONWriter()
        json.value(value)
        return RuleFile(name: "f", bytes: json.bytes)
    }
}
