internal import BeelineContent

extension Resolution {
    /// The verdict on the link that the code holds; nil when its content is no link.
    ///
    ///     resolver.resolve(Symbol(.qr, "https://paypal.com@evil.example/")).linkVerdict?.decision   // .deny
    ///
    /// It is found when it is asked for. An action has its own: `Action.linkVerdict`.
    public var linkVerdict: LinkVerdict? {
        var seen = SeenHosts()
        return linkVerdict(&seen)
    }

    /// - Parameter seen: what was found out about the hosts of other links, for one of a stream.
    package func linkVerdict(_ seen: inout SeenHosts) -> LinkVerdict? {
        guard case .url(let address) = content else { return nil }
        return linkGuard.verdict(on: address.url, &seen)
    }
}

extension Action {
    /// The verdict on the links among the parameters, which the dispatcher obeys; nil when there are none.
    ///
    ///     resolver.resolve(Symbol(.qr, "https://bit.ly/a")).actions[0].linkVerdict?.reasons   // [.shortener("bit.ly")]
    ///
    /// It is found when it is asked for. A rule that nobody else could have written may itself name a machine of the local
    /// network; where the code holds the link, that is a reason for caution.
    public var linkVerdict: LinkVerdict? {
        var seen = SeenHosts()
        return linkVerdict(&seen)
    }

    /// How others could have written the rule; nil when they could not. A dispatcher then starts no programs for it and
    /// gives it no secrets.
    public var distrust: String? { owner.trust.distrust }

    /// - Parameters:
    ///   - seen: what was found out about the hosts of other links, for one of a stream.
    ///   - isMasked: whether `•••` in a link hides a secret. It is judged as if a letter stood there: the mark is no part of
    ///     the link.
    package func linkVerdict(_ seen: inout SeenHosts, isMasked: Bool = false) -> LinkVerdict? {
        let trust = owner.trust
        var verdict: LinkVerdict?
        forEachLink { url, isHostOfRule in
            let url = isMasked ? url.replacing(Reading.secretMark, with: "x") : url
            var found = trust.linkGuard.verdict(on: url, &seen)
            // Whoever wrote the rule knows where the till or the service stands.
            if isHostOfRule, trust.distrust == nil, found.reasons.contains(where: \.isOfPlace) {
                found = LinkVerdict(reasons: found.reasons.filter { !$0.isOfPlace })
            }
            verdict = verdict.map { LinkVerdict(reasons: $0.reasons + found.reasons) } ?? found
        }
        return verdict
    }
}
