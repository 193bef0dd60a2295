internal import BeelineContent
internal import BeelineSupport

/// Reads the templates of a rule and binds their names.
struct TemplateReader {
    let context: RuleContext
    /// What is certain of the codes that the rule takes; nil when its condition is wrong, and nothing can be said.
    let scope: Scope?
    /// The values that an action gives a service, by name; nil in templates of rules, which name those of the code.
    var given: [String: BoundText]?
    /// Whether the text is one of a list in which another names a value, as the arguments of `printf` are.
    var isBesideValue = false

    var log: IssueLog { context.log }
    private var kinds: KindTable { context.kinds }
    private var names: NameReader { NameReader(context: context) }

    private enum Binding {
        case value(BoundURL.Value)
        case literal(String)
        case secret(String)
    }

    /// A text template, which names secrets only where they are allowed; nil, and logged, when there is something wrong with it.
    /// `mayBeAbsent` is whether a lone `{name}` may be absent, without a default.
    func text(_ text: String, at path: JSONPath, allowsSecrets: Bool = false, mayBeAbsent: Bool = false) -> BoundText? {
        let template: TextTemplate
        do throws(TemplateError) {
            template = try TextTemplate(text)
        } catch {
            return log.refuse(foreignName(in: text)?.advice ?? error.message, at: path, .character(error.offset))
        }
        warn(ofNamesIn: text, at: path)
        var parts: [BoundText.Part] = []
        var isRight = true
        for part in template.parts {
            switch part {
            case .literal(let text): parts.append(.literal(text))
            case .variable(let variable):
                let place = IssueLog.Place.character(variable.offset)
                guard let binding = bind(variable.name, at: path, place) else {
                    isRight = false
                    continue
                }
                switch binding {
                case .literal(let text): parts.append(.literal(text))
                case .value(.text(let given)):
                    // What is not given has no parts.
                    parts += given.parts.isEmpty ? [.literal(variable.fallback ?? "")] : given.parts
                case .secret(let name) where allowsSecrets: parts.append(.secret(name))
                case .secret:
                    log.error(Self.misplacedSecret, at: path, place)
                    isRight = false
                case .value(.name(let name)):
                    let isLeftOut = mayBeAbsent && template.parts.count == 1
                    if variable.fallback == nil, !isLeftOut, !isCertain(name) {
                        log.error(self.mayBeAbsent(name), at: path, place)
                        isRight = false
                    }
                    parts.append(.variable(name, fallback: variable.fallback))
                }
            }
        }
        return isRight ? BoundText(parts: Self.joined(parts)) : nil
    }

    private static let misplacedSecret =
        "a secret is only allowed in the headers of a service, and in parameters for secrets"

    private func mayBeAbsent(_ name: Name) -> String {
        let remedy = "'\(name)' may be absent: write {\(name)|…} with a default"
        // What only some ways capture no test after them can ask for.
        if case .part = name { return remedy }
        if case .capture = name, scope?.hasLooked(for: name) == false { return remedy }
        return remedy + ", or require it in 'when': \"\(name)\": {\"exists\": true}"
    }

    /// A URL template; nil, and logged, when there is something wrong with it.
    func url(_ text: String, at path: JSONPath) -> BoundURL? {
        do throws(TemplateError) {
            let template = try URITemplate(text)
            warn(ofNamesIn: text, at: path, isURL: true)
            return url(template, at: path)
        } catch {
            let foreign = foreignName(in: text, isURL: true)
            return log.refuse(foreign?.advice ?? error.message, at: path, .character(error.offset))
        }
    }

