internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// The names that the tests of a file can use, by the rules of the file and of those that it includes.
struct RuleTestVocabulary {
    /// The rules as they are without any catalogue.
    let rules: RuleSet
    let ruleByID: [String: Rule]
    /// The results of actions, by their `as` names.
    private(set) var results: [String: [String]] = [:]
    /// The first service of each action, by the same names.
    private(set) var services: [String: String] = [:]
    /// The used catalogues, each with its used columns.
    private(set) var catalogs: [String: Set<String>] = [:]
    /// Whether a rule uses `seen` for the code itself.
    private(set) var asksSeenOfCode = false
    /// The fields of `seen.FIELD` in rules.
    private(set) var seenFields: Set<String> = []
    /// The names of the session values that rules use.
    private(set) var sessionNames: Set<String> = []
    /// The declared forms of the catalogues.
    private(set) var catalogForms: [String: CatalogForm] = [:]

    private let reader: RuleFileReader

    init(_ rules: RuleSet, signatures: [ActionSignature], _ reader: RuleFileReader) {
        (self.rules, self.reader) = (rules, reader)
        ruleByID = Dictionary(rules.rules.map { ($0.id, $0) }) { first, _ in first }
        for kind in rules.kinds.own {
            for form in kind.forms { add(form.condition.condition) }
            add(kind.fields.flatMap(\.template.names))
        }
        for rule in rules.compiled {
            add(rule.checked.condition)
            for action in rule.actions {
                if let condition = action.condition { add(condition) }
                add(action.arguments.flatMap(\.names))
                guard let name = action.shape.resultName else { continue }
                let signature = signatures.first { $0.name == action.shape.name }
                for result in signature.map(action.resultNames) ?? []
                where !(results[name]?.contains(result) ?? false) {
                    results[name, default: []].append(result)
                }
                if signature?.results == .ofService, services[name] == nil { services[name] = action.firstService }
            }
        }
    }

    /// What the bundled files define. They are read for it.
    var bundledNames: BundledNames { BundledNames(reader) }

    private mutating func add(_ condition: Condition) {
        add(condition.names)
        for case .catalog(let test) in condition.tests.map(\.predicate) {
            catalogs[test.catalog.name, default: []].formUnion(test.catalog.columns)
            catalogForms[test.catalog.name] = test.catalog.form
        }
    }

    private mutating func add(_ names: [Name]) {
        for name in names {
            switch name {
            case .cell(let cell) where cell.isCount: break
            case .cell(let cell): catalogs[cell.list, default: []].insert(cell.column)
            case .seen(let seen):
                if let field = seen.by { seenFields.insert(field.description) } else { asksSeenOfCode = true }
            case .session(let name): sessionNames.insert(name)
            case .field, .own, .scan, .capture, .part, .result, .constant, .sum: break
            }
        }
    }
}

extension ActionTemplate {
    fileprivate func resultNames(_ signature: ActionSignature) -> [String] {
        switch signature.results {
        case .none: return []
        case .named(let names), .certain(let names): return names
        case .withPointers(let names):
            let pointers = signature.parameters.filter { $0.type == .pointers }
            return names + pointers.flatMap { fieldNames(of: $0.name) }
        case .ofService:
            let places = 0..<ServiceParameter.mostServices
            return ResultName.ofEveryService
                + places.flatMap { fieldNames(of: ServiceParameter.results.name(at: $0)) }
        }
    }

    private func fieldNames(of parameter: String) -> [String] {
        guard let place = parameters.firstIndex(of: parameter), case .fields(let fields) = arguments[place]
        else { return [] }
        return fields.map(\.name)
    }

    fileprivate var firstService: String? {
        guard let place = parameters.firstIndex(of: ServiceParameter.service.rawValue),
            case .text(let text) = arguments[place], case .literal(let name)? = text.parts.first
        else { return nil }
        return name
    }
}
