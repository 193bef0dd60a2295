import Beeline
import BeelineRules
import BeelineSupport
import Foundation
import Testing

@Suite("Rule files from the disk")
struct RuleSourcesTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test("files keep their order and their paths as names")
    func keepsOrder() throws {
        try withFolder { folder in
            let paths = ["\(folder)/b.json", "\(folder)/a.json"]
            for path in paths { try path.write(toFile: path, atomically: true, encoding: .utf8) }
            let sources = try RuleSources.files(paths)
            #expect(sources.files.map(\.name) == paths)
            #expect(sources.files.map { String(decoding: $0.bytes, as: UTF8.self) } == paths)
            let both = sources + .bundled
            #expect(both.files.count == 2 + RuleSources.bundled.files.count)
            #expect(both.files.first?.name == paths[0])
        }
    }

    @Test("a file that is missing, a folder or too long is an error that names it")
    func refuses() throws {
        try withFolder { folder in
            let long = "\(folder)/long.json"
            try Data(count: (16 << 20) + 1).write(to: URL(fileURLWithPath: long))
            for path in ["\(folder)/none.json", folder, long, "", "a\u{0}b"] {
                let error = #expect(throws: FileError.self) { try RuleSources.files([path]) }
                #expect(error?.path == path)
            }
        }
    }

    @Test("a file that is named in several ways is read once, and includes by any of them are the same file's")
    func knowsTheSame() throws {
        try withFolder { folder in
            let rule = { (id: String) in #"{"id":"\#(id)","when":{},"do":[]}"# }
            try #"{"version":1,"rules":[{"include":"sub/../b.json"},\#(rule("a"))]}"#
                .write(toFile: "\(folder)/a.json", atomically: true, encoding: .utf8)
            try #"{"version":1,"rules":[\#(rule("b"))]}"#
                .write(toFile: "\(folder)/b.json", atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/c.json", withDestinationPath: "b.json")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: folder)
            let names = ["a.json", "link/a.json", "sub/../a.json", "./a.json", "c.json", "link/link/b.json"]
            let sources = try RuleSources.files(names.map { "\(folder)/\($0)" })
            #expect(try Resolver(rules: sources).rules.rules.map(\.id) == ["b", "a"])
        }
    }

    @Test("sets that share a reader have the same included files, even if these change in the meantime")
    func keepsIncludedFiles() throws {
        try withFolder { folder in
            func writePart(_ id: String) throws {
                try #"{"version":1,"rules":[{"id":"\#(id)","when":{},"do":[]}]}"#
                    .write(toFile: "\(folder)/part.json", atomically: true, encoding: .utf8)
            }
            try #"{"version":1,"rules":[{"include":"part.json"}]}"#
                .write(toFile: "\(folder)/main.json", atomically: true, encoding: .utf8)
            let sources = try RuleSources.files(["\(folder)/main.json"])
            let noted = NotedPaths()
            let reader = sources.reader(noting: noted.add)
            func ids(_ reader: RuleFileReader) throws -> [String] {
                try Resolver(rules: sources, constants: ConstantSettings(), reader: reader).rules.rules.map(\.id)
            }
            // What is missing is looked for again.
            #expect(throws: RuleSetError.self) { try ids(reader) }
            try writePart("old")
            #expect(try ids(reader) == ["old"])
            try writePart("new")
            #expect(try ids(reader) == ["old"])
            #expect(try ids(sources.reader) == ["new"])
            #expect(noted.all == ["\(folder)/part.json"])
        }
    }

    @Test("files that include each other by way of a link are a circle")
    func findsCircle() throws {
        try withFolder { folder in
            try #"{"version":1,"rules":[{"include":"link/a.json"}]}"#
                .write(toFile: "\(folder)/a.json", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: folder)
            let sources = try RuleSources.files(["\(folder)/a.json"])
            let error = #expect(throws: RuleSetError.self) { try Resolver(rules: sources) }
            #expect(error?.issues.first?.message.hasPrefix("files include each other:") == true)
        }
    }

    @Test("the user's rules go before the bundled ones")
    func userFirst() throws {
        let mine = RuleFile(
            name: "mine", text: #"{"version":1,"rules":[{"id":"mine","when":{"kind":"isbn"},"do":[]}]}"#)
        let off = RuleFile(name: "off", text: #"{"version":1,"disable":["book.amazon"]}"#)
        let book = Symbol(.ean13, "9784873119045")
        #expect(try Resolver(rules: RuleSources([mine]) + .bundled).resolve(book).rule?.id == "mine")
        #expect(try Resolver(rules: .bundled + RuleSources([mine])).resolve(book).rule?.id == "book.amazon")
        #expect(try Resolver(rules: RuleSources([off]) + .bundled).resolve(book).rule?.id == "book.search")
    }

    @Test("a setting for a constant that no file has is refused, with the nearest right name")
    func unknownSetting() {
        let constants = ConstantSettings(values: ["amazn": "x"])
        let error = #expect(throws: RuleSetError.self) { try Resolver(rules: .bundled, constants: constants) }
        #expect(
            error?.description == "constant amazn: error: no rule file has a constant 'amazn' (did you mean 'amazon'?)")
    }
}
