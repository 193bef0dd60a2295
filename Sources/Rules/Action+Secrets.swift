extension Action {
    /// Whether it gets a secret of the user.
    package var namesSecret: Bool { arguments.contains { $0.value.namesSecret } }

    /// The action with those secrets put in that are known. Values that name another one are left as `.withSecrets`, for
    /// a plugin that can do without: of several services only those are asked whose secrets are known.
    ///
    /// It is for actions that wait for nothing more.
    ///
    /// - Parameter secret: the value of a secret, by its name; nil where nobody knows it.
    public func revealingKnown(_ secret: (String) -> String?) -> Action {
        precondition(needs.isEmpty, "what waits for results is not performed")
        return Action(
            name: name, rule: rule,
            arguments: arguments.map { argument in
                Argument(
                    name: argument.name, value: argument.value.revealingKnown(secret),
                    isSecret: argument.isSecret || argument.value.namesSecret)
            },
            asks: asks, isOptional: isOptional, resultName: resultName, problem: problem)
    }
}
