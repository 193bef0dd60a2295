import Beeline
import BeelineSupport

/// What is wrong with rule files, for editors: an object on a line for each issue.
enum IssueJSON {
    /// The version of the format; it changes when something that programs rely on does.
    private static let version = 1

    static func lines(_ issues: [RuleIssue]) -> [UInt8] {
        var json = JSONWriter()
        for issue in issues {
            json.object { json in
                json.member("version", version)
                json.member("file", issue.file)
                if let position = issue.position {
                    json.member("line", position.line)
                    json.member("column", position.column)
                }
                json.member("severity", issue.severity.rawValue)
                json.member("path", issue.path.description)
                json.member("message", issue.message)
            }
            json.endLine()
        }
        return json.bytes
    }
}
