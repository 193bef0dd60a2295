import Beeline
import BeelineSupport

/// The results for programs: a line of JSON for each test, and for each mistake that keeps a file from being tested.
enum TestJSON {
    private static let version = 1

    static func line(of error: FileError) -> String {
        line { json in
            json.member("file", error.path)
            write(code: "cannot-open", error.message, to: &json)
        }
    }

    static func lines(of suite: RuleTestSuite, _ results: [RuleTestResult]) -> String {
        let issues = (suite.fileErrors + suite.issues).filter { $0.severity == .error }
        let mistakes = issues.map { issue in
            line { json in
                json.member("file", issue.file)
                write(issue.position, to: &json)
                json.member("path", issue.path.description)
                write(code: "mistake", issue.message, to: &json)
            }
        }
        return (mistakes + results.map(line)).joined()
    }

    private static func line(of result: RuleTestResult) -> String {
        line { json in
            json.member("file", result.file)
            write(result.position, to: &json)
            json.member("path", result.path.description)
            json.member("test", result.name)
            json.name("passed")
            json.value(result.hasPassed)
            json.name("differences")
            json.array { json in for difference in result.differences { write(difference, to: &json) } }
        }
    }

    private static func write(_ difference: RuleTestResult.Difference, to json: inout JSONWriter) {
        json.object { json in
            json.member("subject", difference.subject)
            json.name("expected")
            json.value(json: difference.expected.utf8)
            json.name("came")
            json.value(json: difference.actual.utf8)
            json.name("why")
            json.array { json in for reason in difference.reasons { json.value(reason) } }
        }
    }

    private static func write(_ position: TextPosition?, to json: inout JSONWriter) {
        guard let position else { return }
        json.member("line", position.line)
        json.member("column", position.column)
    }

    private static func write(code: String, _ message: String, to json: inout JSONWriter) {
        json.name("error")
        json.object { json in
            json.member("code", code)
            json.member("message", message)
        }
    }

    private static func line(_ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", version)
            members(&json)
        }
        json.endLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
