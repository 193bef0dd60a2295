internal import BeelineContent
internal import BeelineSymbols

extension Condition {
    /// The condition in a few words for people: `isbn13 begins with "978"`.
    package func title(_ table: KindTable) -> String {
        switch self {
        case .all(let conditions) where conditions.isEmpty: "always"
        case .all: "all of these are true"
        case .any: "one of these is true"
        case .not: "this is false"
        case .kind(let kinds): "kind is " + Self.alternatives(kinds.kinds.map { table.name(of: $0) })
        case .symbology(let symbologies): "symbology is " + Self.alternatives(symbologies.map(\.name).sorted())
        case .test(let name, let test): "\(name) \(test.title)"
        }
    }

    fileprivate static func alternatives(_ texts: [String]) -> String {
        texts.count < 2
            ? texts.first ?? "nothing" : texts.dropLast().joined(separator: ", ") + " or " + texts[texts.count - 1]
    }
}

extension Predicate {
    /// The test in a few words for people, to follow a name.
    package var title: String {
        let (verb, operands) = words
        return operands.map { "\(verb) \(Condition.alternatives($0))" } ?? verb
    }

    /// The verb, and the operands in words; nil for a test without operands.
    package var words: (verb: String, operands: [String]?) {
        switch self {
        case .exists(let wanted): (wanted ? "is there" : "is absent", nil)
        case .oneOf(let operands): ("is", operands.map(\.title))
        case .affix(.prefix, let parts): ("begins with", parts.map(\.title))
        case .affix(.suffix, let parts): ("ends with", parts.map(\.title))
        case .affix(.contains, let parts): ("contains", parts.map(\.title))
        case .matches(let test): ("matches", [Operand.quoted(test.pattern.text)])
        case .domain(let domains): ("is in the domain", domains)
        case .compare(let comparison, let operand): (comparison.rawValue, [operand.title])
        case .catalog(let test): ("is in the catalogue \(test.catalog.name)", nil)
        }
    }
}

extension Operand {
    package var title: String {
        switch self {
        case .literal(.text(let text)): Self.quoted(text)
        case .literal(let value): value.description
        case .today(let days): days == 0 ? "today" : days > 0 ? "today+\(days)" : "today\(days)"
        case .name(let name): "{\(name)}"
        }
    }

    static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
