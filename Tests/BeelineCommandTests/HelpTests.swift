import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("Help")
struct HelpTests {
    @Test("each command has a summary, its options and examples", arguments: CommandDefinition.all.map(\.name))
    func helps(_ name: String) async throws {
        let words = name.split(separator: " ").map(String.init)
        let command = try #require(CommandDefinition.all.first { $0.name == name })
        let help = try await beeline(words + ["--help"])
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        let usage = ["beeline \(name) [OPTION…]", command.operands].filter { !$0.isEmpty }
        #expect(help.lines.first == usage.joined(separator: " "))
        for option in command.options { #expect(help.output.contains(option.name)) }
        #expect(help.output.contains("Examples:"))
        #expect(help.lines.allSatisfy { $0.count <= 120 })
        #expect(try await beeline(words + ["-h"]).output == help.output)
        #expect(try await beeline(["help"] + words).output == help.output)
        // Even beside what would be work.
        #expect(try await beeline(words + ["missing", "--help"]).output == help.output)
    }

    @Test(
        "the program's help is a screen, and lists the first word of every command once",
        arguments: [["--help"], ["-h"], ["help"], ["help", "help"]])
    func lists(_ words: [String]) async throws {
        let help = try await beeline(words)
        #expect(help.status == 0)
        #expect(help.lines.count <= 40 && help.lines.allSatisfy { $0.count <= 120 })
        let first = Set(CommandDefinition.all.map { $0.name.prefix { $0 != " " } })
        for word in first { #expect(help.lines.count { $0.hasPrefix("  \(word) ") } == 1, "\(word)") }
        #expect(HelpText.groups.flatMap(\.value).count == first.count)
    }

    static let terms = [
        "code", "action", "rule", "rule file", "plugin", "policy", "consent", "kind", "content", "field", "symbology",
        "source", "stream", "history", "label", "read back", "ticket", "catalogue", "resolver", "GS1 key", "table",
    ]

    @Test("each term of the help has a line in the glossary", arguments: terms)
    func termIsInGlossary(_ term: String) throws {
        let glossary = String(decoding: try Project.read("Docs/Glossary.md"), as: UTF8.self)
        #expect(glossary.contains("\n| \(term) | "))
    }

    static let families = Set(
        CommandDefinition.all.map(\.name).filter { $0.contains(" ") }.map { $0.prefix { $0 != " " } }
    ).sorted()

    @Test("the first word of commands of two lists them, in its own help where it is a command", arguments: families)
    func listsFamily(_ word: Substring) async throws {
        let help = try await beeline("help", String(word))
        #expect(help.status == 0)
        #expect(help.lines.allSatisfy { $0.count <= 120 })
        for command in CommandDefinition.all(of: String(word)) {
            #expect(help.output.contains("beeline \(command.name)"))
            #expect(help.output.contains(command.summary))
        }
        #expect(try await beeline(String(word), "--help").output == help.output)
    }

    @Test("each example does what it says", arguments: CommandDefinition.all.flatMap { $0.examples.map(\.key) })
    func exampleRuns(_ command: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("shelf.jpg", Project.read("Examples/book.jpg"))
        try folder.write("shop.json", Project.read("Examples/Rules/shop.json"))
        try folder.write("labels.csv", "text,name\n4006381333931,Pen\n")
        try folder.write("names.txt", "Anna Müller\nBen Okafor\n")
        try folder.write("password.txt", "for;guests\n")
        try folder.write("codes.tsv", "ean_13\t9784873119045\n")
        let separator: Character = command.contains("';'") ? ";" : ","
        try folder.write("prices.csv", String("ean,title\n4006381333931,Pen\n".map { $0 == "," ? separator : $0 }))
        try folder.write("stock.csv", "isbn,price,until\n9784873119045,€ 24.95,2026-12-24\n")
        try folder.write(
            "RangeMessage.xml", Project.read("Tests/BeelineContentTests/Fixtures/RangeMessage.xml"))
        try FileManager.default.createDirectory(
            atPath: folder.path(".local/share/bash-completion/completions"), withIntermediateDirectories: true)
        let environment = [
            "HOME": folder.path, "XDG_CONFIG_HOME": folder.path("config"), "XDG_DATA_HOME": folder.path("data"),
        ]
        if command.hasPrefix("beeline catalog"), !command.contains("import") {
            let list = try await bash(
                "beeline catalog import prices prices.csv", environment: environment, folder: folder.path)
            #expect(list.status == 0)
        }
        try folder.write("links.csv", Project.read("Examples/links.csv"))
        if command.hasPrefix("beeline links list") || command.hasPrefix("beeline links export") {
            let list = try await bash("beeline links import links.csv", environment: environment, folder: folder.path)
            #expect(list.status == 0)
        }
        try folder.write("station.json", Project.read("Examples/station.json"))
        let serves =
            command.hasPrefix("beeline serve") && !command.contains("serve tokens")
            && !command.contains("serve devices")
        let goesOn = serves || command.hasPrefix("beeline live") && !command.contains("--list")
        if command.contains("tokens revoke") {
            #expect(try await bash("beeline serve tokens add till", environment: environment).status == 0)
        }
        if command.contains("policy forget") {
            let allow = "beeline policy allow open-url --rule book.amazon"
            #expect(try await bash(allow, environment: environment).status == 0)
        }
        // Examples run beside each other, and a port is for one.
        let listens = serves && !command.contains("--listen") ? " --listen 127.0.0.1:0" : ""
        let result = try await bash(
            command + listens + (goesOn ? " --for 0.2" : ""), environment: environment, folder: folder.path)
        // No telephone is paired that could be revoked.
        let isMissing = command.contains("devices revoke")
        // Where neither a camera nor a scanner is connected, no source of these is available.
        let needsDevice =
            command.hasPrefix("beeline live") && ["camera", "serial:", "--station"].contains { command.contains($0) }
        // No server has the name in the examples.
        let needsServer = command.contains("postgresql://")
        let expected: Set<Int32> =
            needsDevice ? [0, 3] : needsServer ? [3] : [isMissing ? 1 : command.contains("--run") && !goesOn ? 4 : 0]
        #expect(expected.contains(result.status), "\(result.errors)")
        // Of sources that are not connected here.
        let isKnown: (Substring) -> Bool = {
            (goesOn || needsServer || command.contains("serve")) && $0.hasPrefix("beeline: ")
        }
        #expect(result.errors.split(separator: "\n").allSatisfy(isKnown), "\(result.errors)")
    }

    @Test("it says its version, and those of the reader of JSON and of the decoders")
    func version() async throws {
        let result = try await beeline("--version")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        let own = "beeline \(Version.number)" + (Version.commit.map { " (\($0))" } ?? "")
        try #require(lines.count == 4)
        #expect(lines[0] == own)
        #expect(lines[1].wholeMatch(of: /jansson \d+\.\d+/) != nil)
        #expect(lines[2].wholeMatch(of: /zbar \d+\.\d+\.\d+/) != nil)
        #expect(lines[3].wholeMatch(of: /zxing \d+\.\d+\.\d+/) != nil)
    }

    @Test("the newest entry of the change log is of this version")
    func changeLog() throws {
        let log = String(decoding: try Project.read("CHANGELOG.md"), as: UTF8.self)
        let entry = try #require(log.firstMatch(of: /\n## \[(\d+\.\d+\.\d+)\] - (\d{4})-(\d\d)-(\d\d)\n/))
        #expect(entry.1 == Version.number)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let (month, day) = (try #require(Int(entry.3)), try #require(Int(entry.4)))
        #expect(Version.date == "\(months[month - 1]) \(day), \(entry.2)")
    }
}

@Suite struct DemoTests {
    @Test func `the tour shows five codes, hides the password, and opens nothing`() async throws {
        let result = try await beeline("demo")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        for (index, stop) in DemoCommand.stops.enumerated() {
            #expect(result.lines.contains("\(index + 1) of 5: \(stop.title)"))
            #expect(result.lines.contains(stop.remark))
        }
        let kinds = result.lines.filter { $0.hasPrefix("  kind ") }.map { $0.split(separator: " ").last ?? "" }
        #expect(kinds == ["isbn", "product", "wifi", "url", "gs1"])
        #expect(!result.output.contains("correct horse"))
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func `with colours two codes are drawn`() async throws {
        let result = try await beeline("demo", "--color", "always")
        #expect(result.status == 0)
        // Upper and lower half blocks of a QR code, which ends each line with its colours off.
        #expect(result.lines.count { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") } > 20)
        #expect(!result.output.contains("correct horse"))
    }
}
