internal import BeelineContent
internal import BeelineSupport

/// Reads the operands of a comparison: values, or a whole `{name}` for the value of that name.
struct OperandReader {
    let names: NameReader
    /// The name that is compared.
    let subject: Name
    /// What is certain at the comparison.
    let scope: Scope

    private var log: IssueLog { names.context.log }

    /// An operand for equality; nil, and logged, for an impossible one.
    func equal(_ value: JSONValue, at path: JSONPath) -> Operand? {
        switch (subject.type, value) {
        case (_, .string(let text)):
            guard let name = NameReader.wholeName(text) else { return textOperand(text, at: path) }
            return named(name, at: path) { constantOperand($0, at: path) }
        case (.boolean, .boolean(let truth)), (.any, .boolean(let truth)): return .literal(.boolean(truth))
        case (.number, .integer), (.number, .real), (.any, .integer), (.any, .real): return number(value, at: path)
        case (_, .null):
            return log.refuse("null is not a value; for an absent field write {\"exists\": false}", at: path)
        case (_, .array):
            return log.refuse("a list of alternatives must not contain a list", at: path)
        default:
            return log.refuse("'\(subject)' is \(subject.type.title), and never \(value.typeName)", at: path)
        }
    }

    /// An operand for `<` and `>`; nil, and logged, for an impossible one.
    func comparable(_ value: JSONValue, at path: JSONPath) -> Operand? {
        if case .string(let text) = value, subject.type == .any {
            guard let name = NameReader.wholeName(text) else {
                return log.refuse("'\(subject)' must be compared with a number without quotes: 9.99", at: path)
            }
            return named(name, at: path) { text in
                guard let number = DecimalNumber(text) else { return log.refuse("'\(text)' is not a number", at: path) }
                return .literal(.number(number))
            }
        }
        if case .boolean = value, subject.type == .any {
            return log.refuse("'\(subject)' must be compared with a number, not with true or false", at: path)
        }
        return equal(value, at: path)
    }

    /// An operand for a part of a text; nil, and logged, for one that no text of the name can have.
    func part(_ value: JSONValue, _ affix: Predicate.Affix, at path: JSONPath) -> Operand? {
        guard let text = log.string(value, "what '\(affix.rawValue)' looks for", at: path) else { return nil }
        guard let name = NameReader.wholeName(text) else { return literalPart(text, affix, at: path) }
        return named(name, at: path) { literalPart($0, affix, at: path) }
    }

    private func literalPart(_ text: String, _ affix: Predicate.Affix, at path: JSONPath) -> Operand? {
        guard !text.isEmpty else {
            return log.refuse("every text has an empty \(affix == .contains ? "piece" : affix.rawValue)", at: path)
        }
        let form = subject == .field(.fixed(.kind)) ? .oneOf(names.context.kinds.names) : form
        guard let problem = form.problem(withPart: text, isPrefix: affix == .prefix) else {
            return .literal(.text(text))
        }
        return log.refuse("'\(subject)' never has '\(text)' there: \(problem)", at: path)
    }

    /// The value of a constant, or another name.
    private func named(_ name: String, at path: JSONPath, literal: (String) -> Operand?) -> Operand? {
        switch names.meaning(of: name, at: path, .value) {
        case nil: return nil
        case .constant(let constant): return literal(constant.value)
        case .secret:
            return log.refuse("a secret cannot be compared, because comparisons could reveal it", at: path)
        case .name(let other):
            guard isComparable(other.type) else {
                return log.refuse(
                    "'\(subject)' is \(subject.type.title), and '\(other)' \(other.type.title): they are never equal",
                    at: path)
            }
            guard names.context.isKnown(other, in: scope, at: path, .value) else { return nil }
            return .name(other)
        }
    }

    private func isComparable(_ type: FieldType) -> Bool {
        switch (subject.type, type) {
        case (.any, _), (_, .any): true
        case (.text, .url), (.url, .text), (.list, .text), (.text, .list), (.list, .url), (.url, .list): true
        case (.date, .moment), (.moment, .date): true
        default: subject.type == type
        }
    }

