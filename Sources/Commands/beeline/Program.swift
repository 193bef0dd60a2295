import Beeline
import BeelineResolver
import BeelineRuleTools
import BeelineSupport
import Glibc

/// The program, from its arguments to its exit status.
@main
enum Program {
    static func main() { exit(run(CommandLine.arguments).rawValue) }

    static func run(_ arguments: [String]) -> ExitStatus {
        // When the reader of the output has gone, `write` returns an error instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        // The parent process may have ignored it: then the system does not report how child processes end.
        signal(SIGCHLD, SIG_DFL)
        do {
            return try perform(arguments.dropFirst())
        } catch let error as UsageError {
            let message = secretMask(of: arguments.dropFirst()).masked(error.description)
            StandardError.write(
                "beeline: \(message)\nbeeline \(helpName(arguments.dropFirst()))--help shows the usage.\n")
            return .usage
        } catch let error as ConfigurationError {
            StandardError.write(error.text + "\n")
            return .usage
        } catch LinkTableError.list(let mistakes) {
            StandardError.write(mistakes.text + "beeline: \(mistakes.summary)\n")
            return .unreadable
        } catch OutputError.readerGone {
            return .unreadable
        } catch OutputError.unwritable(let message) {
            StandardError.write("beeline: \(message)\n")
            return .unreadable
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
    }

    /// Hides the secrets of codes among the arguments: a code may be where an option or a command was expected.
    private static func secretMask(of arguments: ArraySlice<String>) -> SecretMask {
        let parser = ContentParser()
        return arguments.reduce(.none) { $0.and(parser.reading(of: Symbol(.unknown, $1), on: .today).secretMask) }
    }

    /// The threads that commands need: one for each core, and a few that wait for programs, signals and files.
    private static var leastThreads: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 4 }

    /// The name of the given command with a blank; empty where there is none.
    private static func helpName(_ words: ArraySlice<String>) -> String {
        guard let (command, _) = try? command(words) else { return "" }
        return command.name + " "
    }

    private static func perform(_ words: ArraySlice<String>) throws -> ExitStatus {
        guard let first = words.first else {
            StandardError.write(HelpText.program())
            throw UsageError.noCommand
        }
        switch first {
        case "--help", "-h": return try print(HelpText.program())
        case "--version": return try print(Version.text)
        case "help": return try help(words.dropFirst())
        default: break
        }
        if words.count == 2, ["--help", "-h"].contains(words.last), !group(first).isEmpty {
            return try help(words.prefix(1))
        }
        let (command, rest) = try self.command(words)
        let arguments = try Arguments(rest, of: command)
        if arguments.has(.help) { return try print(HelpText.command(command)) }
        // The programs that it starts record there, too.
        if let history = arguments[.historyAt] { setenv("BEELINE_HISTORY", history, 1) }
        // Starting threads takes longer than resolving a code, which needs none.
        if !ResolveCommand.needsOneThread(arguments), let shortage = threadShortage(wanting: leastThreads) {
            throw ConfigurationError(shortage)
        }
        switch command {
        case .scan: return try ScanCommand(arguments).run()
        case .live: return try LiveCommand.run(arguments)
        case .serve: return try ServeCommand(arguments).run()
        case .serveTokens: return try ServeListCommands.tokens(arguments)
        case .serveTokensAdd: return try ServeListCommands.addToken(arguments)
        case .serveTokensRevoke: return try ServeListCommands.revokeToken(arguments)
        case .serveDevices: return try ServeListCommands.devices(arguments)
        case .serveDevicesRevoke: return try ServeListCommands.revokeDevice(arguments)
        case .resolve, .explain:
            // The process ends before the rules are freed, which would take a twentieth of its time for a text.
            try withExtendedLifetime(ResolveCommand(arguments)) { command in exit(try command.run().rawValue) }
        case .kinds: return try KindsCommand.run(arguments)
        case .tablesISBN: return try TablesCommand.run(arguments)
        case .draw: return try DrawCommand.run(arguments)
        case .tickets: return try TicketsCommand.run(arguments)
        case .formats: return try FormatsCommand.run(arguments)
        case .rulesCheck: return try RulesCheckCommand.run(arguments)
        case .rulesSchema: return try rulesSchema(arguments)
        case .rulesReference: return try rulesReference(arguments)
        case .rulesList: return try RulesListCommand.run(arguments)
        case .rulesGraph: return try RulesGraphCommand.run(arguments)
        case .rulesNew: return try NewCommands.rules(arguments)
        case .pluginsList: return try PluginsListCommand.run(arguments)
        case .pluginsCheck: return try PluginsCheckCommand.run(arguments)
        case .pluginsNew: return try NewCommands.plugins(arguments)
        case .rulesTest: return try RulesTestCommand(arguments).run()
        case .policyList: return try PolicyCommands.list(arguments)
        case .policyAllow: return try PolicyCommands.allow(arguments)
        case .policyForget: return try PolicyCommands.forget(arguments)
        case .policyCheck: return try PolicyCommands.check(arguments)
        case .history, .historySearch: return try HistoryCommand.run(arguments)
        case .historyDelete: return try HistoryDeleteCommand.run(arguments)
        case .historyCreate: return try HistoryMoveCommands.create(arguments)
        case .historyImport: return try HistoryMoveCommands.copy(arguments)
        case .outbox: return try OutboxCommands.list(arguments)
        case .outboxSend: return try OutboxCommands.send(arguments)
        case .outboxDrop: return try OutboxCommands.drop(arguments)
        case .catalogImport: return try CatalogCommands.importList(arguments)
        case .catalogList: return try CatalogCommands.list(arguments)
        case .catalogShow: return try CatalogCommands.show(arguments)
        case .catalogSearch: return try CatalogCommands.search(arguments)
        case .catalogExport: return try CatalogCommands.export(arguments)
        case .catalogRemove: return try CatalogCommands.remove(arguments)
        case .linksImport: return try LinksCommands.importList(arguments)
        case .linksCheck: return try LinksCommands.check(arguments)
        case .linksList: return try LinksCommands.list(arguments)
        case .linksExport: return try LinksCommands.export(arguments)
        case .demo: return try DemoCommand.run(arguments)
        case .manual: return try ManualCommand.run(arguments)
        default:
            try StandardOutput.write(data: CompletionScript.script(for: arguments.operands(1...1)[0]))
            return .success
        }
    }

