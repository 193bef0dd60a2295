import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("notify shows messages of the desktop")
struct NotifyTests {
    @Test("title and text are the two arguments after --", arguments: Hostile.texts)
    func hostile(_ text: String) async throws {
        let tools = try FakeTools("notify-send")
        let plugin = NotifyPlugin(tools: tools.toolbox())
        let action = try action(#"{"action":"notify","title":"{text}","text":"{text}"}"#, text: text)
        guard !text.utf8.contains(0) else {
            await #expect(throws: (any Error).self) { try await plugin.perform(action) }
            #expect(try tools.calls(of: "notify-send").isEmpty)
            return
        }
        #expect(try await plugin.perform(action).message == "shown")
        let call = try #require(try tools.calls(of: "notify-send").first)
        #expect(Array(call.prefix(3)) == ["--app-name=Beeline", "--", text] && call.count == 4)
        // As the specification reads the body, once notify-send has read its escapes.
        let body = call[3].replacingOccurrences(of: "\\\\", with: "\\").replacingOccurrences(of: "&lt;", with: "<")
            .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
        #expect(body == text)
        #expect(!call[3].contains("<"))
    }

    @Test("a message without a text is its title")
    func titles() async throws {
        let tools = try FakeTools("notify-send")
        let plugin = NotifyPlugin(tools: tools.toolbox())
        _ = try await plugin.perform(try action(#"{"action":"notify","title":"-x"}"#, text: "x"))
        #expect(try tools.calls(of: "notify-send") == [["--app-name=Beeline", "--", "-x"]])
        await #expect(throws: ActionProblem.noTitle) {
            try await plugin.perform(try action(#"{"action":"notify","title":"{label|}"}"#, text: "x"))
        }
    }

    @Test("without notify-send, or when it fails, the message says why")
    func tellsOfFailures() async throws {
        let tools = try FakeTools()
        let action = try action(#"{"action":"notify","title":"x"}"#, text: "x")
        let missing = await #expect(throws: ToolError.self) {
            try await NotifyPlugin(tools: tools.toolbox()).perform(action)
        }
        #expect(missing?.description.contains("install libnotify-bin") ?? false)
        try tools.add("notify-send", then: "echo first >&2; echo no bus >&2; exit 1")
        let failed = await #expect(throws: ToolError.self) {
            try await NotifyPlugin(tools: tools.toolbox()).perform(action)
        }
        #expect(failed?.description == "notify-send ended with status 1: no bus")
    }
}

@Suite("sound lets one hear whether a code was taken")
struct SoundTests {
    private func perform(
        _ sound: String, _ tools: borrowing FakeTools, terminal: String = "/nonexistent"
    ) async throws -> String {
        let plugin = SoundPlugin(tools: tools.toolbox(), terminal: ControllingTerminal(path: terminal))
        return try await plugin.perform(try action(#"{"action":"sound","sound":"\#(sound)"}"#, text: "x")).message
    }

    @Test("the first player that can plays a file, which is gone then")
    func plays() async throws {
        let tools = try FakeTools("aplay")
        try tools.add("pw-play", then: "exit 1")
        #expect(try await perform("taken", tools) == "played with aplay")
        let call = try #require(try tools.calls(of: "aplay").first)
        #expect(call.count == 2 && call[0] == "-q" && call[1].hasPrefix("/") && call[1].hasSuffix(".wav"))
        #expect(!exists(call[1]))
        #expect(try tools.calls(of: "pw-play") == [[call[1]]])
    }

    @Test("without a player the terminal's bell rings; without both the message says what to do")
    func rings() async throws {
        let tools = try FakeTools()
        let terminal = try PseudoTerminal()
        #expect(try await perform("taken", tools, terminal: terminal.path) == "rang the bell of the terminal")
        #expect(terminal.read() == "\u{7}")
        _ = try await perform("not-taken", tools, terminal: terminal.path)
        #expect(terminal.read() == "\u{7}\u{7}")
        let error = await #expect(throws: ToolError.self) { try await perform("taken", tools) }
        #expect(error?.description.contains("install pipewire-bin") ?? false)
    }

    /// The beginnings of files as another program makes them, as far as they are looked at.
    static let ownSounds = [
        ("a.wav", "RIFF\u{4}\u{0}\u{0}\u{0}WAVEfmt "), ("Gong.FLAC", "fLaC\u{0}\u{0}\u{0}\u{22}"),
        ("sub folder/-x.ogg", "OggS\u{0}\u{2}"), ("b.oga", "OggS\u{0}\u{2}"),
        ("beep.MP3", "ID3\u{4}\u{0}"),
    ]

    /// The action of a rule in a file of a folder.
    private func ownAction(_ sound: String, in folder: borrowing TemporaryFolder) throws -> Action {
        let text = #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"sound","sound":"\#(sound)"}]}]}"#
        let rules = try RuleSet(
            files: [RuleFile(name: "\(folder.path)/rules.json", text: text)],
            actions: PluginRegistry.standard.signatures)
        let noon = try #require(Scan("2026-11-21T12:00"))
        return try #require(rules.resolve(ContentParser.reading(of: Symbol(.qr, "x")), scan: noon).actions.first)
    }

    @Test("a file of one's own lies in the folder of the rule file, or has a path from the root", arguments: ownSounds)
    func playsOwn(_ name: String, _ content: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/sub folder", withIntermediateDirectories: true)
        try folder.write(name, content)
        let tools = try FakeTools("paplay", "aplay")
        let plugin = SoundPlugin(tools: tools.toolbox(), terminal: ControllingTerminal(path: "/nonexistent"))
        let file = try absolutePath("\(folder.path)/\(name)")
        for written in [name, file] {
            #expect(try await plugin.perform(ownAction(written, in: folder)).message == "played with paplay")
        }
        #expect(try tools.calls(of: "paplay") == [[file], [file]])
        #expect(exists(file))
        let loaded = try ownAction(name, in: folder)
        try FileManager.default.removeItem(atPath: file)
        await #expect(throws: FileError.self) { try await plugin.perform(loaded) }
    }

    @Test("a player that knows WAV alone gets no other file")
    func sparesPlayers() async throws {
        let folder = try TemporaryFolder()
        try folder.write("x.ogg", "OggS")
        let tools = try FakeTools("aplay")
        let terminal = try PseudoTerminal()
        let plugin = SoundPlugin(tools: tools.toolbox(), terminal: ControllingTerminal(path: terminal.path))
        #expect(try await plugin.perform(ownAction("x.ogg", in: folder)).message == "rang the bell of the terminal")
        #expect(try tools.calls(of: "aplay").isEmpty)
    }

    @Test(
        "a file that cannot be played is an error when the rules are loaded",
        arguments: [
            ("none.wav", "none.wav: no such file"), ("folder.wav", "folder.wav"),
            ("text.wav", "does not have the format of its extension"),
            ("flac.ogg", "does not have the format of its extension"),
            ("empty.flac", "does not have the format of its extension"),
            ("text.mp3", "does not have the format of its extension"),
            ("text.aac", "a file that ends in .wav, .flac, .ogg, .oga, .mp3"), ("takn", "(did you mean 'taken'?)"),
            ("{const.none}.wav", "no rule file has a constant 'none'"), ("{text|x}.wav", "a file that ends in"),
        ])
    func refusesFiles(_ sound: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/folder.wav", withIntermediateDirectories: false)
        for (name, content) in [("text.wav", "hello"), ("flac.ogg", "fLaC"), ("empty.flac", ""), ("text.mp3", "hello")]
        {
            try folder.write(name, content)
        }
        let error = #expect(throws: RuleSetError.self) { try ownAction(sound, in: folder) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test("no code chooses the sound", arguments: [#""{text}""#, #""loud""#, #""""#])
    func refuses(_ sound: String) {
        #expect(throws: RuleSetError.self) { try action(#"{"action":"sound","sound":\#(sound)}"#, text: "taken") }
    }

    @Test("the tones are WAV files that another program reads", arguments: [("taken", 7_056), ("not-taken", 13_230)])
    func areWAV(_ name: String, _ frames: Int) async throws {
        let folder = try TemporaryFolder()
        let tone = name == "taken" ? Tone.taken : .notTaken
        try Data(tone.wav).write(to: URL(fileURLWithPath: "\(folder.path)/x.wav"))
        let read = "import sys,wave; w=wave.open(sys.argv[1]); print(w.getparams()[:4], max(w.readframes(99999)) > 0)"
        let run = try await TestPrograms.run("python3", ["-c", read, "\(folder.path)/x.wav"])
        #expect(run.output == "(1, 2, 44100, \(frames)) True\n")
    }
}
