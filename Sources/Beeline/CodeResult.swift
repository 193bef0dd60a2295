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
    /// Hides what the code keeps secret; nil where that is shown, or there is nothing.
    private let mask: SecretMask?
    /// Whether what the code keeps secret is not to be shown.
    package var withholds: Bool { mask != nil }
    /// Why the code is refused: the text of the `refuse` that was done, or, where nothing was performed, of one that will be
    /// unless an action before it fails; nil for a code that is not refused.
    package let refusal: String?
    /// Why this rule matched; nil when the caller did not request it.
    package let explanation: Explanation?

    package init(
        _ resolution: Resolution, outcomes: [Outcome]? = nil, withholding mask: SecretMask? = nil,
        explanation: Explanation? = nil
    ) {
        (self.resolution, self.outcomes, self.mask, self.explanation) = (resolution, outcomes, mask, explanation)
        refusal =
            if let outcomes {
                outcomes.refusal
            } else {
                resolution.actions.first { $0.refuses && !$0.isOtherwise && $0.needs.isEmpty }
                    .map { $0["message"]?.description ?? "" }
            }
    }

    /// The fields that the kind of the code has of its own, with their values as far as they may be shown.
    ///
    /// - Parameter includesParts: whether fields are among them that are parts of others.
    package func shownFields(includesParts: Bool) -> [(name: String, value: FieldValue)] {
        var fields: [(name: String, value: FieldValue)] = []
        for definition in Field.fields(of: resolution.content.kind)
        where (includesParts || !definition.isPart) && !(withholds && definition.mayTellSecret) {
            guard let value = resolution.reading.value(of: definition.field) else { continue }
            fields.append((definition.name, shown(value)))
        }
        return fields
    }

    /// The value of a field by its name as far as it may be shown; nil where the code does not have it.
    package func shownValue(of name: FieldName) -> FieldValue? {
        guard !(withholds && name.mayTellSecret) else { return nil }
        return resolution.reading.value(of: name).map(shown)
    }

    /// A value of the code as it may be shown.
    package func shown(_ value: FieldValue) -> FieldValue {
        guard let mask else { return value }
        // The name of a network may have words in common with its password.
        return resolution.content.kind == .wifi ? mask.maskedWhole(value) : mask.masked(value)
    }

    /// A text that was made of the code, as it may be shown.
    package func shown(_ text: String) -> String { mask?.masked(text) ?? text }

    /// JSON in the code as it may be shown.
    package func shown(_ json: JSONValue) -> JSONValue { mask?.masked(json) ?? json }

    /// The fields that a kind of a rule file gives, as far as they may be shown.
    package var shownGivenFields: [(name: String, value: FieldValue)] {
        guard withholds else { return resolution.givenFields }
        return givenFields.filter { !$0.isSecret }.map { ($0.name.description, shown($0.value)) }
    }

    private var givenFields: [Classification.Given] { resolution.classification?.fields ?? [] }

    /// The names of the fields that the code has and that are not shown.
    package var withheldFields: [String] {
        guard withholds else { return [] }
        let fields = Field.fields(of: resolution.content.kind).filter {
            $0.mayTellSecret && resolution.reading.value(of: $0.field) != nil
        }
        return [Field.text.rawValue] + fields.map(\.name)
            + givenFields.filter(\.isSecret).map(\.name.description)
    }

    /// The actions in their order, each with the result of it where it was performed: then with what those before it
    /// found.
    package var actions: [(action: Action, outcome: Outcome?)] {
        // A stop leaves the rest as they were planned.
        (outcomes ?? []).map { ($0.action, $0) }
            + resolution.actions.dropFirst(outcomes?.count ?? 0).map { ($0, nil) }
    }

    /// The actions that were done, were tried, or are planned. What is in for one that is planned is not.
    package var presentActions: [(action: Action, outcome: Outcome?)] {
        actions.filter { action, outcome in !(outcome?.wasLeftOut ?? action.isOtherwise) }
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
    package var tellsSecret: Bool { resolution.tellsSecret }

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

    /// The first action that was not done, though it was to be; of several those that are not optional go first.
    package var failure: Outcome? { undone ?? outcomes?.first { $0.isFailure } }

    /// The first action that was not done, though the rule needs it: it is not optional.
    package var undone: Outcome? { outcomes?.first { $0.isFailure && !$0.action.isOptional } }

    /// The first action that the rule needs and that cannot be done with this code, whether it is tried or not.
    package var impossible: Action? { resolution.actions.first(where: \.isImpossible) }

    /// The strictest of the verdicts on the link of the code and on those of its actions, where a rule that asks counts as
    /// `ask`; nil where there is no link.
    package var linkDecision: Decision? {
        var decision = resolution.linkVerdict?.decision
        for (action, _) in presentActions {
            guard let verdict = action.shownLinkVerdict else { continue }
            decision = max(decision ?? .allow, verdict.decision, action.asks ? .ask : .allow)
        }
        return decision
    }

    /// Whether a rule requires that the user is asked before an action, whatever the policy allows.
    package var asks: Bool { presentActions.contains { $0.action.asks } }

    /// The link that a person may open: the first that a rule opens, or else that of the code, unless it is refused. The URL
    /// of a request is none.
    package var link: String? {
        let opened = presentActions.lazy.filter { $0.action.name == ActionSignature.openURL }.compactMap(\.action.url)
        if let link = opened.first { return link }
        guard refusal == nil, resolution.content.kind == .url else { return nil }
        return shownValue(of: .fixed(.url))?.description
    }

    /// What actions of a name say of the code in their fields: those of `emit` or `record`. Of several values for a field
    /// the first counts, and of an action that is not done, or waits for results, nothing is so.
    package func fields(of action: String) -> [Action.Argument] {
        presentActions.filter { $0.action.name == action }.flatMap { present -> [Action.Argument] in
            if case .fields(let fields)? = present.action["fields"] { fields } else { [] }
        }
    }
}
