import BeelineSupport

/// A command line, taken apart and checked against the command's definition.
struct Arguments: Hashable, Sendable {
    let command: CommandDefinition
    /// What is no option, in order.
    private(set) var operands: [String] = []
    private var values: [Option: [String]] = [:]

    /// - Parameter words: what follows the command's name.
    init(_ words: ArraySlice<String>, of command: CommandDefinition) throws(UsageError) {
        self.command = command
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = word.hasPrefix("--") ? String(halves[0]) : word
            guard let option = command.options.first(where: { $0.name == name || $0.short == name }) else {
                throw .unknownOption(name, of: command)
            }
            let attached = word.hasPrefix("--") && halves.count == 2 ? String(halves[1]) : nil
            try add(option, attached, &rest)
        }
    }

    private mutating func add(
        _ option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard option.value != nil else {
            guard attached == nil else { throw .unexpectedValue(option) }
            values[option] = []
            return
        }
        guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
        guard option.choices.isEmpty || option.choices.contains(value) else { throw .badChoice(option, value) }
        guard option.repeats || values[option] == nil else { throw .repeated(option) }
        values[option, default: []].append(value)
    }

    /// Whether a word has come as it was given: what is no UTF-8 in a command line has been replaced.
    ///
    /// - Throws: `FileError`.
    static func isWhole(_ word: String) throws(FileError) -> Bool {
        guard word.unicodeScalars.contains("\u{FFFD}") else { return true }
        return String(validating: try readFile("/proc/self/cmdline", limit: 1 << 24), as: UTF8.self) != nil
    }

    /// Whether a flag is given.
    func has(_ option: Option) -> Bool { values[option] != nil }

    /// The value of an option; nil when it is not given.
    subscript(option: Option) -> String? { values[option]?.last }

    /// The values of an option that may be given several times, in order.
    func all(_ option: Option) -> [String] { values[option] ?? [] }
}
