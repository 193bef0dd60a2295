internal import BeelineContent
package import BeelineSupport

extension ActionValue {
    /// Writes the value as one of JSON: free fields as an object, and `•••` for a secret that is still to be put in.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text), .url(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .list(let elements): elements.write(to: &json)
        case .fields(let fields): fields.write(to: &json)
        case .withSecrets: json.value(description)
        }
    }
}

extension [Action.Argument] {
    /// Writes them as an object, each value of its own type, and secrets as they are.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            for argument in self {
                json.name(argument.name)
                argument.value.write(to: &json)
            }
        }
    }
}
