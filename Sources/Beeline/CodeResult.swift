package import BeelineActions
package import BeelineContent
package import BeelineRuleTools
package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

/// A code, what should be done about it, and, once that was tried, how it went.
package struct CodeResult: Sendable {
    package let resolution: Resolution
    /// The result of the actions, in their order; nil when nothing was performed.
    package let outcomes: [Outcome]?
    /// Whether what the code keeps secret is not to be shown.
    package var withholds: Bool { !masks.isEmpty }
    /// None or one: hides what the code keeps secret.
    private let masks: [SecretMask]
    /// Why the code is refused: the text of the `refuse` that was done, or, where nothing was performed, of one that will be
    /// unless an action before it fails; nil for a code that is not refused.
    package let refusal: String?
    /// Why this rule matched; nil when the caller did not request it.
    package var explanation: Explanation? { explanations.first }
    /// None or one: a list is small where there is none, and an explanation is not.
    private let explanations: [Explanation]

    package init(
        _ resolution: Resolution, outcomes: [Outcome]? = nil, withholding mask: SecretMask? = nil,
        explanation: Explanation? = nil
    ) {
        // Nearly no code has one. Set first: the last use of the resolution moves it, where an earlier one would copy it.
        refusal = resolution.mayRefuse ? Self.refusal(of: resolution.actionList, outcomes) : nil
        self.resolution = resolution
        self.outcomes = outcomes
        masks = mask.map { [$0] } ?? []
        explanations = explanation.map { [$0] } ?? []
    }

    /// Hands on the fields that the kind of the code has of its own, with their values as far as they may be shown.
    ///
    /// Definitions are lent by their place in the table, as a copy costs more than most values.
    package func forEachShownField(_ body: (_ definitions: [FieldDefinition], _ index: Int, FieldValue) -> Void) {
        let definitions = Field.fields(of: resolution.content.kind)
        for index in definitions.indices where !(withholds && definitions[index].mayTellSecret) {
            guard let value = resolution.reading.value(of: definitions[index].field) else { continue }
            body(definitions, index, shown(value))
        }
    }

    /// The value of a field by its name as far as it may be shown; nil where the code does not have it.
    package func shownValue(of name: FieldName) -> FieldValue? {
        guard !(withholds && name.mayTellSecret) else { return nil }
        return resolution.reading.value(of: name).map(shown)
    }

    /// A value of the code as it may be shown.
    package func shown(_ value: FieldValue) -> FieldValue {
        guard let mask = masks.first else { return value }
        // The name of a network may have words in common with its password.
        return resolution.content.kind == .wifi ? mask.maskedWhole(value) : mask.masked(value)
    }

    /// A text that was made of the code, as it may be shown.
    package func shown(_ text: String) -> String { masks.first?.masked(text) ?? text }

    /// JSON in the code as it may be shown.
    package func shown(_ json: JSONValue) -> JSONValue { masks.first?.masked(json) ?? json }

    /// The fields that a kind of a rule file gives, as far as they may be shown.
    package var shownGivenFields: [(name: String, value: FieldValue)] {
        guard withholds else { return resolution.givenFields }
        return givenFields.filter { !$0.isSecret }.map { ($0.name.description, shown($0.value)) }
    }

    private var givenFields: [Classification.Given] { resolution.classification?.fields ?? [] }

    /// The names of the fields that the code has and that are not shown.
    package var withheldFields: [String] {
        guard withholds else { return [] }
        let definitions = Field.fields(of: resolution.content.kind)
        var names = [Field.text.rawValue]
        // Each is looked at where it is, as a copy costs more than the look.
        for index in definitions.indices where withholds && definitions[index].mayTellSecret {
            guard resolution.reading.has(definitions[index].field) else { continue }
            names.append(definitions[index].name)
        }
        return names + givenFields.filter(\.isSecret).map(\.name.description)
    }

    private static func refusal(of actions: ActionList, _ outcomes: [Outcome]?) -> String? {
        guard let outcomes else {
            return actions.first { $0.refuses && !$0.isOtherwise && $0.needs.isEmpty }
                .map { $0["message"]?.description ?? "" }
        }
        return outcomes.refusal
    }

    /// The actions in their order, each with the result of it where it was performed: then with what those before it
    /// found.
    package func forEachAction(_ body: (borrowing Action, Outcome?) -> Void) {
        guard let outcomes else { return resolution.actionList.forEach { body($0, nil) } }
        for outcome in outcomes { body(outcome.action, outcome) }
        // A stop leaves the rest as they were planned.
        for action in resolution.actionList.dropFirst(outcomes.count) { body(action, nil) }
    }
}

extension Outcome {
    /// Whether the action was to be done, and was not.
    fileprivate var isFailure: Bool { status != .done && status != .notNeeded }
}

extension [CodeResult] {
    /// The results of one image as anyone may see them: with `•••` instead of what its codes keep secret.
    ///
    /// - Returns: the results, and what hides the secrets of all of them in texts beside; nil where there is no secret.
    package func redacted() -> (results: [CodeResult], mask: SecretMask)? {
        guard indices.contains(where: { self[$0].tellsSecret }) else { return nil }
        // A code may reveal the secret of another one of its image, and the name of the image that of each.
        let masks = map(\.resolution.reading.secretMask)
        let mask = masks.reduce(SecretMask.none) { $0.and($1) }
        let echoMask = count > 1 ? self.echoMask : SecretMask.none
        let redacted = zip(self, masks).map { result, ownMask -> CodeResult in
            let reading = result.resolution.reading
            let echo = reading.symbol.text.map(echoMask.maskedWhole)
            let own = reading.holdsSecret ? echoMask.maskedWhole(reading.redactedText(ownMask)) : nil
            guard let text = own ?? (echo != reading.symbol.text ? echo : nil) else {
                // The code is not a secret, but the rule may have given one to an action.
                return result.tellsSecret || !mask.isEmpty ? result.redacted(mask) : result
            }
            return result.redacted(mask, showing: result.resolution.symbol.replacing(text: text, mask))
        }
        return (redacted, mask)
    }

