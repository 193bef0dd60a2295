package import BeelineSupport

/// Collects what is wrong with one rule file, or another file of JSON that people write, each issue with its place.
///
/// A class, because every reader of a part of the file adds to the same list; it lives while a set is loaded.
package final class IssueLog {
    package let file: RuleFile
    package private(set) var issues: [RuleIssue] = []

    /// Made for the first issue only: a file without one is never walked again.
    private lazy var locator = JSONLocator(file.bytes)
    private lazy var lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)

    package init(_ file: RuleFile) { self.file = file }

    /// How many errors there are so far, those that are not listed among them.
    package private(set) var errorCount = 0

    /// ` (did you mean 'isbn10'?)`, or nothing when no candidate is near.
    ///
    /// Looking takes long. It is left out where the mistake is not going to be listed, and in the end where there is too
    /// much to look at.
    package func hint(for word: String, in candidates: @autoclosure () -> [String]) -> String {
        guard issues.count < Self.mostIssues, patience > 0 else { return "" }
        let candidates = candidates()
        patience -= candidates.count
        return Spelling.hint(for: word, in: candidates)
    }

    /// With how many words others may still be compared; each mistake in a large file may be near to thousands.
    private var patience = 20_000

    package var hasErrors: Bool { errorCount > 0 }

    /// Where in a value or before it an issue is.
    package enum Place {
        case value
        /// The name before the value.
        case name
        /// Inside of a string, so many scalars from its start.
        case character(Int)
    }

    package func error(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.error, message, path) { position(of: path, place) }
    }

    package func warning(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.warning, message, path) { position(of: path, place) }
    }

    /// For what the parser itself found.
    ///
    /// - Parameter cites: whether the line may be shown. Default: true.
    package func error(
        _ message: String, at path: JSONPath = JSONPath(), position: TextPosition, citing cites: Bool = true
    ) {
        add(.error, message, path, citing: cites) { position }
    }

    /// Names that an object has twice, of which the parser has found one.
    package func reportRepeatedNames(_ found: JSONError) {
        defer {
            // The text is broken behind the name, so the locator has not found it.
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
        return exact ?? locator.positionOfValue(at: path)
    }

    /// How many issues of a file are listed. A file with more is no rule file that someone mends by hand, and a place is
    /// found by walking the text.
    private static let mostIssues = 200

    /// The text of the last line that was asked for, which its issues share: the whole file may be one.
    private var lastLine: (number: Int, text: String)?

    private func text(ofLine number: Int) -> String {
        if let lastLine, lastLine.number == number { return lastLine.text }
        let text = String(decoding: lines[number - 1], as: UTF8.self)
        lastLine = (number, text)
        return text
    }

    private func add(
        _ severity: RuleIssue.Severity, _ message: String, _ path: JSONPath, citing cites: Bool = true,
        position: () -> TextPosition?
    ) {
        // Warnings never crowd out the one error that keeps the set from being used.
        let isFirstError = severity == .error && errorCount == 0
        if severity == .error { errorCount += 1 }
        guard issues.count < Self.mostIssues || isFirstError else { return }
        let isLast = issues.count == Self.mostIssues - 1
        let message = isLast ? "\(message) (there is more, which is not listed)" : message
        let position = position()
        // A service is read for each action that asks it, and says the same each time.
        guard !issues.contains(where: { $0.position == position && $0.message == message }) else { return }
        let line = position.flatMap { position in
            cites && position.line <= lines.count ? text(ofLine: position.line) : nil
        }
        issues.append(
            RuleIssue(
                severity: severity, file: file.name, position: position, path: path, message: message,
                sourceLine: line))
    }
}
