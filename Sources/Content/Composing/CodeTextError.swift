/// Why no code is made of fields.
public struct CodeTextError: Error, Hashable, Sendable {
    /// The name of the field.
    public let field: String
    /// What is wrong with it, and what is possible: a clause that goes on after the name.
    public let problem: String

    package init(_ field: String, _ problem: String) { (self.field, self.problem) = (field, problem) }
}

extension CodeTextError: CustomStringConvertible {
    public var description: String { "'\(field)' \(problem)" }
}
