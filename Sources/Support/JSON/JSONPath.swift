/// The way from the root of a JSON text to one of its values: `rules[3].when.isbn10`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    package let steps: [Step]

    package init() { steps = [] }

    init(steps: [Step]) { self.steps = steps }

    package func member(_ name: String) -> JSONPath { JSONPath(steps: steps + [.member(name)]) }

    package func element(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.element(index)]) }

    package var description: String {
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

/// The places of the values of a JSON text, each below the one that contains it: a place costs the same at any depth.
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

    /// Walks a text that was read, or what of it is JSON.
    init(_ bytes: [UInt8]) {
        /// A list with how many elements have ended in it, or an object with the name before a value in it.
        enum Open {
            case array(node: Int, count: Int)
            case object(node: Int, name: Range<Int>?)
        }
        var open: [Open] = []
        /// Adds the value at a place to what is open.
        func add(_ value: Int) -> Int {
            switch open.last {
            case nil: return self.add(Place(name: nil, value: value), below: nil, by: nil)
            case .array(let node, let count)?:
                return self.add(Place(name: nil, value: value), below: node, by: .element(count))
            case .object(let node, let name)?:
                let text = name.flatMap { try? JSONValue(parsing: bytes[$0]).string } ?? ""
                return self.add(Place(name: name?.lowerBound, value: value), below: node, by: .member(text))
            }
        }
        for token in JSONTokens(bytes) {
            switch (bytes[token.lowerBound], open.last) {
            case (UInt8(ascii: "["), _): open.append(.array(node: add(token.lowerBound), count: 0))
            case (UInt8(ascii: "{"), _): open.append(.object(node: add(token.lowerBound), name: nil))
            case (UInt8(ascii: "]"), _), (UInt8(ascii: "}"), _): _ = open.popLast()
            case (UInt8(ascii: ":"), _): break
            case (UInt8(ascii: ","), .array(let node, let count)?):
                open[open.count - 1] = .array(node: node, count: count + 1)
            case (UInt8(ascii: ","), .object(let node, _)?): open[open.count - 1] = .object(node: node, name: nil)
            case (UInt8(ascii: "\""), .object(let node, nil)?):
                open[open.count - 1] = .object(node: node, name: token)
            default: _ = add(token.lowerBound)
            }
        }
        // A text without a value has its root at its end.
        if nodes.isEmpty { _ = add(bytes.count) }
    }

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

    /// Adds a value below another one, or as the root, and returns its node. Of a repeated name the last counts.
    private mutating func add(_ place: Place, below parent: Int?, by step: JSONPath.Step?) -> Int {
        let node = nodes.count
        nodes.append(Node(parent: parent, step: step, place: place, previous: parent.flatMap { nodes[$0].lastChild }))
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

    /// The last value that a step leads to. A linear search, as few places are ever needed.
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

/// A name that equals another one when their bytes are the same.
struct ExactName: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactName, right: ExactName) -> Bool {
        // The first comparison is fast, and false for nearly all names.
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Finds the places of members and elements in a JSON text, which a `JSONValue` does not keep. It walks the text, so
/// make one only when there is something to report.
package struct JSONLocator: Sendable {
    private let bytes: [UInt8]
    private let tree: PlaceTree
    private let positions: PositionIndex

    /// The bytes are JSON, in which names may be there twice, and numbers may be too large. Of other texts it finds
    /// what is before the error, and may be wrong after it.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = PlaceTree(bytes)
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

    /// The place of a character inside of the string at `path`, which so many Unicode scalars of its value are before;
    /// nil when there is no string.
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

    /// The text with another string instead of the one at `path`; nil when there is no string.
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
