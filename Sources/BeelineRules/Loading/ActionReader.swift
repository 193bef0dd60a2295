internal import BeelineContent
internal import BeelineJSON

/// Reads an element of `"do"`.
struct ActionReader {
    let context: RuleContext
    /// The id of the rule.
    let rule: String
    /// What is certain of the codes that the rule takes; nil when its condition is wrong.
    let scope: Scope?

    /// The keys that every action may have; all others are the plugin's.
    static let common = RuleObject.action.keyNames

    private var log: IssueLog { context.log }
    private var kinds: KindTable { context.kinds }

    /// The action; nil, and logged, when there is something wrong with it.
    func action(_ value: JSONValue, at path: JSONPath) -> ActionTemplate? {
        // What its own condition captures is its own.
        context.apart { read(value, at: path) }
    }

    private func read(_ value: JSONValue, at path: JSONPath) -> ActionTemplate? {
        let signatures = context.vocabulary.signatures
        guard let name = name(value, at: path) else { return nil }
        guard let signature = signatures.first(where: { $0.name == name }) else {
            let names = signatures.map(\.name)
            let hint = log.hint(for: name, in: names)
            let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : ""
            log.error("there is no action '\(name)'\(hint)\(known)", at: path.member("action"))
            return nil
        }
        let allowed = Self.common + signature.parameters.map(\.name)
        guard let object = ObjectReader(value, at: path, log: log, allowed: allowed, what: "'\(name)'") else {
            return nil
        }
        let errors = log.errorCount
        var condition: Condition?
        var scope = scope
        if let when = object["when"] {
            let outer = scope ?? .anything(kinds)
            let reader = ConditionReader(context: context)
            condition = reader.condition(when, at: path.member("when"), within: outer)
            scope = condition.map { outer.narrowed(by: Scope($0, kinds)) }
        }
        let templates = TemplateReader(context: context, scope: scope)
        var arguments = Arguments()
        for parameter in signature.parameters {
            guard let value = object[parameter.name] else {
                if parameter.isRequired { log.error("'\(name)' needs '\(parameter.name)'", at: path) }
                continue
            }
            read(value, of: parameter, object, templates, at: path.member(parameter.name), into: &arguments)
        }
        let isOptional = object.flag("optional")
        let asks = object.flag("ask")
        let resultName = resultName(object, signature, arguments, isCertain: !isOptional && object["when"] == nil)
        // A part that is wrong may have been left out, and of the rest nothing is made.
        guard log.errorCount == errors else { return nil }
        let shape = ActionShape(
            name: name, rule: rule, parameters: arguments.names, asks: asks, isOptional: isOptional,
            resultName: resultName)
        return ActionTemplate(shape: shape, arguments: arguments.templates, condition: condition)
    }

    /// What the parameters read so far say.
    private struct Arguments {
        var names: [String] = []
        var templates: [ActionTemplate.ArgumentTemplate] = []
        /// The service that is asked.
        var service: Service?

        mutating func append(_ name: String, _ template: ActionTemplate.ArgumentTemplate?) {
            guard let template else { return }
            names.append(name)
            templates.append(template)
        }
    }

