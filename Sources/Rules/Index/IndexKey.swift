internal import BeelineContent

/// Something that a condition asks of a text and that a table can answer for many conditions at once.
enum IndexKey: Hashable, Sendable {
    case exact([UInt8])
    case prefix([UInt8])
    /// In reverse: from the last label to the first.
    case domain([UInt8])
    case pattern(Pattern)

    /// How much a key leaves over, from little to much.
    fileprivate var rank: Int {
        switch self {
        case .exact: 0
        case .domain: 1
        case .prefix: 2
        case .pattern: 3
        }
    }
}

extension Condition {
    /// Keys of which a code must meet one for the condition to hold, each with the name that it is asked of; nil when
    /// there are none that say so.
    var keys: [(name: Name, key: IndexKey)]? {
        switch self {
        case .all(let conditions):
            return conditions.compactMap(\.keys).min { left, right in
                (left.map(\.key.rank).max() ?? 0, left.count) < (right.map(\.key.rank).max() ?? 0, right.count)
            }
        case .any(let conditions):
            var all: [(name: Name, key: IndexKey)] = []
            for condition in conditions {
                guard let keys = condition.keys else { return nil }
                all += keys
            }
            return all
        case .not, .kind, .symbology: return nil
        case .test(let name, let test):
            guard name.isOfCode else { return nil }
            return test.keys?.map { (name, $0) }
        }
    }
}

extension Name {
    /// Whether it is known of a code before any rule is asked.
    fileprivate var isOfCode: Bool {
        switch self {
        case .field(.fixed(.kind)), .field(.fixed(.symbology)): false
        case .field, .own: true
        case .scan, .capture, .cell, .result, .constant: false
        }
    }
}

extension Predicate {
    fileprivate var keys: [IndexKey]? {
        switch self {
        case .oneOf(let operands): Self.texts(operands)?.map { .exact(Array($0.utf8)) }
        case .affix(.prefix, let parts): Self.texts(parts)?.map { .prefix(Array($0.utf8)) }
        case .domain(let domains): domains.map { .domain(Array($0.utf8.reversed())) }
        case .matches(let test): [.pattern(test.pattern)]
        case .exists, .affix, .compare, .catalog: nil
        }
    }

    private static func texts(_ operands: [Operand]) -> [String]? {
        var texts: [String] = []
        for operand in operands {
            guard case .literal(.text(let text)) = operand else { return nil }
            texts.append(text)
        }
        return texts
    }
}
