public import BeelineSupport
package import BeelineSymbols

/// Something that is wrong or doubtful in a rule file, and where.
public struct RuleIssue: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case error
        case warning
    }

    public let severity: Severity
    /// The name of the file, as it was given.
    public let file: String
    /// Nil where the issue has no place in the file, such as a constant that was set by hand.
    public let position: TextPosition?
    /// The line, counted from 1.
    public var line: Int? { position?.line }
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int? { position?.column }
    /// The way to the value: `rules[3].when.isbn1O`.
    public let path: JSONPath
    public let message: String
    /// The line of the file, without its line break; nil where there is no position, and where the file is not known to be a
    /// rule file.
    public let sourceLine: String?

    public init(
        severity: Severity, file: String, position: TextPosition?, path: JSONPath, message: String, sourceLine: String?
    ) {
        self.severity = severity
        self.file = file
        self.position = position
        self.path = path
        self.message = message
        self.sourceLine = sourceLine
    }
}

extension RuleIssue: CustomStringConvertible {
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
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> TerminalText {
            TerminalText(String(String.UnicodeScalarView(scalars)))
        }
        return (text(scalars[..<caret]), text(scalars[caret...]))
    }
}

/// Why a rule set was not loaded: everything that is wrong with it, in the order of the files.
public struct RuleSetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Errors, and the warnings that came up beside them. At least one is an error.
    public let issues: [RuleIssue]

    public init(issues: [RuleIssue]) { self.issues = issues }

    public var description: String { issues.map(\.description).joined(separator: "\n") }
}
