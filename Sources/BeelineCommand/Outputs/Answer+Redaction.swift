import Beeline
import BeelineJSON

extension Answer {
    /// The answer as anybody may see it: with `•••` in place of what its codes keep secret.
    ///
    /// - Parameter line: the input for a symbol whose text tells no secret; nil where the input names a file.
    func redacted(line: (Symbol) -> String?) -> Answer {
        switch outcome {
        case .failure:
            // Nobody knows what this was meant to be; a password in it is one all the same.
            guard let input = Secrets.masked(input.text) else { return self }
            return Answer(input: .text(input), outcome: outcome)
        case .success(let results):
            guard results.indices.contains(where: { results[$0].resolution.reading.holdsSecret }) else { return self }
            var input = input
            let redacted = results.map { result -> Resolved in
                guard let text = result.resolution.reading.redactedText else { return result }
                let symbol = result.resolution.symbol.replacing(text: text)
                input = input.redacted(symbol, line: line)
                return result.redacted(symbol)
            }
            return Answer(input: input, outcome: .success(redacted))
        }
    }
}

extension Answer.Input {
    /// The same input, as if it had held a symbol whose text tells no secret.
    fileprivate func redacted(_ symbol: Symbol, line: (Symbol) -> String?) -> Answer.Input {
        guard case .json(let bytes) = self else { return line(symbol).map(Answer.Input.text) ?? self }
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
                    default: member
                    }
                }))
        return .json(json.bytes[...])
    }
}

extension Answer.Resolved {
    /// The result with another symbol, and without what its code keeps secret.
    fileprivate func redacted(_ symbol: Symbol) -> Answer.Resolved {
        let reading = resolution.reading
        let redacted = Reading(
            symbol: symbol, content: reading.content, warnings: reading.warnings, joinedTo: reading.joinedTo)
        let shown = resolution.replacing(reading: redacted, actions: resolution.actions.map(\.redacted))
        return Answer.Resolved(
            shown,
            outcomes: outcomes?.map { outcome in
                Outcome(
                    action: outcome.action.redacted, status: outcome.status, message: outcome.message,
                    results: outcome.results.map(\.redacted))
            },
            withholds: true, explanation: explanation?.redacted(resolution: shown))
    }
}

extension Symbol {
    /// The same symbol with another text, and no bytes beside it.
    fileprivate func replacing(text: String) -> Symbol {
        Symbol(symbology, text, aim: aim, addOn: addOn, sighting: sighting)
    }
}
