public import BeelineActions
internal import BeelineRuleTools
public import BeelineRules
internal import BeelineSupport

/// The tests that rule files contain, and the examples of their kinds, run from a test of a program.
///
///     for result in try RuleTests(.files(["shop.json"])).results where !result.hasPassed {
///         print(result)
///     }
///
/// With Swift Testing each is a case of its own: `@Test(arguments: try RuleTests(.files(["shop.json"])).results)`.
///
/// Each file is tested with those that it includes, and with the lists that its tests give. So results are the same
/// everywhere.
public struct RuleTests: Sendable {
    /// The results, in the order of the files.
    public let results: [Result]

    /// The result of one test.
    public struct Result: Hashable, Sendable, CustomStringConvertible {
        /// The title of the test, or what it scans.
        public let name: String
        /// The name of its file.
        public let file: String
        /// How the result differs from what the test expects, a sentence each; empty for a test that has passed.
        public let differences: [String]

        /// Whether nothing differs.
        public var hasPassed: Bool { differences.isEmpty }

        /// `shop.json: a book: rule is "product", expected "shop.book"`.
        public var description: String { "\(file): \(name): \(hasPassed ? "ok" : differences.joined(separator: "; "))" }
    }

    /// Runs the tests of all files of the sources.
    ///
    /// - Parameter plugins: the plugins whose actions the rules can name.
    /// - Throws: `RuleSetError` where a file or one of its tests has an error.
    public init(_ sources: RuleSources, plugins: PluginRegistry = .standard) throws(RuleSetError) {
        var results: [Result] = []
        for file in sources.files {
            let suite = RuleTestSuite(file: file, actions: plugins.signatures, reader: sources.reader)
            guard suite.canRun else {
                throw RuleSetError(issues: suite.fileErrors + suite.issues.filter { $0.severity == .error })
            }
            results += suite.run().map { result in
                Result(
                    name: result.name, file: result.file,
                    differences: result.differences.map { difference in
                        "\(difference.subject) is \(difference.actual), expected \(difference.expected)"
                            + difference.reasons.map { " (\($0))" }.joined()
                    })
            }
        }
        self.results = results
    }
}
