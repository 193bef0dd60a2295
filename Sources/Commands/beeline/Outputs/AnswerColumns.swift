import Beeline
import BeelineSupport
import BeelineSymbols

/// The columns of answers as CSV, in their order. They are chosen before the first code: output is not kept.
struct AnswerColumns: Hashable, Sendable {
    enum Column: Hashable, Sendable {
        case fixed(ColumnName.Fixed)
        /// A field of the code. Its name in rules is nil where only a kind of a rule file defines it.
        case field(String, FieldName?)
        /// A field of an action: `emit.price`.
        case action(String, String)

        /// The text at its head.
        var title: String {
            switch self {
            case .fixed(let column): column.rawValue
            case .field(let name, _):
                ColumnName.Fixed(rawValue: name) == nil ? name : "\(ColumnName.Prefix.content.rawValue).\(name)"
            case .action(let action, let name): "\(action).\(name)"
            }
        }
    }

    let columns: [Column]
    /// For each kind, by its index, the columns of the fields that its codes may have.
    private let fieldsOfKinds: [[PlacedField]]
    private let placesOfFields: [String: Int]
    /// By the name of the action, then by that of the field.
    private let placesOfActions: [String: [String: Int]]

    private struct PlacedField: Hashable, Sendable {
        let place: Int
        let field: FieldName
    }

    static let fixed = AnswerColumns(
        (ColumnName.Fixed.beforeFields + ColumnName.Fixed.behindFields).map(Column.fixed))

    private init(_ columns: [Column]) {
        self.columns = columns
        var placesOfFields: [String: Int] = [:]
        var placesOfActions: [String: [String: Int]] = [:]
        var fields: [PlacedField] = []
        for (place, column) in columns.enumerated() {
            switch column {
            case .fixed: break
            case .field(let name, let field):
                placesOfFields[name] = place
                if let field { fields.append(PlacedField(place: place, field: field)) }
            case .action(let action, let name): placesOfActions[action, default: [:]][name] = place
            }
        }
        fieldsOfKinds = Kind.allCases.map { kind in fields.filter { $0.field.presence(in: kind) != nil } }
        (self.placesOfFields, self.placesOfActions) = (placesOfFields, placesOfActions)
    }

    /// The columns that are chosen by their names, with commas between them. Without a choice: the columns of every
    /// code, the fields of the likely kinds, and the fields that the rules emit and record.
    init(choosing choice: String?, for rules: RuleSet) throws(UsageError) {
        guard let choice else {
            self.init(Self.whole(Self.likelyKinds(rules), rules))
            return
        }
        var columns: [Column] = []
        for word in choice.split(separator: ",", omittingEmptySubsequences: false) {
            for column in try Self.columns(named: String(word.drop { $0 == " " }), rules)
            where !columns.contains(column) { columns.append(column) }
        }
        self.init(columns)
    }

    /// The kinds that the user's rules match; where these name none, the kinds with a number.
    private static func likelyKinds(_ rules: RuleSet) -> Set<RuleKind> {
        let own = rules.kindsOfOwnFiles
        return own.isEmpty ? rules.kindsWithNumber : own
    }

    private static func whole(_ kinds: Set<RuleKind>, _ rules: RuleSet) -> [Column] {
        ColumnName.Fixed.beforeFields.map(Column.fixed)
            + ColumnName.Prefix.allCases.flatMap { columns($0, kinds, rules) }
            + ColumnName.Fixed.behindFields.map(Column.fixed)
    }

    private static func columns(_ prefix: ColumnName.Prefix, _ kinds: Set<RuleKind>, _ rules: RuleSet) -> [Column] {
        guard prefix == .content else {
            let action = prefix.rawValue
            return rules.fieldNames(ofAction: action, for: kinds).map { .action(action, $0) }
        }
        var names: Set<String> = []
        var columns: [Column] = []
        for kind in Kind.allCases where kinds.contains(where: { $0.base == kind }) {
            // Parts of other fields, and secrets, are columns only where they are chosen.
            for field in Field.fields(of: kind)
            where !field.isPart && !field.isSecret && names.insert(field.name).inserted {
                columns.append(.field(field.name, .fixed(field.field)))
            }
        }
        for name in rules.givenFieldNames(of: kinds) where names.insert(name).inserted {
            columns.append(.field(name, FieldName(name)))
        }
        return columns
    }

    private static func columns(named name: String, _ rules: RuleSet) throws(UsageError) -> [Column] {
        if let fixed = ColumnName.Fixed(rawValue: name) { return [.fixed(fixed)] }
        if name == ColumnName.all { return whole(rules.allKinds, rules) }
        if let prefix = ColumnName.Prefix(rawValue: name) { return columns(prefix, likelyKinds(rules), rules) }
        let known = whole(rules.allKinds, rules)
        if let column = known.first(where: { $0.title == name }) { return [column] }
        let content = "\(ColumnName.Prefix.content.rawValue)."
        let field = name.hasPrefix(content) ? String(name.dropFirst(content.count)) : name
        if let known = FieldName(field) { return [.field(field, known)] }
        if rules.givenFieldNames(of: rules.allKinds).contains(field) { return [.field(field, nil)] }
        throw .unknownColumn(
            name, known: known.map(\.title) + ColumnName.Prefix.allCases.map(\.rawValue) + [ColumnName.all])
    }
}

extension AnswerColumns {
    /// The line at the head.
    func header(_ form: CSVForm) -> [UInt8] { CSVWriter.header(columns.map(\.title), form) }

    /// The cells of a code. `fixed` gives those of the columns that every code has.
    func cells(of result: CodeResult, fixed: (ColumnName.Fixed) -> String) -> [String] {
        var cells = Array(repeating: "", count: columns.count)
        for (place, column) in columns.enumerated() {
            if case .fixed(let column) = column { cells[place] = fixed(column) }
        }
        if !placesOfFields.isEmpty {
            for placed in fieldsOfKinds[result.resolution.content.kind.index] {
                guard let value = result.shownValue(of: placed.field) else { continue }
                cells[placed.place] = value.cell
            }
            // A field that a kind of a rule file defines replaces one of the same name.
            for field in result.shownGivenFields {
                if let place = placesOfFields[field.name] { cells[place] = field.value.cell }
            }
        }
        for (action, places) in placesOfActions {
            for field in result.fields(of: action) {
                // Of several actions with a field, the first counts.
                guard let place = places[field.name], cells[place].isEmpty else { continue }
                cells[place] = field.value.description
            }
        }
        return cells
    }

    /// The cells of an input without a code.
    func cells(fixed: (ColumnName.Fixed) -> String) -> [String] {
        columns.map { column in if case .fixed(let column) = column { fixed(column) } else { "" } }
    }
}

extension FieldValue {
    fileprivate var cell: String {
        if case .list(let elements) = self { return elements.map(\.description).joined(separator: ", ") }
        return description
    }
}
