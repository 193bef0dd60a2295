internal import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

/// A test of a rule file: a code, the given values and the expected result.
package struct RuleTest: Sendable {
    /// Its title, or else what the code says.
    let name: String
    let path: JSONPath
    let position: TextPosition?
    let symbol: Symbol
    /// The other codes of its image.
    let beside: [Symbol]
    let scan: Scan
    let given: Given
    let expected: Expectation

    /// The values that the test gives instead of look-ups.
    struct Given: Sendable {
        /// The results of actions, by their `as` names.
        var results: ActionResults = [:]
        var catalogs: [Catalog] = []
        /// The catalogues as the file has them; tests with the same ones share a rule set.
        var catalogSource: JSONValue?
        var memory = GivenMemory()
    }

    /// The expected result; nil members are not tested.
    struct Expectation: Sendable {
        var rule: TakingRule?
        var kind: String?
        var fields: [Field] = []
        var actions: [Action]?

        /// The members that an action must have; null for an absent one.
        typealias Action = [(name: String, value: JSONValue)]

        enum TakingRule: Sendable {
            case none
            case rule(String)
        }

        struct Field: Sendable {
            let name: Name
            let value: JSONValue
        }
    }
}

extension Scan {
    /// The time of scans in tests without a time, so that no test depends on the clock: noon of 2026-01-01, a Thursday.
    package static let ofTests = Scan("2026-01-01T12:00") ?? Scan(date: CalendarDate(year: 2026, dayOfYear: 1))
}

package struct RuleTestResult: Hashable, Sendable {
    package let name: String
    package let file: String
    package let position: TextPosition?
    package let path: JSONPath
    /// The differences from the expected result; empty when the test has passed.
    package let differences: [Difference]

    package var hasPassed: Bool { differences.isEmpty }

    init(_ test: RuleTest, file: String, differences: [Difference]) {
        (name, position, path) = (test.name, test.position, test.path)
        (self.file, self.differences) = (file, differences)
    }

    package struct Difference: Hashable, Sendable {
        /// The compared value: `rule`, `kind`, `fields.isbn10`, `do`, `do[0].url`.
        package let subject: String
        /// The expected value, as JSON.
        package let expected: String
        /// The actual value, as JSON.
        package let actual: String
        /// The known reasons, each in a sentence for people.
        package let reasons: [String]
    }
}