    /// Hides the secrets of codes in the other codes of their image. Short ones are not among them: a PIN may be in the
    /// number of any article. Nor are parts of a message, for the whole message has them in it.
    private var echoMask: SecretMask {
        reduce(SecretMask.none) { mask, result in
            let reading = result.resolution.reading
            return reading.isPartOfSecret ? mask : mask.and(reading.secretMask)
        }.ofSecrets(withBytes: 8)
    }
}

extension CodeResult {
    /// Whether the code or one of its actions has something that is not to be shown.
    package var tellsSecret: Bool {
        resolution.tellsSecret
    }

    /// The result without what its actions keep secret, and, with another symbol, without what its code does.
    fileprivate func redacted(_ mask: SecretMask, showing symbol: Symbol? = nil) -> CodeResult {
        let reading = resolution.reading
        let redacted = symbol.map { reading.replacing(symbol: $0, warnings: reading.warnings) }
        let shown = resolution.replacing(
            reading: redacted ?? reading, actions: resolution.actions.map { $0.redacted.masked(by: mask) })
        return CodeResult(
            shown, outcomes: outcomes?.map { $0.redacted(by: mask) }, withholding: symbol == nil ? nil : mask,
            explanation: explanation?.redacted(resolution: shown))
    }
}

extension Symbol {
    /// The same symbol with another text, and no bytes beside it.
    ///
    /// - Parameter mask: hides the secret in the name of a symbology that is not known.
    fileprivate func replacing(text: String, _ mask: SecretMask) -> Symbol {
        let shown: Symbology = if case .other(let name) = symbology { .other(mask.masked(name)) } else { symbology }
        return Symbol(shown, text, aim: aim, addOn: addOn, sighting: sighting)
    }
}

/// The result of a code, in short.
extension CodeResult {
    /// What has become of a code: every output says it from this.
    package enum State {
        /// Why.
        case refused(String)
        /// An action that its rule needs was not done.
        case undone(Outcome)
        /// An action that its rule needs cannot be done with this code.
        case impossible(Action)
        /// No rule matched.
        case noRule
        /// A rule matched, and nothing was left undone.
        case taken
    }

    package var state: State {
        if let refusal { return .refused(refusal) }
        if let undone { return .undone(undone) }
        if let impossible { return .impossible(impossible) }
        return resolution.isMatched ? .taken : .noRule
    }

    /// Hands on the actions that were done, were tried, or are planned. What is in for one that is planned is not.
    package func forEachPresentAction(_ body: (borrowing Action, Outcome?) -> Void) {
        forEachAction { action, outcome in
            let isLeftOut = outcome?.wasLeftOut ?? action.isOtherwise
            if !isLeftOut { body(action, outcome) }
        }
    }

    /// The first action that was not done, though it was to be; of several those that are not optional go first.
    package var failure: Outcome? { undone ?? outcomes?.first { $0.isFailure } }

    /// The first action that was not done, though the rule needs it: it is not optional.
    package var undone: Outcome? { outcomes?.first { $0.isFailure && !$0.action.isOptional } }

    /// The first action that the rule needs and that cannot be done with this code, whether it is tried or not.
    package var impossible: Action? {
        // Nearly no code has one.
        resolution.isImpossible ? resolution.actionList.first { $0.isImpossible } : nil
    }

    /// The strictest of the verdicts on the link of the code and on those of its actions, where a rule that asks counts as
    /// `ask`; nil where there is no link.
    package var linkDecision: Decision? {
        var decision = resolution.linkVerdict?.decision
        forEachPresentAction { action, _ in
            guard let verdict = action.shownLinkVerdict else { return }
            decision = max(decision ?? .allow, verdict.decision, action.asks ? .ask : .allow)
        }
        return decision
    }

    /// Whether a rule requires that the user is asked before an action, whatever the policy allows.
    package var asks: Bool {
        var asks = false
        forEachPresentAction { action, _ in asks = asks || action.asks }
        return asks
    }

    /// The link that a person may open: the first that a rule opens, or else that of the code, unless it is refused. The URL
    /// of a request is none.
    package var link: String? {
        var link: String?
        forEachPresentAction { action, _ in
            if action.name == ActionSignature.openURL { link = link ?? action.url }
        }
        guard link == nil, refusal == nil, resolution.content.kind == .url else { return link }
        return shownValue(of: .fixed(.url))?.description
    }

    /// Hands on what actions of a name say of the code in their fields: those of `emit` or `record`. Of several values for
    /// a field the first counts, and of an action that is not done, or waits for results, nothing is so.
    package func forEachField(of action: String, _ body: (Action.Argument) -> Void) {
        forEachPresentAction { present, _ in
            if present.name == action, case .fields(let fields)? = present["fields"] { fields.forEach(body) }
        }
    }
}
