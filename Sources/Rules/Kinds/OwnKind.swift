internal import BeelineContent

/// A kind of content that a rule file makes of codes: a condition, and the fields that it gives them.
final class OwnKind: Sendable {
    let name: String
    let title: String?
    /// The name of the file that has it.
    let file: String
    let condition: CheckedCondition
    let fields: [GivenField]

    struct GivenField: Sendable {
        /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
        let name: Name
        let template: BoundText
    }

    init(name: String, title: String?, file: String, condition: CheckedCondition, fields: [GivenField]) {
        self.name = name
        self.title = title
        self.file = file
        self.condition = condition
        self.fields = fields
    }
}
