import BeelineSymbols
import Foundation
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

    @Test func `the manual page of rule files fits into 80 columns`() async throws {
        let folder = try TemporaryFolder()
        let script = Project.file("Scripts/manual-pages.py")
        let result = try await bash(
            "python3 '\(script)' '\(Project.program("beeline"))' . && "
                + "mandoc -T utf8 -O width=78 man5/beeline-rules.5 | sed 's/.\\x08//g'", folder: folder.path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains("       version (1; required)"))
        #expect(lines.filter { $0.count > 80 } == [])
    }

    @Test func `the manual page of plugins shows each example of Docs, line by line`() async throws {
        let folder = try TemporaryFolder()
        let script = Project.file("Scripts/manual-pages.py")
        // Bold text is overstruck with backspaces.
        let result = try await bash(
            "python3 '\(script)' '\(Project.program("beeline"))' . && "
                + "mandoc -T utf8 man7/beeline-plugin.7 | sed 's/.\\x08//g'", folder: folder.path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let examples = Self.exampleLines(
            try String(contentsOfFile: Project.file("Docs/Plugins.md"), encoding: .utf8))
        #expect(!examples.isEmpty)
        for line in examples { #expect(result.output.contains(line), "\(line)") }
    }

    @Test(.timeLimit(.minutes(15)))
    func `what is installed names only pages and manual pages that are installed`() async throws {
        let folder = try TemporaryFolder()
        let programs = URL(fileURLWithPath: Project.program("beeline")).deletingLastPathComponent().path
        let check = "'\(Project.file("Scripts/check-links.py"))' usr/share/doc/beeline usr/share/man"
        let installed = try await bash(
            "'\(Project.file("Scripts/install-files.sh"))' '\(programs)' && \(check)",
            environment: ["DESTDIR": folder.path, "PREFIX": "/usr"], folder: folder.path)
        #expect(installed.status == 0, "\(installed.output)\(installed.errors)")
        let pages = """
            See Docs/Live.md, Rules.md and /usr/share/doc/beeline/Docs/Nothing.md.
            .Xr beeline-scna 1 ,
            """
        try folder.write("usr/share/man/man7/beeline-other.7", Array(pages.utf8))
        let found = try await bash(check, folder: folder.path)
        #expect(found.status == 1)
        for complaint in [
            "Docs/Live.md says not where it is", "Rules.md says not where it is", "Docs/Nothing.md is not there",
            "beeline-scna(1) is not there",
        ] { #expect(found.errors.contains("beeline-other.7: \(complaint)"), "\(found.errors)") }
    }

    /// The lines of fenced blocks, and indented commands, which `PageTests` and others run.
    private static func exampleLines(_ markdown: String) -> [String] {
        var isFenced = false
        return markdown.split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            let isExample = isFenced ? !line.hasPrefix("```") : line.hasPrefix("    beeline ")
            return isExample ? line.trimmingCharacters(in: .whitespaces) : nil
        }
    }

    @Test func `every option of every command is on a page of Docs`() throws {
        let folder = Project.file("Docs")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
        for command in CommandDefinition.all {
            for option in command.options {
                let isThere = pages.ranges(of: option.name).contains { range in
                    range.upperBound == pages.endIndex
                        || !(pages[range.upperBound].isLetter || pages[range.upperBound] == "-")
                }
                #expect(isThere, "beeline \(command.name) \(option.name)")
            }
        }
    }

    @Test func `an unknown command has no page`() async throws {
        let result = try await beeline("manual", "scna")
        #expect(result.status == 2)
        #expect(result.errors.contains("scna"))
    }
}
