internal import BeelineContent
internal import BeelineSupport

/// Reads what a name is compared with: a value that it can have, or a whole `{name}` that stands for one.
struct OperandReader {
    let names: NameReader
    /// What is compared.
    let subject: Name
    /// What is certain where the comparison stands.
    let scope: Scope

    private var log: IssueLog { names.context.log }

    /// A value that may be equal; nil, and logged, for any other.
    func equal(_ value: JSONValue, at path: JSONPath) -> Operand? {
        switch (subject.type, value) {
        case (_, .string(let text)):
            guard let name = NameReader.wholeName(text) else { return textOperand(text, at: path) }
            return named(name, at: path) { constantOperand($0, at: path) }
        case (.boolean, .boolean(let truth)), (.any, .boolean(let truth)): return .literal(.boolean(truth))
        case (.number, .integer), (.number, .real), (.any, .integer), (.any, .real): return number(value, at: path)
        case (_, .null):
            log.error("nothing is equal to null; for an absent field write {\"exists\": false}", at: path)
            return nil
        case (_, .array):
            log.error("a list of alternatives has single values, and no list in it", at: path)
            return nil
        default:
            log.error("'\(subject)' is \(subject.type.title), and never \(value.typeName)", at: path)
            return nil
        }
    }

    /// A value that may be smaller or larger; nil, and logged, for any other.
    func comparable(_ value: JSONValue, at path: JSONPath) -> Operand? {
        if case .string(let text) = value, subject.type == .any {
            guard let name = NameReader.wholeName(text) else {
                log.error(
                    "'\(subject)' is compared with a number, written without quotes: 9.99", at: path)
                return nil
            }
            return named(name, at: path) { text in
                guard let number = DecimalNumber(text) else {
                    log.error("'\(text)' is no number", at: path)
                    return nil
                }
                return .literal(.number(number))
            }
        }
        if case .boolean = value, subject.type == .any {
            log.error("'\(subject)' is compared with a number: true and false are neither smaller nor larger", at: path)
            return nil
        }
        return equal(value, at: path)
    }

    /// A piece of a text; nil, and logged, for what no text of the name can have.
    func part(_ value: JSONValue, _ affix: Predicate.Affix, at path: JSONPath) -> Operand? {
        guard let text = value.string else {
            log.error("what '\(affix.rawValue)' looks for is a string, not \(value.typeName)", at: path)
            return nil
        }
        guard let name = NameReader.wholeName(text) else { return literalPart(text, affix, at: path) }
        return named(name, at: path) { literalPart($0, affix, at: path) }
    }

    private func literalPart(_ text: String, _ affix: Predicate.Affix, at path: JSONPath) -> Operand? {
        guard !text.isEmpty else {
            log.error("every text has an empty \(affix == .contains ? "piece" : affix.rawValue)", at: path)
            return nil
        }
        let form = subject == .field(.fixed(.kind)) ? .oneOf(names.context.kinds.names) : subject.form
        if let problem = form.problem(withPart: text, isPrefix: affix == .prefix) {
            log.error("'\(subject)' never has '\(text)' there: \(problem)", at: path)
            return nil
        }
        return .literal(.text(text))
    }

    /// The value of the constant, or what the other name stands for.
    private func named(_ name: String, at path: JSONPath, literal: (String) -> Operand?) -> Operand? {
        switch names.meaning(of: name, at: path, .value) {
        case nil: return nil
        case .constant(let constant): return literal(constant.value)
        case .secret:
            log.error("a secret is compared with nothing: it would come out by trying", at: path)
            return nil
        case .name(let other):
            guard isComparable(other.type) else {
                log.error(
                    "'\(subject)' is \(subject.type.title), and '\(other)' \(other.type.title): they are never equal",
                    at: path)
                return nil
            }
            guard names.context.isKnown(other, in: scope, at: path, .value) else { return nil }
            return .name(other)
        }
    }

    private func isComparable(_ type: FieldType) -> Bool {
        switch (subject.type, type) {
        case (.any, _), (_, .any): true
        case (.text, .url), (.url, .text), (.list, .text), (.text, .list), (.list, .url), (.url, .list): true
        default: subject.type == type
        }
    }

