public import BeelineActions
package import BeelineContent
package import BeelineRuleTools
public import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

/// The result of a code: its resolution, and the outcomes of its actions once they were performed.
///
///     let result = await desk.handle(Symbol(.qr, "T0047112"))
///     print(result.refusal ?? "welcome")
public final class CodeResult: Sendable {
    /// What the code means, the rule that matched, and its actions.
    public let resolution: Resolution
    /// The outcomes of the actions, in their order; nil when nothing was performed.
    public let outcomes: [Outcome]?
    /// Hides the secrets of the code; nil where they are shown, or there are none.
    private let mask: SecretMask?
    /// Whether secrets of the code are hidden.
    package var withholds: Bool { mask != nil }
    /// Why the code is refused; nil for a code that is not refused.
    ///
    /// It is the message of the `refuse` that was performed. Where nothing was performed, it is that of the `refuse`
    /// that will be, unless an action before it fails.
    public let refusal: String?
    package let state: State
    /// Why the rules matched or did not; nil when the caller did not request it.
    package let explanation: Explanation?

    package init(
        _ resolution: consuming Resolution, outcomes: [Outcome]? = nil, withholding mask: SecretMask? = nil,
        explanation: Explanation? = nil
    ) {
        self.resolution = consume resolution
        self.outcomes = outcomes
        self.mask = mask
        self.explanation = explanation
        let refusal: String? =
            if let outcomes {
                outcomes.refusal
            } else {
                self.resolution.actions.first { $0.refuses && !$0.isOtherwise && $0.awaitedResults.isEmpty }
                    .map { $0["message"]?.description ?? "" }
            }
        self.refusal = refusal
        state =
            if let refusal {
                .refused(refusal)
            } else if let undone = outcomes?.undone {
                .undone(undone)
            } else if let impossible = self.resolution.actions.first(where: \.isImpossible) {
                .impossible(impossible)
            } else {
                self.resolution.isMatched ? .taken : self.resolution.isShown ? .shown : .noRule
            }
    }

    /// The fields of the code's kind with their values, without secrets, perhaps with those that are parts of others.
    package func shownFields(includesParts: Bool) -> [(name: String, value: FieldValue)] {
        let fields = resolution.reading.content.fields(includesParts: includesParts, includesSecrets: !withholds)
        return withholds ? fields.map { ($0.name, shown($0.value)) } : fields
    }

    /// The value of a field with its secrets hidden; nil where the code does not have the field, or it is secret.
    package func shownValue(of name: FieldName) -> FieldValue? {
        guard !(withholds && name.mayTellSecret) else { return nil }
        return resolution.reading.value(of: name).map(shown)
    }

    /// A value of the code with its secrets hidden.
    package func shown(_ value: FieldValue) -> FieldValue {
        guard let mask else { return value }
        // The name of a network may have words in common with its password.
        return resolution.reading.content.kind == .wifi ? mask.maskedWhole(value) : mask.masked(value)
    }

    /// A text made from the code, with its secrets hidden.
    package func shown(_ text: String) -> String { mask?.masked(text) ?? text }

    /// JSON in the code, with its secrets hidden.
    package func shown(_ json: JSONValue) -> JSONValue { mask?.masked(json) ?? json }

    /// The fields that a kind of a rule file defines with their values, without secrets.
    package var shownGivenFields: [(name: String, value: FieldValue)] {
        guard withholds else { return resolution.givenFields }
        return givenFields.filter { !$0.isSecret }.map { ($0.name.description, shown($0.value)) }
    }

    private var givenFields: [Classification.Given] { resolution.classification?.fields ?? [] }

    /// The names of the fields that the code has and that are not shown.
    package var withheldFields: [String] {
        guard withholds else { return [] }
        let fields = Field.fields(of: resolution.reading.content.kind).filter {
            $0.mayTellSecret && resolution.reading.value(of: $0.field) != nil
        }
        return [Field.text.rawValue] + fields.map(\.name)
            + givenFields.filter(\.isSecret).map(\.name.description)
    }

    /// The actions in their order, each with its outcome where it was performed. A performed action has the results of
    /// those before it in its arguments.
    package var actions: [(action: Action, outcome: Outcome?)] { (0..<actionCount).map(action(at:)) }

    package var actionCount: Int { max(outcomes?.count ?? 0, resolution.actions.count) }

    /// One of ``actions``.
    package func action(at place: Int) -> (action: Action, outcome: Outcome?) {
        // A stop leaves the rest as they were planned.
        guard let outcomes, place < outcomes.count else { return (resolution.actions[place], nil) }
        return (outcomes[place].action, outcomes[place])
    }

    /// The actions that were performed, were tried, or are planned, without alternatives (`otherwise`) of planned ones.
    package var presentActions: [(action: Action, outcome: Outcome?)] {
        actions.filter { action, outcome in !(outcome?.wasLeftOut ?? action.isOtherwise) }
    }
}

