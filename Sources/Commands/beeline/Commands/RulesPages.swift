import Beeline

/// `beeline rules schema` and `beeline rules reference`: what the rule language is, for editors and for people.
enum RulesPages {
    /// - Throws: `UsageError`; `ConfigurationError`; `OutputError`.
    static func schema(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesSchema)
        try StandardOutput.write(data: RuleSchema.document(actions: PluginOptions(arguments).registry.signatures))
        return .success
    }

    /// - Throws: `UsageError`; `OutputError`.
    static func reference(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesReference)
        // The page is about the program; a user's plugins are their own.
        try StandardOutput.write(data: RuleMarkdown.page(actions: PluginRegistry.standard.signatures))
        return .success
    }

    private static func refuseOperands(_ arguments: Arguments, of command: CommandDefinition) throws(UsageError) {
        if let operand = arguments.operands.first { throw .tooManyOperands(command, operand) }
    }
}
