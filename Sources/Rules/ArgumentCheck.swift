/// What a plugin knows to be wrong with an action of a rule before any code is scanned, beyond names and types.
///
///     let check = ArgumentCheck { written in
///         guard let size = written.texts["size"], Int(size) == nil else { return nil }
///         return .init("'\(size)' is no number", parameter: "size")
///     }
public struct ArgumentCheck: Sendable {
    /// What a rule writes, as far as it is the same for every code.
    public struct Written: Sendable {
        /// The parameters that are there.
        public internal(set) var parameters: Set<String> = []
        /// Those that are a text without a name of the code, by parameter; constants are filled in.
        public internal(set) var texts: [String: String] = [:]
        /// The names in those that are an object, by parameter.
        public internal(set) var names: [String: Set<String>] = [:]
    }

    /// What is wrong, and where.
    public struct Problem: Hashable, Sendable {
        public let message: String
        /// The parameter that it is about; nil: the action as a whole.
        public let parameter: String?

        public init(_ message: String, parameter: String? = nil) {
            self.message = message
            self.parameter = parameter
        }
    }

    let problem: @Sendable (Written) -> Problem?

    /// - Parameter problem: nil where nothing is wrong that can be known.
    public init(_ problem: @escaping @Sendable (Written) -> Problem?) { self.problem = problem }
}

/// Signatures are the same when they say the same: how they look at what is written says nothing.
extension ArgumentCheck: Hashable {
    public static func == (one: ArgumentCheck, other: ArgumentCheck) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}
