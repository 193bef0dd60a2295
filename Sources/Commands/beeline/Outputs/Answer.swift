import Beeline
import BeelineSupport
import BeelineSymbols

/// What is said to one input: the codes in it and what they lead to, or why there is no answer.
struct Answer: Sendable {
    let input: Input
    let outcome: Result<[Resolved], InputError>
    /// How an image was read: its pages, and what was lost on the way, without its symbols. Nil for codes that were typed,
    /// and for images that could not be read at all.
    var decoding: Decoding?

    /// The input as it was given, for the reader to recognise it.
    enum Input: Sendable {
        /// A path or a line.
        case text(String)
        /// A JSON object, byte for byte.
        case json(ArraySlice<UInt8>)

        /// Either, as text.
        var text: String {
            switch self {
            case .text(let text): text
            case .json(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// A code, what should be done about it, and, once that was tried, how it went.
    struct Resolved: Sendable {
        let resolution: Resolution
        /// In the order of the actions; nil when nothing was performed.
        let outcomes: [Outcome]?
        /// Whether what the code keeps secret is not to be shown.
        var withholds: Bool { !masks.isEmpty }
        /// None or one: hides what the code keeps secret.
        private let masks: [SecretMask]
        /// Why it is that rule that took it; nil when nobody asked.
        var explanation: Explanation? { explanations.first }
        /// None or one: a list is small where there is none, and an explanation is not.
        private let explanations: [Explanation]

        init(
            _ resolution: Resolution, outcomes: [Outcome]? = nil, withholding mask: SecretMask? = nil,
            explanation: Explanation? = nil
        ) {
            self.resolution = resolution
            self.outcomes = outcomes
            masks = mask.map { [$0] } ?? []
            explanations = explanation.map { [$0] } ?? []
        }

        /// Hands on the fields that the kind of the code has of its own, with their values as far as they may be shown.
        ///
        /// Definitions are lent by their place in the table, as a copy costs more than most values.
        func forEachShownField(_ body: (_ definitions: [FieldDefinition], _ index: Int, FieldValue) -> Void) {
            let definitions = Field.fields(of: resolution.content.kind)
            let withholdsSecret = withholdsSecret
            for index in definitions.indices where !(withholdsSecret && definitions[index].mayTellSecret) {
                guard let value = resolution.reading.value(of: definitions[index].field) else { continue }
                body(definitions, index, shown(value))
            }
        }

        /// A value of the code as it may be shown.
        func shown(_ value: FieldValue) -> FieldValue {
            guard let mask = masks.first else { return value }
            // The name of a network may have words in common with its password.
            return resolution.content.kind == .wifi ? mask.maskedWhole(value) : mask.masked(value)
        }

        /// A text that was made of the code, as it may be shown.
        func shown(_ text: String) -> String { masks.first?.masked(text) ?? text }

        /// JSON in the code as it may be shown.
        func shown(_ json: JSONValue) -> JSONValue { masks.first?.masked(json) ?? json }

        /// A link with what may be shown of it, as a guard of links can judge it: the mark of a secret is no part of a link.
        func judged(_ url: String) -> String { withholds ? url.replacing(Reading.secretMark, with: "x") : url }

        /// The fields that a kind of a rule file gives, as far as they may be shown: they are made of the code's text.
        var shownGivenFields: [Resolution.GivenField] {
            withholdsSecret ? [] : resolution.givenFields
        }

        /// The names of what the code has and nobody is shown.
        var withheldFields: [String] {
            guard withholds else { return [] }
            let definitions = Field.fields(of: resolution.content.kind)
            var names = [Field.text.rawValue]
            // Each is looked at where it is, as a copy costs more than the look.
            for index in definitions.indices where withholdsSecret && definitions[index].mayTellSecret {
                guard resolution.reading.has(definitions[index].field) else { continue }
                names.append(definitions[index].name)
            }
            return names
        }

        /// What the code means for the exit status.
        var status: ExitStatus {
            var status = resolution.isTaken ? ExitStatus.success : .notTaken
            // What cannot be done with this code fails whether it is tried or not.
            if resolution.actions.contains(where: { $0.problem != nil && !$0.isOptional }) {
                status.raise(to: .actionFailed)
            }
            if let outcomes,
                outcomes.contains(where: { ![.done, .notNeeded].contains($0.status) && !$0.action.isOptional })
            {
                status.raise(to: .actionFailed)
            }
            return status
        }

        // A reading that is shown no longer says whether it held a secret.
        private var withholdsSecret: Bool { withholds }
    }

    /// The same input, and how it was read, with other results.
    func with(_ results: [Resolved], input: Input? = nil) -> Answer {
        Answer(input: input ?? self.input, outcome: .success(results), decoding: decoding)
    }

    /// Whether something of the input could be read, be there a code in it or not.
    var isRead: Bool {
        guard case .success = outcome else { return false }
        guard let pages = decoding?.pages, !pages.isEmpty else { return true }
        return pages.contains { $0.failure == nil }
    }

    /// The pages of an image on which nothing was found, though they could be read.
    var pagesWithoutCode: [DecodedPage] {
        guard case .success(let results) = outcome, let decoding else { return [] }
        let pages = Set(results.map { $0.resolution.symbol.sighting?.page })
        return decoding.pages.filter { $0.failure == nil && !pages.contains($0.number) }
    }

    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        if let decoding, decoding.pages.contains(where: { $0.failure != nil }) { status.raise(to: .unreadable) }
        // Each is looked at where it is, as a copy costs more than the look.
        for index in results.indices { status.raise(to: results[index].status) }
        return status
    }
}

/// Why an input has no answer.
struct InputError: Error, Hashable, Sendable {
    /// A name that programs may rely on.
    let code: String
    /// For people: what is wrong, and the remedy.
    let message: String

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: DecodeError) {
        self.init(code: error.code, message: error.description)
    }
}

extension Answer {
    /// The answer as anybody may see it: with `•••` in place of what its codes keep secret.
    ///
    /// - Parameter line: the input for a symbol whose text tells no secret; nil where the input names a file.
    func redacted(line: (Symbol) -> String?) -> Answer {
        switch outcome {
        case .failure(let error):
            // Nobody knows what this was meant to be; a password in it is one all the same.
            let input = Secrets.masked(input.text).map(Input.text) ?? input
            let message = Secrets.masked(error.message) ?? error.message
            return Answer(
                input: input, outcome: .failure(InputError(code: error.code, message: message)), decoding: decoding)
        case .success(let results):
            guard results.indices.contains(where: { results[$0].tellsSecret }) else { return self }
            var input = input
            // A code may tell the secret of another one of its image, and the name of the image that of each.
            let mask = results.reduce(SecretMask.none) { $0.and($1.resolution.reading.secretMask) }
            let echoMask = results.count > 1 ? Self.echoMask(of: results) : SecretMask.none
            let redacted = results.map { result -> Resolved in
                let reading = result.resolution.reading
                let echo = reading.symbol.text.map(echoMask.maskedWhole)
                let own = reading.redactedText.map(echoMask.maskedWhole)
                guard let text = own ?? (echo != reading.symbol.text ? echo : nil) else {
                    // The code is no secret, but the rule may have given one to an action.
                    return result.tellsSecret || !mask.isEmpty ? result.withRedactedActions(mask) : result
                }
                let symbol = result.resolution.symbol.replacing(text: text, mask)
                input = input.redacted(symbol, mask, line: line)
                return result.redacted(symbol, mask)
            }
            if case .text(let text) = input {
                // A line was written anew already; the name of an image may be anything.
                input = .text(decoding == nil ? mask.maskedWhole(text) : mask.masked(text))
            }
            return with(redacted, input: input)
        }
    }

