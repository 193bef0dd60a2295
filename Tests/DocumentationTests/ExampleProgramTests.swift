import Foundation
import Testing

@Suite("The example programs print what they promise")
struct ExampleProgramTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let program: String
        let output: String

        var testDescription: String { program }
    }

    static let examples = [
        Example(
            program: "FiveLines",
            output: """
                isbn 9784873119045
                book.amazon
                [open-url https://www.amazon.com/dp/4873119049]

                """),
        Example(
            program: "OwnPlugin",
            output: """
                done: 9784873119045 belongs to: Japan
                done: 9780306406157 belongs to: elsewhere

                """),
    ]

    @Test("an example runs as its page says", arguments: examples)
    func runs(_ example: Example) throws {
        let process = Process()
        // The programs lie beside the bundle of the tests.
        process.executableURL = Bundle.main.bundleURL.appending(path: example.program)
        // OwnPlugin reads its rules from Examples/Rules.
        process.currentDirectoryURL = DocumentationTests.project
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == example.output)
        #expect(process.terminationStatus == 0)
    }
}
