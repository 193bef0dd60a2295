import BeelineActions
import BeelineContent
import BeelinePlugins
import BeelineRuleTools
import BeelineRules
import BeelineSupport
import BeelineSymbols

/// One input of the fuzzer that is a code, for the kinds of the bundled rule files.
enum FileKindTrial {
    /// The promises that are broken by what the kinds make of a code.
    static func problems(with input: [UInt8]) -> [String] {
        guard let rules, let symbol = Trial.symbol(for: input) else { return [] }
        let reading = ContentParser().reading(of: symbol, on: scan.date)
        let resolution = rules.resolve(reading, scan: scan)
        guard let kind = rules.kinds.kind(resolution.kindName)?.own.map({ rules.kinds.own[$0] }) else { return [] }
        var problems: [String] = []
        let given = resolution.givenFields
        for field in kind.fields {
            let value = given.first { $0.name == field.name.description }?.value
            if value == nil, kind.isCertain(field.name) {
                problems.append("\(kind.name) lacks its field \(field.name)")
            }
            if let value, value.type != field.name.type {
                problems.append("\(field.name) of \(kind.name) is \(value.type), not \(field.name.type)")
            }
        }
        if rules.resolve(reading, scan: scan) != resolution { problems.append("\(kind.name) is not the same twice") }
        return problems
    }

    /// Writes the examples of the kinds to a folder, as inputs to start from.
    static func writeSeeds(to folder: String) throws {
        for (number, example) in examples.enumerated() {
            try replaceFile("\(folder)/\(number)", with: Trial.input(for: example))
        }
    }

    private static let scan = Scan.ofTests
    private static let actions = PluginRegistry.standard.signatures
    private static let rules = try? RuleSet(files: files, actions: actions)

    private static let examples = files.flatMap { file in
        ((try? DocumentedKind.all(of: file, actions: actions, reader: .none)) ?? []).flatMap(\.examples)
    }

    /// The bundled rule files of the project, in whose folder the fuzzer runs; none elsewhere.
    private static let files = ((try? fileNames(in: "Rules", suffix: ".json")) ?? []).sorted().compactMap { name in
        (try? readFile("Rules/\(name)", limit: 1 << 20)).map { RuleFile(name: name, bytes: $0) }
    }
}

extension FieldValue {
    /// The type that fields with such values have.
    fileprivate var type: FieldType {
        switch self {
        case .text: .text
        case .number: .number
        case .boolean: .boolean
        case .date: .date
        case .list: .list
        }
    }
}
