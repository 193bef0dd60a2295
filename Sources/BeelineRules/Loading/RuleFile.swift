/// A rule file: what it is called and what it holds. Reading it from wherever it lies is the caller's part.
public struct RuleFile: Hashable, Sendable {
    /// The path, or a name such as `bundled:books`; messages begin with it.
    public let name: String
    /// JSON, in UTF-8.
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A file whose content is at hand as text.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}

/// Values for the constants of rule files, from outside of them.
public struct ConstantSettings: Hashable, Sendable {
    /// By name, set on purpose; a name that no file has is an error.
    public var values: [String: String]
    /// By name in upper case, from the environment; names that no file has are passed over.
    public var environment: [String: String]

    public init(values: [String: String] = [:], environment: [String: String] = [:]) {
        self.values = values
        self.environment = environment
    }
}