    private func textOperand(_ text: String, at path: JSONPath) -> Operand? {
        switch subject.type {
        case .text, .url, .list, .any: return spelled(text, at: path)
        case .date: return date(text, at: path)
        case .time:
            if let time = TimeOfDay(text) { return .literal(.text(time.description)) }
            log.error("'\(subject)' is a time such as 21:30, and '\(text)' is none", at: path)
            return nil
        case .number, .boolean:
            log.error("'\(subject)' is \(subject.type.title), and never a string", at: path)
            return nil
        }
    }

    /// The value of a constant, which is text in the file, is read as what the name is.
    private func constantOperand(_ text: String, at path: JSONPath) -> Operand? {
        switch subject.type {
        case .number:
            if let number = DecimalNumber(text) { return .literal(.number(number)) }
        case .boolean:
            if text == "true" || text == "false" { return .literal(.boolean(text == "true")) }
        case .text, .url, .list, .any, .date, .time: return textOperand(text, at: path)
        }
        log.error("'\(subject)' is \(subject.type.title), and the constant is '\(text)'", at: path)
        return nil
    }

    private func number(_ value: JSONValue, at path: JSONPath) -> Operand? {
        if let number = value.decimalNumber {
            // A number with a point has lost what it had beyond fifteen digits.
            guard case .real = value, number.digits.magnitude >= 1_000_000_000_000_000 else {
                return .literal(.number(number))
            }
        }
        log.error("a number has at most 18 digits, and one with a point at most 15 digits", at: path)
        return nil
    }

    /// `2026-01-31`, `today`, `today+7`, `today-1`.
    private func date(_ text: String, at path: JSONPath) -> Operand? {
        if let date = CalendarDate(text) { return .literal(.date(date)) }
        if text == "today" { return .today(plus: 0) }
        if text.hasPrefix("today+") || text.hasPrefix("today-"), let days = Int(text.dropFirst(5)),
            days.magnitude <= 100_000
        {
            return .today(plus: days)
        }
        log.error(
            "'\(subject)' is a date such as 2026-01-31, today or today+7, and '\(text)' is none", at: path)
        return nil
    }

    /// A text in the one spelling in which the field has it.
    private func spelled(_ text: String, at path: JSONPath) -> Operand? {
        let kinds = names.context.kinds
        if subject == .field(.fixed(.kind)) {
            if kinds.kind(text) != nil { return .literal(.text(text)) }
            let isOfFile = names.context.vocabulary.kinds.kind(text) != nil
            log.error(
                isOfFile
                    ? "'\(text)' is of a rule file, and one kind of a rule file is not made of another"
                    : message(.notOneOf(kinds.names), text), at: path)
            return nil
        }
        if subject == .scan(.weekday), Weekday(rawValue: text) == nil {
            let days = Weekday.allCases.map(\.rawValue)
            let hint = log.hint(for: text, in: days)
            log.error(
                "no day is called '\(text)'" + (hint.isEmpty ? "; there are \(days.joined(separator: ", "))" : hint),
                at: path)
            return nil
        }
        guard let problem = subject.form.problem(with: text) ?? hostProblem(text) else { return .literal(.text(text)) }
        log.error(message(problem, text), at: path)
        return nil
    }

    private func hostProblem(_ text: String) -> FieldForm.Problem? {
        guard subject.form == .host, !URLHead.isHost(text) || URLHead.hasPort(text) else { return nil }
        return .notOfForm("a host such as example.com")
    }

    private func message(_ problem: FieldForm.Problem, _ text: String) -> String {
        switch problem {
        case .notOneOf(let names):
            let hint = log.hint(for: text, in: names)
            return "there is no \(subject) '\(text)'"
                + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
        case .spelledOtherwise(let canonical): return "'\(subject)' is never '\(text)': write '\(canonical)'"
        case .notOfForm(let form): return "'\(subject)' is \(form), and '\(text)' is not"
        case .broken(let reason): return "'\(subject)' is never '\(text)': \(reason)"
        }
    }
}
