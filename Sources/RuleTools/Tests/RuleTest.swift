internal import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

/// An element of `"tests"`, checked: a code, what is given, and what is expected of the rules.
package struct RuleTest: Sendable {
    /// Its title, or else what the code says.
    let name: String
    let path: JSONPath
    let position: TextPosition?
    let symbol: Symbol
    let scan: Scan
    let given: Given
    let expected: Expectation

    /// What the rules would else have to find out.
    struct Given: Sendable {
        /// What actions find, by the names that `as` gave them.
        var results: ActionResults = [:]
        var catalogs: [Catalog] = []
        /// What the file says of the catalogues; tests that say the same share a rule set.
        var catalogSource: JSONValue?
    }

    /// What must come out; nil is not asked for.
    struct Expectation: Sendable {
        var rule: TakingRule?
        var kind: String?
        var fields: [Field] = []
        /// All of them, in order.
        var actions: [ExpectedAction]?

        enum TakingRule: Sendable {
            case none
            case rule(String)
        }

        struct Field: Sendable {
            let name: Name
            /// Null: it is absent.
            let value: JSONValue
        }
    }

    /// An action that has at least these members; null: it is absent.
    struct ExpectedAction: Sendable {
        let members: [JSONValue.Member]
    }
}

extension Scan {
    /// When a code is scanned of which a test does not say it, so that no test depends on the clock: noon of
    /// 2026-01-01, which was a Thursday.
    package static let ofTests = Scan("2026-01-01T12:00") ?? Scan(date: CalendarDate(year: 2026, dayOfYear: 1))
}

/// How a test of a rule file went.
package struct RuleTestResult: Hashable, Sendable {
    /// The test's title, or else what its code says.
    package let name: String
    /// The name of the file, as it was given.
    package let file: String
    /// Where the test stands in the file.
    package let position: TextPosition?
    /// The way to the test: `tests[0]`.
    package let path: JSONPath
    /// Where what came is not what was expected; empty when the test has passed.
    package let differences: [Difference]

    package var hasPassed: Bool { differences.isEmpty }

    init(_ test: RuleTest, file: String, differences: [Difference]) {
        name = test.name
        self.file = file
        position = test.position
        path = test.path
        self.differences = differences
    }

    /// Something that is not as the test expects it.
    package struct Difference: Hashable, Sendable {
        /// What of it: `rule`, `kind`, `fields.isbn10`, `do`, `do[0].url`.
        package let subject: String
        /// What the test says, as JSON.
        package let expected: String
        /// What it is, as JSON.
        package let actual: String
        /// Why, as far as that can be told, each in a sentence for people.
        package let reasons: [String]
    }
}
