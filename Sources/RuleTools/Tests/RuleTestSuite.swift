package import BeelineContent
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The tests of one rule file, and the examples of its kinds, which are tests too.
///
///     let suite = RuleTestSuite(file: shop, actions: PluginRegistry.standard.signatures)
///     for result in suite.run() where !result.hasPassed { print(result.name) }
///
/// They only use their file, those that it includes, and the kinds of bundled files that it names: constants have the values of the files, and catalogues have the
/// rows that a test gives. So their results are the same everywhere.
package struct RuleTestSuite: Sendable {
    package let file: String
    /// The number of tests of the file, including wrong ones.
    package let count: Int
    /// The errors that keep the file from being used alone with what it includes.
    package let fileErrors: [RuleIssue]
    /// The errors and warnings about the tests themselves.
    package let issues: [RuleIssue]

    private let tests: [RuleTest]
    /// Those of them that are examples of kinds.
    let examples: [RuleTest]
    private let source: RuleFile
    private let actions: [ActionSignature]
    private let reader: RuleFileReader
    let parser: ContentParser
    /// The bundled files whose kinds it names without including them.
    let kindFiles: [RuleFile]
    /// The rules without any catalogue; nil where they have errors.
    let rules: RuleSet?

    /// Reads and checks the tests of a file, and its rules, for these actions. The reader finds included files.
    package init(
        file: RuleFile, actions: [ActionSignature], reader: RuleFileReader = .none,
        parser: ContentParser = ContentParser()
    ) {
        let alone = RuleTestSuite(file, actions, reader, parser, kindsOf: [])
        // The bundled kinds are there for every code that is scanned, and so for a file that names one.
        let named = alone.canRun ? [] : BundledNames(reader).files(namedBy: file, reader)
        self = named.isEmpty ? alone : RuleTestSuite(file, actions, reader, parser, kindsOf: named)
    }

    private init(
        _ file: RuleFile, _ actions: [ActionSignature], _ reader: RuleFileReader, _ parser: ContentParser,
        kindsOf kindFiles: [RuleFile]
    ) {
        self.file = file.name
        source = file
        (self.actions, self.reader, self.parser, self.kindFiles) = (actions, reader, parser, kindFiles)
        do throws(RuleSetError) {
            rules = try RuleSet(
                files: [file], actions: actions, finder: .empty, reader: reader, kindsOf: kindFiles)
            fileErrors = []
        } catch {
            rules = nil
            fileErrors = error.issues.filter { $0.severity == .error }
        }

        let parsed = ParsedFile(file)
        // The rules above have these as well.
        let known = parsed.log.issues.count
        let elements = parsed.list("tests")
        let testReader = RuleTestReader(
            signatures: actions, vocabulary: rules.map { RuleTestVocabulary($0, signatures: actions, reader) },
            log: parsed.log, locator: JSONLocator(file.bytes))
        let (examples, exampleCount) = Self.examples(of: parsed, testReader)
        self.examples = examples
        tests = examples + elements.compactMap { testReader.test($0.value, at: $0.path) }
        count = exampleCount + elements.count
        issues = Array(parsed.log.issues.dropFirst(known))
    }

    /// The examples of the kinds of a file that are right, and how many it has.
    private static func examples(of file: ParsedFile, _ reader: RuleTestReader) -> (right: [RuleTest], count: Int) {
        var right: [RuleTest] = []
        var count = 0
        for (kind, path) in file.list("kinds") {
            guard let name = kind["kind"]?.string, let values = kind["examples"] else { continue }
            let path = path.member("examples")
            guard let values = values.array else {
                file.log.error("'examples' must be a list, not \(values.typeName)", at: path)
                continue
            }
            count += values.count
            right += values.enumerated().compactMap { reader.example(of: name, $1, at: path.element($0)) }
        }
        return (right, count)
    }

    /// Whether nothing keeps the tests from being run.
    package var canRun: Bool { rules != nil && !issues.contains { $0.severity == .error } }

    /// Runs the tests in the order of the file, and reports each result. None is run where anything has an error.
    package func run(progress: (RuleTestResult) -> Void = { _ in }) -> [RuleTestResult] {
        guard let rules, canRun else { return [] }
        var sets: [JSONValue: RuleSet] = [:]
        return tests.map { test in
            let result: RuleTestResult
            do throws(RuleSetError) {
                let rules = try set(for: test, rules, &sets)
                let run = RuleTestRun(test: test, rules: rules, parser: parser)
                result = RuleTestResult(test, file: file, differences: run.differences())
            } catch {
                result = RuleTestResult(test, file: file, differences: [.cannotLoad(error)])
            }
            progress(result)
            return result
        }
    }

    /// More rule sets than this are not kept for tests that give the same catalogues.
    private static let mostSets = 16

    /// The rules with the catalogues that a test gives.
    private func set(
        for test: RuleTest, _ rules: RuleSet, _ sets: inout [JSONValue: RuleSet]
    ) throws(RuleSetError) -> RuleSet {
        guard let source = test.given.catalogSource else { return rules }
        if let known = sets[source] { return known }
        let set = try RuleSet(
            files: [self.source], actions: actions, catalogs: test.given.catalogs, finder: .empty, reader: reader,
            kindsOf: kindFiles)
        if sets.count >= Self.mostSets { sets.removeAll() }
        sets[source] = set
        return set
    }
}

extension RuleTestResult.Difference {
    /// A catalogue is not what the rules ask for.
    fileprivate static func cannotLoad(_ error: RuleSetError) -> Self {
        .init(
            subject: "rules", expected: #""can be loaded with what is given""#, actual: #""cannot""#,
            reasons: error.issues.filter { $0.severity == .error }.prefix(3).map(\.message))
    }
}
