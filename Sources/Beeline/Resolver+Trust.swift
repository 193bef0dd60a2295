internal import BeelineActions
internal import BeelineRules

extension RuleTrust {
    /// What there is to know of a set of rules: the hosts that they trust, and which of them others may have written.
    ///
    /// Files that come with the program are trusted, and so are rules that a program makes up without a file.
    init(_ rules: RuleSet) {
        self.init(linkGuard: LinkGuard(trusting: rules.trustedHosts), distrusted: rules.distrusted)
    }
}
