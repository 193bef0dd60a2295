package import BeelineContent

/// The operators of conditions, in the one order in which reader, schema and reference list them.
public enum Operator: String, Hashable, Sendable, CaseIterable {
    case prefix, suffix, contains, matches, decimals, domain
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case catalog, exists

    /// The types of names that it can be asked of.
    package var types: Set<FieldType> {
        switch self {
        case .prefix, .suffix, .contains, .matches, .decimals, .catalog: Self.textual
        case .domain: Self.text
        case .less, .lessOrEqual, .greater, .greaterOrEqual: Self.ordered
        case .exists: Self.all
        }
    }

    private static let textual: Set<FieldType> = [.text, .url, .list, .any]
    private static let text: Set<FieldType> = [.text]
    private static let ordered: Set<FieldType> = [.number, .date, .time, .any]
    private static let all = Set(FieldType.allCases)

    /// What stands behind it, in a few words.
    public var operand: String {
        switch self {
        case .prefix, .suffix, .contains: "a text, or a list of texts"
        case .matches: "a pattern"
        case .decimals: "an object: names of captures, and for each 0 to 15"
        case .domain: "a host, or a list of hosts"
        case .less, .lessOrEqual, .greater, .greaterOrEqual: "a number, a date or a time"
        case .catalog: "the name of a catalogue"
        case .exists: "true or false"
        }
    }

    /// When it holds, in one sentence.
    public var summary: String {
        switch self {
        case .prefix: "The text begins so; with a list: in one of these ways."
        case .suffix: "The text ends so; with a list: in one of these ways."
        case .contains: "The text has this in it; with a list: one of these."
        case .matches: "The whole text fits the pattern (RE2); `(?P<name>…)` captures a part of it as `match.name`."
        case .decimals: "Beside `matches`: a capture of digits is a number, of which so many digits are decimals."
        case .domain: "The host is this one, or one below it; an IP address only itself."
        case .less: "The number is smaller; the date or time is earlier."
        case .lessOrEqual: "The number is smaller or equal; the date or time is not later."
        case .greater: "The number is larger; the date or time is later."
        case .greaterOrEqual: "The number is larger or equal; the date or time is not earlier."
        case .catalog:
            "The catalogue has a row with exactly this key; its cells are `catalog.LIST.COLUMN` from then on."
        case .exists: "The code has it (`true`), or has it not (`false`)."
        }
    }

    /// Whether the operand may be a whole `{name}`, which stands for its value.
    public var takesNames: Bool {
        switch self {
        case .prefix, .suffix, .contains, .less, .lessOrEqual, .greater, .greaterOrEqual: true
        case .matches, .decimals, .domain, .catalog, .exists: false
        }
    }
}
