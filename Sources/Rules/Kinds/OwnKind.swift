internal import BeelineContent

/// A kind of content that a rule file makes of codes: a condition, and the fields that it gives them.
package final class OwnKind: Sendable {
    package let name: String
    package let title: String?
    /// The name of the file that has it.
    package let file: String
    package let condition: CheckedCondition
    package let fields: [GivenField]

    package struct GivenField: Sendable {
        /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
        package let name: Name
        package let template: BoundText
    }

    init(name: String, title: String?, file: String, condition: CheckedCondition, fields: [GivenField]) {
        self.name = name
        self.title = title
        self.file = file
        self.condition = condition
        self.fields = fields
    }
}
