internal import BeelineJSON

/// Reads an element of `"do"`.
struct ActionReader {
    let signatures: [ActionSignature]
    let templates: TemplateReader
    let log: IssueLog

    /// The keys that every action has; all others are the plugin's.
    private static let common = ["action", "ask", "optional"]

    /// The action; nil, and logged, when there is something wrong with it.
    func action(_ value: JSONValue, at path: JSONPath) -> ActionTemplate? {
        guard let name = name(value, at: path) else { return nil }
        guard let signature = signatures.first(where: { $0.name == name }) else {
            let names = signatures.map(\.name)
            let hint = Spelling.hint(for: name, in: names)
            let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : ""
            log.error("there is no action '\(name)'\(hint)\(known)", at: path.member("action"))
            return nil
        }
        let allowed = Self.common + signature.parameters.map(\.name)
        guard let object = ObjectReader(value, at: path, log: log, allowed: allowed, what: "'\(name)'") else {
            return nil
        }
        var arguments: [ActionTemplate.Argument] = []
        for parameter in signature.parameters {
            guard let value = object[parameter.name] else {
                if parameter.isRequired { log.error("'\(name)' needs '\(parameter.name)'", at: path) }
                continue
            }
            if let template = argument(value, of: parameter, at: path.member(parameter.name)) {
                arguments.append(.init(name: parameter.name, template: template))
            }
        }
        return ActionTemplate(
            name: name, arguments: arguments, asks: object.flag("ask"), isOptional: object.flag("optional"))
    }

    /// The name of the action, on which it depends what else may stand in the object.
    private func name(_ value: JSONValue, at path: JSONPath) -> String? {
        if case .object = value, let name = value["action"]?.string { return name }
        let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "an action")
        return object?.requiredText("action", of: "an action")
    }

    private func argument(
        _ value: JSONValue, of parameter: ActionSignature.Parameter, at path: JSONPath
    ) -> ActionTemplate.ArgumentTemplate? {
        switch (parameter.type, value) {
        case (.url, .string(let text)): return templates.url(text, at: path).map { .url($0) }
        case (.text, .string(let text)): return templates.text(text, at: path).map { .text($0) }
        case (.fields, .object):
            guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'\(parameter.name)'") else {
                return nil
            }
            return .fields(object.all.compactMap { field($0, at: path.member($0.name)) })
        case (.fields, _):
            log.error("'\(parameter.name)' is an object, not \(value.typeName)", at: path)
            return nil
        default:
            log.error("'\(parameter.name)' is a string, not \(value.typeName)", at: path)
            return nil
        }
    }

    private func field(_ member: JSONValue.Member, at path: JSONPath) -> ActionTemplate.ArgumentTemplate.Field? {
        guard let text = member.value.string else {
            log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
            return nil
        }
        return templates.text(text, at: path).map { .init(name: member.name, template: $0) }
    }
}
