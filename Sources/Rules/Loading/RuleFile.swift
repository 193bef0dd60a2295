/// A rule file: what it is called and what it holds. Reading it from wherever it lies is the caller's part.
public struct RuleFile: Hashable, Sendable {
    /// The path, or a name such as `bundled:books`; messages begin with it.
    public let name: String
    /// JSON, in UTF-8.
    public let bytes: [UInt8]
    /// Who else may have written it, and what to do about that; nil when nobody else can. Its rules
    /// then start no programs and get no secrets, and neither do rules that use its constants and services.
    public let distrust: String?
    /// What tells it from all other files: a file of one identity is read once, by whatever names it was found.
    public let identity: String

    /// - Parameter identity: nil: the name.
    public init(name: String, bytes: [UInt8], distrust: String? = nil, identity: String? = nil) {
        self.name = name
        self.identity = identity ?? name
        self.bytes = bytes
        self.distrust = distrust
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
