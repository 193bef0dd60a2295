package import BeelineSupport
package import BeelineSymbols

/// An error or a warning about a rule file, with its place.
public struct RuleIssue: Hashable, Sendable, CustomStringConvertible {
    /// Whether the rules can be used anyway.
    package enum Severity: String, Hashable, Sendable {
        case error
        case warning
    }

    package let severity: Severity
    /// Whether the rules cannot be loaded because of it; a warning does not keep them from being loaded.
    public var isError: Bool { severity == .error }
    /// The name of the file, as it was given.
    public let file: String
    /// Nil for an issue without a place in a file, such as one of a constant that was set by hand.
    package let position: TextPosition?
    /// The line, counted from 1.
    public var line: Int? { position?.line }
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int? { position?.column }
    /// The path of the value: `rules[3].when.isbn1O`.
    package let path: JSONPath
    /// The problem and its remedy in a sentence, without the place.
    public let message: String
    /// The line of the file, without its line break; nil without a position, and for a file that is possibly no rule
    /// file.
    public let sourceLine: String?

    /// An issue at a place of a named file. The source line, without its line break, is shown below the message.
    package init(
        severity: Severity, file: String, position: TextPosition?, path: JSONPath, message: String, sourceLine: String?
    ) {
        (self.severity, self.file, self.position) = (severity, file, position)
        (self.path, self.message, self.sourceLine) = (path, message, sourceLine)
    }

    /// `file:line:column: error: message`, then the line with a caret under the place.
    public var description: String { terminalText.string }

    /// The description, whose only line breaks are those between its parts.
    package var terminalText: TerminalText {
        guard let position else { return "\(file): \(severity.rawValue): \(message)" }
        let head: TerminalText = "\(file):\(position): \(severity.rawValue): \(message)"
        guard let (before, after) = excerpt(around: position.column) else { return head }
        return "\(head)\n    \(before)\(after)\n    \(TerminalText.blanks(before.width))^"
    }

    /// At most 100 scalars of the source line, before the column and from it on; controls become blanks.
    private func excerpt(around column: Int) -> (before: TerminalText, after: TerminalText)? {
        guard let sourceLine else { return nil }
        let start = column > 80 ? column - 40 : 0
        // The whole file may be one line.
        let scalars = sourceLine.unicodeScalars.dropFirst(start).prefix(100).map {
            $0.value < 0x20 || $0.value == 0x7F ? " " : $0
        }
        let caret = min(column - 1 - start, scalars.count)
        let isCut = sourceLine.unicodeScalars.dropFirst(start + scalars.count).first != nil
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> TerminalText {
            TerminalText(String(String.UnicodeScalarView(scalars)))
        }
        return (
            "\(start > 0 ? "…" : "")\(text(scalars[..<caret]))", "\(text(scalars[caret...]))\(isCut ? "…" : "")"
        )
    }
}

/// Why a rule set was not loaded: everything that is wrong with it, in the order of the files.
public struct RuleSetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Errors, and the warnings that came up beside them. At least one is an error.
    public let issues: [RuleIssue]

    /// An error with these issues; at least one must be an error.
    public init(issues: [RuleIssue]) { self.issues = issues }

    /// All issues, each with its place, its source line and a caret.
    public var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Collects the issues of a rule file, or of another JSON file that people write, with their places. A class, because
