import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineLive

@Suite struct StationFileTests {
    private static func entries(_ text: String) throws -> [StationFile.Entry] {
        try StationFile(name: "station.json", bytes: Array(text.utf8)) { source in
            source.contains(":") ? nil : "there is no source '\(source)'"
        }.entries
    }

    @Test func `the example is read, with all that it says`() throws {
        let entries = try StationFile(name: "e", bytes: try Project.read("Examples/station.json")).entries
        #expect(entries.map(\.name) == ["counter", "hand", "returns"])
        #expect(entries[0].settings == SourceSettings())
        var settings = SourceSettings()
        settings.sightings.repeats = .gone
        settings.sightings.pause = .seconds(1)
        settings.decoding.only = [.ean13, .ean8, .upcA, .upcE]
        settings.effort = .fast
        settings.decoding.region = .fraction(x: 0.1, y: 0.1, width: 0.8, height: 0.8)
        settings.camera.zoom = 1.5
        settings.camera.torch = .auto
        settings.camera.focus = .near
        #expect(entries[2].settings == settings)
    }

    static let repeats: [(String, SightingRules.Repeat)] = [
        (#""gone""#, .gone), (#""never""#, .never), (#""always""#, .always), ("3.5", .after(.seconds(3.5))),
        (#""3.5""#, .after(.seconds(3.5))), ("1", .after(.seconds(1))), ("86400", .after(.seconds(86_400))),
    ]

    @Test(arguments: repeats)
    func `a code counts again as the file says`(_ text: String, _ repeats: SightingRules.Repeat) throws {
        let entries = try Self.entries(#"{"sources": [{"source": "a:", "repeat": \#(text)}]}"#)
        #expect(entries.first?.settings.sightings.repeats == repeats)
    }

    @Test func `a station has a history of its own`() throws {
        func history(_ member: String) throws -> String? {
            try StationFile(name: "s", bytes: Array(#"{\#(member) "sources": [{"source": "a:"}]}"#.utf8)).history
        }
        #expect(try history("") == nil)
        #expect(try history(#""history": "service=festival","#) == "service=festival")
        #expect(throws: StationFileError.self) { try history(#""history": "","#) }
        #expect(throws: StationFileError.self) { try history(#""history": 1,"#) }
    }

    @Test func `a source has a character set of its own`() throws {
        let entries = try Self.entries(#"{"sources": [{"source": "a:", "charset": "GBK"}, {"source": "b:"}]}"#)
        #expect(entries.map(\.settings.charset) == [.chinese, nil])
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        /// The members of a source, or a whole file where it begins with a brace.
        let text: String
        let messages: [String]
        var testDescription: String { text }

        init(_ text: String, _ messages: String...) { (self.text, self.messages) = (text, messages) }

        var file: String { text.hasPrefix("{") ? text : #"{"sources": [{\#(text)}]}"# }
    }

    static let mistakes = [
        Mistake("{", "1:2: error: not JSON: string or '}' expected"),
        Mistake("{}", "1:1: error: a station needs 'sources'"),
        Mistake(#"{"sources": []}"#, "1:13: error: a station needs at least one source"),
        Mistake(
            #"{"source": "a:"}"#, "1:2: error: a station has no 'source' (did you mean 'sources'?)", "needs 'sources'"),
        Mistake(
            #"{"sources": [], "sources": [{"source": "a:"}]}"#, "1:17: error: 'sources' is used twice"),
        Mistake(#""name": "x""#, "1:14: error: a source needs 'source'"),
        Mistake(#""source": "camera""#, "1:25: error: there is no source 'camera'"),
        Mistake(#""source": 5"#, "'source' must be a text: write \"5\""),
        Mistake(#""source": "a:", "repaet": 1"#, "1:31: error: a source has no 'repaet' (did you mean 'repeat'?)"),
        Mistake(#""source": "a:", "device": "x""#, "no 'device': use \"source\" for where codes come from"),
        Mistake(
            #""source": "a:", "repeat": "often", "torch": "dim", "zoom": 11, "focus": -1"#,
            "'repeat' is gone, never, always or a number of seconds, up to 86400, not 'often'",
            "'zoom' is a number from 1 to 10, not '11'", "'torch' is one of on, off, auto, not 'dim'",
            "'focus' is auto, near, or a whole number in the unit of the camera, not '-1'"),
        Mistake(#""source": "a:", "repeat": 0"#, "not '0'"),
        Mistake(#""source": "a:", "repeat": 1e9"#, "not '1000000000.0'"),
        Mistake(#""source": "a:", "repeat": -1"#, "not '-1'"),
        Mistake(#""source": "a:", "pause": true"#, "'pause' is a number of seconds, up to 86400, not a boolean"),
        Mistake(#""source": "a:", "effort": "max""#, "'effort' is fast or normal, not 'max'"),
        Mistake(
            #""source": "a:", "only": ["ean_31", "ean_2", 3]"#,
            "'ean_31': no symbology has that name (did you mean 'ean_13'?)", "select that one: ean_13,upc_a",
            "a symbology must be a text: write \"3\""),
        Mistake(#""source": "a:", "charset": "cp1""#, "'cp1' is not a known character set; these are: ISO-8859-1"),
        Mistake(#""source": "a:", "encoding": "gbk""#, #"use "charset""#),
        Mistake(#""source": "a:", "roi": "1,2,3""#, "'1,2,3': must be four numbers, x,y,width,height, not 3"),
        Mistake(#""source": "a:", "name": """#, "a name is one line"),
        Mistake(
            #"{"sources": [{"source": "a:", "name": "x"}, {"source": "a:", "name": "x"}]}"#,
            "'a:' is used twice; it is also in sources[0].source",
            "'x' is used twice; it is also in sources[0].name"),
    ]

    @Test(arguments: mistakes) func `all errors are reported at once, each with its place`(_ mistake: Mistake) throws {
        let error = try #require(throws: StationFileError.self) { try Self.entries(mistake.file) }
        #expect(error.issues.count == mistake.messages.count, "\(error)")
        for message in mistake.messages { #expect(error.description.contains(message), "\(error)") }
        #expect(error.description.hasPrefix("station.json:1:"))
    }

    @Test func `a file that others can write is not used, and a missing one is reported`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("station.json", #"{"sources": [{"source": "a:"}]}"#)
        #expect(try StationFile(path: path).entries.map(\.source) == ["a:"])
        #expect(try await TestPrograms.run("chmod", ["666", path]).status == 0)
        let open = #expect(throws: StationFileError.self) { try StationFile(path: path) }
        #expect(open?.description.contains("it is not used, because other users can change it") == true)
        let missing = #expect(throws: StationFileError.self) { try StationFile(path: folder.path("none.json")) }
        #expect(missing?.description.hasPrefix(folder.path("none.json")) == true)
    }
}
