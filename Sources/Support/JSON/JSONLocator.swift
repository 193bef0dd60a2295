/// Says where in a JSON text a member or an element stands, which a `JSONValue` does not know.
///
/// It parses the text again, so make one only when there is something to report.
package struct JSONLocator: Sendable {
    private let bytes: [UInt8]
    private let tree: PlaceTree
    private let positions: PositionIndex

    /// - Parameter bytes: JSON; names may be there twice, and numbers may be too large. Of other texts it finds what stands
    ///   before the mistake.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = bytes.withUnsafeBufferPointer { bytes in
            var parser = JSONParser(bytes, [.allowDuplicateNames, .allowLargeNumbers], places: PlaceTree())
            _ = try? parser.text()
            return parser.places ?? PlaceTree()
        }
        positions = PositionIndex(bytes)
    }

    /// The place of the value at `path`; nil when there is none.
    package func positionOfValue(at path: JSONPath) -> TextPosition? {
        tree.place(at: path).map { positions.position(of: $0.value) }
    }

    /// The place of the name of the member at `path`, or of its value where it is an element of a list.
    package func positionOfName(at path: JSONPath) -> TextPosition? {
        tree.place(at: path).map { positions.position(of: $0.name ?? $0.value) }
    }

    /// The place of a character inside of the string at `path`; nil when there is no string.
    ///
    /// - Parameter offset: how many Unicode scalars of the string's value stand before it.
    package func position(ofCharacter offset: Int, inStringAt path: JSONPath) -> TextPosition? {
        guard let start = tree.place(at: path)?.value, start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            return nil
        }
        var next = start + 1
        for _ in 0..<offset where next < bytes.count {
            if bytes[next] == UInt8(ascii: "\\") {
                let isUnicode = next + 1 < bytes.count && bytes[next + 1] == UInt8(ascii: "u")
                // \uD83D\uDE00: the two halves of a pair are one scalar.
                let isPair =
                    isUnicode && next + 3 < bytes.count && bytes[next + 2] | 0x20 == UInt8(ascii: "d")
                    && "89abAB".utf8.contains(bytes[next + 3])
                next += isPair ? 12 : isUnicode ? 6 : 2
            } else {
                next += 1
                while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
            }
        }
        return positions.position(of: next)
    }

    /// The text with another string in place of the one at `path`; nil when there is no string.
    package func replacingString(at path: JSONPath, with text: String) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        guard let start = tree.place(at: path)?.value, start < bytes.count, bytes[start] == quote else { return nil }
        var end = start + 1
        while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.count else { return nil }
        var json = JSONWriter(capacity: text.utf8.count + 2)
        json.value(text)
        return Array(bytes[..<start]) + json.bytes + bytes[(end + 1)...]
    }

    /// Every name that its object has had before, in the order of the text; found when it is asked for.
    package var repeatedNames: some Collection<(path: JSONPath, position: TextPosition)> {
        tree.repeated.lazy.map { node in
            (tree.path(of: node), positions.position(of: tree.place(of: node).name ?? 0))
        }
    }
}

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
        struct Name: Hashable {
            let parent: Int
            let name: ExactName
        }
        var names: Set<Name> = []
        return nodes.indices.filter { index in
            guard let parent = nodes[index].parent, case .member(let name)? = nodes[index].step else { return false }
            return !names.insert(Name(parent: parent, name: ExactName(name))).inserted
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
        return JSONPath(steps: steps.reversed())
    }
}

extension JSONPath.Step {
    /// Whether the step is the same, with names compared by their bytes.
    fileprivate func isSame(as other: JSONPath.Step) -> Bool {
        switch (self, other) {
        case (.member(let name), .member(let other)): ExactName(name) == ExactName(other)
        case (.element(let index), .element(let other)): index == other
        case (.member, .element), (.element, .member): false
        }
    }
}
