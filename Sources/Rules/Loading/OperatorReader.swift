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
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "a test of '\(subject)'") else {
            return nil
        }
        guard !object.all.isEmpty else {
            log.error("a test has at least one of \(fittingNames)", at: path)
            return nil
        }
        var tests: [Predicate] = []
        var isRight = true
        for member in object.all {
            guard let kind = Operator(rawValue: member.name) else {
                let habit = MistakeHints.remedy(forOperator: member.name).map { ": \($0)" }
                let hint = habit ?? log.hint(for: member.name, in: Operator.allCases.map(\.rawValue))
                let known = hint.isEmpty ? "; it may have \(fittingNames)" : hint
                log.error("a test of '\(subject)' has no '\(member.name)'\(known)", at: path.member(member.name), .name)
                isRight = false
                continue
            }
            let memberPath = path.member(member.name)
            guard fits(kind) else {
                log.error(wrongType(kind), at: memberPath, .name)
                isRight = false
                continue
            }
            if kind == .decimals {
                if object["matches"] == nil {
                    log.error(
                        "'decimals' says what a pattern captures: it needs 'matches' beside it", at: memberPath, .name)
                    isRight = false
                }
                continue
            }
            guard let test = test(kind, member.value, object, at: memberPath) else {
                isRight = false
                continue
            }
            tests.append(test)
        }
        guard isRight else { return nil }
        for (index, test) in tests.enumerated() {
            let before = tests[..<index].map { Condition.test(subject, $0) }
            guard let earlier = context.logic.contradiction(of: .test(subject, test), with: before) else { continue }
            log.error("this never holds: no value passes both tests (\(earlier), and \(test.title))", at: path)
            return nil
        }
        if tests.contains(.exists(false)), tests.count > 1 {
            log.error("this never holds: what is absent passes no other test", at: path)
            return nil
        }
        return tests
    }

    /// The operators that can be asked of the name.
    private var fittingNames: String { Operator.allCases.filter(fits).map(\.rawValue).joined(separator: ", ") }

    /// Whether an operator can be asked of the name.
    private func fits(_ kind: Operator) -> Bool {
        kind.fits(subject.type, subject.form)
    }

    private func wrongType(_ kind: Operator) -> String {
        if kind == .domain { return "'domain' is asked of 'host', and '\(subject)' is none" }
        let types = FieldType.allCases.filter { kind.form.types.contains($0) && $0 != .any }.map(\.title).joined(
            separator: ", ")
        return "'\(subject)' is \(subject.type.title); '\(kind.rawValue)' is asked of \(types)"
    }

    private func test(_ kind: Operator, _ value: JSONValue, _ object: ObjectReader, at path: JSONPath) -> Predicate? {
        switch kind.form {
        case .truth:
            if case .boolean(let wanted) = value { return .exists(wanted) }
            log.error("'exists' is true or false, not \(value.typeName)", at: path)
            return nil
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
        guard !list.isEmpty else {
            log.error("an empty list never holds", at: path)
            return nil
        }
        let elements = list.enumerated().map { read($1, path.element($0)) }
        return elements.contains { $0 == nil } ? nil : elements.compactMap { $0 }
    }

    private func affix(_ affix: Predicate.Affix, _ value: JSONValue, at path: JSONPath) -> Predicate? {
        let operands = operands
        guard let parts = elements(value, at: path, read: { operands.part($0, affix, at: $1) }) else { return nil }
        if affix == .suffix, subject.form == .host {
            for case .literal(.text(let text)) in parts where !text.hasPrefix(".") {
                log.warning("'\(text)' also ends 'not\(text)'; \"domain\" takes whole labels only", at: path)
            }
        }
        return .affix(affix, parts)
    }

    private func domains(_ value: JSONValue, at path: JSONPath) -> Predicate? {
        let read = { (value: JSONValue, path: JSONPath) -> String? in
            guard let written = value.string else {
                log.error("a domain is a string, not \(value.typeName)", at: path)
                return nil
            }
            var domain = written
            if let name = NameReader.wholeName(written) {
                switch names.meaning(of: name, at: path, .value) {
                case nil: return nil
                case .constant(let constant): domain = constant.value
                case .name, .secret:
                    log.error("only a constant can stand here: {const.NAME}", at: path)
                    return nil
                }
            }
            switch FieldForm.host.problem(with: domain) {
            case .spelledOtherwise(let canonical)?:
                log.error("hosts are never written '\(domain)': write '\(canonical)'", at: path)
            case nil where domain.hasSuffix("."):
                log.error("write '\(domain)' without the dot at its end, which makes no difference", at: path)
            case nil where URLHead.isHost(domain) && !URLHead.hasPort(domain): return domain
            default:
                let bare = domain.hasPrefix(".") || domain.hasPrefix("*.") ? "; hosts below it count anyway" : ""
                log.error("'\(domain)' is no host such as example.com\(bare)", at: path)
            }
            return nil
        }
        return elements(value, at: path, read: read).map(Predicate.domain)
    }

    private func catalog(_ value: JSONValue, at path: JSONPath) -> Predicate? {
        guard let name = value.string, RuleName.isValid(name) else {
            log.error("'catalog' is the name of a catalogue: letters, digits and '_'", at: path)
            return nil
        }
        let slot = context.row(of: name)
        guard !scope.present.contains(CatalogCell(list: name, column: "", slot: slot).row) else {
            log.error("a test before it has found a row of '\(name)' already, and a rule knows one of each", at: path)
            return nil
        }
        switch context.vocabulary.catalogs.catalog(name) {
        case .success(let catalog): return .catalog(CatalogTest(catalog: catalog, slot: slot))
        case .failure(.unknown):
            let hint = log.hint(for: name, in: context.vocabulary.catalogs.names)
            let remedy = context.vocabulary.catalogs.remedy(for: name)
            log.error("there is no catalogue '\(name)'\(hint): \(remedy)", at: path)
        case .failure(.unusable(let reason)): log.error("the catalogue '\(name)' cannot be read: \(reason)", at: path)
        case .failure(.empty): break
        }
        // Of no columns nothing can be wrong.
        let empty = (try? Catalog(name: name, columns: [], rows: [])) ?? .empty
        return .catalog(CatalogTest(catalog: empty, slot: slot))
    }

    /// How many decimals the captures have that are numbers, each with its place.
    private func decimals(_ object: ObjectReader) -> [String: (count: Int?, path: JSONPath)] {
        guard let value = object["decimals"] else { return [:] }
        let path = object.path.member("decimals")
        guard let members = ObjectReader(value, at: path, log: log, allowed: nil, what: "'decimals'") else {
            return [:]
        }
        var counts: [String: (count: Int?, path: JSONPath)] = [:]
        for member in members.all {
            let path = path.member(member.name)
            if let count = member.value.integer, (0...15).contains(count) {
                counts[member.name] = (count, path)
            } else {
                log.error("'\(member.name)' is how many digits of the capture are decimals: 0 to 15", at: path)
                counts[member.name] = (nil, path)
            }
        }
        return counts
    }

    private func pattern(
        _ value: JSONValue, decimals: [String: (count: Int?, path: JSONPath)], at path: JSONPath
    ) -> Predicate? {
        guard let text = value.string else {
            log.error("a pattern is a string, not \(value.typeName)", at: path)
            return nil
        }
        let pattern: Pattern
        do throws(PatternError) {
            pattern = try context.vocabulary.patterns.pattern(text)
        } catch {
            log.error(error.message, at: path, .character(error.offset))
            return nil
        }
        // By now it is of a length that can be looked through.
        if let name = NameReader.nameInBraces(text) {
            log.error(
                "a pattern knows no names, so '{\(name)}' is looked for as it stands; if that is meant, write '\\{\(name)}'",
                at: path)
            return nil
        }
        for (name, place) in decimals where !pattern.names.contains(name) {
            let hint = log.hint(for: name, in: pattern.names)
            log.error("the pattern captures no '\(name)'\(hint)", at: place.path, .name)
        }
        for (name, place) in decimals {
            guard let character = pattern.lettered[name] else { continue }
            log.error(
                "'\(name)' always has a '\(character)' in it, and a capture with 'decimals' is digits alone; "
                    + "capture the digits on its sides as two, or leave 'decimals' out to keep the text",
                at: place.path, .name)
        }
        guard decimals.allSatisfy({ pattern.names.contains($0.key) && $0.value.count != nil }) else { return nil }
        var captures: [Capture] = []
        for name in pattern.names {
            guard RuleName.isValid(name) else {
                log.error("the name of a capture is letters, digits and '_': '\(name)'", at: path)
                return nil
            }
            guard let capture = context.capture(name, decimals: decimals[name]?.count, at: path) else { return nil }
            guard !scope.present.contains(.capture(capture)) else {
                log.error("'match.\(name)' is captured by an earlier pattern already", at: path)
                return nil
            }
            captures.append(capture)
        }
        return .matches(PatternTest(pattern: pattern, captures: captures))
    }
}
