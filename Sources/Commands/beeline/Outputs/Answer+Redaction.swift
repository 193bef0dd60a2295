import Beeline
import BeelineSupport

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
            let masks = results.map(\.resolution.reading.secretMask)
            let mask = masks.reduce(SecretMask.none) { $0.and($1) }
            let echoMask = results.count > 1 ? Self.echoMask(of: results) : SecretMask.none
            let redacted = zip(results, masks).map { result, ownMask -> Resolved in
                let reading = result.resolution.reading
                let echo = reading.symbol.text.map(echoMask.maskedWhole)
                let own = reading.holdsSecret ? echoMask.maskedWhole(reading.redactedText(ownMask)) : nil
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
