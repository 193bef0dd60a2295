internal import BeelineActions
internal import BeelineContent
internal import BeelineRules

/// The fields that a rule gives for a card, by name.
package struct CardFields {
    private let fields: [String: ActionValue]

    init(_ action: Action) {
        guard case .fields(let fields)? = action["fields"] else {
            self.fields = [:]
            return
        }
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    /// The text of a field; nil where there is none, or it is empty.
    func text(_ name: String) -> String? {
        fields[name].map(\.description).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The texts of a field, of which there may be several; empty ones are left out.
    func texts(_ name: String) -> [String] {
        switch fields[name] {
        case nil: []
        case .list(let elements)?: elements.map(\.description).filter { !$0.isEmpty }
        case .some(let value): value.description.isEmpty ? [] : [value.description]
        }
    }

    /// A position as `GEO` has it, with that between the numbers; nil unless both are there and are numbers.
    func position(separator: String) -> String? {
        guard case .number(let latitude)? = fields["latitude"], case .number(let longitude)? = fields["longitude"]
        else { return nil }
        return "\(latitude)\(separator)\(longitude)"
    }
}
