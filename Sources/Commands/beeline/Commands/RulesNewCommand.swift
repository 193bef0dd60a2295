import Beeline
import BeelineSupport

/// `beeline rules new`: writes a rule file to start from.
struct RulesNewCommand {
    /// Nil: standard output.
    private let file: String?
    private let starter: StarterFile

    init(_ arguments: Arguments) throws(UsageError) {
        guard arguments.operands.count <= 1 else { throw .tooManyOperands(arguments.command, arguments.operands[1]) }
        file = arguments.operands.first
        starter = arguments[.starterKind].flatMap(Kind.init(rawValue:)).map(StarterFile.init) ?? .book
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        guard let file, file != "-" else {
            try StandardOutput.write(data: starter.text)
            return .success
        }
        guard !exists(file) else {
            StandardError.write(
                "beeline: \(file): it is there already, and was left as it is; remove it first, or take another name\n")
            return .unreadable
        }
        do throws(FileError) {
            try replaceFile(file, with: Array(starter.text.utf8))
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        try StandardOutput.write(next(file))
        return .success
    }

    /// What to do with the file.
    private func next(_ file: String) -> TerminalText {
        let word = ShellWord.of(file)
        let folder = RuleSources.configurationFolder ?? "~/.config/beeline/rules"
        return """
            \(file) is written. Change it as you like, then:
              beeline rules check \(word)    says what is wrong with it, and where
              beeline rules test \(word)     runs the tests in it
              beeline rules graph \(word) --output rules.svg    draws what leads where
            --rules \(word) uses it once. Files in \(folder) are used by themselves, by name.

            """
    }
}
