import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSupport
import BeelineSymbols

/// What must be true of every rule file, whatever is in it. The fuzz program compiles this file, too, through a link
/// in `Fuzzing/`, so it has no tests.
struct RulePromises {
    /// The actions that rules may name.
    let actions: [ActionSignature]

    /// The promises that a file breaks, in words; normally none.
    func broken(by file: RuleFile) -> [String] {
        let rules: RuleSet
        do throws(RuleSetError) {
            rules = try RuleSet(files: [file], actions: actions, catalogs: Self.catalogs, reader: Self.reader)
        } catch {
            let errors = error.issues.filter { $0.severity == .error }
            let isPlaced = errors.contains { $0.position != nil }
            return broken(by: error.issues, in: file) + brokenByTests(of: file)
                + (isPlaced ? [] : ["no error says where: \(error)"])
                + (error.description.isEmpty ? ["the error says nothing"] : [])
        }
        return broken(by: rules.warnings, in: file) + brokenByTests(of: file) + broken(by: rules)
    }

    // MARK: Messages

    /// Every place is in its file, and every message says something.
    private func broken(by issues: [RuleIssue], in file: RuleFile) -> [String] {
        var lines: [String: [ArraySlice<UInt8>]] = [:]
        func hasPlace(_ position: TextPosition, _ name: String) -> Bool {
            guard let bytes = name == file.name ? file.bytes : Self.others[name].map({ Array($0.utf8) }) else {
                return false
            }
            let known = lines[name] ?? bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines[name] = known
            guard (1...known.count).contains(position.line) else { return false }
            return (1...known[position.line - 1].count + 1).contains(position.column)
        }
        return issues.compactMap { issue in
            if issue.message.isEmpty || issue.description.isEmpty { return "a message is empty" }
            guard let position = issue.position else { return nil }
            return hasPlace(position, issue.file) ? nil : "no place in the file: \(issue)"
        }
    }

    /// Tests that are right are all run, and others get a place.
    private func brokenByTests(of file: RuleFile) -> [String] {
        let suite = RuleTestSuite(file: file, actions: actions, reader: Self.reader)
        let results = suite.run()
        if suite.canRun {
            return results.count == suite.count ? [] : ["\(results.count) of \(suite.count) tests are run"]
        }
        let isSaid = (suite.fileErrors + suite.issues).contains { $0.severity == .error && $0.position != nil }
        return broken(by: suite.fileErrors + suite.issues, in: file)
            + (isSaid ? [] : ["no error says where and why tests are not run"])
            + (results.isEmpty ? [] : ["wrong tests are run"])
    }

    // MARK: Rules

    private func broken(by rules: RuleSet) -> [String] {
        var problems: [String] = []
        for (number, reading) in Self.codes.enumerated() {
            let scan = Self.scans[number % Self.scans.count]
            let resolution = rules.resolve(reading, scan: scan)
            let explanation = rules.explain(reading, scan: scan)
            let taker = explanation.rules.first { if case .took = $0.state { true } else { false } }?.rule
            if explanation.resolution != resolution { problems.append("resolving again says something else") }
            if taker != resolution.rule {
                problems.append("'\(resolution.rule?.id ?? "-")' takes it, explained is '\(taker?.id ?? "-")'")
            }
            if explanation.rules.flatMap(\.actions).compactMap(\.action) != Array(resolution.actions) {
                problems.append("other actions are explained than come out")
            }
        }
        if rules.rules.count <= Self.mostDrawn {
            if !RuleGraph(rules).dot.hasSuffix("}\n") { problems.append("the graph has no end") }
        }
        return problems
    }

    /// Larger sets are not drawn: that would take most of the time.
    private static let mostDrawn = 20

    /// Codes of all sorts.
    private static let codes: [Reading] = [
        Symbol(.ean13, "9784873119045", addOn: "51995"), Symbol(.ean13, "9791034300013"),
        Symbol(.ean13, "4902370548495"), Symbol(.ean13, "2000000000008"), Symbol(.upcA, "036000291452"),
        Symbol(.qr, "https://example.com/a?id=7&q=a+b"), Symbol(.qr, "WIFI:T:WPA;S:Guest;P:open sesame;;"),
        Symbol(.qr, "MECARD:N:Sato,Hanako;TEL:+81312345678;EMAIL:h@example.jp;;"), Symbol(.qr, "geo:48.85,2.35"),
        Symbol(.qr, "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP"), Symbol(.qr, "]C10109501101530003"),
        Symbol(.code128, "AB-12:980"), Symbol(.unknown, "plain text"), Symbol(.qr, ""),
        Symbol(.qr, bytes: [0xFF, 0x00]),
    ].map { ContentParser().reading(of: $0, on: date) }

    private static let date = CalendarDate(year: 2026, dayOfYear: 325)

    private static let scans = [
        Scan(date: date), Scan(date: date, time: .midnight, source: "saturday"),
    ]

    // MARK: What files may refer to

    private static let catalogs = [
        try? Catalog(
            name: "library", columns: ["title", "shelf"],
            rows: [(key: "9784873119045", cells: ["入門", "B2"]), (key: "plain text", cells: [nil, "A1"])])
    ].compactMap(\.self)

    /// Files that others may include.
    static let others = [
        "right": #"{"version":1,"rules":[{"id":"other.isbn","when":{"kind":"isbn"},"do":[]}]}"#,
        "wrong": #"{"version":1,"rules":[{"id":"other.wrong","when":{"kind":"ibsn"},"do":[{}]}]}"#,
        "torn": #"{"version":1,"rules":["#,
        "circle": #"{"version":1,"rules":[{"include":"back"}]}"#,
        "back": #"{"version":1,"rules":[{"include":"right"},{"include":"circle"}]}"#,
    ]

    private static let reader = RuleFileReader { name, includer throws(RuleFileProblem) in
        if name == "self" { return includer }
        guard let text = others[name] else { throw RuleFileProblem("there is no such file") }
        return RuleFile(name: name, text: text)
    }
}

extension RuleTrace {
    /// The result of its condition; nil where it was not tried.
    var condition: ConditionTrace? {
        switch state {
        case .failed(let trace), .added(let trace, _), .took(let trace, _): trace
        case .passedOver, .notAsked, .disabled: nil
        }
    }

    /// The outcomes of its actions, in their order; empty where it did not match.
    var actions: [ActionTrace] {
        switch state {
        case .added(_, let actions), .took(_, let actions): actions
        case .passedOver, .failed, .notAsked, .disabled: []
        }
    }
}
