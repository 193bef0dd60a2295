internal import BeelineContent
internal import BeelineJSON
internal import BeelineSymbols

/// Reads what stands after `"when":`.
struct ConditionReader {
    let constants: Constants
    let log: IssueLog

    private static let combiners = ["all", "any", "not"]
    private static let operators = ["prefix", "exists"]

    /// The condition; nil, and logged, when there is something wrong with it.
    func condition(_ value: JSONValue, at path: JSONPath) -> Condition? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "a condition") else {
            return nil
        }
        var conditions: [Condition] = []
        var scope = Scope.anything
        var isRight = true
        for member in object.all {
            let memberPath = path.member(member.name)
            guard let condition = entry(member, at: memberPath) else {
                isRight = false
                continue
            }
            let narrowed = scope.narrowed(by: Scope(condition))
            if narrowed.kinds.isEmpty, !scope.kinds.isEmpty {
                log.error(contradiction(member.name, scope), at: memberPath, .name)
                isRight = false
            }
            scope = narrowed
            conditions.append(condition)
        }
        guard isRight else { return nil }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private func contradiction(_ name: String, _ scope: Scope) -> String {
        if scope == .anything { return "no code can meet this: the conditions in '\(name)' exclude each other" }
        let kinds = scope.kinds.kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "this never holds: what stands before it leaves only codes of kind \(kinds), and '\(name)' none of these"
    }

    private func entry(_ member: JSONValue.Member, at path: JSONPath) -> Condition? {
        switch member.name {
        case "all": return list(member, at: path).map(Condition.all)
        case "any": return list(member, at: path).map(Condition.any)
        case "not": return condition(member.value, at: path).map(Condition.not)
        default: break
        }
        guard let name = FieldName(member.name) else {
            let names = Field.table.map(\.name) + Self.combiners
            log.error(
                "no code has a field '\(member.name)'\(Spelling.hint(for: member.name, in: names))", at: path, .name)
            return nil
        }
        return test(name, member.value, at: path)
    }

    private func list(_ member: JSONValue.Member, at path: JSONPath) -> [Condition]? {
        guard let elements = member.value.array, !elements.isEmpty else {
            log.error("'\(member.name)' is a list of at least one condition", at: path)
            return nil
        }
        let conditions = elements.enumerated().map { condition($1, at: path.element($0)) }
        return conditions.contains { $0 == nil } ? nil : conditions.compactMap { $0 }
    }

    private func test(_ name: FieldName, _ value: JSONValue, at path: JSONPath) -> Condition? {
        switch value {
        case .object: return operators(name, value, at: path)
        case .array(let elements):
            guard !elements.isEmpty else {
                log.error("an empty list never holds", at: path)
                return nil
            }
            let operands = elements.enumerated().map { operand($1, of: name, at: path.element($0)) }
            return operands.contains { $0 == nil } ? nil : equality(name, operands.compactMap { $0 })
        default:
            return operand(value, of: name, at: path).map { equality(name, [$0]) }
        }
    }

    /// Equality with one of the values; kinds and symbologies are compared as such, not as texts.
    private func equality(_ name: FieldName, _ values: [FieldValue]) -> Condition {
        switch name {
        case .fixed(.kind): .kind(KindSet(values.compactMap { Kind(rawValue: $0.description) }))
        case .fixed(.symbology): .symbology(Set(values.map { Symbology(name: $0.description) }))
        default: .field(name, .oneOf(values))
        }
    }

    /// A value that the field may have; nil, and logged, for any other.
    private func operand(_ value: JSONValue, of name: FieldName, at path: JSONPath) -> FieldValue? {
        switch (name.type, value) {
        case (.boolean, .boolean(let truth)), (.any, .boolean(let truth)): return .boolean(truth)
        case (.number, .integer), (.number, .real), (.any, .integer), (.any, .real):
            if let number = value.decimalNumber { return .number(number) }
            log.error("no code has so long a number; at most 15 digits are compared", at: path)
            return nil
        case (.date, .string(let text)):
            guard let text = constant(text, at: path) else { return nil }
            if let date = CalendarDate(text) { return .date(date) }
            log.error("'\(name)' is a date such as 2026-01-31, and '\(text)' is none", at: path)
            return nil
        case (.text, .string(let text)), (.url, .string(let text)), (.list, .string(let text)),
            (.any, .string(let text)):
            guard let text = constant(text, at: path) else { return nil }
            guard case .fixed(let field) = name, let problem = field.definition.form.problem(with: text) else {
                return .text(text)
            }
            log.error(message(problem, text, name), at: path)
            return nil
        case (_, .null):
            log.error("nothing is equal to null; for an absent field write {\"exists\": false}", at: path)
            return nil
        default:
            log.error("'\(name)' is \(name.type.title), and never \(value.typeName)", at: path)
            return nil
        }
    }

    private func message(_ problem: FieldForm.Problem, _ text: String, _ name: FieldName) -> String {
        switch problem {
        case .notOneOf(let names):
            let hint = Spelling.hint(for: text, in: names)
            return "there is no \(name) '\(text)'"
                + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
        case .spelledOtherwise(let canonical): return "'\(name)' is never '\(text)': write '\(canonical)'"
        case .notOfForm(let form): return "'\(name)' is \(form), and '\(text)' is not"
        }
    }

    /// The text itself, or the value of the constant when it is a whole `{const.NAME}`.
    private func constant(_ text: String, at path: JSONPath) -> String? {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return text }
        let name = text.dropFirst().dropLast()
        // What is no name between the braces is a text that happens to have them, such as JSON.
        guard !name.isEmpty, name.utf8.allSatisfy({ Constants.isNameCharacter($0) || $0 == UInt8(ascii: ".") }) else {
            return text
        }
        guard name.hasPrefix("const.") else {
            log.error("only a constant can stand here: {const.NAME}", at: path)
            return nil
        }
        let constantName = String(name.dropFirst(6))
        if let value = constants.use(constantName) { return value }
        let hint = Spelling.hint(for: constantName, in: constants.names)
        log.error("no rule file has a constant '\(constantName)'\(hint)", at: path)
        return nil
    }

    private func operators(_ name: FieldName, _ value: JSONValue, at path: JSONPath) -> Condition? {
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: Self.operators, what: "a test of '\(name)'")
        else { return nil }
        guard !object.all.isEmpty else {
            log.error("a test has at least one of \(Self.operators.joined(separator: ", "))", at: path)
            return nil
        }
        let tests = object.all.map { fieldTest($0, of: name, at: path.member($0.name)) }
        guard !tests.contains(where: { $0 == nil }) else { return nil }
        let conditions = tests.compactMap { $0 }.map { Condition.field(name, $0) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private func fieldTest(_ member: JSONValue.Member, of name: FieldName, at path: JSONPath) -> FieldTest? {
        switch member.name {
        case "exists":
            if case .boolean(let wanted) = member.value { return .exists(wanted) }
            log.error("'exists' is true or false, not \(member.value.typeName)", at: path)
            return nil
        case "prefix":
            switch name.type {
            case .text, .url, .list, .any: return prefixes(member.value, at: path)
            case .boolean, .number, .date:
                log.error("'\(name)' is \(name.type.title) and has no prefix", at: path, .name)
                return nil
            }
        default: return nil  // ObjectReader has logged it.
        }
    }

    private func prefixes(_ value: JSONValue, at path: JSONPath) -> FieldTest? {
        let elements = value.array.map { $0.enumerated().map { ($1, path.element($0)) } } ?? [(value, path)]
        var texts: [String] = []
        for (element, path) in elements {
            guard let written = element.string else {
                log.error("a prefix is a string, not \(element.typeName)", at: path)
                continue
            }
            guard let text = constant(written, at: path) else { continue }
            if text.isEmpty {
                log.error("every text begins with an empty prefix", at: path)
            } else {
                texts.append(text)
            }
        }
        if elements.isEmpty { log.error("an empty list never holds", at: path) }
        return texts.count == elements.count && !texts.isEmpty ? .prefix(texts) : nil
    }
}
