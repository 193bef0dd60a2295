import Beeline
import Foundation
import Testing

/// A fenced block of a page.
struct Block: Sendable, CustomTestStringConvertible {
    let page: String
    let language: String
    let text: String

    var testDescription: String { "\(page): \(text.prefix(60))" }
}

@Suite("The examples in README and Docs are true")
struct DocumentationTests {
    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The articles of the DocC catalogue.
    static let articles = files(in: "Sources/Beeline/Beeline.docc", suffix: ".md")

    static let blocks: [Block] =
        (["README.md", "Docs/Rules.md", "Docs/Output.md", "Docs/Architecture.md", "Docs/Live.md", "Docs/FromIOS.md"]
        + articles)
        .flatMap(blocks)

    /// The paths of the files in a folder of the project, and in folders below it, whose names end in some way.
    private static func files(in folder: String, suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: project.appending(path: folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
            .map { "\(folder)/\($0)" }
    }

    private static func blocks(_ page: String) -> [Block] {
        guard let text = try? String(contentsOf: project.appending(path: page), encoding: .utf8) else { return [] }
        var blocks: [Block] = []
        var language: String?
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let language {
                    blocks.append(Block(page: page, language: language, text: lines.joined(separator: "\n")))
                }
                language = language == nil ? String(line.dropFirst(3)) : nil
                lines = []
            } else {
                lines.append(line)
            }
        }
        return blocks
    }

    static let ruleFiles = blocks.filter { $0.language == "json" && $0.text.contains("\"rules\"") }

    @Test("the pages have rule files to show")
    func thereAreRuleFiles() {
        #expect(Set(Self.ruleFiles.map(\.page)).isSuperset(of: ["README.md", "Docs/Rules.md"]))
        #expect(Self.ruleFiles.contains { $0.page.hasSuffix("WritingRules.md") })
    }

    @Test("each rule file loads before the bundled rules, without a warning about it", arguments: ruleFiles)
    func rulesLoad(_ block: Block) throws {
        let file = RuleFile(name: block.page, text: block.text)
        let shelves = try Catalog.file(
            name: "shelves", path: Self.project.appending(path: "Examples/Rules/shelves.csv").path)
        let resolver = try Resolver(rules: RuleSources([file]) + .bundled, catalogs: [shelves])
        // A rule for all books leaves nothing to the bundled ones, which is warned of there.
        #expect(resolver.rules.warnings.filter { $0.file == block.page }.isEmpty)
    }

    @Test("the README's rule file is the one in Examples")
    func readmeShowsTheExample() throws {
        let example = try String(contentsOf: Self.project.appending(path: "Examples/Rules/shop.json"), encoding: .utf8)
        #expect(Self.ruleFiles.contains { $0.page == "README.md" && $0.text + "\n" == example })
    }

    @Test(
        "the rule files of the page on rules are those in Examples",
        arguments: (1...6).map { "lesson-\($0)" } + ["library-card", "stock-label"])
    func rulesPageShowsTheExamples(_ name: String) throws {
        let path = "Examples/Rules/\(name).json"
        let example = try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
        let shown = Self.ruleFiles.filter { $0.page == "Docs/Rules.md" }
        #expect(shown.contains { $0.text + "\n" == example }, "\(path)")
    }

    @Test("a single rule on the page on rules is one of an example")
    func rulesAloneAreExamples() throws {
        let folder = Self.project.appending(path: "Examples/Rules")
        let rules = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .compactMap { try? JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: $0)))) }
            .flatMap { $0["rules"]?.array ?? [] }
        let alone = Self.blocks.filter {
            $0.page == "Docs/Rules.md" && $0.language == "json" && $0.text.hasPrefix("{\n  \"id\"")
        }
        #expect(!alone.isEmpty)
        for block in alone {
            let rule = try JSONValue(parsing: Array(block.text.utf8))
            #expect(rules.contains(rule), "\(block.text)")
        }
    }

    @Test("the tests of the rule files on the pages pass")
    func testsPass() throws {
        let tested = try String(contentsOf: Self.project.appending(path: "Examples/Rules/tested.json"), encoding: .utf8)
        #expect(Self.ruleFiles.contains { $0.page == "Docs/Rules.md" && $0.text + "\n" == tested })
        for block in Self.ruleFiles {
            let suite = RuleTestSuite(
                file: RuleFile(name: block.page, text: block.text), actions: PluginRegistry.standard.signatures,
                reader: RuleSources([]).reader)
            #expect(suite.issues.isEmpty)
            for result in suite.run() { #expect(result.differences.isEmpty, "\(result.name)") }
        }
    }

    @Test("the README's Swift is the example that make examples runs")
    func readmeShowsFiveLines() throws {
        let source = try String(
            contentsOf: Self.project.appending(path: "Examples/FiveLines/main.swift"), encoding: .utf8)
        let block = try #require(Self.blocks.first { $0.page == "README.md" && $0.language == "swift" })
        #expect(source.hasSuffix(block.text + "\n"))
    }

    private static func text(_ page: String) throws -> String {
        try String(contentsOf: project.appending(path: page), encoding: .utf8)
    }

    /// The lines of a page that are indented as code, outside of fenced blocks.
    private static func indentedLines(_ page: String) throws -> [Substring] {
        var isFenced = false
        return try text(page).split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return !isFenced && line.hasPrefix("    ")
        }.map { $0.dropFirst(4) }
    }

    @Test("the README is short, and shows first how to resolve a code, then a rule, then the library")
    func readmeHasThreeUses() throws {
        let lines = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 150)
        let titles = lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
        #expect(titles == ["Install", "Resolve a code", "Write a rule", "Use the library", "Everything else"])
    }

    @Test("what the README shows without output: a target of make, or a dependency that make examples uses")
    func readmeShowsWhatIsThere() throws {
        let makefile = try Self.text("Makefile")
        let used = try Self.text("Docs/Building.md") + Self.text("Examples/Package.swift")
        let lines = try Self.indentedLines("README.md")
        #expect(lines.count >= 5)
        for line in lines where !line.hasPrefix("git clone ") {
            let words = line.split(separator: " ")
            let isThere = words[0] == "make" ? makefile.contains("\n\(words[1]): ") : used.contains(line)
            #expect(isThere, "\(line)")
        }
    }

    /// `make examples` compiles and runs them.
    static let programs = files(in: "Examples", suffix: "/main.swift")

    static let shownPrograms = blocks.filter {
        (articles + ["Docs/Live.md", "Docs/FromIOS.md"]).contains($0.page) && $0.language == "swift"
    }

    @Test("the Swift of an article or a page is part of an example that make examples runs", arguments: shownPrograms)
    func articlesShowExamples(_ block: Block) throws {
        let isThere = try Self.programs.contains { path in
            try String(contentsOf: Self.project.appending(path: path), encoding: .utf8).contains(block.text)
        }
        #expect(isThere)
    }

    @Test("each example shows its output, and the landing page of the library names each article")
    func examplesAndArticlesAreComplete() throws {
        #expect(Self.programs.count >= 4)
        for path in Self.programs {
            let output = path.replacing("main.swift", with: "output.txt")
            #expect(FileManager.default.fileExists(atPath: Self.project.appending(path: output).path), "\(output)")
        }
        let landing = try String(
            contentsOf: Self.project.appending(path: "Sources/Beeline/Beeline.docc/Beeline.md"), encoding: .utf8)
        for article in Self.articles where !article.hasSuffix("/Beeline.md") {
            let name = article.split(separator: "/").last?.dropLast(3) ?? ""
            #expect(landing.contains("<doc:\(name)>"), "\(name)")
        }
    }

    @Test("the page on rules names every action and effect, and every kind with open fields")
    func rulesPageIsComplete() throws {
        let page = try String(contentsOf: Self.project.appending(path: "Docs/Rules.md"), encoding: .utf8)
        let names =
            PluginRegistry.standard.signatures.map(\.name) + Effect.allCases.map(\.rawValue)
            + OpenFieldDefinition.table.map(\.name)
        for name in names { #expect(page.contains("`\(name)`"), "\(name) is missing") }
    }

    @Test("the page on rules names every bundled file with its constants, and every example")
    func rulesPageHasAllFiles() throws {
        let page = try String(contentsOf: Self.project.appending(path: "Docs/Rules.md"), encoding: .utf8)
        for file in RuleSources.bundled.files { #expect(page.contains("| `\(file.name)` |"), "\(file.name)") }
        for (name, value) in try Resolver(rules: .bundled).rules.constants {
            #expect(page.contains("| `\(name)` | `\(value)` |"), "\(name)")
        }
        let folder = Self.project.appending(path: "Examples/Rules").path
        // README shows these two.
        let shown = ["mistakes.json", "shop.json"]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".json") && !shown.contains(name) {
            #expect(page.contains("(../Examples/Rules/\(name))"), "\(name)")
        }
    }

    static let pages =
        files(in: "Docs", suffix: ".md") + articles
        + ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Tests/README.md", "Benchmarks/README.md"]

    @Test("each source file that a page names is there", arguments: pages)
    func namedFilesExist(_ page: String) throws {
        let text = try String(contentsOf: Self.project.appending(path: page), encoding: .utf8)
        let names = Set(text.matches(of: /`([A-Z]\w+(?:\+\w+)?\.(?:swift|c|cpp|h))`/).map { String($0.output.1) })
        let sources = Set(
            (Self.sources + ["Package.swift"]).compactMap { $0.split(separator: "/").last.map(String.init) })
        for name in names { #expect(sources.contains(name), "\(name)") }
    }

    @Test("the five flows of the page on architecture name files of Sources, each once in a flow")
    func flowsNameFiles() throws {
        let page = try String(contentsOf: Self.project.appending(path: "Docs/Architecture.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Five flows\n") })
        let flows = section.split(separator: "\n\n").filter { $0.hasPrefix("1. ") }
        #expect(flows.count == 5)
        for flow in flows {
            let paths = flow.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /^\d+\. `([^`]+)`/).map { String($0.output.1) }
            }
            #expect(10...25 ~= paths.count && paths.count == flow.split(separator: "\n").count)
            #expect(Set(paths).count == paths.count)
            for path in paths { #expect(Self.sources.contains("Sources/\(path)"), "\(path)") }
        }
    }

    private static let sources = ["", "c", "cpp", "h"].flatMap {
        files(in: "Sources", suffix: ".\($0.isEmpty ? "swift" : $0)")
    }
}

@Suite("What scripts write is up to date")
struct GeneratedPageTests {
    @Test(
        "the picture of the modules, and the listing of the API; each example of its documentation compiles, each link leads on",
        arguments: ["draw-architecture.py", "list-api.py", "check-examples.py", "check-links.py"])
    func isUpToDate(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", DocumentationTests.project.appending(path: "Scripts/\(script)").path, "--check",
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(message)")
    }
}

@Suite("A release is one command")
struct ReleaseTests {
    /// What a command line prints, and its status.
    private func bash(_ line: String, in folder: URL) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    @Test("a dry run shows the version everywhere, and changes nothing; what cannot be released is said")
    func releases() throws {
        let project = DocumentationTests.project
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appending(
            path: "release-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // A clone has what is committed, whatever the working tree has beside it.
        let cloned = try bash(
            "git clone --quiet . '\(folder.path)' && git -C '\(folder.path)' checkout --quiet -B main", in: project)
        try #require(cloned.status == 0, "\(cloned.output)")
        let settings = "git config user.name A && git config user.email a@example.com && "
        let shown = try bash(settings + "Scripts/release.sh --dry-run 99.0.1", in: folder)
        #expect(shown.status == 0, "\(shown.output)")
        for line in [
            "+    static let number = \"99.0.1\"", "+#define BEELINE_VERSION \"99.0.1\"", "+__version__ = \"99.0.1\"",
            "+    package static let userAgent = \"Beeline/99.0.1 ", ".upToNextMinor(from: \"99.0.0\")",
            "+## [99.0.1] - ",
        ] { #expect(shown.output.contains(line), "\(line)") }
        #expect(
            try bash("git status --porcelain; git tag; git log -1 --format=%s | grep Release", in: folder).output
                .isEmpty)
        let refusals = [
            ("0.0.1", "is not newer than"), ("1.2", "usage: "), ("'1.2.3; id'", "usage: "), ("", "usage: "),
        ]
        for (version, reason) in refusals {
            let refused = try bash("Scripts/release.sh --dry-run \(version)", in: folder)
            #expect(refused.status == 1 && refused.output.contains(reason), "\(refused.output)")
        }
        let dirty = try bash("echo >>README.md && Scripts/release.sh --dry-run 99.0.1", in: folder)
        #expect(dirty.status == 1 && dirty.output.contains("not committed"))
    }
}

@Suite("The units for systemd fit the program")
struct UnitTests {
    private static let units = ["beeline-serve.service", "beeline-live.service"]

    /// The settings of a unit, by their names; of several of a name the last.
    private func settings(_ unit: String) throws -> [String: String] {
        let text = try String(
            contentsOf: DocumentationTests.project.appending(path: "Packaging/\(unit)"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("=") }
        return Dictionary(
            lines.map { line in
                let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(halves[0]), String(halves[1]))
            }, uniquingKeysWith: { $1 })
    }

    @Test("each has a user of its own with a home, options, and the program that was installed", arguments: units)
    func hasUser(_ unit: String) throws {
        let settings = try settings(unit)
        #expect(settings["DynamicUser"] == nil)
        let user = try #require(settings["User"])
        let home = "/var/lib/\(try #require(settings["StateDirectory"]))"
        let users = try String(
            contentsOf: DocumentationTests.project.appending(path: "Packaging/beeline.sysusers"), encoding: .utf8)
        #expect(users.split(separator: "\n").contains { $0.hasPrefix("u \(user) ") && $0.hasSuffix(" \(home)") })
        #expect(settings["Environment"]?.contains("HOME=\(home) ") == true)
        let name = unit.replacing(".service", with: "")
        #expect(settings["EnvironmentFile"] == "-/etc/default/\(name)")
        let command = try #require(settings["ExecStart"])
        #expect(command.hasPrefix("@bindir@/beeline ") && command.hasSuffix(" $OPTIONS"))
    }

    /// A worker may use 3 GiB (`Confinement.swift`), and a server has a thread for each of 1024 connections (Resolver.md).
    @Test(
        "its limits fit: a worker of the largest picture, all connections, and no end with a worker", arguments: units)
    func hasLimits(_ unit: String) throws {
        let settings = try settings(unit)
        #expect(settings["OOMPolicy"] == "continue")
        let memory = try #require(settings["MemoryMax"].flatMap { $0.hasSuffix("G") ? Int($0.dropLast()) : nil })
        #expect(memory > 3)
        guard unit.contains("serve") else { return }
        #expect(try #require(settings["TasksMax"].flatMap { Int($0) }) > 1024 + 100)
        #expect(try #require(settings["LimitNOFILE"].flatMap { Int($0) }) > 2 * 1024)
    }
}

@Suite("The table of promises in Tests/README.md")
struct PromiseTests {
    private static let rows: [(promise: String, tests: [String])] = {
        let page =
            (try? String(contentsOf: DocumentationTests.project.appending(path: "Tests/README.md"), encoding: .utf8))
            ?? ""
        let table = page.split(separator: "\n## Tests for each promise\n").last ?? ""
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (
                cells[0], cells.last.map { $0.split(separator: "`").map(String.init).filter { $0.contains("/") } } ?? []
            )
        }
    }()

    /// The text of each file of the tests, by the suites that are declared in it.
    private static let suites: [String: [String]] = {
        let files = FileManager.default.enumerator(atPath: DocumentationTests.project.appending(path: "Tests").path)
        var suites: [String: [String]] = [:]
        while let name = files?.nextObject() as? String {
            guard name.hasSuffix(".swift") || name.hasSuffix(".py"),
                let text = try? String(
                    contentsOf: DocumentationTests.project.appending(path: "Tests/\(name)"), encoding: .utf8)
            else { continue }
            if name.hasSuffix(".py") { suites[String(name.split(separator: "/").last ?? ""), default: []].append(text) }
            for match in text.matches(of: /\n(?:@Suite )?(?:struct|enum|final class) (\w+)/) {
                suites[String(match.output.1), default: []].append(text)
            }
        }
        return suites
    }()

    @Test("each promise names a test, and each test that it names is there")
    func namesTests() {
        #expect(Self.rows.count > 30)
        for row in Self.rows {
            #expect(!row.tests.isEmpty, "\(row.promise)")
            for test in row.tests {
                let parts = test.split(separator: "/")
                let isThere = (Self.suites[String(parts[0])] ?? []).contains { text in
                    ["func \(parts[1])(", "func `\(parts[1])`(", "def \(parts[1])("].contains(where: text.contains)
                }
                #expect(isThere, "\(test)")
            }
        }
    }
}
