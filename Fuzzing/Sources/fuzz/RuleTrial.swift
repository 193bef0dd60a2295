import BeelineActions
import BeelinePlugins
import BeelineRules
import BeelineSupport
import CLibFuzzer

/// One input of the fuzzer that is a rule file.
enum RuleTrial {
    /// The promises that are broken by a file.
    static func problems(with input: [UInt8]) -> [String] {
        promises.broken(by: RuleFile(name: "input", bytes: input))
    }

    /// Writes the rule files of the project to a folder, as inputs to start from.
    static func writeSeeds(to folder: String) throws {
        for (number, file) in examples.enumerated() { try replaceFile("\(folder)/\(number)", with: file) }
    }

    /// Changes an input in its structure, for libFuzzer; nil where it is not JSON, and for a share of the rest, which
    /// are left to be changed byte by byte.
    static func changed(_ input: UnsafeBufferPointer<UInt8>, seed: UInt32) -> [UInt8]? {
        guard seed % 4 != 0, let file = try? JSONValue(parsing: input) else { return nil }
        var mutator = RuleMutator(seed: UInt64(seed), vocabulary: vocabulary)
        var json = JSONWriter()
        json.value(mutator.changed(file))
        return json.bytes
    }

    private static let promises = RulePromises(actions: PluginRegistry.standard.signatures)
    private static let vocabulary = RuleMutator.Vocabulary(examples.compactMap { try? JSONValue(parsing: $0) })

    /// The rule files of the project, in whose folder the fuzzer runs; none elsewhere.
    private static let examples = ["Rules", "Examples/Rules"].flatMap { folder in
        ((try? fileNames(in: folder, suffix: ".json")) ?? []).sorted().compactMap { name in
            try? readFile("\(folder)/\(name)", limit: 1 << 20)
        }
    }
}
