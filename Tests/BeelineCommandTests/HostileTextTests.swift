import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("Hostile text forges no line and steers no terminal", .timeLimit(.minutes(30)))
struct HostileTextTests {
    /// A command line, and what reads its output.
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        var reader = HostileText.Reader.person
        var input = ""
        var environment: [String: String] = [:]
        /// Whether the hostile text must be in the output, escaped or as JSON: a case without it would test nothing.
        var shows = true

        var testDescription: String {
            words.map { $0.contains(HostileText.mark) ? "HOSTILE" : $0 }.joined(separator: " ")
        }
    }

    private static let text = HostileText.text
    /// Without line feeds, which make several codes of one.
    private static let line = text.replacing("\n", with: "")
    private static let object =
        #"{"symbology":\#(HostileText.json),"text":\#(HostileText.json),"more":\#(HostileText.json)}"#

    private static let formats: [(name: String, reader: HostileText.Reader)] = [
        ("text", .person), ("json", .json), ("csv", .csv),
    ]

    /// Where texts come in that are read as codes.
    private static let codes: [Case] =
        formats.flatMap { format, reader in
            [
                Case(words: ["resolve", "--format", format, text], reader: reader),
                Case(words: ["resolve", "--format", format, "https://example.com/\(text)"], reader: reader),
                Case(words: ["resolve", "--format", format, "-", "--input", "json"], reader: reader, input: object),
                // Escapes in the line that comes in.
                Case(
                    words: ["resolve", "--format", format, "-", "--input", "json"], reader: reader,
                    input: object.unicodeScalars.map { $0.isASCII ? "\($0)" : $0.escaped }.joined()),
                Case(words: ["resolve", "--format", format, "-"], reader: reader, input: line),
                Case(
                    words: ["resolve", "--format", format, "-", "--input", "tsv"], reader: reader,
                    input: "\(line)\t\(line)\nno tab \(line)"),
                Case(
                    words: ["resolve", "--format", format, "-", "--input", "json"], reader: reader, input: "{\(line)"),
                Case(
                    words: [
                        "resolve", "--format", format, "--rules", "sound.json", "--no-defaults", "--run", "--source",
                        text,
                        text,
                    ], reader: reader),
                Case(
                    words: ["scan", "--format", format, "answer", "error", "error-code", "nonsense", text],
                    reader: reader),
                Case(words: ["scan", "--format", format, "--files0-from", "names", "missing\(text)"], reader: reader),
            ]
        } + [
            Case(words: ["resolve", "--color", "always", text]),
            Case(words: ["resolve", "--run", "--color", "always", "https://example.com/\(text)"]),
            Case(words: ["explain", "--all", "--rules", "sound.json", text]),
            Case(words: ["explain", "--all", "--color", "always", "--rules", "\(text).json", text]),
            Case(words: ["explain", "--format", "json", "--rules", "sound.json", text], reader: .json),
            Case(words: ["scan", "--diagnose", "answer", text]),
            Case(words: ["scan", "--diagnose", "--format", "json", text], reader: .json),
            Case(words: ["scan", "--recursive", "."]),
        ]

    /// What is said of rule files, policies, plugins and catalogues.
    private static let files: [Case] =
        [
            Case(words: ["rules", "check", "mistakes.json", "no-json.json", "missing\(text)"]),
            Case(words: ["rules", "check", "--color", "always", "mistakes.json"]),
            Case(words: ["rules", "check", "--format", "json", "mistakes.json", "no-json.json"], reader: .json),
            Case(words: ["rules", "check", "\(text).json"], shows: false),
            Case(words: ["rules", "test", "\(text).json", "mistakes.json", "missing\(text)"]),
            Case(words: ["rules", "test", "--color", "always", "sound.json"]),
            Case(words: ["rules", "test", "--format", "json", "\(text).json", "mistakes.json"], reader: .json),
            Case(words: ["rules", "list", "\(text).json"]),
            Case(words: ["rules", "list", "--format", "json", "\(text).json"], reader: .json),
            Case(words: ["rules", "graph", "--no-defaults", "\(text).json"], reader: .picture),
            Case(words: ["rules", "graph", "mistakes.json"]),
            Case(words: ["resolve", "--rules", "mistakes.json", "x"]),
            Case(words: ["resolve", "--set", "country=\(text)", "--set", "\(text)=x", "x"]),
            Case(words: ["resolve", "--run", "x"], environment: ["XDG_CONFIG_HOME": "FOLDER/config"]),
            Case(words: ["resolve", "--run", "x"], environment: ["XDG_CONFIG_HOME": "FOLDER/named"]),
            Case(words: ["plugins", "list", "--plugins", "plugins"]),
            Case(words: ["plugins", "list", "--format", "json", "--plugins", "plugins"], reader: .json),
            Case(words: ["plugins", "check", "plugins/good", "plugins/bad", "plugins/mad", "broken", text]),
            Case(
                words: [
                    "plugins", "check", "--format", "json", "plugins/good", "plugins/bad", "plugins/mad", "broken",
                ],
                reader: .json),
            Case(words: ["resolve", "--plugins", "broken", "x"]),
            Case(words: ["resolve", "--catalog", "c=mistakes.csv", "x"]),
            Case(words: ["resolve", "--catalog", "c=head.csv", "x"]),
            Case(words: ["tables", "isbn", "--print", "ranges.xml"], shows: false),
            Case(words: ["tables", "isbn", "--print", "agencies.xml"], shows: false),
            Case(words: ["tables", "isbn", "bad-ranges.xml"], shows: false),
            Case(words: ["tables", "isbn", "missing\(text)"]),
            Case(words: ["catalog", "import", "c", "mistakes.csv"]),
            Case(words: ["draw", "--sheet", "L7160", "labels.csv"]),
            Case(words: ["draw", "--no-verify", "--format", "text", text], shows: false),
            Case(words: ["draw", "--as", "ean_13", "\u{1B}\(text)"], shows: false),
            Case(words: ["draw", "--kind", "wifi", "ssid@text", "password=\(text)"], shows: false),
            Case(words: ["draw", "--kind", "wifi", "ssid=x", "security=\(text)"], shows: false),
            Case(words: ["draw", "--kind", "otp", "algorithm=\(text)"], shows: false),
            Case(
                words: ["draw", "--no-verify", "--format", "svg", "--as", "code128", "a\(HostileText.mark)"],
                reader: .picture, shows: false),
        ]
        + ["good", "bad", "mad"].map { name in
            Case(
                words: [
                    "resolve", "--no-defaults", "--plugins", "plugins/\(name)", "--rules", "plugins/\(name).json",
                    "--run",
                    "--allow", "process", "x",
                ])
        }

    /// What the environment says.
    private static let environments: [Case] = [
        Case(words: ["scan", "answer"], environment: ["BEELINE_DECODE": "/nonexistent/\(text)"]),
        Case(words: ["formats"], environment: ["BEELINE_DECODE": "/nonexistent/\(text)"]),
        Case(words: ["formats"], environment: ["BEELINE_DECODE": "FOLDER/greeting-worker"]),
        Case(
            words: ["formats", "--format", "json"], reader: .json,
            environment: ["BEELINE_DECODE": "FOLDER/greeting-worker"]),
        Case(words: ["rules", "new", "new.json"], environment: ["XDG_CONFIG_HOME": "/nonexistent/\(text)"]),
        Case(words: ["plugins", "new", "new-plugin"], environment: ["XDG_DATA_HOME": "/nonexistent/\(text)"]),
        Case(words: ["tables", "isbn", "sound.xml"], environment: ["XDG_DATA_HOME": "/dev/null/\(text)"]),
        Case(words: ["catalog", "list"], environment: ["XDG_DATA_HOME": "/nonexistent/\(text)"], shows: false),
        Case(words: ["history"], environment: ["XDG_DATA_HOME": "/nonexistent/\(text)"], shows: false),
        Case(
            words: ["resolve", "x"],
            environment: ["BEELINE_SET_\(text)": text, "BEELINE_SET_country": text, "LC_ALL": text], shows: false),
    ]

    @Test(
        "in codes, names of files, answers of workers and plugins, rule files and environments",
        arguments: codes + files + environments)
    func isSpelledOut(_ example: Case) async throws {
        let place = try await HostileFolder.make()
        try await check(example, in: place)
    }

    private func check(_ example: Case, in place: HostileFolder) async throws {
        let environment = example.environment.mapValues { $0.replacing("FOLDER", with: place.folder.path) }
        let result = try await beeline(
            example.words, input: Array(example.input.utf8), environment: place.environment.merging(environment) { $1 },
            folder: place.folder.path)
        #expect(result.status >= 0, "it died")
        #expect(HostileText.fault(result.bytes, for: example.reader) == nil)
        #expect(HostileText.fault(result.errorBytes, for: .person) == nil)
        if example.reader == .json { _ = try result.objects() }
        if example.shows {
            #expect((result.output + result.errors).contains(HostileText.mark), "\(result.output) \(result.errors)")
        }
    }

    @Test("in stored data: the history and catalogues")
    func isSpelledOutLater() async throws {
        let place = try await HostileFolder.make()
        let rules = ["--no-defaults", "--rules", "sound.json", "--run", "--source", Self.text]
        var cases = [
            Case(words: ["resolve"] + rules + [Self.text]), Case(words: ["scan"] + rules + [Self.text]),
            Case(words: ["catalog", "import", "c", "sound.csv"], shows: false),
        ]
        for (format, reader) in Self.formats {
            cases.append(Case(words: ["history", "--format", format], reader: reader))
            cases.append(Case(words: ["history", "search", "--format", format, Self.text], reader: reader))
        }
        cases += [
            Case(words: ["catalog", "list"], shows: false), Case(words: ["catalog", "show", "c", Self.text]),
            Case(words: ["catalog", "show", "--format", "json", "c", Self.text], reader: .json),
            Case(words: ["catalog", "show", "c", "missing\(Self.text)"]),
            Case(words: ["catalog", "export", "c"], reader: .csv),
            Case(words: ["catalog", "show", Self.text, "x"]), Case(words: ["catalog", "remove", Self.text]),
        ]
        for example in cases { try await check(example, in: place) }
    }

    /// Every option that takes a value, and every operand, of every command.
    static let usages: [[String]] = {
        var usages = [
            [text], ["--\(text)"], ["help", text], ["rules", text], ["catalog", text, "x"], ["--\(text)", "scan"],
        ]
        for command in CommandDefinition.all {
            var endings = [[text], ["x", text], ["x", text, text], ["--\(text)"]]
            for option in command.options {
                if option.value != nil {
                    // With both, nothing that was good before keeps the text from being looked at.
                    endings += [[option.name, text], [option.name, text, "x"], [option.name, text, text]]
                } else if option != .watch, option != .watchRules {
                    endings.append(["\(option.name)=\(text)"])
                }
            }
            let name = command.name.split(separator: " ").map { String($0) }
            usages += endings.map { name + $0 }
        }
        return usages
    }()

    @Test("in arguments of every command", arguments: CommandDefinition.all.map(\.name) + [""])
    func isSpelledOutInUsage(_ name: String) async throws {
        let place = try await HostileFolder.make()
        let known = CommandDefinition.all.map(\.name)
        let mine = Self.usages.filter { words in
            let own = known.filter { words.starts(with: $0.split(separator: " ").map(String.init)) }.max {
                $0.count < $1.count
            }
            return own ?? "" == name
        }
        #expect(!mine.isEmpty)
        // One script for all of them: each takes a few milliseconds, starting it from here many times as long.
        let lines = mine.map { words in
            let isData = name == "draw" || name == "rules graph" || words.contains("json")
            // A server whose options are good runs until it is ended.
            let words = name == "serve" ? words + ["--for", "0.2"] : words
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            return "beeline \(line) </dev/null\(isData ? " >/dev/null" : ""); [ $? -lt 128 ] || echo it died"
        }
        try place.folder.write("script", lines.joined(separator: "\n"))
        let result = try await bash(". ./script", environment: place.environment, folder: place.folder.path)
        #expect(!result.lines.contains("it died"))
        #expect(HostileText.fault(result.bytes, for: .person) == nil)
        #expect(HostileText.fault(result.errorBytes, for: .person) == nil)
        #expect(result.errors.contains(HostileText.mark))
    }

    @Test("in JSON it is the same again once it is parsed")
    func isEqualInJSON() async throws {
        let place = try await HostileFolder.make()
        let result = try await beeline(
            ["resolve", "--no-defaults", "--format", "json", "-", "--input", "json"], input: Array(Self.object.utf8),
            environment: place.environment, folder: place.folder.path)
        let answer = try #require(try result.objects().first)
        let input = try #require(answer["input"] as? [String: String])
        #expect(input == ["symbology": Self.text, "text": Self.text, "more": Self.text])
        let symbol = (answer["results"] as? [[String: Any]])?.first?["symbol"] as? [String: Any]
        #expect(symbol?["text"] as? String == Self.text && symbol?["symbology"] as? String == Self.text)
    }
}

extension Unicode.Scalar {
    /// As `\u` and four digits, for each unit of UTF-16.
    fileprivate var escaped: String {
        String(self).utf16.map {
            "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
        }
        .joined()
    }
}