    /// The same for a template that was read before.
    func url(_ template: URITemplate, at path: JSONPath) -> BoundURL? {
        var parts: [BoundURL.Part] = []
        var isRight = true
        for part in template.parts {
            switch part {
            case .literal(let bytes): Self.append(bytes, to: &parts)
            case .expression(let kind, let variables):
                guard let bound = expression(kind, variables, after: parts, at: path) else {
                    isRight = false
                    continue
                }
                if case .literal(let bytes) = bound { Self.append(bytes, to: &parts) } else { parts.append(bound) }
            }
        }
        guard isRight else { return nil }
        let isWholeLink = Self.isWholeLink(parts)
        if !isWholeLink,
            let problem = URLHead.problem(with: parts, isCertain: isCertain, isHost: context.vocabulary.isHost)
        {
            return log.refuse(problem + constantsInHead(of: template), at: path)
        }
        if !isWholeLink, let name = Self.linkInPath(parts) {
            return log.refuse(
                "'{+\(name)}' puts a link with its '//' into the path of another URL, where an empty segment is "
                    + "refused; write {\(name)}, or put it into the query: ?u={\(name)}", at: path)
        }
        return BoundURL(parts: parts, isWholeLink: isWholeLink)
    }

    /// The first name of a link that is in the path with its reserved characters; nil where there is none.
    private static func linkInPath(_ parts: [BoundURL.Part]) -> Name? {
        for part in parts {
            switch part {
            case .literal(let bytes):
                if bytes.contains(UInt8(ascii: "?")) || bytes.contains(UInt8(ascii: "#")) { return nil }
            case .expression(.reserved, let variables):
                for variable in variables where variable.source.prefix == nil {
                    if case .name(let name) = variable.value, name.type == .url { return name }
                }
            case .expression: continue
            }
        }
        return nil
    }

    /// The constants in the scheme and host of a template, with their values, for a message to the user who set one.
    private func constantsInHead(of template: URITemplate) -> String {
        var names: [String] = []
        for part in template.parts {
            switch part {
            case .expression(_, let variables):
                for name in variables.map(\.name) where name.hasPrefix("const.") && !names.contains(name) {
                    names.append(name)
                }
            case .literal(let bytes):
                guard !URLHead.endsHost(bytes) else { return remark(names) }
            }
        }
        return remark(names)
    }

    private func remark(_ names: [String]) -> String {
        names.compactMap { name in
            context.vocabulary.constant(String(name.dropFirst("const.".count))).map { value in
                "; the constant '\(name.dropFirst("const.".count))' is '\(value)'"
                    + context.vocabulary.constants.origin(of: String(name.dropFirst("const.".count)))
                    + ", and a host is like www.example.com"
                    + (value.contains("://") ? " ({+\(name)} inserts a whole link)" : "")
            }
        }.joined()
    }

    /// An expression; one that contains constants only is a literal.
    private func expression(
        _ kind: URITemplate.Operator, _ variables: [URITemplate.Variable], after parts: [BoundURL.Part],
        at path: JSONPath
    ) -> BoundURL.Part? {
        var bound: [BoundURL.Variable] = []
        var literals: [(variable: URITemplate.Variable, value: String)] = []
        for variable in variables {
            let place = IssueLog.Place.character(variable.offset)
            guard let binding = bind(decoded(variable.name), at: path, place) else { return nil }
            switch binding {
            case .secret: return log.refuse(Self.misplacedSecret, at: path, place)
            case .literal(let text):
                literals.append((variable, text))
                bound.append(BoundURL.Variable(source: variable, value: .text(BoundText(text))))
            case .value(let value):
                if case .name(let name) = value, variable.prefix != nil, name.type == .list {
                    return log.refuse(
                        "'\(name)' is a list, and ':' cannot shorten a list (RFC 6570, section 2.4.1): write "
                            + "{\(kind.rawValue)\(name)}",
                        at: path, place)
                }
                if case .name(let name) = value, !kind.leavesAbsentOut, !isCertain(name) {
                    return log.refuse(
                        URLHead.isWithinHost(after: parts)
                            ? URLHead.hostMustEnd
                            : "'\(name)' may be absent, and the URL would mean something else without it: require it in "
                                + "'when': \"\(name)\": {\"exists\": true}", at: path, place)
                }
                bound.append(BoundURL.Variable(source: variable, value: value))
            }
        }
        guard literals.count == variables.count else { return .expression(kind, bound) }
        if kind == .simple, literals.count == 1, context.vocabulary.isHost(literals[0].value),
            case .literal(let before)? = parts.last,
            before.suffix(3).elementsEqual("://".utf8)
        {
            // A host may have a port, whose colon must not be encoded.
            return .literal(Array(literals[0].value.utf8))
        }
        var expansion = URITemplate.Expansion(kind)
        var bytes: [UInt8] = []
        for (variable, value) in literals { expansion.append(.text(value), for: variable, to: &bytes) }
        return .literal(bytes)
    }