    /// The name of the action, on which it depends what else may stand in the object.
    private func name(_ value: JSONValue, at path: JSONPath) -> String? {
        if case .object = value, let name = value["action"]?.string { return name }
        let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "an action")
        return object?.requiredText("action", of: "an action")
    }

    private func read(
        _ value: JSONValue, of parameter: ActionSignature.Parameter, _ object: ObjectReader,
        _ templates: TemplateReader, at path: JSONPath, into arguments: inout Arguments
    ) {
        switch (parameter.type, value) {
        case (.url, .string(let text)):
            arguments.append(parameter.name, templates.url(text, at: path).map { .url($0) })
        case (.text, .string(let text)):
            arguments.append(parameter.name, templates.text(text, at: path).map { .text($0) })
        case (.service, .string(let text)):
            read(service: text, parameter.name, object, templates, at: path, into: &arguments)
        case (.fields, .object):
            arguments.append(parameter.name, fields(value, parameter.name, templates, at: path).map { .fields($0) })
        case (.serviceValues, .object): break  // Read with the service, which says what they are for.
        case (.fields, _), (.serviceValues, _):
            log.error("'\(parameter.name)' is an object, not \(value.typeName)", at: path)
        case (.url, _), (.text, _), (.service, _):
            log.error("'\(parameter.name)' is a string, not \(value.typeName)", at: path)
        }
    }

    private func fields(
        _ value: JSONValue, _ name: String, _ templates: TemplateReader, at path: JSONPath
    ) -> [ActionTemplate.ArgumentTemplate.Field]? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'\(name)'") else { return nil }
        if value["note"] != nil {
            log.warning("'note' is for notes, and no field: give it another name", at: path.member("note"), .name)
        }
        return object.all.compactMap { member in
            let path = path.member(member.name)
            guard let text = member.value.string else {
                log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
                return nil
            }
            return templates.text(text, at: path).map { .init(name: member.name, template: $0) }
        }
    }

    /// What a service says of itself, filled in with what the action gives it.
    private func read(
        service name: String, _ parameter: String, _ object: ObjectReader, _ templates: TemplateReader,
        at path: JSONPath, into arguments: inout Arguments
    ) {
        let services = context.vocabulary.services
        guard let service = services.use(name) else {
            let hint = log.hint(for: name, in: services.names)
            let known =
                services.names.isEmpty
                ? "; 'services' describes them" : "; there are \(services.names.joined(separator: ", "))"
            log.error("no rule file has a service '\(name)'\(hint.isEmpty ? known : hint)", at: path)
            return
        }
        arguments.service = service
        var given: [String: BoundText] = [:]
        let valuesPath = object.path.member("with")
        if let values = object["with"], case .object = values {
            for field in fields(values, "with", templates, at: valuesPath) ?? [] {
                given[field.name] = field.template.orEmpty
            }
        }
        let wanted = service.wantedNames
        for missing in wanted.names where given[missing] == nil {
            let isThere = object["with"]?[missing] != nil
            // A service whose own names are wrong says so at its place; one that is not given is missing here.
            if !isThere, wanted.isRequired(missing) {
                log.error(
                    "the service '\(name)' asks for '\(missing)': give it in 'with'",
                    at: object["with"] == nil ? path : valuesPath)
            }
        }
        for known in given.keys.sorted() where !wanted.names.contains(known) {
            let hint = log.hint(for: known, in: wanted.names)
            log.error("the service '\(name)' does not ask for '\(known)'\(hint)", at: valuesPath.member(known), .name)
        }
        let inner = RuleContext(context.vocabulary, log: service.log)
        // What may be left out and is not given is absent, which the operators that may leave it out understand.
        for absent in wanted.names where given[absent] == nil { given[absent] = BoundText(parts: []) }
        var reader = TemplateReader(context: inner, scope: nil)
        reader.given = given
        arguments.append(parameter, .text(BoundText(name)))
        arguments.append("url", reader.url(service.url, at: service.urlPath).map { .url($0) })
        let headers = service.headers.compactMap { header in
            reader.text(header.template, at: header.path, allowsSecrets: true).map {
                ActionTemplate.ArgumentTemplate.Field(name: header.name, template: $0)
            }
        }
        arguments.append("headers", .fields(headers))
        arguments.append(
            "results", .fields(service.results.map { .init(name: $0.name, template: BoundText($0.pointer)) }))
    }

    /// The name by which later actions know what this one finds.
    private func resultName(
        _ object: ObjectReader, _ signature: ActionSignature, _ arguments: Arguments, isCertain: Bool
    ) -> String? {
        guard let name = object.text("as") else { return nil }
        let path = object.path.member("as")
        let names: [String]
        switch signature.results {
        case .none:
            log.error("'\(signature.name)' finds nothing that could have a name", at: path)
            return nil
        case .named(let known): names = known
        case .ofService: names = arguments.service?.resultNames ?? [ResultName.found]
        }
        let owners = NameReader.owners
        guard Vocabulary.isName(name), !owners.contains(name) else {
            log.error(
                owners.contains(name)
                    ? "'\(name)' has a meaning of its own before a dot; take another name"
                    : "a name of results is letters, digits and '_': '\(name)'", at: path)
            return nil
        }
        guard context.results[name] == nil else {
            log.error("an action before it is called '\(name)' already", at: path)
            return nil
        }
        context.results[name] = RuleContext.FoundNames(names: names, isCertain: isCertain)
        return name
    }
}

extension BoundText {
    /// The same text; an empty one is told from none by having a part.
    fileprivate var orEmpty: BoundText { parts.isEmpty ? BoundText("") : self }
}

extension Service {
    /// What it asks an action for.
    var wantedNames: (names: [String], isRequired: (String) -> Bool) {
        var names: [String] = []
        var optional: Set<String> = []
        for case .expression(let kind, let variables) in url.parts {
            for variable in variables where !variable.name.contains(".") {
                if !names.contains(variable.name) {
                    names.append(variable.name)
                    if kind.leavesAbsentOut { optional.insert(variable.name) }
                } else if !kind.leavesAbsentOut {
                    optional.remove(variable.name)
                }
            }
        }
        for header in headers {
            guard let template = try? TextTemplate(header.template) else { continue }
            for case .variable(let variable) in template.parts where !variable.name.contains(".") {
                if !names.contains(variable.name) {
                    names.append(variable.name)
                    if variable.fallback != nil { optional.insert(variable.name) }
                } else if variable.fallback == nil {
                    optional.remove(variable.name)
                }
            }
        }
        return (names, { !optional.contains($0) })
    }
}