    private static func rulesSchema(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let kinds = DocumentedKind.all(of: try configured { try Resolver(rules: .bundled).rules })
        try StandardOutput.write(
            data: RuleSchema.document(actions: PluginOptions(arguments).registry.signatures, kinds: kinds))
        return .success
    }

    /// The page is about the built-in actions, not those of a user's plugins.
    private static func rulesReference(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        try StandardOutput.write(data: RuleMarkdown.page(actions: PluginRegistry.standard.signatures))
        return .success
    }

    /// The command that the first words name, and the words after it.
    private static func command(
        _ words: ArraySlice<String>
    ) throws(UsageError) -> (CommandDefinition, ArraySlice<String>) {
        let first = words.first ?? ""
        for count in [3, 2, 1] where words.count >= count {
            // `joined` of a slice is not specialised, and looks up types at each start.
            let name = Array(words.prefix(count)).joined(separator: " ")
            if let command = CommandDefinition.all.first(where: { $0.name == name }) {
                return (command, words.dropFirst(count))
            }
        }
        if !group(first).isEmpty {
            guard words.count > 1, let second = words.dropFirst().first, !second.hasPrefix("-") else {
                throw .incompleteCommand(first)
            }
            throw .unknownCommand("\(first) \(second)")
        }
        if first.hasPrefix("-") { throw .optionBeforeCommand(first) }
        throw .unknownCommand(first, isFile: access(first, F_OK) == 0)
    }

    /// The commands of two words that begin with a word; none where the word is itself a command.
    private static func group(_ word: String) -> [CommandDefinition] {
        CommandDefinition.all.contains { $0.name == word } ? [] : CommandDefinition.all(of: word)
    }

    private static func help(_ words: ArraySlice<String>) throws -> ExitStatus {
        guard let first = words.first, first != "help" else { return try print(HelpText.program()) }
        let group = words.count == 1 ? group(first) : []
        guard group.isEmpty else { return try print(HelpText.family(first)) }
        return try print(HelpText.command(try command(words).0))
    }

    private static func print(_ text: TerminalText) throws -> ExitStatus {
        try StandardOutput.write(text)
        return .success
    }
}

/// Does the preparations of a command. Errors other than `UsageError` become errors of the configuration.
func configured<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch { throw error is UsageError ? error : ConfigurationError(error) }
}
