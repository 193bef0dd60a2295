import Beeline
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("rules new")
struct RulesNewTests {
    /// What each test in a file scans, with the id of the rule that it expects.
    private func tests(_ text: String) throws -> [(symbol: Symbol, rule: String)] {
        let file = try JSONValue(parsing: Array(text.utf8))
        return try #require(file["tests"]?.array).map { test in
            (
                try Symbol(json: try #require(test["scan"])),
                try #require(test["expect"]?["rule"]?.string)
            )
        }
    }

    private func check(_ text: String, kind: Kind) throws {
        let file = RuleFile(name: "new.json", text: text)
        for sources in [RuleSources([file]), RuleSources([file]) + .bundled] {
            let resolver = try Resolver(rules: sources)
            #expect(resolver.rules.warnings.isEmpty, "\(resolver.rules.warnings)")
            let tests = try tests(text)
            #expect(tests.count == 1)
            for test in tests {
                let resolution = resolver.resolve(test.symbol)
                #expect(resolution.content.kind == kind)
                #expect(resolution.rule?.id == test.rule)
                #expect(resolution.actions.allSatisfy { $0.problem == nil })
            }
        }
    }

    @Test(
        "the file for each kind loads without a warning, and its rule takes what its test scans",
        arguments: Kind.allCases)
    func everyKind(_ kind: Kind) throws {
        let text = StarterFile(KindReference(kind)).text
        try check(text, kind: kind)
        for field in Field.fields(of: kind) where field.presence(in: kind) == .always {
            #expect(text.contains("\"{\(field.name)}\"") != field.isSecret, "\(field.name)")
        }
    }

    @Test(
        "kinds of bundled files are known to new, check and test, and draw says why it cannot write one",
        arguments: ["parcel", "medicine", "receipt", "paymentSlip"])
    func bundledKinds(_ kind: String) async throws {
        let folder = try TemporaryFolder()
        let steps = [
            ["rules", "new", "--kind", kind, "new.json"], ["rules", "check", "--strict", "new.json"],
            ["rules", "test", "new.json"],
        ]
        for words in steps {
            let result = try await beeline(words, folder: folder.path)
            #expect(result.status == 0, "\(words): \(result.output) \(result.errors)")
        }
        let alone = try await beeline("rules", "check", "--no-defaults", "new.json", folder: folder.path)
        #expect(alone.status == 1 && alone.output.contains("the kind '\(kind)' is defined in bundled:"))
        guard kind != "paymentSlip" else { return }
        let drawn = try await beeline("draw", "--kind", kind, "a=b", folder: folder.path)
        #expect(drawn.errors.contains("a code of the kind '\(kind)' cannot be drawn from fields: "))
    }

    @Test("without --kind the file is for books, and its test has the resulting link")
    func books() throws {
        try check(StarterFile.book.text, kind: .isbn)
        let resolver = try Resolver(rules: RuleSources([RuleFile(name: "new.json", text: StarterFile.book.text)]))
        let action = resolver.resolve(try tests(StarterFile.book.text)[0].symbol).actions[0]
        let value = try JSONValue(parsing: Array(StarterFile.book.text.utf8))
        #expect(value["tests"]?.array?.first?["expect"]?["do"]?.array?.first?["url"]?.string == action.url)
    }

    @Test("without FILE it is printed; with FILE it is written, with what to do next")
    func writes() async throws {
        let folder = try TemporaryFolder()
        let printed = try await beeline("rules", "new")
        #expect(printed.status == 0)
        #expect(printed.output == StarterFile.book.text)
        let written = try await beeline(
            "rules", "new", "my rules.json", environment: ["XDG_CONFIG_HOME": "/somewhere"], folder: folder.path)
        #expect(written.status == 0)
        #expect(try folder.read("my rules.json") == printed.bytes)
        for part in [
            "beeline rules check 'my rules.json'", "beeline rules test 'my rules.json'", "/somewhere/beeline/rules",
            "which is not there yet:\n  beeline rules schema > beeline-rules.schema.json\n",
        ] {
            #expect(written.output.contains(part), "\(part)")
        }
        try folder.write("beeline-rules.schema.json", "{}")
        let second = try await beeline("rules", "new", "\(folder.path)/second.json")
        #expect(second.status == 0 && !second.output.contains("schema"))
        let checked = try await beeline("rules", "check", "--strict", "my rules.json", folder: folder.path)
        #expect(checked.status == 0, "\(checked.output)")
    }

    @Test("with the schema beside the file, as it says, every command works")
    func takesSchemaBesideIt() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("beeline/rules"), withIntermediateDirectories: true)
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let new = try await beeline("rules", "new", folder.path("beeline/rules/my.json"), environment: environment)
        #expect(new.output.contains("beeline rules schema > \(folder.path)/beeline/rules/beeline-rules.schema.json"))
        let schema = try await beeline("rules", "schema")
        for name in ["beeline-rules.schema.json", "package.schema.json", "saved by hand.json"] {
            try folder.write("beeline/rules/\(name)", schema.output)
        }
        try folder.write("beeline/rules/other.json", #"{"$id": "other", "type": "object"}"#)
        try folder.write("beeline/rules/my.json~", "not JSON")
        for command in [
            ["resolve", "9784873119045"], ["rules", "check"], ["rules", "test"], ["rules", "list"], ["kinds"],
        ] {
            let result = try await beeline(command, environment: environment)
            #expect(result.status == 0 && result.errors.isEmpty, "\(command): \(result.errors)\(result.output)")
        }
        #expect(try await beeline("resolve", "9784873119045", environment: environment).output.contains("my.book"))
    }

    @Test("a schema that is given as a rule file is one error")
    func refusesSchemas() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.schema.json", try await beeline("rules", "schema").output)
        let result = try await beeline("rules", "check", "--no-defaults", folder.path("a.schema.json"))
        #expect(result.status == 1)
        #expect(result.output.contains("this is a JSON Schema") && result.output.contains("1 error, 0 warnings"))
    }

    @Test("an existing file stays")
    func refuses() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", "mine")
        let result = try await beeline("rules", "new", path)
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("\(path): it already exists and was not changed"))
        #expect(try folder.read("a.json") == Array("mine".utf8))
        #expect(try await beeline("rules", "new", "/dev/null/a.json").status == 3)
        let unknown = try await beeline("rules", "new", "--kind", "isbm")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("(did you mean 'isbn'?)"))
    }

    @Test("a desk is written as it is in Examples, and nothing is replaced", arguments: StarterDesk.names)
    func desk(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let words = ["rules", "new", "--desk", name, "desk/"]
        let result = try await beeline(words, folder: folder.path)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        // What the sample codes give is for tests only.
        let there = try FileManager.default.contentsOfDirectory(atPath: Project.file("Examples/Desk/\(name)"))
            .filter { $0 != "expected.txt" }
        let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("desk"))
        #expect(written.sorted() == there.sorted())
        for file in written {
            let bytes = try folder.read("desk/\(file)")
            #expect(try bytes == Project.read("Examples/Desk/\(name)/\(file)"), "\(file)")
        }
        let again = try await beeline(words, folder: folder.path)
        #expect(again.status == 3 && again.errors.contains("it already exists and was not changed"))
    }
}
