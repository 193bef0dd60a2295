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
    /// The other codes of its image.
    let beside: [Symbol]
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
        var memory = GivenMemory()
    }

    /// What must come out; nil is not tried for.
    struct Expectation: Sendable {
        var rule: TakingRule?
        var kind: String?
        var fields: [Field] = []
        var actions: [Action]?

        /// The members that an action has at least; null: it is absent.
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
    /// When a code is scanned of which a test does not say it, so that no test depends on the clock: noon of
    /// 2026-01-01, which was a Thursday.
    package static let ofTests = Scan("2026-01-01T12:00") ?? Scan(date: CalendarDate(year: 2026, dayOfYear: 1))
}

/// How a test of a rule file went.
package struct RuleTestResult: Hashable, Sendable {
    package let name: String
    package let file: String
    package let position: TextPosition?
    package let path: JSONPath
    /// Where what came is not what was expected; empty when the test has passed.
    package let differences: [Difference]

    package var hasPassed: Bool { differences.isEmpty }

    init(_ test: RuleTest, file: String, differences: [Difference]) {
        (name, position, path) = (test.name, test.position, test.path)
        (self.file, self.differences) = (file, differences)
    }

    /// Something that is not as the test expects it.
    package struct Difference: Hashable, Sendable {
        /// What of it: `rule`, `kind`, `fields.isbn10`, `do`, `do[0].url`.
        package let subject: String
        /// What the test says, as JSON.
        package let expected: String
        /// What it is, as JSON.
        package let actual: String
        /// Why, as far as it is known, each in a sentence for people.
        package let reasons: [String]
    }
}