    /// A name in a URI template: percent-encoded but for letters, digits, `_` and a column in brackets.
    private func decoded(_ name: String) -> String {
        let plain = RuleName.withoutColumn(name)
        return String(decoding: PercentEncoding.bytes(Array(plain.utf8)[...]), as: UTF8.self)
            + name[plain.endIndex...]
    }

    /// The meaning of a name; nil, and logged, for an unknown name.
    private func bind(_ name: String, at path: JSONPath, _ place: IssueLog.Place) -> Binding? {
        if let given, !name.hasPrefix("const."), !name.hasPrefix("secret.") {
            if let text = given[name] { return .value(.text(text)) }
            return log.refuse(
                "the service needs '\(name)'\(log.hint(for: name, in: given.keys.sorted()))", at: path, place)
        }
        switch names.meaning(of: name, at: path, place) {
        case nil: return nil
        case .constant(let constant): return .literal(constant.value)
        case .secret(let name): return .secret(name)
        case .name(let name):
            if let scope, !scope.isPossible(name, kinds) {
                let names = scope.kinds.kinds.map { kinds.name(of: $0) }.joined(separator: ", ")
                return log.refuse(
                    "the codes that this rule matches (kind \(names)) never have '\(name)'", at: path, place)
            }
            return .value(.name(name))
        }
    }

    private func isCertain(_ value: BoundURL.Value) -> Bool {
        switch value {
        case .name(let name): isCertain(name)
        // A value that a service does not need, and does not get, leaves no trace.
        case .text(let text): !text.parts.isEmpty
        }
    }

    private func isCertain(_ name: Name) -> Bool {
        if case .result(let result) = name, context.results[result.of]?.certain.contains(result.name) ?? false {
            return true
        }
        if case .sum(let sum) = name, sum.names.contains(where: \.isResult) {
            return sum.names.allSatisfy { ($0.isResult || $0.type == .number) && isCertain($0) }
        }
        return scope?.isCertain(name, kinds) ?? true
    }

    /// Whether the template is a lone `{+name}` whose field is a link.
    private static func isWholeLink(_ parts: [BoundURL.Part]) -> Bool {
        guard parts.count == 1, case .expression(.reserved, let variables) = parts[0], variables.count == 1,
            case .name(let name) = variables[0].value
        else { return false }
        return name.type == .url && variables[0].source.prefix == nil
    }

    private static func append(_ bytes: [UInt8], to parts: inout [BoundURL.Part]) {
        guard case .literal(var literal)? = parts.last else {
            parts.append(.literal(bytes))
            return
        }
        parts.removeLast()
        // This is the only reference, so it grows in place.
        literal += bytes
        parts.append(.literal(literal))
    }

    /// The parts with literals that meet made one.
    private static func joined(_ parts: [BoundText.Part]) -> [BoundText.Part] {
        parts.reduce(into: []) { joined, part in
            guard case .literal(let text) = part, case .literal(var literal)? = joined.last else {
                joined.append(part)
                return
            }
            // This is the only reference, so it grows in place.
            joined.removeLast()
            literal += text
            joined.append(.literal(literal))
        }
    }
}