extension Resolution {
    /// Whether an action of a rule with `continue` shows what the code says. A warning is about a code that nearly is
    /// something else, such as a number with a wrong check digit; a guess of the character set is not.
    fileprivate var isShown: Bool {
        reading.warnings.allSatisfy { if case .guessedCharset = $0 { true } else { false } }
            && actions.contains { $0.name == "emit" && !$0.isOtherwise && $0.awaitedResults.isEmpty }
    }
}

extension [Outcome] {
    /// The first action that was needed and not done, and is not optional.
    fileprivate var undone: Outcome? { first { $0.isFailure && !$0.action.isOptional } }
}

extension Outcome {
    /// Whether the action was needed and not done.
    fileprivate var isFailure: Bool { ![.done, .notNeeded, .kept].contains(status) }
}

extension [CodeResult] {
    /// The results of one image with `•••` instead of secrets, and a mask for all secrets; nil where there is none.
    package func redacted() -> (results: [CodeResult], mask: SecretMask)? {
        guard indices.contains(where: { self[$0].resolution.tellsSecret }) else { return nil }
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
                return result.resolution.tellsSecret || !mask.isEmpty ? result.redacted(mask) : result
            }
            return result.redacted(mask, showing: result.resolution.reading.symbol.replacing(text: text, mask))
        }
        return (redacted, mask)
    }

    /// Hides the secrets of codes in the other codes of their image. Short secrets are left out: a PIN may be in the
    /// number of any article. Parts of a message are left out too: the whole message contains them.
    private var echoMask: SecretMask {
        reduce(SecretMask.none) { mask, result in
            let reading = result.resolution.reading
            return reading.isPartOfSecret ? mask : mask.and(reading.secretMask)
        }.ofSecrets(withBytes: 8)
    }
}

extension CodeResult {
    /// The result without the secrets of its actions and, with another symbol, without those of its code.
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
    /// The same symbol with another text and without its bytes, nor a secret in the name of an unknown symbology.
    fileprivate func replacing(text: String, _ mask: SecretMask) -> Symbol {
        let shown: Symbology = if case .other(let name) = symbology { .other(mask.masked(name)) } else { symbology }
        return Symbol(shown, text, aim: aim, addOn: addOn, sighting: sighting)
    }
}

extension CodeResult {
    /// The outcome of a code, from which every output makes its own words.
    package enum State: Sendable {
        case refused(String)
        /// An action that its rule needs was not done.
        case undone(Outcome)
        /// An action that its rule needs cannot be done with this code.
        case impossible(Action)
        /// No rule matched.
        case noRule
        /// No rule matched, and rules with `continue` show what the code says: it is a plain text, without a warning.
        case shown
        /// A rule matched, and nothing was left undone.
        case taken
    }

    /// The rules with `continue` that have added actions, in order; of interest where no other rule matched.
    package var addingRules: [String] {
        var rules: [String] = []
        for (action, _) in actions where action.rule != resolution.rule?.id && !rules.contains(action.rule) {
            rules.append(action.rule)
        }
        return rules
    }

    /// The first action that was needed and not done; those that are not optional come first.
    package var failure: Outcome? { undone ?? outcomes?.first { $0.isFailure } }

    /// The first action that was not done and is not optional.
    package var undone: Outcome? { outcomes?.undone }

    /// The strictest verdict on the links of the code and of its actions; nil where there is no link. A rule that asks
    /// for confirmation counts as `ask`.
    package var linkDecision: Decision? {
        var decision = resolution.linkVerdict?.decision
        for (action, _) in presentActions {
            guard let verdict = action.shownLinkVerdict else { continue }
            decision = max(decision ?? .allow, verdict.decision, action.requiresConfirmation ? .ask : .allow)
        }
        return decision
    }

    /// Whether a rule requires confirmation before an action, whatever the policy allows.
    package var asks: Bool { presentActions.contains { $0.action.requiresConfirmation } }

    /// The link for a person to open: the first that a rule opens, else that of the code, unless the code is refused.
    /// URLs of requests do not count.
    package var link: String? {
        let opened = presentActions.lazy.filter { $0.action.name == ActionSignature.openURL }.compactMap(\.action.url)
        if let link = opened.first { return link }
        guard refusal == nil, resolution.reading.content.kind == .url else { return nil }
        return shownValue(of: .fixed(.url))?.description
    }

    /// The fields of the actions with a name, `emit` or `record`. Of several values for a field the first counts.
    /// Actions that are not done, or wait for results, have no fields.
    package func fields(of action: String) -> [Action.Argument] {
        presentActions.filter { $0.action.name == action }.flatMap { present -> [Action.Argument] in
            if case .fields(let fields)? = present.action["fields"] { fields } else { [] }
        }
    }
}
