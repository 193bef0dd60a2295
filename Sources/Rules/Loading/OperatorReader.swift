internal import BeelineContent
internal import BeelineSupport

/// Reads an object of operators: `{"prefix": "978", "exists": true}`.
struct OperatorReader {
    let names: NameReader
    let subject: Name
    let scope: Scope

    private var context: RuleContext { names.context }
    private var log: IssueLog { context.log }
    private var operands: OperandReader { OperandReader(names: names, subject: subject, scope: scope) }

    /// All tests of the object; nil, and logged, when there is something wrong with one.
    func tests(_ value: JSONValue, at path: JSONPath) -> [Predicate]? {
        guard let object = ObjectReader(value, at: path, log: log, what: "a test of '\(subject)'") else { return nil }
        let members = object.all
        guard !members.isEmpty else { return log.refuse("a test needs at least one of \(fittingNames)", at: path) }
        var tests: [Predicate] = []
        var isRight = true
        for member in members {
            var test: Predicate?
            guard let kind = Operator(rawValue: member.name) else {
                let habit = MistakeHints.remedy(forOperator: member.name).map { ": \($0)" }
                let hint = habit ?? log.hint(for: member.name, in: Operator.allCases.map(\.rawValue))
                let known = hint.isEmpty ? "; it may have \(fittingNames)" : hint
                log.error("a test of '\(subject)' has no '\(member.name)'\(known)", at: member.path, .name)
                isRight = false
                continue
            }
            if !kind.fits(subject.type, subject.form) {
                log.error(wrongType(kind), at: member.path, .name)
            } else if kind == .decimals {
                if object["matches"] != nil { continue }
                log.error("'decimals' describes captures, so it needs 'matches'", at: member.path, .name)
            } else {
                test = self.test(kind, member.value, object, at: member.path)
            }
            if let test { tests.append(test) } else { isRight = false }
        }
        guard isRight else { return nil }
        for (index, test) in tests.enumerated() {
            let before = tests[..<index].map { Condition.test(subject, $0) }
            guard let earlier = context.logic.contradiction(of: .test(subject, test), with: before) else { continue }
            return log.refuse(
                "this is never true: no value passes both tests (\(earlier), and \(test.title))", at: path)
        }
        if tests.contains(.exists(false)), tests.count > 1 {
            return log.refuse("this is never true: an absent field passes no other test", at: path)
        }
        return tests
    }

    private var fittingNames: String {
        Operator.allCases.filter { $0.fits(subject.type, subject.form) }.map(\.rawValue).joined(separator: ", ")
    }

    private func wrongType(_ kind: Operator) -> String {
        if kind == .domain { return "'domain' tests a 'host', and '\(subject)' is not one" }
        let types = FieldType.allCases.filter { kind.form.types.contains($0) && $0 != .any }.map(\.title).joined(
            separator: ", ")
        let remedy = kind.form == .limit ? MistakeHints.columnType(of: subject) : ""
        let typed = MistakeHints.typedField(for: subject).map { "; '\($0.name)' is the same as \($0.type.title)" } ?? ""
        return "'\(subject)' is \(subject.type.title); '\(kind.rawValue)' is for \(types)\(typed)\(remedy)"
    }

    private func test(_ kind: Operator, _ value: JSONValue, _ object: ObjectReader, at path: JSONPath) -> Predicate? {
        switch kind.form {
        case .truth:
            if case .boolean(let wanted) = value { return .exists(wanted) }
            return log.refuse("'exists' must be true or false, not \(value.typeName)", at: path)
        case .texts: return Predicate.Affix(rawValue: kind.rawValue).flatMap { affix($0, value, at: path) }
        case .limit:
            guard let comparison = Predicate.Comparison(rawValue: kind.rawValue) else { return nil }
            return operands.comparable(value, at: path).map { .compare(comparison, $0) }
        case .pattern: return pattern(value, decimals: decimals(object), at: path)
        case .hosts: return domains(value, at: path)
        case .catalog: return catalog(value, at: path)
        // Read with its pattern.
        case .decimals: return nil
        }
    }

