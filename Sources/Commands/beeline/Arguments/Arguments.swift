import BeelineSupport
import Glibc

/// A command line, split and checked against the command's definition.
struct Arguments: Sendable {
    let command: CommandDefinition
    /// The words that are not options or their values, in order.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// - Parameter words: the words after the command's name.
    init(_ words: ArraySlice<String>, of command: CommandDefinition) throws(UsageError) {
        self.command = command
        let options = command.options
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
            guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
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
            values[option.name] = []
            return
        }
        guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
        guard option.choices.isEmpty || option.choices.contains(value) else { throw .badChoice(option, value) }
        guard option.repeats || values[option.name] == nil else { throw .repeated(option) }
        values[option.name, default: []].append(value)
    }

    func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// The value of an option; nil when it is not given.
    subscript(option: Option) -> String? { values[option.name]?.last }

    /// The values of an option that may be given several times, in order.
    func all(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The choice that is given; nil when none is.
    func choice<Choice: RawRepresentable>(_ option: Option) -> Choice? where Choice.RawValue == String {
        self[option].flatMap(Choice.init(rawValue:))
    }

    /// The parsed value of an option; nil when the option is not given.
    ///
    /// - Parameter form: a description of the allowed values, for the error: `a size from 1K to 1G`.
    func parsed<Value>(_ option: Option, as form: String, _ parse: (String) -> Value?) throws(UsageError) -> Value? {
        guard let text = self[option] else { return nil }
        guard let value = parse(text) else { throw .bad(option, text, isNot: form) }
        return value
    }

    /// A whole number above 0; nil when the option is not given.
    func count(_ option: Option) throws(UsageError) -> Int? {
        try parsed(option, as: Self.countForm) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// What a count is not, in errors.
    static let countForm = "a whole number above 0"

    var isJSON: Bool { self[.format] == "json" }

    var style: Style { Style(self[.color], for: STDOUT_FILENO) }

    /// The operands, after a check of their number.
    func operands(_ count: ClosedRange<Int>) throws(UsageError) -> [String] {
        guard operands.count >= count.lowerBound else { throw .noOperands(command) }
        guard operands.count <= count.upperBound else { throw .tooManyOperands(command, operands[count.upperBound]) }
        return operands
    }

    /// Whether a word of the command line is as the user gave it. Swift replaces bytes that are not UTF-8.
    static func isWhole(_ word: String) throws(FileError) -> Bool {
        guard word.unicodeScalars.contains("\u{FFFD}") else { return true }
        return String(validating: try readFile("/proc/self/cmdline", limit: 1 << 24), as: UTF8.self) != nil
    }
}

/// A file that an operand or an option names, or standard input as `-`.
struct InputFile {
    let path: String
    /// Its name in error messages.
    var name: String { path == "-" ? "standard input" : path }

    init(_ path: String) { self.path = path }

    func read(limit: Int) throws(FileError) -> [UInt8] {
        path == "-" ? try readToEnd(of: STDIN_FILENO, path: name, limit: limit) : try readFile(path, limit: limit)
    }
}
