import TestPrograms
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        var input = ""
        let status: Int32
    }

    private static let book = "9784873119045"
    /// Its check digit is wrong.
    private static let wrong = "9784873119046"
    private static let picture = "Examples/poster.webp"

    static let cases = [
        Case(testDescription: "a code that is taken", arguments: ["resolve", book], status: 0),
        Case(testDescription: "no line at all", arguments: ["resolve", "-"], status: 0),
        Case(testDescription: "a text that is shown", arguments: ["resolve", "hello"], status: 0),
        Case(testDescription: "a code that no rule takes", arguments: ["resolve", wrong], status: 1),
        Case(testDescription: "one that is taken, one that is not", arguments: ["resolve", book, wrong], status: 1),
        Case(
            testDescription: "one of the lines is not taken", arguments: ["resolve", book, "-"],
            input: "\(wrong)\n", status: 1),
        Case(
            testDescription: "a line that cannot be read, and one that is not taken",
            arguments: ["resolve", "-", "--input", "tsv"], input: "bad\nqr_code\thello\n", status: 3),
        Case(testDescription: "an action that is refused", arguments: ["resolve", "--run", book], status: 4),
        Case(
            testDescription: "an action that is denied", arguments: ["resolve", "--run", "--deny", "open-url", book],
            status: 4),
        Case(
            testDescription: "a refused action and an unreadable line",
            arguments: ["resolve", "--run", "--input", "json", "-"], input: "{\"text\":\"\(book)\"}\nbad\n",
            status: 4),
        Case(testDescription: "an action that is done", arguments: ["resolve", "--run", "15400141288763"], status: 0),
        Case(
            testDescription: "an action that is done for a code that is not taken",
            arguments: ["resolve", "--run", wrong], status: 1),
        Case(testDescription: "a picture with a code", arguments: ["scan", picture], status: 0),
        Case(testDescription: "a missing picture", arguments: ["scan", "missing.png"], status: 3),
        Case(testDescription: "a picture and a missing one", arguments: ["scan", picture, "missing.png"], status: 3),
        Case(testDescription: "a refused action in a picture", arguments: ["scan", "--run", picture], status: 4),
        Case(
            testDescription: "a refused action and a missing picture",
            arguments: ["scan", "--run", "missing.png", picture], status: 4),
        Case(testDescription: "a picture without a code", arguments: ["scan", "-"], input: blank, status: 1),
        Case(testDescription: "no picture", arguments: ["scan", "-"], status: 3),
        Case(testDescription: "a missing rule file", arguments: ["scan", "--rules", "no.json", "x"], status: 2),
        Case(
            testDescription: "a rule file with mistakes",
            arguments: ["resolve", "--rules", "Examples/Rules/mistakes.json", book], status: 2),
        Case(testDescription: "a list that is missing", arguments: ["scan", "--files0-from", "no.list"], status: 2),
        Case(testDescription: "help", arguments: ["--help"], status: 0),
        Case(testDescription: "no command", arguments: [], status: 2),
    ]

    /// A PGM image of 8 × 8 white pixels.
    private static let blank = "P5 8 8 127\n" + String(repeating: "\u{7F}", count: 64)

    @Test("the status is the highest one that applies", arguments: cases, ["text", "json", "csv"])
    func status(_ case: Case, format: String) async throws {
        let known = ["scan", "resolve"].contains(`case`.arguments.first)
        guard known || format == "text" else { return }
        let result = try await beeline(
            `case`.arguments + (known ? ["--format", format] : []), input: Array(`case`.input.utf8))
        #expect(result.status == `case`.status)
        // What was not begun has no output; what was has its errors there.
        if `case`.status == 2 {
            #expect(result.output.isEmpty)
            #expect(!result.errors.isEmpty)
        } else {
            #expect(result.errors.isEmpty)
        }
    }
}
