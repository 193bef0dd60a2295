public import BeelineContent
public import BeelineSymbols

/// The meaning of a code, the rule that matches, and its actions.
public final class Resolution: Hashable, Sendable {
    /// The code and what it means.
    public let reading: Reading
    /// The result of a custom kind; nil for most codes.
    package let classification: Classification?
    /// The rule that matched; nil for none.
    public let rule: Rule?
    /// The actions in order: those of the rules with `continue`, then those of the rule that matched.
    public let actions: [Action]
    /// Knows the hosts that the rules trust; nil where the rule does.
    private let ownGuard: LinkGuard?
    private var linkGuard: LinkGuard { rule?.set.linkGuard ?? ownGuard ?? .standard }
    /// When the code was scanned and by what; nil for a resolution that a program has created without it.
    public let scan: Scan?

    init(
        reading: consuming Reading, classification: Classification?, rule: Rule?, actions: [Action],
        linkGuard: borrowing LinkGuard, scan: Scan?
    ) {
        self.reading = reading
        (self.classification, self.rule, self.actions) = (classification, rule, actions)
        (ownGuard, self.scan) = (rule == nil ? copy linkGuard : nil, scan)
    }

    package var tellsSecret: Bool { reading.holdsSecret || actions.contains(where: \.holdsSecret) }

    package var isMatched: Bool { rule != nil }

    /// What the code means.
    public var content: Content { reading.content }

    /// The code as it was read.
    public var symbol: Symbol { reading.symbol }

    /// The name of the code's kind, built in or of a rule file.
    public var kindName: String { classification?.name ?? reading.kind.rawValue }

    /// The fields that a custom kind sets, in its order; empty for most codes.
    public var givenFields: [(name: String, value: FieldValue)] {
        classification?.fields.map { ($0.name.description, $0.value) } ?? []
    }

    /// The name of a kind of a rule file that the code is of; nil for the kinds that are built in.
    public var customKind: String? { classification?.name }

    /// The value of a field by its name, as rules have it: of the code's kind, built in or of a rule file. Nil where
    /// this code does not have it.
    ///
    ///     resolution.value(named: "isbn13")   // "9784873119045"
    ///     resolution.value(named: "floor")    // "2", of a kind 'locker' of a rule file
    public func value(named name: String) -> FieldValue? {
        givenFields.first { $0.name == name }?.value ?? reading.value(named: name)
    }

    /// The same resolution with another reading of the code and other actions.
    package func replacing(reading: Reading, actions: [Action]) -> Resolution {
        Resolution(
            reading: reading, classification: classification, rule: rule, actions: actions, linkGuard: linkGuard,
            scan: scan)
    }

    /// Resolutions are equal when codes, kinds, rules and actions are, whatever their scans.
    public static func == (left: Resolution, right: Resolution) -> Bool {
        left.reading == right.reading && left.classification == right.classification && left.rule == right.rule
            && left.actions == right.actions
    }

    /// Feeds the reading and the actions.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reading)
        hasher.combine(actions)
    }

    /// The verdict on the link in the code, or on all links in its text; nil when there is none.
    ///
    ///     resolver.resolve(Symbol(.qr, "https://paypal.com@evil.example/")).linkVerdict?.decision   // .deny
    ///
    /// It is computed when it is read. An action has its own: `Action.linkVerdict`.
    public var linkVerdict: LinkVerdict? {
        switch reading.content {
        case .url(let address): linkGuard.verdict(on: address).adding(reading.doubt(about: address.url))
        case .text: linkVerdict(on: links)
        default: nil
        }
    }

    /// The verdict on some links together; nil for none.
    package func linkVerdict(on links: [String]) -> LinkVerdict? {
        guard !links.isEmpty else { return nil }
        var reasons: [LinkReason] = []
        for link in links {
            let verdict = linkGuard.verdict(on: link).adding(reading.doubt(about: link))
            reasons += verdict.reasons.filter { !reasons.contains($0) }
        }
        return LinkVerdict(reasons: reasons)
    }

    /// The link of the code, or the links in its text.
    package var links: [String] {
        switch content {
        case .url(let address): [address.url]
        case .text: if case .list(let links)? = content.value(of: .links) { links.map(\.description) } else { [] }
        default: []
        }
    }
}

extension Resolution {
    /// The verdict on the links of an action that is shown; nil for an action without one. `own` is that on the link of
    /// the code, which most actions open as it is.
    package func shownLinkVerdict(of action: Action, _ own: LinkVerdict?) -> LinkVerdict? {
        if let own, case .url(let address) = reading.content, action.arguments.count == 1,
            case .url(address.url) = action.arguments[0].value,
            !action.shape.hostsOfRule.contains(action.arguments[0].name)
        {
            return own
        }
        return action.shownLinkVerdict
    }
}

extension Resolution {
    /// A resolution that a program creates itself, for example to test a plugin; other resolutions come from a
    /// `Resolver`.
    ///
    /// - Parameters:
    ///   - rule: the rule that matched; nil for none.
    ///   - scan: when the code was scanned and by what. Default: unknown.
    public convenience init(reading: Reading, rule: Rule?, actions: [Action], scan: Scan? = nil) {
        self.init(
            reading: reading, classification: nil, rule: rule, actions: actions,
            linkGuard: rule?.set.linkGuard ?? .standard, scan: scan)
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

    /// The same of an action that is shown, in whose links `•••` may hide a secret: of this code, or of another one of
    /// its image or stream. It is judged as if a letter was there: the mark is not part of the link.
    package var shownLinkVerdict: LinkVerdict? { linkVerdict(isShown: true) }

    /// How others could have written the rule; nil when they could not. A dispatcher then starts no programs for it and
    /// gives it no secrets.
    public var distrust: String? { owner.distrust }

    private func linkVerdict(isShown: Bool) -> LinkVerdict? {
        var hasLink = false
        var reasons: [LinkReason] = []
        for argument in arguments {
            guard case .url(let link) = argument.value else { continue }
            hasLink = true
            let url = isShown && !link.utf8.span.isASCII ? link.replacing(Reading.secretMark, with: "x") : link
            var found = owner.set.linkGuard.verdict(on: url).reasons
            // The author of the rule knows where the till or the service is.
            if !found.isEmpty, owner.distrust == nil, shape.hostsOfRule.contains(argument.name) {
                found.removeAll(where: \.isOfPlace)
            }
            if !found.isEmpty { reasons += found }
        }
        return hasLink ? LinkVerdict(reasons: reasons).adding(doubt) : nil
    }
}
