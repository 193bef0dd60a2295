import BeelineLive
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(15))) struct Y4MTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let stream: [UInt8]
        /// The gray pixels of each picture.
        var frames: [[UInt8]] = []
        /// What the error says; nil: there is none.
        var error: String?

        var testDescription: String { what }

        init(_ what: String, _ stream: String, frames: [[UInt8]] = [], error: String? = nil) {
            (self.what, self.stream, self.frames, self.error) = (what, Array(stream.utf8), frames, error)
        }
    }

    private static func pixels(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let cases = [
        Case("gray", "YUV4MPEG2 W3 H2 F30:1 Ip A1:1 Cmono\nFRAME\nabcdef", frames: [pixels("abcdef")]),
        Case(
            "two pictures, with parameters", "YUV4MPEG2 W2 H1 Cmono\nFRAME Ip\nabFRAME XSOMETHING=1\ncd",
            frames: [pixels("ab"), pixels("cd")]),
        Case(
            "4:2:0 where nothing is said, odd sides",
            "YUV4MPEG2 W3 H3\nFRAME\n123456789uuuuvvvvFRAME\n987654321uuuuvvvv",
            frames: [pixels("123456789"), pixels("987654321")]),
        Case("4:2:0 of JPEG", "YUV4MPEG2 W2 H2 C420jpeg\nFRAME\nabcduv", frames: [pixels("abcd")]),
        Case("4:2:0 of MPEG-2", "YUV4MPEG2 W2 H2 C420mpeg2\nFRAME\nabcduv", frames: [pixels("abcd")]),
        Case("4:2:0 of DV", "YUV4MPEG2 W2 H2 C420paldv\nFRAME\nabcduv", frames: [pixels("abcd")]),
        Case("4:2:2", "YUV4MPEG2 W3 H1 C422\nFRAME\nabcuuvvFRAME\ndefuuvv", frames: [pixels("abc"), pixels("def")]),
        Case("4:4:4", "YUV4MPEG2 W2 H1 C444\nFRAME\nabuuvvFRAME\ncduuvv", frames: [pixels("ab"), pixels("cd")]),
        Case("comments and unknown words", "YUV4MPEG2 Xa=b W1 H1 Q C420 Cmono\nFRAME\nz", frames: [pixels("z")]),
        Case(
            "pixels that look like a line", "YUV4MPEG2 W6 H1 Cmono\nFRAME\nFRAME\nFRAME\nabcdef",
            frames: [pixels("FRAME\n"), pixels("abcdef")]),
        Case("no pictures", "YUV4MPEG2 W1 H1 Cmono\n"),
        Case("torn in the second picture", "YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRAME\nc", frames: [pixels("ab")]),
        Case("torn before the colors", "YUV4MPEG2 W2 H1 C444\nFRAME\nabuuvvFRAME\ncdu", frames: [pixels("ab")]),
        Case("torn in the line of a picture", "YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRA", frames: [pixels("ab")]),
        Case("nothing", "", error: "nothing is in it"),
        Case("torn in the header", "YUV4MPEG2 W2 H1 Cmo", error: "ends in its first line"),
        Case("something else", "RIFF....AVI LIST\n", error: "does not begin with YUV4MPEG2"),
        Case("a name that only begins alike", "YUV4MPEG22 W1 H1\n", error: "does not begin with YUV4MPEG2"),
        Case("no width", "YUV4MPEG2 H1 Cmono\n", error: "the picture size (W and H)"),
        Case("no height", "YUV4MPEG2 W1 Cmono\n", error: "the picture size (W and H)"),
        Case("width 0", "YUV4MPEG2 W0 H1 Cmono\n", error: "the picture size (W and H)"),
        Case("a negative height", "YUV4MPEG2 W1 H-1 Cmono\n", error: "the picture size (W and H)"),
        Case(
            "a width beyond all numbers", "YUV4MPEG2 W99999999999999999999 H1 Cmono\n",
            error: "the picture size (W and H)"),
        Case("one long side", "YUV4MPEG2 W1 H1000000 Cmono\n", error: "the longer side may have 10000 pixels"),
        Case("more pixels than are read", "YUV4MPEG2 W999999999 H999999999 C444\n", error: "pixels; the maximum is"),
        Case("10 bits", "YUV4MPEG2 W2 H1 C420p10\n", error: "'420p10'"),
        Case("16 bits, gray", "YUV4MPEG2 W2 H1 Cmono16\n", error: "'mono16'"),
        Case("colors with transparency", "YUV4MPEG2 W2 H1 C444alpha\n", error: "'444alpha'"),
        Case("no line of a picture", "YUV4MPEG2 W2 H1 Cmono\nFRAME\nabab\n", frames: [pixels("ab")], error: "FRAME"),
        Case("a longer word in its place", "YUV4MPEG2 W2 H1 Cmono\nFRAMES\nab", error: "FRAME"),
        Case("a header without an end", "YUV4MPEG2 X" + String(repeating: "x", count: 3000), error: "longer than 1024"),
        Case(
            "a line of a picture without an end", "YUV4MPEG2 W2 H1 Cmono\nFRAME " + String(repeating: "x", count: 3000),
            error: "longer than 1024"),
        Case("rates that cannot be", "YUV4MPEG2 W1 H1 F0:0 Cmono\nFRAME\na", frames: [pixels("a")]),
    ]

    /// A stream that comes in pieces.
    private struct Pieces: StreamInput {
        var rest: ArraySlice<UInt8>
        let most: Int

        mutating func read(
            into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant?
        ) -> DescriptorReader.Answer {
            let piece = rest.prefix(min(most, buffer.count))
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.isEmpty ? .ended : .bytes(piece.count)
        }
    }

    @Test(arguments: cases, [1, 2, 7])
    func `a picture is the same in whatever pieces it comes`(_ subject: Case, _ most: Int) {
        var reader = Y4MReader(Pieces(rest: subject.stream[...], most: most))
        var frames: [[UInt8]?] = []
        var reason: String?
        do throws(Y4MError) {
            if case .value(let header) = try reader.header() {
                while case .value(let frame) = try reader.frame(header) {
                    frames.append(frame.withPixels { Array($0) })
                }
            } else {
                reason = "nothing is in it"
            }
        } catch {
            reason = error.reason
        }
        #expect(frames == subject.frames)
        #expect((reason == nil) == (subject.error == nil), "\(reason ?? "")")
        if let error = subject.error { #expect(reason?.contains(error) == true, "\(reason ?? "")") }
    }

    @Test(arguments: cases)
    func `a pipe gives all its pictures, and errors are reported`(_ subject: Case) async throws {
        let pipe = try Pipe(for: "test")
        try writeAll(subject.stream, to: pipe.writing.number, path: "pipe")
        let reading = pipe.keepReading()
        let run = try FrameRun(Y4MSource(path: "/proc/self/fd/\(reading.number)"))
        let record = await run.finish()
        withExtendedLifetime(reading) {}
        #expect(record.frames.map { $0.withPixels { Array($0) } } == subject.frames)
        #expect(record.connections == (subject.error == nil || !subject.frames.isEmpty ? 1 : record.connections))
        switch (record.error, subject.error) {
        case (nil, nil): break
        case (.unusable(let reason)?, let error?): #expect(reason.contains(error))
        default: Issue.record("\(String(describing: record.error)) where \(subject.error ?? "nothing") was awaited")
        }
    }

    private static func film(_ rate: String) -> String {
        "YUV4MPEG2 W1 H1 \(rate) Cmono\n" + (1...4).map { "FRAME\n\($0)" }.joined()
    }

    @Test func `a file is played at its speed, the first picture at once`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("film.y4m", Self.film("F20:1"))
        let start = ContinuousClock.now
        let record = try await FrameRun(Y4MSource(path: path)).finish()
        #expect(record.error == nil)
        #expect(record.connections == 1)
        #expect(record.frames.count == 4)
        #expect(.now - start >= .milliseconds(150))
    }

    @Test func `a file with an absurd rate is still played`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("film.y4m", Self.film("F999999999:1"))
        #expect(try await FrameRun(Y4MSource(path: path)).finish().frames.count == 4)
        // A picture in thirty years: the second comes after a second. On a busy machine more come before it is stopped.
        let slow = try folder.write("slow.y4m", Self.film("F1:999999999"))
        #expect(try await FrameRun(Y4MSource(path: slow)).finish(stoppingAfter: 2).frames.count >= 2)
    }

    @Test func `a source that waits for its pipe or its next picture can be stopped`() async throws {
        let pipe = try Pipe(for: "test")
        try writeAll(Array("YUV4MPEG2 W9 H9 Cmono\nFRAME\nabc".utf8), to: pipe.writing.number, path: "pipe")
        let run = try FrameRun(Y4MSource(path: "/proc/self/fd/\(pipe.reading.number)"))
        for await happening in run.happenings {
            if case .connected = happening { run.stop() }
            if case .ended(let error) = happening { #expect(error == nil) }
        }
        withExtendedLifetime(pipe) {}
    }

    @Test func `a missing file and a folder are refused`() async throws {
        let folder = try TemporaryFolder()
        #expect(try await FrameRun(Y4MSource(path: folder.path("none"))).finish().error == .unusable("no such file"))
        #expect(try await FrameRun(Y4MSource(path: folder.path)).finish().error == .unusable("it is a folder"))
    }

    @Test func `the time of a frame is when its last byte came`() throws {
        let before = ContinuousClock.now
        var during = before
        let frame = try #require(
            VideoFrame(width: 1, height: 1) { _ in
                during = .now
                return true
            })
        #expect(frame.time >= during)
    }
}
