internal import BeelineContent
internal import BeelineSupport

/// Reads an element of `"do"`.
struct ActionReader {
    let context: RuleContext
    /// What is certain of the codes for which they are performed; nil when a condition is wrong.
    let scope: Scope?
    /// Whether they are alternatives (`otherwise`) of another action.
    var isOtherwise = false

    var log: IssueLog { context.log }
    private var kinds: KindTable { context.kinds }

    struct ReadAction {
        let template: ActionTemplate
        let path: JSONPath
        /// Whether it may fail and so end the list.
        let mayFail: Bool
        let otherwise: [ReadAction]

        /// The action, followed by its alternatives.
        var templates: [ActionTemplate] { [template] + otherwise.map(\.template) }
    }

    /// The action with its alternatives; nil, and logged, when there is something wrong with it.
    func action(_ value: JSONValue, at path: JSONPath) -> ReadAction? {
        let actions = context.vocabulary.actions
        guard let name = name(value, at: path) else { return nil }
        guard let signature = actions.signature(name) else {
            let remedy = MistakeHints.remedy(forAction: name, known: actions.names).map { ": write \"\($0)\"" }
            let hint = remedy ?? log.suggestion(for: name, in: actions.names)
            return log.refuse("there is no action '\(name)'\(hint)", at: path.member("action"))
        }
        let allowed = RuleObject.actionKeys(of: signature).map(\.name) + signature.parameters.map(\.name)
        guard let object = ObjectReader(value, at: path, log: log, allowed: allowed, what: "'\(name)'") else {
            return nil
        }
        let isAlways = object.flag("always")
        let read = { () -> ReadAction? in
            var scope = self.scope
            // What its own condition captures is its own.
            let template = context.apart { self.template(object, signature, isAlways: isAlways, &scope) }
            let otherwise = self.otherwise(object, scope)
            guard let template else { return nil }
            let isDoubtful = template.shape.asks || !signature.effects.isDisjoint(with: [.network, .process])
            return ReadAction(
                template: template, path: path, mayFail: isDoubtful && !template.shape.isOptional, otherwise: otherwise)
        }
        return isAlways ? context.expectingNoResult(read) : read()
    }

    /// The alternatives of an action. The scope is what is certain where that action is to be performed.
    private func otherwise(_ object: ObjectReader, _ scope: Scope?) -> [ReadAction] {
        guard let value = object["otherwise"] else { return [] }
        let path = object.path.member("otherwise")
        guard !isOtherwise else {
            log.error("an action in an 'otherwise' cannot have an 'otherwise'", at: path, .name)
            return []
        }
        if value.array?.isEmpty ?? false { log.error("'otherwise' needs at least one action", at: path) }
        let reader = ActionReader(context: context, scope: scope, isOtherwise: true)
        return context.readingOtherwise(than: object["as"]?.string) {
            object.list("otherwise").compactMap { reader.action($0.value, at: $0.path) }
        }
    }

