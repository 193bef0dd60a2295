import BeelineLive
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(15))) struct ProgramSourceTests {
    struct Words: Sendable, CustomTestStringConvertible {
        let text: String
        let words: [String]
        var testDescription: String { text }
    }

    @Test(arguments: [
        Words(text: "a b  c", words: ["a", "b", "c"]),
        Words(text: " a\t b ", words: ["a", "b"]),
        Words(text: "'a b' \"c d\"", words: ["a b", "c d"]),
        Words(text: "a'b'\"c\"d", words: ["abcd"]),
        Words(text: #"a\ b \'c\" \\"#, words: ["a b", "'c\"", #"\"#]),
        Words(text: #"'a\b' "a\b" "a\"b" "a\\b""#, words: [#"a\b"#, #"a\b"#, "a\"b", #"a\b"#]),
        Words(text: "a '' \"\"", words: ["a", "", ""]),
        Words(text: "$HOME `x` *; | > !", words: ["$HOME", "`x`", "*;", "|", ">", "!"]),
        Words(text: "", words: []),
    ])
    func `blanks separate words, quotes keep them, and nothing else has a meaning`(_ subject: Words) throws {
        #expect(try commandWords(subject.text) == subject.words)
    }

    @Test func `words that do not end are refused`() {
        #expect(throws: CommandWordsError.openQuote("'")) { try commandWords("a 'b") }
        #expect(throws: CommandWordsError.openQuote("\"")) { try commandWords(#"a "b\""#) }
        #expect(throws: CommandWordsError.endsInBackslash) { try commandWords(#"a b\"#) }
    }

    private static let film = #"printf 'YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRAME\ncd'"#

    private static func record(
        _ script: String, stoppingAfter count: Int = .max
    ) async throws -> (record: FrameRun.Record, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = try await folder.writeScript("film", script)
        let run = try FrameRun(ProgramSource(command: "'\(path)' 'an argument'"))
        return (await run.finish(stoppingAfter: count), folder)
    }

    @Test func `a program that ends well has ended, with all its pictures`() async throws {
        let record = try await Self.record(Self.film + #"; echo "$#" "$1" > "$0.said""#)
        #expect(record.record.error == nil)
        #expect(record.record.connections == 1)
        #expect(record.record.frames.map { $0.withPixels { Array($0) } } == [Array("ab".utf8), Array("cd".utf8)])
        #expect(try record.folder.text(of: "film.said") == "1 an argument\n")
    }

    @Test(arguments: [
        ("echo one >&2; echo 'no camera' >&2; exit 3", "no camera"), ("exit 3", "film ended with status 3"),
        ("exit 0", "film ended with status 0"),
        ("kill -9 $$", "film ended with signal 9 (Killed)"), ("\(film); echo torn >&2; exit 1", "torn"),
        // As a program says it that is about to fail: much, and without a line feed.
        ("head -c 300000 /dev/zero | tr '\\0' 'x' >&2; printf '\\nlast\\033[31m words' >&2; exit 1", "last"),
        ("echo 'rtsp://me:secret@cam/ failed' >&2; exit 1", "rtsp://me:•••@cam/ failed"),
    ])
    func `a program that fails is lost, and its last words are the reason`(_ script: String, _ reason: String)
        async throws
    {
        guard case .lost(let said) = try await Self.record(script).record.error else {
            Issue.record("it is not lost")
            return
        }
        #expect(said.hasSuffix(reason) || said.hasPrefix(reason))
        #expect(!said.unicodeScalars.contains { $0.value < 0x20 })
        #expect(!said.contains("secret"))
    }

    @Test func `output that is not Y4M needs another program`() async throws {
        let error = try await Self.record("echo hello; echo 'I greet' >&2; sleep 1000").record.error
        guard case .unusable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("YUV4MPEG2"))
    }

    @Test func `a program that is missing, or not named, is reported`() async throws {
        #expect(
            try await FrameRun(ProgramSource(command: "beeline-no-such-program -x")).finish().error
                == .unusable("there is no program 'beeline-no-such-program' on the PATH"))
        #expect(
            try await FrameRun(ProgramSource(command: "/etc/passwd")).finish().error
                == .unusable("there is no program '/etc/passwd'"))
        #expect(throws: SourceError.unusable("the program is missing; write program:COMMAND ARGUMENT…")) {
            try ProgramSource(command: "  ")
        }
        #expect(throws: SourceError.self) { try ProgramSource(command: "'a") }
    }

    @Test func `stopping a source ends its program and all that it started, even if they ignore it`() async throws {
        let record = try await Self.record(
            #"trap '' TERM INT; setsid sleep 1000 & echo $$ $! > "$0.ids"; "#
                + #"printf 'YUV4MPEG2 W1 H1 Cmono\n'; while :; do printf 'FRAME\nx'; done"#,
            stoppingAfter: 10)
        #expect(record.record.error == nil)
        #expect(record.record.frames.count >= 10)
        let ids = try record.folder.text(of: "film.ids").split { $0.isWhitespace }.compactMap { Int32($0) }
        #expect(ids.count == 2)
        for id in ids { #expect(!Processes.isRunning(id)) }
    }
}
