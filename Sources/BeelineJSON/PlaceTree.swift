/// Where the values of a JSON text stand, each below the one that holds it; so a place costs the same at any depth.
struct PlaceTree: Sendable {
    /// Offsets of a value, and of the name before it, into the text.
    struct Place: Sendable {
        let name: Int?
        let value: Int
    }

    private struct Node: Sendable {
        let parent: Int?
        let step: JSONPath.Step?
        let place: Place
    }

    /// A step from a node. A name is its bytes, for JSON does not take "é" and "e" with an accent for one, as Swift does.
    private enum Edge: Hashable, Sendable {
        case member(of: Int, [UInt8])
        case element(of: Int, Int)

        init(_ step: JSONPath.Step, from node: Int) {
            switch step {
            case .member(let name): self = .member(of: node, Array(name.utf8))
            case .element(let index): self = .element(of: node, index)
            }
        }
    }

    private var nodes: [Node] = []
    private var edges: [Edge: Int] = [:]

    /// The members whose names their objects have had before, in the order of the text.
    private(set) var repeated: [Int] = []

    /// Adds a value below another one; nil: the root. Of a name that an object has twice, the last counts.
    ///
    /// - Returns: the new node.
    mutating func add(_ place: Place, below parent: Int?, by step: JSONPath.Step?) -> Int {
        let node = nodes.count
        nodes.append(Node(parent: parent, step: step, place: place))
        if let parent, let step, edges.updateValue(node, forKey: Edge(step, from: parent)) != nil {
            repeated.append(node)
        }
        return node
    }

    func place(of node: Int) -> Place { nodes[node].place }

    /// Nil when there is no such value.
    func place(at path: JSONPath) -> Place? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for step in path.steps {
            guard let next = edges[Edge(step, from: node)] else { return nil }
            node = next
        }
        return nodes[node].place
    }

    func path(of node: Int) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var current: Int? = node
        while let index = current {
            if let step = nodes[index].step { steps.append(step) }
            current = nodes[index].parent
        }
        return steps.reversed().reduce(JSONPath()) { path, step in
            switch step {
            case .member(let name): path.member(name)
            case .element(let index): path.element(index)
            }
        }
    }
}
