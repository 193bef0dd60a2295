import BeelineSymbols

extension Option {
    static let consentRule = Option("--rule", value: "ID", "Only for the actions of this rule.")
    static let consentHost = Option("--host", value: "HOST", "Only for links to this host, as www.example.com.")
    static let allConsents = Option("--all", "Forget all of them.")
}

/// The policy of the user, and what is kept as always allowed.
extension CommandDefinition {
    static let policyList = CommandDefinition(
        "policy list", "", "Show what the policy decides, and which actions are always allowed.",
        options: [.listFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            The policy is policy.json in $XDG_CONFIG_HOME/beeline (in ~/.config if that variable is not set). What you
            have answered with "always for this rule" or "always at this host" is kept in always.json beside it. It
            counts where the policy asks: what the policy denies stays denied, doubtful links are asked about, and so
            is what a rule itself wants asked. --ask asks in any case.

            Exit status: 0 listed; 2 wrong usage, or a file has errors or can be changed by other users.
            """,
        examples: ["beeline policy list": "what is allowed, asked and denied"])

    static let policyAllow = CommandDefinition(
        "policy allow", "ACTION", "Always allow an action of a rule, or at a host.",
        options: [.consentRule, .consentHost, .plugins, .noDefaults, .help],
        discussion: """
            With --rule and --host, both must be met. 'policy list' describes what stays denied or asked. Commands that
            run already do not notice it.

            Exit status: 0 kept; 2 wrong usage, or a file has errors or can be changed by other users; 3 it could not
            be written.
            """,
        examples: [
            "beeline policy allow open-url --rule book.amazon": "the pages of books open without a question",
            "beeline policy allow open-url --host www.example.com": "links to this host, of any rule",
        ])

    static let policyForget = CommandDefinition(
        "policy forget", "[NUMBER…]", "Forget what is always allowed, so that it is asked again.",
        options: [.allConsents, .help],
        discussion: """
            NUMBER is the first column of 'beeline policy list'. Commands that run already do not notice it.

            Exit status: 0 forgotten; 1 nothing has the number; 2 wrong usage, or the file has errors; 3 it could not be
            written.
            """,
        examples: ["beeline policy forget 1": "the first one is asked about again"])

    static let policyCheck = CommandDefinition(
        "policy check", "", "Check the policy: report errors with line and column.",
        options: [.checkFormat, .plugins, .noDefaults, .color, .help],
        discussion: """
            Checks policy.json and always.json, and who can change them. Names of actions and rules that are not in use
            are warnings. 'rules check' does the same.

            Exit status: 0 no errors; 1 there are errors; 2 wrong usage.
            """,
        examples: ["beeline policy check": "whether the policy can be used"])
}
