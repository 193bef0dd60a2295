import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite struct ManualTests {
    @Test func `every command has a manual page, and mandoc finds nothing wrong with any`() async throws {
        let folder = try TemporaryFolder()
        let script = Project.file("Scripts/manual-pages.py")
        let result = try await bash(
            "python3 '\(script)' '\(Project.program("beeline"))' . && ls man*", folder: folder.path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let pages = Set(result.output.split(separator: "\n").map(String.init))
        let commands = CommandDefinition.all.map { "\(ManualPage.fileName(of: $0)).1" }
        #expect(pages.isSuperset(of: commands + ["beeline.1", "beeline-rules.5", "beeline-plugin.7"]))
    }

    @Test(arguments: CommandDefinition.all)
    func `a page has each option of its command, and each example as it can be typed`(_ command: CommandDefinition) {
        let page = ManualPage.command(command)
        for option in command.options {
            #expect(page.contains("Fl \(option.name.dropFirst())"), "\(option.name)")
        }
        let text = page.replacing("\\-", with: "-").replacing("\\e", with: "\\")
        for example in command.examples { #expect(text.contains(example.key)) }
    }

    @Test func `an unknown command has no page`() async throws {
        let result = try await beeline("manual", "scna")
        #expect(result.status == 2)
        #expect(result.errors.contains("scna"))
    }
}