    private func textOperand(_ text: String, at path: JSONPath) -> Operand? {
        switch subject.type {
        case .text, .url, .list, .any: return spelled(text, at: path)
        case .date, .moment: return date(text, at: path)
        case .time:
            if let time = TimeOfDay(text) { return .literal(.text(time.description)) }
            return log.refuse("'\(subject)' is a time such as 21:30, and '\(text)' is not", at: path)
        case .number, .boolean:
            return log.refuse("'\(subject)' is \(subject.type.title), and never a string", at: path)
        }
    }

    /// Reads the value of a constant, which is text in the file, by the type of the name.
    private func constantOperand(_ text: String, at path: JSONPath) -> Operand? {
        switch subject.type {
        case .number:
            if let number = DecimalNumber(text) { return .literal(.number(number)) }
        case .boolean:
            if text == "true" || text == "false" { return .literal(.boolean(text == "true")) }
        case .text, .url, .list, .any, .date, .time, .moment: return textOperand(text, at: path)
        }
        return log.refuse("'\(subject)' is \(subject.type.title), and the constant is '\(text)'", at: path)
    }

    private func number(_ value: JSONValue, at path: JSONPath) -> Operand? {
        if let number = value.decimalNumber {
            // A number with a point has lost what it had beyond fifteen digits.
            guard case .real = value, number.digits.magnitude >= 1_000_000_000_000_000 else {
                return .literal(.number(number))
            }
        }
        return log.refuse("a number can have at most 18 digits, or 15 with a decimal point", at: path)
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
        return log.refuse("'\(subject)' is a date such as 2026-01-31, today or today+7, and '\(text)' is not", at: path)
    }

    /// A text in the one spelling in which the field has it.
    private func spelled(_ text: String, at path: JSONPath) -> Operand? {
        let kinds = names.context.kinds
        if subject == .field(.fixed(.kind)) {
            if kinds.kind(text) != nil { return .literal(.text(text)) }
            let isOfFile = names.context.vocabulary.kinds.kind(text) != nil
            return log.refuse(
                isOfFile
                    ? "'\(text)' is a kind of a rule file; such a kind cannot be based on another one"
                    : message(.notOneOf(kinds.names), text), at: path)
        }
        if subject == .scan(.weekday), Weekday(rawValue: text) == nil {
            let days = Weekday.allCases.map(\.rawValue)
            return log.refuse("no day is called '\(text)'\(log.suggestion(for: text, in: days))", at: path)
        }
        // A session has numbers where they are written as such.
        if case .session = subject { return .literal(SessionName.value(writtenAs: text)) }
        if form == .host, let domain = MistakeHints.domain(inWildcard: text) {
            return log.refuse(
                "'\(subject)' is one exact host; for \(domain) and all its subdomains write "
                    + "\"\(subject)\": {\"domain\": \"\(domain)\"}", at: path)
        }
        guard let problem = form.problem(with: text) ?? hostProblem(text) else { return .literal(.text(text)) }
        return log.refuse(message(problem, text), at: path)
    }

    /// The form of the texts of the subject: free for a field of a custom kind.
    private var form: FieldForm { names.context.kinds.isGiven(subject) ? .free : subject.form }

    private func hostProblem(_ text: String) -> FieldForm.Problem? {
        guard subject.form == .host, !URLHead.isHost(text) || URLHead.hasPort(text) else { return nil }
        return .notOfForm("a host such as example.com")
    }

    private func message(_ problem: FieldForm.Problem, _ text: String) -> String {
        switch problem {
        case .notOneOf(let names): "there is no \(subject) '\(text)'\(log.suggestion(for: text, in: names))"
        case .spelledOtherwise(let canonical): "'\(subject)' is never '\(text)': write '\(canonical)'"
        case .notOfForm(let form): "'\(subject)' is \(form), and '\(text)' is not"
        case .broken(let reason): "'\(subject)' is never '\(text)': \(reason)"
        }
    }
}
