internal import BeelineContent
internal import BeelineJSON
internal import BeelineRules

extension JSONWriter {
    /// Fields as an object, each value of its own type.
    mutating func write(_ fields: [Action.Argument]) {
        object { json in
            for field in fields {
                json.name(field.name)
                json.write(field.value)
            }
        }
    }

    private mutating func write(_ value: ActionValue) {
        switch value {
        case .text(let text), .url(let text): self.value(text)
        case .number(let number): self.value(json: number.description.utf8)
        case .boolean(let truth): self.value(truth)
        case .list(let texts): array { json in for text in texts { json.value(text) } }
        case .fields(let fields): write(fields)
        // A secret that was not put in stays out.
        case .withSecrets: self.value(value.description)
        }
    }
}
