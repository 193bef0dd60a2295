public import BeelineContent
package import BeelineSupport
public import BeelineSymbols

/// The meaning of a code, the rule that matches, and its actions.
public struct Resolution: Hashable, Sendable {
    /// The code and what it means.
    public let reading: Reading
    /// What a kind of a rule file made of it; nil for most codes.
    package let classification: Classification?
    private let match: Match
    /// As `actions`, without memory for a single one.
    package let actionList: ActionList

    /// The rule that matched. An action knows its rule, so this counts no further reference to the rule: all cores
    /// would write to that count.
    enum Match: Sendable {
        /// No rule. What the rules know of links.
        case none(LinkGuard)
        case rule(Rule)
        /// The rule that the last action is of.
        case ofLastAction
    }

    /// A resolution that a program creates itself, for example to test a dispatcher; other resolutions come from a
    /// `Resolver`.
    ///
    /// - Parameter rule: the rule that matched; nil for none.
    public init(reading: Reading, rule: Rule?, actions: [Action]) {
        self.init(
            reading: reading, classification: nil, match: rule.map(Match.rule) ?? .none(.standard),
            actions: ActionList(actions))
    }

    init(_ subject: borrowing EvaluationContext, actions: consuming ActionList, match: consuming Match) {
        reading = subject.reading
        classification = subject.classification
        self.match = match
        actionList = actions
    }

    /// What to do, in order: the actions of the rules that only add theirs, then those of the rule that matched.
    public var actions: [Action] { actionList.array }

    /// The rule that matched; nil for none.
    public var rule: Rule? {
        switch match {
        case .none: nil
        case .rule(let rule): rule
        case .ofLastAction: actionList.withLast(\.owner)
        }
    }

    /// Whether an action refuses the code once it is done.
    package var mayRefuse: Bool { actionList.contains { $0.refuses } }

    /// Whether an action that the rule needs cannot be done with this code.
    package var isImpossible: Bool { actionList.contains { $0.isImpossible } }

    /// Whether the code or one of its actions has something that is not to be shown.
    package var tellsSecret: Bool { reading.holdsSecret || actionList.contains { $0.holdsSecret } }

    package var isMatched: Bool { if case .none = match { false } else { true } }

    /// Lends what knows the hosts that the rules trust.
    private func withLinkGuard<Result>(_ body: (LinkGuard) -> Result) -> Result {
        switch match {
        case .none(let linkGuard): body(linkGuard)
        case .rule(let rule): rule.withTrust { body($0.linkGuard) }
        case .ofLastAction:
            actionList.withLast { $0.owner.withTrust { body($0.linkGuard) } } ?? body(.standard)
        }
    }

    /// What the code means.
    public var content: Content { reading.content }

    /// The code as it was read.
    public var symbol: Symbol { reading.symbol }

    /// The name of the code's kind, built in or of a rule file.
    public var kindName: String { classification?.name ?? content.kind.rawValue }

    /// Writes the member of an object that says which rule matched the code: `"rule":"book.amazon"`, or `"rule":null`.
    package func writeRule(to json: inout JSONWriter) {
        json.name("rule")
        switch match {
        case .none: json.null()
        case .rule(let rule): json.value(rule.id)
        case .ofLastAction: actionList.withLast { json.value($0.rule) }
        }
    }

    /// The fields that a kind of a rule file gives to the code, in its order; empty for most.
    public var givenFields: [(name: String, value: FieldValue)] {
        classification?.fields.map { ($0.name.description, $0.value) } ?? []
    }

    /// Whether a kind of a rule file gives the code fields.
    package var hasGivenFields: Bool { classification != nil && !givenFields.isEmpty }

    /// The same resolution of the code as another reading has it, with other actions.
    public func replacing(reading: Reading, actions: [Action]) -> Resolution {
        // The rule is no longer that of the last action where that one is gone.
        Resolution(
            reading: reading, classification: classification, match: rule.map(Match.rule) ?? match,
            actions: ActionList(actions))
    }

    private init(reading: Reading, classification: Classification?, match: Match, actions: ActionList) {
        (self.reading, self.classification, self.match) = (reading, classification, match)
        self.actionList = actions
    }

    /// Resolutions are equal when codes, kinds, rules and actions are.
    public static func == (left: Resolution, right: Resolution) -> Bool {
        left.reading == right.reading && left.classification == right.classification && left.rule == right.rule
            && left.actionList == right.actionList
    }

    /// Feeds the reading and the actions.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reading)
        hasher.combine(actions)
    }
}

extension Resolution {
    /// The verdict on the link in the code, or on all links in its text; nil when there is none.
    ///
    ///     resolver.resolve(Symbol(.qr, "https://paypal.com@evil.example/")).linkVerdict?.decision   // .deny
    ///
    /// It is computed when it is read. An action has its own: `Action.linkVerdict`.
    public var linkVerdict: LinkVerdict? {
        switch content {
        case .url(let address): withLinkGuard { $0.verdict(on: address.url) }.adding(reading.doubt(about: address.url))
        case .text: linkVerdict(on: links)
        default: nil
        }
    }

    /// The verdict on some of the links; nil on none.
    package func linkVerdict(on links: [String]) -> LinkVerdict? {
        guard !links.isEmpty else { return nil }
        var reasons: [LinkReason] = []
        withLinkGuard { linkGuard in
            for link in links {
                let verdict = linkGuard.verdict(on: link).adding(reading.doubt(about: link))
                reasons += verdict.reasons.filter { !reasons.contains($0) }
            }
        }
        return LinkVerdict(reasons: reasons)
    }

    /// The link that the code contains, or those that are in a text.
    package var links: [String] {
        switch content {
        case .url(let address): [address.url]
        case .text: if case .list(let links)? = content.value(of: .links) { links.map(\.description) } else { [] }
        default: []
        }
    }
}

extension Action {
    /// The verdict on the links among the parameters, which the dispatcher obeys; nil when there are none.
    ///
    ///     resolver.resolve(Symbol(.qr, "https://bit.ly/a")).actions[0].linkVerdict?.codes   // ["shortener"]
    ///
    /// It is computed when it is read. A rule that only the user can write is allowed to name a machine in the local
    /// network; a link in a code is not.
    public var linkVerdict: LinkVerdict? { linkVerdict(isShown: false) }

    /// The same of an action that is shown, in whose links `•••` may hide a secret: of this code, or of another one of its
    /// image or stream. It is judged as if a letter was there: the mark is not part of the link.
    package var shownLinkVerdict: LinkVerdict? { linkVerdict(isShown: true) }

    /// How others could have written the rule; nil when they could not. A dispatcher then starts no programs for it and
    /// gives it no secrets.
    public var distrust: String? { owner.trust.distrust }

    private func linkVerdict(isShown: Bool) -> LinkVerdict? {
        owner.withTrust { trust in
            var verdict: LinkVerdict?
            forEachLink { url, isHostOfRule in
                var found =
                    isShown && !url.utf8.span.isASCII
                    ? trust.linkGuard.verdict(on: url.replacing(Reading.secretMark, with: "x"))
                    : trust.linkGuard.verdict(on: url)
                // Nearly all of them.
                if found.reasons.isEmpty, verdict == nil { return verdict = found }
                // The author of the rule knows where the till or the service is.
                if isHostOfRule, trust.distrust == nil, found.reasons.contains(where: \.isOfPlace) {
                    found = LinkVerdict(reasons: found.reasons.filter { !$0.isOfPlace })
                }
                verdict = verdict.map { LinkVerdict(reasons: $0.reasons + found.reasons) } ?? found
            }
            return verdict?.adding(doubt)
        }
    }
}
