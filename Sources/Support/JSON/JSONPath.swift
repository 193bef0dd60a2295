/// The way from the root of a JSON text to one of its values: `rules[3].when.isbn10`.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    public enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    public let steps: [Step]

    /// The root.
    public init() { steps = [] }

    private init(steps: [Step]) { self.steps = steps }

    public func member(_ name: String) -> JSONPath { JSONPath(steps: steps + [.member(name)]) }

    public func element(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.element(index)]) }

    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
