internal import BeelineContent
internal import BeelineJSON

/// Reads the templates of a rule and binds their names.
struct TemplateReader {
    let constants: Constants
    let log: IssueLog
    /// What is certain of the codes that the rule takes; nil when its condition is wrong, and nothing can be said.
    let scope: Scope?

    /// A text template; nil, and logged, when there is something wrong with it.
    func text(_ text: String, at path: JSONPath) -> BoundText? {
        let template: TextTemplate
        do throws(TemplateError) {
            template = try TextTemplate(text)
        } catch {
            log.error(error.message, at: path, .character(error.offset))
            return nil
        }
        var parts: [BoundText.Part] = []
        for part in template.parts {
            switch part {
            case .literal(let text): parts.append(.literal(text))
            case .variable(let variable):
                let place = IssueLog.Place.character(variable.offset)
                guard let binding = bind(variable.name, at: path, place) else { continue }
                if variable.fallback == nil, !isCertain(binding) {
                    log.error(
                        "'\(variable.name)' may be absent: write {\(variable.name)|…} with what then stands there, "
                            + "or require it in 'when': \"\(variable.name)\": {\"exists\": true}", at: path, place)
                }
                parts.append(.variable(binding, fallback: variable.fallback))
            }
        }
        return BoundText(parts: parts)
    }

    /// A URL template; nil, and logged, when there is something wrong with it.
    func url(_ text: String, at path: JSONPath) -> BoundURL? {
        let template: URITemplate
        do throws(TemplateError) {
            template = try URITemplate(text)
        } catch {
            log.error(error.message, at: path, .character(error.offset))
            return nil
        }
        var parts: [BoundURL.Part] = []
        var isRight = true
        for part in template.parts {
            switch part {
            case .literal(let bytes): parts.append(.literal(bytes))
            case .expression(let kind, let variables):
                let bound = variables.map { bind($0, kind, at: path) }
                if bound.contains(where: { $0 == nil }) { isRight = false }
                parts.append(.expression(kind, bound.compactMap { $0 }))
            }
        }
        guard isRight else { return nil }
        parts = Self.withConstantsFilledIn(parts)
        let isWholeLink = Self.isWholeLink(parts)
        if !isWholeLink, let problem = URLHead.problem(with: parts, isCertain: isCertain) {
            log.error(problem + constantsIn(template), at: path)
            return nil
        }
        return BoundURL(parts: parts, isWholeLink: isWholeLink)
    }

    /// The constants of a template and their values, for a message: whoever set one must recognise it.
    private func constantsIn(_ template: URITemplate) -> String {
        let names = template.variableNames.filter { $0.hasPrefix("const.") }.map { String($0.dropFirst(6)) }
        return names.compactMap { name in
            constants.use(name).map { "; the constant '\(name)' is '\($0)', and a host is like www.example.com" }
        }.joined()
    }

    private func bind(
        _ variable: URITemplate.Variable, _ kind: URITemplate.Operator, at path: JSONPath
    ) -> BoundURL.Variable? {
        let place = IssueLog.Place.character(variable.offset)
        guard let binding = bind(variable.name, at: path, place) else { return nil }
        if !kind.leavesAbsentOut, !isCertain(binding) {
            log.error(
                "'\(variable.name)' may be absent, and the URL would mean something else without it: require it in "
                    + "'when': \"\(variable.name)\": {\"exists\": true}", at: path, place)
            return nil
        }
        return BoundURL.Variable(source: variable, binding: binding)
    }

    /// What a name stands for; nil, and logged, when it stands for nothing.
    private func bind(_ name: String, at path: JSONPath, _ place: IssueLog.Place) -> Binding? {
        if name.hasPrefix("const.") {
            let constant = String(name.dropFirst(6))
            if let value = constants.use(constant) { return .constant(value) }
            log.error(
                "no rule file has a constant '\(constant)'\(Spelling.hint(for: constant, in: constants.names))",
                at: path, place)
            return nil
        }
        guard let field = FieldName(name) else {
            let names = Field.table.map(\.name) + constants.names.map { "const.\($0)" }
            log.error("no code has a field '\(name)'\(Spelling.hint(for: name, in: names))", at: path, place)
            return nil
        }
        if let scope, !scope.isPossible(field) {
            let kinds = scope.kinds.kinds.map(\.rawValue).joined(separator: ", ")
            log.error("the codes that this rule takes (kind \(kinds)) never have '\(name)'", at: path, place)
            return nil
        }
        return .field(field)
    }

    private func isCertain(_ binding: Binding) -> Bool {
        guard case .field(let name) = binding, let scope else { return true }
        return scope.isCertain(name)
    }

    /// Whether the template is a lone `{+name}` whose field is a link.
    private static func isWholeLink(_ parts: [BoundURL.Part]) -> Bool {
        guard parts.count == 1, case .expression(.reserved, let variables) = parts[0], variables.count == 1,
            case .field(let name) = variables[0].binding
        else { return false }
        return name.type == .url && variables[0].source.prefix == nil
    }

    /// Expressions that hold constants only become literals, and literals that meet become one.
    private static func withConstantsFilledIn(_ parts: [BoundURL.Part]) -> [BoundURL.Part] {
        var result: [BoundURL.Part] = []
        var literal: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let bytes): literal += bytes
            case .expression(let kind, let variables):
                let values = variables.map { variable -> String? in
                    if case .constant(let value) = variable.binding { value } else { nil }
                }
                if values.contains(where: { $0 == nil }) {
                    if !literal.isEmpty { result.append(.literal(literal)) }
                    literal = []
                    result.append(part)
                } else if kind == .simple, literal.suffix(3).elementsEqual("://".utf8), let host = values[0],
                    values.count == 1, URLHead.isHost(host)
                {
                    // A host may have a port, whose colon must not be encoded.
                    literal += Array(host.utf8)
                } else {
                    var expansion = URITemplate.Expansion(kind)
                    for (variable, value) in zip(variables, values) {
                        expansion.append(value ?? "", for: variable.source, to: &literal)
                    }
                }
            }
        }
        if !literal.isEmpty { result.append(.literal(literal)) }
        return result
    }
}
