import Beeline
import BeelineSupport

/// `beeline plugins new`: writes a plugin that works, to start from.
struct PluginsNewCommand {
    private let folder: String
    private let starter: StarterPlugin

    init(_ arguments: Arguments) throws(UsageError) {
        guard let operand = arguments.operands.first else { throw .noOperands(arguments.command) }
        guard arguments.operands.count == 1 else { throw .tooManyOperands(arguments.command, arguments.operands[1]) }
        folder = operand.hasSuffix("/") && operand != "/" ? String(operand.dropLast()) : operand
        let name = String(folder.split(separator: "/").last ?? "")
        guard ActionSignature.isPlainName(name) else { throw .badPluginName(name) }
        guard PluginRegistry.standard[name] == nil else { throw .nameOfBuiltIn(name) }
        starter = StarterPlugin(
            name: name, language: arguments[.language].flatMap(PluginLanguage.init(rawValue:)) ?? .shell)
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        guard !exists(folder) else {
            StandardError.write(
                "beeline: \(folder): it is there already, and was left as it is; remove it first, or take another name\n"
            )
            return .unreadable
        }
        do throws(FileError) {
            for file in starter.files {
                try replaceFile("\(folder)/\(file.name)", with: Array(file.text.utf8), isProgram: file.isProgram)
            }
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        try StandardOutput.write(next)
        return .success
    }

    /// What to do with the folder.
    private var next: TerminalText {
        let word = ShellWord.of(folder)
        let user = ExternalPlugins.userFolder ?? "~/.local/share/beeline/plugins"
        return """
            \(folder) is written. Change \(starter.language.program) as you like, then:
              beeline plugins check \(word)    says what is wrong with it, and what it answers
              beeline rules test --plugins \(word) \(word)/rules.json    runs the test of its rule
              beeline resolve --plugins \(word) --rules \(word)/rules.json --run --allow process CODE    uses it
            Plugins in \(user) are used by themselves.

            """
    }
}
