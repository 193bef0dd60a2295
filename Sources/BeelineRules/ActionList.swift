/// What should be done about a code, in order.
///
///     resolution.actions          // [open-url https://www.amazon.com/dp/4873119049]
///     resolution.actions.count    // 1
///
/// A collection of its own, for nearly every code leads to one action: that one stands in the list itself, where an array
/// would ask for memory.
public struct ActionList: Hashable, Sendable {
    @usableFromInline var storage: Storage

    @usableFromInline
    enum Storage: Hashable, Sendable {
        case none
        case one(Action)
        /// Two and more.
        case many([Action])
    }

    /// A list of nothing.
    public init() {
        storage = .none
    }

    public init(_ actions: [Action]) {
        switch actions.count {
        case 0: storage = .none
        case 1: storage = .one(actions[0])
        default: storage = .many(actions)
        }
    }

    /// Puts an action behind the others.
    mutating func append(_ action: consuming Action) {
        // Asked apart: a switch that takes the storage to pieces copies it first.
        if case .none = storage {
            storage = .one(action)
            return
        }
        switch storage {
        case .none: break
        case .one(let first): storage = .many([first, action])
        case .many(var actions):
            // The array must have one owner, or it is copied as a whole.
            storage = .none
            actions.append(action)
            storage = .many(actions)
        }
    }
}

extension ActionList: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }

    @inlinable public var endIndex: Int { count }

    @inlinable public var count: Int {
        switch storage {
        case .none: 0
        case .one: 1
        case .many(let actions): actions.count
        }
    }

    public subscript(place: Int) -> Action {
        switch storage {
        case .one(let action) where place == 0: return action
        case .many(let actions): return actions[place]
        case .none, .one: preconditionFailure("there is no action \(place) of \(count)")
        }
    }
}

// These lend each action where it stands: all threads would write to the counts of what a copy shares with others.
extension ActionList {
    /// Calls a function with each action in turn.
    public func forEach(_ body: (borrowing Action) -> Void) {
        switch storage {
        case .none: break
        case .one(let action): body(action)
        case .many(let actions):
            let span = actions.span
            for place in span.indices { body(span[place]) }
        }
    }

    /// Whether a function says yes to one of the actions.
    public func contains(where predicate: (borrowing Action) -> Bool) -> Bool {
        switch storage {
        case .none: return false
        case .one(let action): return predicate(action)
        case .many(let actions):
            let span = actions.span
            for place in span.indices where predicate(span[place]) { return true }
            return false
        }
    }

    /// What a function says of the last action; nil where there is none.
    func withLast<Result>(_ body: (borrowing Action) -> Result) -> Result? {
        switch storage {
        case .none: nil
        case .one(let action): body(action)
        case .many(let actions): body(actions.span[actions.count - 1])
        }
    }
}

extension ActionList: ExpressibleByArrayLiteral {
    public init(arrayLiteral actions: Action...) {
        self.init(actions)
    }
}

extension ActionList: CustomStringConvertible {
    /// As that of an array: `[open-url https://example.com/]`.
    public var description: String { "\(Array(self))" }
}