    /// A value, or the elements of a list, each read.
    private func elements<Element>(
        _ value: JSONValue, at path: JSONPath, read: (JSONValue, JSONPath) -> Element?
    ) -> [Element]? {
        guard let list = value.array else { return read(value, path).map { [$0] } }
        guard !list.isEmpty else { return log.refuse("an empty list is never true", at: path) }
        let elements = list.enumerated().map { read($1, path.element($0)) }
        return elements.contains { $0 == nil } ? nil : elements.compactMap { $0 }
    }

    private func affix(_ affix: Predicate.Affix, _ value: JSONValue, at path: JSONPath) -> Predicate? {
        let operands = operands
        guard let parts = elements(value, at: path, read: { operands.part($0, affix, at: $1) }) else { return nil }
        if affix == .suffix, subject.form == .host {
            for case .literal(.text(let text)) in parts where !text.hasPrefix(".") {
                log.warning("'\(text)' also ends 'not\(text)'; \"domain\" compares whole labels only", at: path)
            }
        }
        return .affix(affix, parts)
    }

    private func domains(_ value: JSONValue, at path: JSONPath) -> Predicate? {
        let read = { (value: JSONValue, path: JSONPath) -> String? in
            guard let written = log.string(value, "a domain", at: path) else { return nil }
            var domain = written
            var origin = ""
            if let name = NameReader.wholeName(written) {
                switch names.meaning(of: name, at: path, .value) {
                case nil: return nil
                case .constant(let constant):
                    domain = constant.value
                    origin = context.vocabulary.constants.origin(of: constant.name)
                case .name, .secret: return log.refuse("only a constant is allowed here: {const.NAME}", at: path)
                }
            }
            return log.remarking(origin) {
                switch FieldForm.host.problem(with: domain) {
                case .spelledOtherwise(let canonical)?:
                    log.error("hosts are never written '\(domain)': write '\(canonical)'", at: path)
                case nil where domain.hasSuffix("."):
                    log.error("write '\(domain)' without the dot at its end", at: path)
                case nil where URLHead.isHost(domain) && !URLHead.hasPort(domain): return domain
                default:
                    let bare = domain.hasPrefix(".") || domain.hasPrefix("*.") ? "; its subdomains always match" : ""
                    log.error("'\(domain)' is not a host such as example.com\(bare)", at: path)
                }
                return nil
            }
        }
        return elements(value, at: path, read: read).map(Predicate.domain)
    }

    private func catalog(_ value: JSONValue, at path: JSONPath) -> Predicate? {
        guard let name = value.string, RuleName.isValid(name) else {
            return log.refuse("'catalog' must be the name of a catalogue: letters, digits and '_'", at: path)
        }
        let slot = context.row(of: name)
        guard !scope.present.contains(CatalogCell(list: name, column: "", slot: slot).row) else {
            return log.refuse(
                "an earlier test already looks up a row of '\(name)'; a rule can look up one row of a catalogue",
                at: path)
        }
        switch context.vocabulary.catalogs.catalog(name) {
        case .success(let catalog): return .catalog(CatalogTest(catalog: catalog, slot: slot))
        case .failure(.unknown):
            let hint = log.hint(for: name, in: context.vocabulary.catalogs.names)
            let remedy = context.vocabulary.catalogs.remedy(for: name)
            log.error("there is no catalogue '\(name)'\(hint): \(remedy)", at: path)
        case .failure(.other(let difference, let form)):
            let options = form.importOptions.map { "\($0) " }.joined()
            log.error(
                "the catalogue '\(name)' differs from \"catalogs\": \(difference); import it again: beeline catalog "
                    + "import \(options)\(name) FILE.csv", at: path)
        case .failure(.unusable(let reason)): log.error("the catalogue '\(name)' cannot be read: \(reason)", at: path)
        case .failure(.empty): break
        }
        // Of these columns nothing can be wrong.
        let form = context.vocabulary.catalogs.declaration(of: name)?.form ?? CatalogForm()
        let empty = (try? Catalog(name: name, columns: form.types.keys.sorted(), form: form, rows: [])) ?? .empty
        return .catalog(CatalogTest(catalog: empty, slot: slot))
    }

