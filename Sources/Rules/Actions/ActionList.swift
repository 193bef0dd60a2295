/// What should be done about a code, in order.
///
///     resolution.actions          // [open-url https://www.amazon.com/dp/4873119049]
///     resolution.actions.count    // 1
///
/// A collection of its own, for nearly every code leads to one action: that one is in the list itself, where an array
/// would ask for memory.
package struct ActionList: Hashable, Sendable {
    /// The first one; that of no list is in an empty one. No optional, and no enumeration: what is taken out of these
    /// is copied, and all threads would write to the counts of what a copy shares with others.
    private var head: Action
    /// Those after it.
    private var others: [Action]
    package private(set) var count: Int

    private static let nothing = Action(name: "", rule: "", arguments: [])

    package init() { self.init([]) }

    package init(_ actions: [Action]) {
        head = actions.first ?? Self.nothing
        others = Array(actions.dropFirst())
        count = actions.count
    }

    init(only action: consuming Action) {
        head = action
        others = []
        count = 1
    }

    /// The same as an array.
    package var array: [Action] { count > 1 ? [head] + others : count == 1 ? [head] : [] }

    mutating func append(_ action: consuming Action) {
        if count == 0 { head = action } else { others.append(action) }
        count += 1
    }
}

extension ActionList: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int { count }

    /// The action at a place.
    ///
    /// - Precondition: `0..<count` contains the place.
    package subscript(place: Int) -> Action {
        precondition(indices.contains(place), "there is no action \(place) of \(count)")
        return place == 0 ? head : others[place - 1]
    }
}

// These lend each action where it is.
extension ActionList {
    package func forEach(_ body: (borrowing Action) -> Void) {
        guard count > 0 else { return }
        body(head)
        guard count > 1 else { return }
        let others = others.span
        for place in others.indices { body(others[place]) }
    }

    package func contains(where predicate: (borrowing Action) -> Bool) -> Bool {
        guard count > 0 else { return false }
        if predicate(head) { return true }
        guard count > 1 else { return false }
        let others = others.span
        for place in others.indices where predicate(others[place]) { return true }
        return false
    }

    /// What a function says of the last action; nil where there is none.
    func withLast<Result>(_ body: (borrowing Action) -> Result) -> Result? {
        guard count > 1 else { return count == 1 ? body(head) : nil }
        return body(others.span[count - 2])
    }
}

extension ActionList: ExpressibleByArrayLiteral {
    package init(arrayLiteral actions: Action...) {
        self.init(actions)
    }
}

extension ActionList: CustomStringConvertible {
    /// As that of an array: `[open-url https://example.com/]`.
    package var description: String { "\(Array(self))" }
}