    /// Hides the secrets of codes in the other codes of their image. Short ones are not among them: a PIN may stand in the
    /// number of any article. Nor are parts of a message, for the whole message has them in it.
    private static func echoMask(of results: [Resolved]) -> SecretMask {
        results.reduce(SecretMask.none) { mask, result in
            let reading = result.resolution.reading
            return reading.isPartOfSecret ? mask : mask.and(reading.secretMask)
        }.ofSecrets(withBytes: 8)
    }
}

extension Answer.Input {
    /// The same input, as if it had held a symbol whose text tells no secret.
    ///
    /// - Parameter mask: hides the secret in what else the input says.
    fileprivate func redacted(_ symbol: Symbol, _ mask: SecretMask, line: (Symbol) -> String?) -> Answer.Input {
        guard case .json(let bytes) = self else { return line(symbol).map(Answer.Input.text) ?? self }
        let replaced = bytes.withUnsafeBufferPointer { bytes -> [UInt8]? in
            guard let object = FlatObject(bytes), object.isAbsent("bytes") else { return nil }
            guard let object = object.replacing("text", with: symbol.text ?? "") else { return nil }
            // Its other members may say the secret too.
            let text = String(decoding: object, as: UTF8.self)
            return mask.masked(text) == text ? object : nil
        }
        if let replaced { return .json(replaced[...]) }
        guard case .object(let members)? = try? JSONValue(parsing: bytes) else { return .text(symbol.text ?? "") }
        var json = JSONWriter()
        json.value(
            .object(
                members.compactMap { member in
                    switch member.name {
                    case "text": .init(name: member.name, value: .string(symbol.text ?? ""))
                    case "bytes":
                        members.contains { $0.name == "text" }
                            ? nil : .init(name: "text", value: .string(symbol.text ?? ""))
                    default: .init(name: mask.masked(member.name), value: mask.masked(member.value))
                    }
                }))
        return .json(json.bytes[...])
    }
}

extension Answer.Resolved {
    /// Whether the code or one of its actions has something that is not to be shown.
    var tellsSecret: Bool {
        resolution.reading.holdsSecret
            || resolution.actions.contains(where: { $0.holdsSecret })
    }

    /// The result with another symbol, and without what its code keeps secret.
    fileprivate func redacted(_ symbol: Symbol, _ mask: SecretMask) -> Answer.Resolved {
        let reading = resolution.reading
        let redacted = Reading(
            symbol: symbol, content: reading.content, warnings: reading.warnings, joinedTo: reading.joinedTo,
            isPartOfSecret: reading.isPartOfSecret)
        let shown = resolution.replacing(reading: redacted, actions: redactedActions(mask))
        return Answer.Resolved(
            shown, outcomes: redactedOutcomes(mask), withholding: mask,
            explanation: explanation?.redacted(resolution: shown))
    }

    /// The result without what its actions keep secret.
    fileprivate func withRedactedActions(_ mask: SecretMask) -> Answer.Resolved {
        let shown = resolution.replacing(reading: resolution.reading, actions: redactedActions(mask))
        return Answer.Resolved(
            shown, outcomes: redactedOutcomes(mask), explanation: explanation?.redacted(resolution: shown))
    }

    private func redactedActions(_ mask: SecretMask) -> [Action] {
        resolution.actions.map { $0.redacted.masked(by: mask) }
    }

    private func redactedOutcomes(_ mask: SecretMask) -> [Outcome]? {
        outcomes?.map { outcome in
            Outcome(
                action: outcome.action.redacted.masked(by: mask), status: outcome.status,
                message: mask.masked(outcome.message), results: outcome.results.map { mask.masked($0.redacted) })
        }
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
