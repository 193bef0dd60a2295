internal import BeelineRules
public import BeelineSupport

/// How a test of a rule file went.
public struct RuleTestResult: Hashable, Sendable {
    /// The test's title, or else what its code says.
    public let name: String
    /// The name of the file, as it was given.
    public let file: String
    /// Where the test stands in the file.
    public let position: TextPosition?
    /// The way to the test: `tests[0]`.
    public let path: JSONPath
    /// Where what came is not what was expected; empty when the test has passed.
    public let differences: [Difference]

    public var hasPassed: Bool { differences.isEmpty }

    init(_ test: RuleTest, file: String, differences: [Difference]) {
        name = test.name
        self.file = file
        position = test.position
        path = test.path
        self.differences = differences
    }

    /// Something that is not as the test expects it.
    public struct Difference: Hashable, Sendable {
        /// What of it: `rule`, `kind`, `fields.isbn10`, `do`, `do[0].url`.
        public let subject: String
        /// What the test says, as JSON.
        public let expected: String
        /// What it is, as JSON.
        public let actual: String
        /// Why, as far as that can be told, each in a sentence for people.
        public let reasons: [String]
    }
}