/// every reader of a part of the file adds to the same list; it lives while a set is loaded.
package final class IssueLog {
    package let file: RuleFile
    package private(set) var issues: [RuleIssue] = []

    /// Made for the first issue: a file without one is not parsed again.
    private lazy var locator = JSONLocator(file.bytes)
    private lazy var lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)

    package init(_ file: RuleFile) { self.file = file }

    /// The number of errors so far, including those that are not listed.
    package private(set) var errorCount = 0

    /// ` (did you mean 'isbn10'?)`, or nothing when no candidate is near. The search is slow. It is left out for errors
    /// that are not listed, and once there were too many candidates.
    package func hint(for word: String, in candidates: @autoclosure () -> [String]) -> String {
        guard issues.count < Self.mostIssues, patience > 0 else { return "" }
        let candidates = candidates()
        patience -= candidates.count
        return Spelling.hint(for: word, in: candidates)
    }

    /// The same, or else all that there are: `; there are isbn10, isbn13`.
    package func suggestion(for word: String, in known: [String]) -> String {
        Spelling.suggestion(hint(for: word, in: known), known)
    }

    /// What to say of an unknown kind: what other languages call so, or the nearest name, or all of them.
    package func problem(ofKind name: String, known: [String]) -> String {
        let remedy = MistakeHints.remedy(forKind: name, known: known).map { ": \($0)" }
        return "there is no kind '\(name)'\(remedy ?? suggestion(for: name, in: known))"
    }

    /// The number of candidates that may still be compared; a large file may have thousands for each error.
    private var patience = 20_000

    package var hasErrors: Bool { errorCount > 0 }

    /// The place of an issue in or before a value.
    package enum Place {
        case value
        /// The name before the value.
        case name
        /// Within a string, by the number of scalars before it.
        case character(Int)
    }

    /// What is added to each message while a part of the file is read: where a value comes from that is not in it.
    private var remark = ""

    /// Reads something whose messages end with a remark.
    func remarking<Value>(_ remark: String, _ read: () -> Value) -> Value {
        let outer = self.remark
        self.remark = remark
        defer { self.remark = outer }
        return read()
    }

    package func error(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.error, message, path) { position(of: path, place) }
    }

    /// Logs an error, and returns nil for the value that could not be read.
    package func refuse<Value>(_ message: String, at path: JSONPath, _ place: Place = .value) -> Value? {
        error(message, at: path, place)
        return nil
    }

    /// A string; nil, and logged, for any other value. `what` is the value, for the message: "a constant".
    package func string(_ value: JSONValue, _ what: @autoclosure () -> String, at path: JSONPath) -> String? {
        value.string ?? refuse("\(what()) must be a text\(Self.asText(value))", at: path)
    }

    /// What to say of a value that should be a text: how a number is written as one, or what it is.
    package static func asText(_ value: JSONValue) -> String {
        if case .boolean(let truth) = value { return ": write \"\(truth)\"" }
        return value.numberText.map { ": write \"\($0)\"" } ?? ", not \(value.typeName)"
    }

    /// A string as a list of one, or a list of strings that is not empty; nil, and logged, for any other value.
    func strings(_ value: JSONValue, _ what: String, at path: JSONPath) -> [String]? {
        guard let elements = value.array else { return string(value, what, at: path).map { [$0] } }
        let texts = elements.enumerated().compactMap { string($1, "an element of \(what)", at: path.element($0)) }
        if elements.isEmpty { return refuse("\(what) needs at least one string", at: path) }
        return texts.count == elements.count ? texts : nil
    }

    /// Whether a text may be a name after a dot; logged when it must not. `what` has the name: "a constant".
    package func isName(_ text: String, of what: String, at path: JSONPath, _ place: Place = .name) -> Bool {
        if RuleName.isValid(text) { return true }
        error("the name of \(what) must be letters, digits and '_': '\(text)'", at: path, place)
        return false
    }

    package func warning(_ message: String, at path: JSONPath, _ place: Place = .value) {
        add(.warning, message, path) { position(of: path, place) }
    }

    /// Logs an error that the parser found. `cites` is whether the line may be shown.
    package func error(
        _ message: String, at path: JSONPath = JSONPath(), position: TextPosition, citing cites: Bool = true
    ) {
        add(.error, message, path, citing: cites) { position }
    }

    /// The file as JSON; nil, with the error logged, where it is none. Names that an object has twice are logged, and
    /// the rest is there nevertheless.
    package func parsedFile() -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue(parsing: file.bytes)
        } catch  where error.isDuplicateName {
            reportRepeatedNames(error)
            return try? JSONValue(parsing: file.bytes, options: .allowDuplicateNames)
        } catch {
            report(notJSON: error, minimum: nil)
            return nil
        }
    }

    /// Logs that the file is not JSON, with the remedy.
    ///
    /// - Parameters:
    ///   - minimum: the shortest valid file, for an empty one.
    ///   - cites: whether the file may be shown.
    package func report(notJSON error: JSONError, minimum: String?, citing cites: Bool = true) {
        let bytes = file.bytes
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        let problem: String
        if bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
            problem = minimum.map { "the file is empty; the minimum is \($0)" } ?? "not JSON: the file is empty"
        } else if marks.contains(where: bytes.starts(with:)) {
            problem = "the file begins with a byte order mark; save it as UTF-8 without one"
        } else {
            let remedy = JSONMistakes.remedy(for: error, in: bytes).map { "; \($0)" } ?? ""
            problem = "not JSON: \(cites ? error.message : error.messageWithoutCitation)\(remedy)"
        }
        self.error(problem, position: error.position, citing: cites)
    }

    /// Logs the names that an object has twice; the parser has found one of them.
    package func reportRepeatedNames(_ found: JSONError) {
        defer {
            // The text is broken after the name, so the locator has not found it.
            if issues.isEmpty { error("not JSON: \(found.message)", position: found.position) }
        }
        for (path, position) in locator.repeatedNames.prefix(Self.mostIssues + 1) {
            guard case .member(let name)? = path.steps.last else { continue }
            error("'\(name)' is used twice in its object", at: path, position: position)
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

    /// The most issues of a file that are listed: no one corrects more by hand, and each place takes a pass to find.
    private static let mostIssues = 200

    /// The text of the last cited line, which issues share: the whole file may be one line.
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
        let message = message + remark + (isLast ? " (there is more, which is not listed)" : "")
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
