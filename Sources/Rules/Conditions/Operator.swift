package import BeelineContent

/// The operators of conditions, in the one order in which reader, schema and reference list them.
package enum Operator: String, Hashable, Sendable, CaseIterable {
    case prefix, suffix, contains, matches, decimals, domain
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case catalog, exists

    package var form: Form {
        switch self {
        case .prefix, .suffix, .contains: .texts
        case .matches: .pattern
        case .decimals: .decimals
        case .domain: .hosts
        case .less, .lessOrEqual, .greater, .greaterOrEqual: .limit
        case .catalog: .catalog
        case .exists: .truth
        }
    }

    /// The form of the value of an operator, with its description in a few words.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case texts = "a text, or a list of texts"
        case pattern = "a pattern"
        case decimals = "an object: names of captures, and for each 0 to 15"
        case hosts = "a host, or a list of hosts"
        case limit = "a number, a date or a time"
        case catalog = "the name of a catalogue"
        case truth = "true or false"

        /// Whether it may be a whole `{name}`, for the value of that name.
        package var takesNames: Bool { self == .texts || self == .limit }

        /// The types of the names that it can test.
        package var types: [FieldType] {
            switch self {
            case .texts, .pattern, .decimals: [.text, .url, .list, .any]
            case .catalog: [.text, .url, .number, .list, .any]
            case .hosts: [.text]
            case .limit: [.number, .date, .time, .moment, .any]
            case .truth: FieldType.allCases
            }
        }
    }

    /// Whether it can test a name of this type and form.
    package func fits(_ type: FieldType, _ form: FieldForm) -> Bool {
        self.form.types.contains(type) && (self.form != .hosts || form == .host)
    }

    package var summary: String {
        switch self {
        case .prefix: "The text begins with this; with a list: with one of these."
        case .suffix: "The text ends with this; with a list: with one of these."
        case .contains: "The text contains this; with a list: one of these."
        case .matches: "The whole text matches the pattern (RE2); `(?P<name>…)` captures a part of it as `match.name`."
        case .decimals: "With `matches`: a capture of digits is a number with this number of decimal digits."
        case .domain: "The host is this one or a subdomain of it; an IP address only itself."
        case .less: "The number is smaller; the date or time is earlier."
        case .lessOrEqual: "The number is smaller or equal; the date or time is not later."
        case .greater: "The number is larger; the date or time is later."
        case .greaterOrEqual: "The number is larger or equal; the date or time is not earlier."
        case .catalog:
            "The catalogue has a row with this key; later conditions and actions use its cells as "
                + "`catalog.LIST.COLUMN`. A number is looked up as it is written."
        case .exists: "The code has this field (`true`) or does not have it (`false`)."
        }
    }
}
