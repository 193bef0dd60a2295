internal import Beeline
internal import BeelineResolver
internal import BeelineRules
internal import BeelineSymbols

/// Default links by rules: the `open-url` of the first matching rule, for a key that has no default in the table.
struct RuleLinks: Sendable {
    /// The rules as they are now.
    let resolver: @Sendable () -> Resolver

    /// The link that the rules give a key, as an element string: `(01)09506000134352`.
    ///
    /// A redirect cannot ask for confirmation. So a link counts only if it may be opened without it: its verdict is `allow`,
    /// the rule is trusted and does not ask.
    func link(for key: LinkKey) -> Link? {
        let resolution = resolver().resolve(Symbol(.unknown, key.elementString))
        let actions = resolution.actions
        guard !actions.contains(where: \.refuses), let action = actions.first(where: { $0.name == "open-url" }),
            !action.asks, action.distrust == nil, action.problem == nil, action.needs.isEmpty,
            action.linkVerdict?.decision == .allow, let url = action.url,
            url.hasPrefix("https://") || url.hasPrefix("http://")
        else { return nil }
        return Link(
            type: key.primary.isOfPlace ? .locationInfo : .productPage, href: url,
            title: resolution.rule.map { $0.title ?? $0.id } ?? action.rule, isDefault: true)
    }
}

extension LinkKey.Part {
    /// Whether it is the number of a location or a party (GLN).
    fileprivate var isOfPlace: Bool { ai.hasPrefix("41") }
}
