internal import BeelineJSON

/// Collects what is wrong with one rule file, each issue with its place.
///
/// A class, because every reader of a part of the file adds to the same list; it lives while a set is loaded.
final class IssueLog {
    let file: RuleFile
    private(set) var issues: [RuleIssue] = []

    /// Made for the first issue only: a file without one is never walked again.
    private lazy var locator = JSONLocator(file.bytes)
    private lazy var lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)

    init(_ file: RuleFile) { self.file = file }

    var hasErrors: Bool { issues.contains { $0.severity == .error } }

    /// Where in a value or before it an issue is.
    enum Place {
        case value
        /// The name before the value.
        case name
        /// Inside of a string, so many scalars from its start.
        case character(Int)
    }

    func error(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.error, message, path) { position(of: path, place) }
    }

    func warning(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.warning, message, path) { position(of: path, place) }
    }

    /// For what the parser itself found.
    func error(_ message: String, at path: JSONPath = JSONPath(), position: TextPosition) {
        add(.error, message, path) { position }
    }

    /// Names that an object has twice, of which the parser has found one.
    func reportRepeatedNames(_ found: JSONError) {
        defer {
            // One that stands too deep for the locator.
            if issues.isEmpty { error("not JSON: \(found.message)", position: found.position) }
        }
        for (path, position) in locator.repeatedNames.prefix(Self.mostIssues + 1) {
            guard case .member(let name)? = path.steps.last else { continue }
            error("'\(name)' is here for the second time in its object", at: path, position: position)
        }
    }

    private func position(of path: JSONPath, _ place: Place) -> TextPosition? {
        let exact: TextPosition? =
            switch place {
            case .value: nil
            case .name: locator.positionOfName(at: path)
            case .character(let offset): locator.position(ofCharacter: offset, inStringAt: path)
            }
        return exact ?? locator.positionOfValue(at: path) ?? positionAround(path)
    }

    /// The place of the innermost value around the path that the locator knows; it does not know the deepest ones.
    private func positionAround(_ path: JSONPath) -> TextPosition? {
        var around = JSONPath()
        var position = locator.positionOfValue(at: around)
        for step in path.steps {
            switch step {
            case .member(let name): around = around.member(name)
            case .element(let index): around = around.element(index)
            }
            guard let inner = locator.positionOfValue(at: around) else { break }
            position = inner
        }
        return position
    }

    /// How many issues of a file are listed. A file with more is no rule file that someone mends by hand, and a place is
    /// found by walking the text.
    private static let mostIssues = 200

    private func add(
        _ severity: RuleIssue.Severity, _ message: String, _ path: JSONPath, position: () -> TextPosition?
    ) {
        // Warnings never crowd out the one error that keeps the set from being used.
        guard issues.count < Self.mostIssues || (severity == .error && !hasErrors) else { return }
        let isLast = issues.count == Self.mostIssues - 1
        let message = isLast ? "\(message) (there is more, which is not listed)" : message
        let position = position()
        let line = position.flatMap { position in
            position.line <= lines.count ? String(decoding: lines[position.line - 1], as: UTF8.self) : nil
        }
        issues.append(
            RuleIssue(
                severity: severity, file: file.name, position: position, path: path, message: message,
                sourceLine: line))
    }
}
