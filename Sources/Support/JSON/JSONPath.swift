/// A place in a JSON value (RFC 6901).
///
///     try JSONPointer("/results/0/title").value(in: answer)
package struct JSONPointer: Hashable, Sendable {
    private let tokens: [String]

    package init(_ text: String) throws(Malformed) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { throw .noSlash }
        var tokens: [String] = []
        // By bytes: a slash that is followed by a combining character is a slash anyway.
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            tokens.append(try Self.unescaped(part))
        }
        self.tokens = tokens
    }

    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for token in tokens {
            let next: JSONValue? =
                switch value {
                // Names are the same when their code points are (section 4); `==` of texts takes more for the same.
                case .object(let members): members.last { $0.name.utf8.elementsEqual(token.utf8) }?.value
                case .array(let elements): Self.index(token).flatMap { $0 < elements.count ? elements[$0] : nil }
                default: nil
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// `0`, or digits without a zero before them; `-`, the element after the last one, is never there.
    private static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            token == "0" || token.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(token)
    }

    private static func unescaped(_ part: Substring.UTF8View) throws(Malformed) -> String {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: throw .badEscape
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        case noSlash
        case badEscape

        package var description: String {
            switch self {
            case .noSlash: "a JSON Pointer must be empty or begin with '/'"
            case .badEscape: "in a JSON Pointer '~' is only allowed in '~0' (a tilde) and '~1' (a slash)"
            }
        }
    }
}

/// The way from the root of a JSON text to one of its values: `rules[3].when.isbn10`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    package let steps: [Step]

    /// The root.
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

/// The places of the values of a JSON text, each below the one that contains it; so a place costs the same at any
/// depth.
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

    /// Adds a value below another one; nil: the root. Of a name that an object has twice, the last counts.
    ///
    /// - Returns: the new node.
    private mutating func add(_ place: Place, below parent: Int?, by step: JSONPath.Step?) -> Int {
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
