import Beeline

/// `beeline rules schema` and `beeline rules reference`: what the rule language is, for editors and for people.
enum RulesPages {
    private static let actions = PluginRegistry.standard.signatures

    /// - Throws: `UsageError`; `OutputError`.
    static func schema(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesSchema)
        try StandardOutput.write(RuleSchema.document(actions: actions))
        return .success
    }

    /// - Throws: `UsageError`; `OutputError`.
    static func reference(_ arguments: Arguments) throws -> ExitStatus {
        try refuseOperands(arguments, of: .rulesReference)
        try StandardOutput.write(RuleMarkdown.page(actions: actions))
        return .success
    }

    private static func refuseOperands(_ arguments: Arguments, of command: CommandDefinition) throws(UsageError) {
        if let operand = arguments.operands.first { throw .tooManyOperands(command, operand) }
    }
}