    /// - Parameter scope: is narrowed by the action's own condition.
    private func template(
        _ object: ObjectReader, _ signature: ActionSignature, isAlways: Bool, _ scope: inout Scope?
    ) -> ActionTemplate? {
        let (name, path) = (signature.name, object.path)
        let errors = log.errorCount
        var condition: Condition?
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
            read(value, of: parameter, signature, object, templates, at: path.member(parameter.name), into: &arguments)
        }
        let isOptional = object.flag("optional")
        let asks = object.flag("ask")
        let retry = retry(object)
        // What is sent later has no results for the actions after it.
        let isCertain = !isOptional && object["when"] == nil && retry == nil
        let resultName = resultName(object, signature, arguments, isCertain: isCertain)
        // A part that is wrong may have been left out, and of the rest nothing is made.
        guard log.errorCount == errors else { return nil }
        var written = arguments.written
        written.file = log.file.name
        if let problem = signature.check?.problem(written) {
            return log.refuse(problem.message, at: problem.parameter.map(path.member) ?? path)
        }
        let shape = ActionShape(
            name: name, asks: asks, isOptional: isOptional, resultName: resultName, isAlways: isAlways,
            isOtherwise: isOtherwise, retry: retry, hostsOfRule: arguments.hostsOfRule)
        return ActionTemplate(
            shape: shape, parameters: arguments.names, arguments: arguments.templates, condition: condition)
    }

    private static let longestRetry = Duration.seconds(31 * 86_400)

    /// For how long the action is kept; nil where it is not.
    private func retry(_ object: ObjectReader) -> Duration? {
        guard let text = object.text("retry") else { return nil }
        if let duration = Duration(written: text), (.seconds(1)...Self.longestRetry).contains(duration) {
            return duration
        }
        return log.refuse(
            "'retry' must be a duration \(Duration.writtenForms), and at most 31 days: '\(text)'",
            at: object.path.member("retry"))
    }

    /// The arguments that were read so far.
    struct Arguments {
        /// The links whose host the rule sets.
        var hostsOfRule: Set<String> {
            Set(
                zip(names, templates).compactMap { name, argument in
                    if case .url(let template) = argument, !template.isWholeLink { name } else { nil }
                })
        }
        var names: [String] = []
        var templates: [ActionTemplate.ArgumentTemplate] = []
        /// The services that it uses, in order.
        var services: [Service] = []
        var pointerNames: [String] = []

        /// The part that is the same for every code.
        var written: ArgumentCheck.Written {
            zip(names, templates).reduce(into: ArgumentCheck.Written()) { written, argument in
                let (name, template) = argument
                written.parameters.insert(name)
                switch template {
                case .text(let text): written.texts[name] = text.fixedText
                case .fields(let fields):
                    written.names[name] = Set(fields.map(\.name))
                    for field in fields {
                        written.fieldTexts[name, default: [:]][field.name] = field.template.fixedText
                    }
                case .json(let template): written.names[name] = Set(template.memberNames)
                case .url, .texts, .secret: break
                }
            }
        }

        mutating func append(_ name: String, _ template: ActionTemplate.ArgumentTemplate?) {
            guard let template else { return }
            names.append(name)
            templates.append(template)
        }
    }

    private func name(_ value: JSONValue, at path: JSONPath) -> String? {
        if case .object = value, let name = value["action"]?.string { return name }
        if let meant = MistakeHints.action(meantBy: value, known: context.vocabulary.actions.names) {
            return log.refuse("an action needs 'action': write {\"action\": \"\(meant)\", …}", at: path)
        }
        return ObjectReader(value, at: path, log: log, what: "an action")?.requiredText("action", of: "an action")
    }

    private func read(
        _ value: JSONValue, of parameter: ActionSignature.Parameter, _ signature: ActionSignature,
        _ object: ObjectReader, _ templates: TemplateReader, at path: JSONPath, into arguments: inout Arguments
    ) {
        let name = parameter.name
        switch (parameter.type, value) {
        case (.url, .string(let text)): arguments.append(name, templates.url(text, at: path).map { .url($0) })
        case (.text, .string(let text)):
            let template = self.text(text, of: parameter, templates, at: path)
            arguments.append(name, template.flatMap { unforgeable($0, signature, at: path) }.map { .text($0) })
        case (.texts, .array(let elements)):
            arguments.append(name, texts(elements, signature, templates, at: path).map { .texts($0) })
        case (.text, .boolean), (.text, .integer), (.text, .real):
            guard let text = Self.text(of: value, for: parameter) else {
                return log.error("'\(name)' must be a text\(IssueLog.asText(value))", at: path)
            }
            arguments.append(name, self.text(text, of: parameter, templates, at: path).map { .text($0) })
        case (.json, _): arguments.append(name, json(value, templates, at: path).map { .json($0) })
        case (.secret, .string(let text)):
            arguments.append(name, templates.text(text, at: path, allowsSecrets: true).map { .secret($0) })
        case (.service, .string), (.service, .array):
            read(services: value, name, object, templates, at: path, into: &arguments)
        case (.fields, .object):
            let fields = fields(value, name, templates, at: path, allowed: parameter.fieldNames)
            arguments.append(name, fields.map { .fields($0) })
        case (.headers, .object):
            arguments.append(name, fields(value, name, templates, at: path, areHeaders: true).map { .fields($0) })
        case (.pointers, .object): read(pointers: value, name, signature, templates, at: path, into: &arguments)
        case (.serviceValues, .object): break  // Read with the service, which says what they are for.
        case (.url, _), (.text, _), (.secret, _):
            log.error("'\(name)' must be a text\(IssueLog.asText(value))", at: path)
        default: log.error("'\(name)' is \(parameter.type.form), not \(value.typeName)", at: path)
        }
    }

    /// A number or a truth as the text of a parameter that is one; nil for parameters that are texts.
    private static func text(of value: JSONValue, for parameter: ActionSignature.Parameter) -> String? {
        if case .boolean(let truth) = value {
            return parameter.freedom.choices.contains("\(truth)") ? "\(truth)" : nil
        }
        guard let text = value.numberText else { return nil }
        return parameter.isNumber || parameter.freedom.choices.contains(text) ? text : nil
    }

    private func text(
        _ text: String, of parameter: ActionSignature.Parameter, _ templates: TemplateReader, at path: JSONPath
    ) -> BoundText? {
        guard let template = templates.text(text, at: path) else { return nil }
        switch parameter.freedom {
        case .template: break
        case .fixed:
            guard template.fixedText != nil else {
                return log.refuse(
                    "a code cannot choose '\(parameter.name)': it must be a text without names, except {const.NAME}",
                    at: path)
            }
        case .topic:
            guard let topic = template.forTopic() else {
                return log.refuse(
                    "a code cannot choose '\(parameter.name)': it must be a text without names, except {const.NAME} "
                        + "and {scan.source}", at: path)
            }
            return topic
        case .choice(let choices):
            guard let chosen = template.fixedText, choices.contains(chosen) else {
                let hint = log.hint(for: template.fixedText ?? "", in: choices)
                let known = choices.map { "'\($0)'" }.joined(separator: ", ")
                return log.refuse("'\(parameter.name)' is one of \(known)\(hint)", at: path)
            }
        case .choiceOrFile(let choices, let endings):
            let chosen = template.fixedText ?? ""
            guard choices.contains(chosen) || endings.contains(where: { chosen.lowercased().hasSuffix($0) }) else {
                let hint = log.hint(for: chosen, in: choices)
                let known = choices.map { "'\($0)'" }.joined(separator: ", ")
                return log.refuse(
                    "'\(parameter.name)' must be one of \(known), or a file that ends in "
                        + "\(endings.joined(separator: ", "))"
                        + hint, at: path)
            }
        }
        return template
    }

    /// A text that other machines or programs get; nil, and logged, where a code could write markup into it.
    private func unforgeable(_ template: BoundText, _ signature: ActionSignature, at path: JSONPath) -> BoundText? {
        guard template.isMarkup, !signature.effects.isDisjoint(with: [.network, .process]) else { return template }
        let remedy =
            signature.parameters.first { $0.type == .json }.map { "give it in '\($0.name)', which is made of values" }
            ?? "give the values one by one"
        return log.refuse("this text is JSON or markup, and a code could write into it: \(remedy)", at: path)
    }

    /// Each level is read by a call within that of the level above.
    private static let deepestJSON = 64

    /// A value of JSON; nil, and logged, when there is something wrong with it.
    private func json(_ value: JSONValue, _ templates: TemplateReader, at path: JSONPath) -> JSONTemplate? {
        guard path.steps.count <= Self.deepestJSON else {
            return log.refuse("JSON is nested too deeply: at most \(Self.deepestJSON) levels of a file", at: path)
        }
        switch value {
        case .string(JSONTemplate.scanText): return .scan
        case .null: return .fixed(.null)
        case .boolean(let truth): return .fixed(.boolean(truth))
        case .integer, .real:
            guard let number = value.decimalNumber else {
                return log.refuse("a number here has at most 18 digits; write it as a string", at: path)
            }
            return .fixed(.number(number))
        case .string(let text): return templates.text(text, at: path, mayBeAbsent: true).map { .text($0) }
        case .array(let elements):
            let read = elements.enumerated().map { json($0.element, templates, at: path.element($0.offset)) }
            let elements = read.compactMap(\.self)
            return elements.count == read.count ? .list(elements) : nil
        case .object(let members):
            let read = members.compactMap { member in
                json(member.value, templates, at: path.member(member.name)).map {
                    JSONTemplate.Member(name: member.name, template: $0)
                }
            }
            return read.count == members.count ? .object(read) : nil
        }
    }

    private func texts(
        _ elements: [JSONValue], _ signature: ActionSignature, _ templates: TemplateReader, at path: JSONPath
    ) -> [BoundText]? {
        var texts: [BoundText] = []
        var templates = templates
        templates.isBesideValue = elements.contains { $0.string?.utf8.contains(UInt8(ascii: "{")) ?? false }
        for (index, element) in elements.enumerated() {
            let path = path.element(index)
            guard let text = log.string(element, "an element", at: path),
                let template = templates.text(text, at: path), unforgeable(template, signature, at: path) != nil
            else { continue }
            texts.append(template)
        }
        return texts.count == elements.count ? texts : nil
    }

    /// Names that are not allowed are errors. The values of headers may contain secrets.
    func fields(
        _ value: JSONValue, _ name: String, _ templates: TemplateReader, at path: JSONPath, allowed: [String]? = nil,
        areHeaders: Bool = false
    ) -> [ActionTemplate.ArgumentTemplate.Field]? {
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: allowed, what: "'\(name)'", remedy: { _ in nil })
        else { return nil }
        if allowed == nil, value["note"] != nil {
            log.warning("'note' is reserved for notes: give the field another name", at: path.member("note"), .name)
        }
        return object.all.compactMap { member in
            guard !areHeaders || HeaderName.isRight(member, log),
                let text = log.string(member.value, "'\(member.name)'", at: member.path)
            else { return nil }
            return templates.text(text, at: member.path, allowsSecrets: areHeaders).map {
                .init(name: member.name, template: $0)
            }
        }
    }

    private func read(
        pointers value: JSONValue, _ name: String, _ signature: ActionSignature, _ templates: TemplateReader,
        at path: JSONPath, into arguments: inout Arguments
    ) {
        guard let object = ObjectReader(value, at: path, log: log, what: "'\(name)'") else { return }
        let existing = if case .withPointers(let known) = signature.results { known } else { [String]() }
        let pointers = object.all.compactMap { member -> ActionTemplate.ArgumentTemplate.Field? in
            guard let pointer = Service.pointer(member, existing: existing, log),
                let template = templates.text(pointer, at: member.path)
            else { return nil }
            return .init(name: member.name, template: template)
        }
        arguments.pointerNames = pointers.map(\.name)
        arguments.append(name, .fields(pointers))
    }

    /// The name by which later actions use the results of this one.
    private func resultName(
        _ object: ObjectReader, _ signature: ActionSignature, _ arguments: Arguments, isCertain: Bool
    ) -> String? {
        guard let name = object.text("as") else { return nil }
        let path = object.path.member("as")
        let names: [String]
        var certain: [String] = []
        switch signature.results {
        case .none: return log.refuse("'\(signature.name)' has no results, so 'as' is not possible", at: path)
        case .named(let known):
            names = known
            certain = [ResultName.found]
        case .certain(let known): (names, certain) = (known, known)
        case .withPointers(let known):
            names = known + arguments.pointerNames
            certain = known
        case .ofService:
            names = arguments.services.flatMap(\.results).reduce(into: ResultName.ofEveryService) { names, result in
                if !names.contains(result.name) { names.append(result.name) }
            }
            certain = ResultName.ofEveryService
        }
        if NameReader.owners.contains(name) {
            return log.refuse("'\(name)' is reserved before a dot; use another name", at: path)
        }
        guard RuleName.isValid(name) else {
            return log.refuse("a name of results must be letters, digits and '_': '\(name)'", at: path)
        }
        guard context.results[name] == nil else {
            return log.refuse("an earlier action also has 'as' '\(name)'", at: path)
        }
        context.results[name] = RuleContext.FoundNames(names: names, certain: isCertain ? Set(certain) : [])
        return name
    }
}

extension BoundText {
    /// The text of a template that is the same for every code; constants are filled in by now. For the source of the
    /// scan in a topic it has a word of the same form.
    var fixedText: String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .topicLevel: text += "source"
            case .variable, .secret: return nil
            }
        }
        return text
    }
}

extension ActionSignature.ParameterType {
    /// The form of its value, for messages.
    fileprivate var form: String {
        switch self {
        case .url, .text, .secret: "a string"
        case .texts: "a list of strings"
        case .service: "a string or a list of strings"
        case .fields, .json, .headers, .pointers, .serviceValues: "an object"
        }
    }
}
