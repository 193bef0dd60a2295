import BeelineContent
import BeelineSupport
import BeelineSymbols
import CLibFuzzer
import FuzzDriver

/// What is tried together: the kinds of a family, those of the bundled rule files, or rule files.
enum Family: FuzzFamily {
    case kinds(KindDefinition.Family)
    case fileKinds
    case rules

    static var allCases: [Family] { KindDefinition.Family.allCases.map(Family.kinds) + [.fileKinds, .rules] }

    init?(rawValue: String) {
        guard let family = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = family
    }

    /// The name on the command line of the fuzzer.
    var rawValue: String {
        switch self {
        case .kinds(let family): family.rawValue
        case .fileKinds: "file-kinds"
        case .rules: "rules"
        }
    }

    /// The promises that are broken by what is made of an input.
    func problems(with input: [UInt8]) -> [String] {
        switch self {
        case .kinds: Trial.problems(with: input)
        case .fileKinds: FileKindTrial.problems(with: input)
        case .rules: RuleTrial.problems(with: input)
        }
    }

    /// Writes the examples of its kinds to a folder, as inputs to start from.
    func writeSeeds(to folder: String) throws {
        switch self {
        case .kinds(let family):
            let examples = Kind.table.filter { $0.family == family }.flatMap(\.examples)
            for (number, example) in examples.enumerated() {
                try replaceFile("\(folder)/\(number)", with: Trial.input(for: example))
            }
        case .fileKinds: try FileKindTrial.writeSeeds(to: folder)
        case .rules: try RuleTrial.writeSeeds(to: folder)
        }
    }

    /// Rule files are changed in their structure, too.
    func change(_ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        if case .rules = self,
            let changed = RuleTrial.changed(UnsafeBufferPointer(rebasing: buffer[..<count]), seed: seed),
            changed.count <= buffer.count
        {
            for (offset, byte) in changed.enumerated() { buffer[offset] = byte }
            return changed.count
        }
        return LLVMFuzzerMutate(start, count, buffer.count)
    }
}
