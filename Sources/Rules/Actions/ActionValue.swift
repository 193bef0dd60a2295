public import BeelineContent
package import BeelineSupport

/// The value of an action's parameter, or of one of its free fields.
public enum ActionValue: Hashable, Sendable, CustomStringConvertible {
    case text(String)
    case url(String)
    case number(DecimalNumber)
    case boolean(Bool)
    case list([FieldValue])
    case fields([Action.Argument])
    /// A list of any values, in JSON that a rule makes.
    case array([ActionValue])
    /// Null, in such JSON.
    case null
    /// A text with secrets, which are inserted when the action is performed.
    case withSecrets([SecretPart])

    /// A piece of a text with secrets in it.
    public enum SecretPart: Hashable, Sendable {
        case text(String)
        /// A secret, by its name.
        case secret(String)
    }

    /// The value as text, with `•••` instead of secrets. Elements of a list are between commas, fields between blanks;
    /// a list of JSON has its brackets.
    public var description: String {
        switch self {
        case .text(let text), .url(let text): text
        case .number(let number): number.description
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let elements): elements.map(\.description).joined(separator: ",")
        case .fields(let fields): fields.map { "\($0.name)=\($0.shownValue)" }.joined(separator: " ")
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .null: "null"
        case .withSecrets(let parts):
            parts.map { if case .text(let text) = $0 { text } else { Reading.secretMark } }.joined()
        }
    }

    /// The value for conditions and templates; nil for an object.
    public var fieldValue: FieldValue? {
        switch self {
        case .text(let text), .url(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .list(let elements): elements.isEmpty ? nil : .list(elements)
        case .fields, .array, .null, .withSecrets: nil
        }
    }

    /// The names of the secrets that are not inserted yet.
    var secretNames: [String] {
        switch self {
        case .withSecrets(let parts): parts.compactMap { if case .secret(let name) = $0 { name } else { nil } }
        case .fields(let fields): fields.flatMap(\.value.secretNames)
        // JSON names no secret.
        case .text, .url, .number, .boolean, .list, .array, .null: []
        }
    }

    var namesSecret: Bool {
        switch self {
        case .withSecrets: true
        case .fields(let fields): fields.contains { $0.value.namesSecret }
        case .text, .url, .number, .boolean, .list, .array, .null: false
        }
    }

    /// The value with the known secrets inserted; a text that names an unknown one stays as it is.
    func revealingKnown(_ secret: (String) -> String?) -> ActionValue {
        switch self {
        case .text, .url, .number, .boolean, .list, .array, .null: return self
        case .withSecrets(let parts):
            var text = ""
            for part in parts {
                switch part {
                case .text(let literal): text += literal
                case .secret(let name):
                    guard let value = secret(name) else { return self }
                    text += value
                }
            }
            return .text(text)
        case .fields(let fields):
            return .fields(
                fields.map { field in
                    Action.Argument(
                        name: field.name, value: field.value.revealingKnown(secret),
                        isSecret: field.isSecret || field.value.namesSecret)
                })
        }
    }
}

/// A secret that an action needs and that is unknown.
package struct MissingSecret: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String

    package init(name: String) { self.name = name }

    package var description: String {
        "the secret '\(name)' is not set: set BEELINE_SECRET_\(name.uppercased()), or write it to "
            + "beeline/secrets/\(name) in $XDG_CONFIG_HOME or ~/.config, readable only by you (chmod 600)"
    }
}

extension ActionValue {
    /// Writes the value as one of JSON: free fields as an object, and `•••` for a secret that is not inserted yet.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text), .url(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .list(let elements): elements.write(to: &json)
        case .fields(let fields): fields.write(to: &json)
        case .array(let elements): json.array { json in for element in elements { element.write(to: &json) } }
        case .null: json.null()
        case .withSecrets: json.value(description)
        }
    }

    /// The value as a JSON text, secrets as they are.
    package var jsonBytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
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
