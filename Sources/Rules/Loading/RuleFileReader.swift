/// How the files that rule files include are found; reading them from wherever they lie is the caller's part.
public struct RuleFileReader: Sendable {
    /// The file of that name, as a file that includes it writes it.
    ///
    /// The identity of what comes back tells it from all others: the same file always has the same.
    let file: @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile

    public init(
        _ file: @escaping @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile
    ) {
        self.file = file
    }

    /// For rule files that lie nowhere: an include is an error.
    public static let none = RuleFileReader { name, _ throws(RuleFileProblem) in
        throw RuleFileProblem("no other file can be included here")
    }
}

/// Why a file cannot be included, in a few words.
public struct RuleFileProblem: Error, Hashable, Sendable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
