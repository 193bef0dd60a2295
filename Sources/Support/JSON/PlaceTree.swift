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
        /// The last value directly below it that has been added.
        var lastChild: Int?
        /// The value that was added before it below the same one.
        let previous: Int?
    }

    private var nodes: [Node] = []

    /// The members whose names their objects have had before, in the order of the text.
    var repeated: [Int] {
        // A name is its bytes, for JSON does not take "é" and "e" with an accent for one, as Swift does.
        struct Name: Hashable {
            let parent: Int
            let bytes: [UInt8]
        }
        var names: Set<Name> = []
        return nodes.indices.filter { index in
            guard let parent = nodes[index].parent, case .member(let name)? = nodes[index].step else { return false }
            return !names.insert(Name(parent: parent, bytes: Array(name.utf8))).inserted
        }
    }

    /// Adds a value below another one; nil: the root. Of a name that an object has twice, the last counts.
    ///
    /// - Returns: the new node.
    mutating func add(_ place: Place, below parent: Int?, by step: JSONPath.Step?) -> Int {
        let node = nodes.count
        nodes.append(
            Node(parent: parent, step: step, place: place, previous: parent.flatMap { nodes[$0].lastChild }))
        if let parent { nodes[parent].lastChild = node }
        return node
    }

    func place(of node: Int) -> Place { nodes[node].place }

    /// Nil when there is no such value.
    func place(at path: JSONPath) -> Place? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for step in path.steps {
            guard let next = child(of: node, by: step) else { return nil }
            node = next
        }
        return nodes[node].place
    }

    /// The last value that a step leads to. Looked for one by one, as few are ever asked for.
    private func child(of node: Int, by step: JSONPath.Step) -> Int? {
        var next = nodes[node].lastChild
        while let child = next {
            if nodes[child].step?.isSame(as: step) ?? false { return child }
            next = nodes[child].previous
        }
        return nil
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

extension JSONPath.Step {
    /// Equality of names by their bytes, which `==` of texts is not.
    fileprivate func isSame(as other: JSONPath.Step) -> Bool {
        switch (self, other) {
        case (.member(let name), .member(let other)): name.utf8.elementsEqual(other.utf8)
        case (.element(let index), .element(let other)): index == other
        case (.member, .element), (.element, .member): false
        }
    }
}