    /// The number of decimals of each numeric capture, with its path.
    private func decimals(_ object: ObjectReader) -> [String: (count: Int?, path: JSONPath)] {
        var counts: [String: (count: Int?, path: JSONPath)] = [:]
        for member in object.object("decimals")?.all ?? [] {
            let count = member.value.integer.flatMap { (0...15).contains($0) ? $0 : nil }
            counts[member.name] = (count, member.path)
            if count == nil {
                log.error(
                    "'\(member.name)' must be the number of decimal digits of the capture: 0 to 15", at: member.path)
            }
        }
        return counts
    }

    private func pattern(
        _ value: JSONValue, decimals: [String: (count: Int?, path: JSONPath)], at path: JSONPath
    ) -> Predicate? {
        guard let text = log.string(value, "a pattern", at: path) else { return nil }
        let pattern: Pattern
        do throws(PatternError) {
            pattern = try context.vocabulary.patterns.pattern(text, isKnown: log.file.isBundled)
        } catch { return log.refuse(error.message, at: path, .character(error.offset)) }
        // By now it is of a length that can be looked through.
        if let name = NameReader.nameInBraces(text) {
            return log.refuse(
                "a pattern cannot contain names, so '{\(name)}' is matched literally; if you mean that, write "
                    + "'\\{\(name)}'",
                at: path)
        }
        for (name, place) in decimals where !pattern.names.contains(name) {
            let hint = log.hint(for: name, in: pattern.names)
            log.error("the pattern captures no '\(name)'\(hint)", at: place.path, .name)
        }
        for (name, place) in decimals {
            guard let character = pattern.lettered[name] else { continue }
            log.error(
                "'\(name)' always contains a '\(character)', but a capture with 'decimals' must be digits only; "
                    + "capture the digits before and after it separately, or leave 'decimals' out to keep the text",
                at: place.path, .name)
        }
        guard decimals.allSatisfy({ pattern.names.contains($0.key) && $0.value.count != nil }) else { return nil }
        var captures: [Capture] = []
        for name in pattern.names {
            guard log.isName(name, of: "a capture", at: path, .value),
                let capture = context.capture(name, decimals: decimals[name]?.count, at: path)
            else { return nil }
            guard !scope.present.contains(.capture(capture)) else {
                return log.refuse("an earlier pattern already captures 'match.\(name)'", at: path)
            }
            captures.append(capture)
        }
        return .matches(PatternTest(pattern: pattern, captures: captures))
    }
}

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
        case (_, .array): return log.refuse("a list of alternatives must not contain a list", at: path)
        default: return log.refuse("'\(subject)' is \(subject.type.title), and never \(value.typeName)", at: path)
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
        let form = subject == .field(.fixed(.kind)) ? .oneOf(allKinds) : form
        guard let problem = form.problem(withPart: text, isPrefix: affix == .prefix) else {
            return .literal(.text(text))
        }
        return log.refuse("'\(subject)' never has '\(text)' there: \(problem)", at: path)
    }

    /// The value of a constant, or another name.
    private func named(_ name: String, at path: JSONPath, literal: (String) -> Operand?) -> Operand? {
        switch names.meaning(of: name, at: path, .value) {
        case nil: return nil
        case .constant(let constant):
            return log.remarking(names.context.vocabulary.constants.origin(of: constant.name)) {
                literal(constant.value)
            }
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
            let vocabulary = names.context.vocabulary
            // The conditions of a kind know no kinds of rule files.
            let isInKind = !names.context.knowsMemory
            if !isInKind, let remedy = vocabulary.bundledNames.remedy(for: text, .kind) {
                return log.refuse(remedy, at: path)
            }
            let isOfFile = isInKind && (vocabulary.kinds.kind(text) != nil || allKinds.contains(text))
            return log.refuse(
                isOfFile
                    ? "'\(text)' is a kind of a rule file; such a kind cannot be based on another one"
                    : log.problem(ofKind: text, known: isInKind ? kinds.names : allKinds), at: path)
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

    /// The kinds of the files in use, and those of the bundled files.
    private var allKinds: [String] {
        let known = names.context.kinds.names
        return known + names.context.vocabulary.bundledNames.kinds.map(\.name).filter { !known.contains($0) }
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
