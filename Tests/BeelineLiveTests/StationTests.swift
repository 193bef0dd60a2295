import ActionsTestSupport
import Beeline
import BeelineActions
import BeelineContent
import BeelineLive
import BeelinePlugins
import BeelineRules
import BeelineSymbols
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite struct StationTests {
    private static let resolver = Result { try Resolver(rules: .bundled) }

    private static func station(
        _ sources: [any CodeSource], dispatcher: Dispatcher? = nil, decoder: (any BarcodeDecoder)? = nil,
        rules: SightingRules = SightingRules()
    ) throws -> Station {
        let (resolver, memory) = (try resolver.get(), HistoryMemory(migrates: dispatcher != nil))
        var settings = SourceSettings()
        settings.sightings = rules
        return Station(
            sources.map { StationEntry($0, settings) }, desk: Desk({ resolver }, dispatcher, memory: memory),
            decoder: decoder)
    }

    @Test(.timeLimit(.minutes(15)))
    func `codes of several sources are reported with their meaning, each source in its order`()
        async throws
    {
        let codes = ["9784873119045", "https://example.com/", "0012345678905"]
        let station = try Self.station([MadeSource("a", codes), MadeSource("b", codes)])
        var seen: [String: [String]] = [:]
        for await case .sighting(let sighting) in station.events() {
            #expect(sighting.frames == nil && !sighting.amends && sighting.image == nil)
            seen[sighting.source, default: []].append(sighting.resolution.content.kind.rawValue)
        }
        #expect(seen == ["a": ["isbn", "url", "product"], "b": ["isbn", "url", "product"]])
    }

    @Test(.timeLimit(.minutes(15))) func `a source that is lost comes back by itself, and is reported once`()
        async throws
    {
        // Not there three times, then there for one code, then unplugged, and there again.
        let source = MadeSource(
            "scanner",
            steps: [
                .lost("not there"), .lost("not there"), .lost("not there"), .code("1"), .lost("unplugged"), .code("2"),
            ])
        var events: [String] = []
        var station = try Self.station([source])
        station.waits = .milliseconds(1)...(.milliseconds(4))
        for await event in station.events() { events.append(event.short) }
        #expect(
            events == [
                "scanner lost: not there", "scanner connected", "1", "scanner lost: unplugged", "scanner connected",
                "2",
                "scanner ended",
            ])
    }

    @Test(.timeLimit(.minutes(15))) func `a source that cannot work ends alone`() async throws {
        let station = try Self.station([MadeSource("bad", steps: [.unusable("no program")]), MadeSource("good", ["1"])])
        var events: Set<String> = []
        for await event in station.events() { events.insert(event.short) }
        #expect(events == ["bad failed: no program", "good connected", "1", "good ended"])
    }

    @Test(.timeLimit(.minutes(15))) func `a reader that is slow slows down a fast source, and nothing is lost`()
        async throws
    {
        let source = CountingSource(5_000)
        let events = try Self.station([source]).events()
        var texts: [String] = []
        for await case .sighting(let sighting) in events {
            texts.append(sighting.resolution.symbol.text ?? "")
            // It may be ahead by the codes that wait, and by the one that it is sending.
            if texts.count == 1 { #expect(source.given.withLock { $0 } <= 300) }
        }
        #expect(texts == (1...5_000).map { "\($0)" })
    }

    @Test(.timeLimit(.minutes(15))) func `a station that is stopped reports what came before, and ends`() async throws {
        let events = try Self.station([CountingSource(.max), CountingSource(.max, name: "second")]).run()
        var count = 0
        for await _ in events {
            count += 1
            if count == 10 { events.stop() }
        }
        #expect(count >= 10)
    }

    @Test(.timeLimit(.minutes(15))) func `a sequence that is given up closes its sources`() async throws {
        let source = CountingSource(.max)
        for await case .sighting in try Self.station([source]).events() { break }
        await source.end.wait()
        #expect(source.given.withLock(\.self) > 0)
    }

    @Test(.timeLimit(.minutes(15))) func `a task that is cancelled gets no more events, and closes the sources`()
        async throws
    {
        let source = WaitingSource()
        let station = try Self.station([source])
        let reader = Task {
            var count = 0
            for await _ in station.events() { count += 1 }
            return count
        }
        await source.begin.wait()
        reader.cancel()
        await source.end.wait()
        #expect(await reader.value <= 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func `actions are performed one code after the other, and their outcomes are reported`()
        async throws
    {
        let diary = Diary()
        let plugin = FakePlugin("open-url", effects: []) { action in
            await diary.note("begin")
            await Task.yield()
            await diary.note("end")
            return ActionResult(message: "done")
        }
        let dispatcher = Dispatcher(plugins: try PluginRegistry([plugin]), policy: .allow)
        let station = try Self.station(
            [MadeSource("a", ["https://example.com/1", "https://example.com/2"])], dispatcher: dispatcher)
        var outcomes: [Outcome.Status] = []
        for await case .sighting(let sighting) in station.events() {
            outcomes += try #require(sighting.outcomes).map(\.status)
        }
        #expect(outcomes == [.done, .done])
        #expect(await diary.entries == ["begin", "end", "begin", "end"])
    }

    @Test(.timeLimit(.minutes(15))) func `pictures of a camera become sightings when enough of them agree`()
        async throws
    {
        let code = Symbol(.ean13, "9784873119045", sighting: Sighting(outline: nil, decoder: "made"))
        let decoder = MadeDecoder(Array(repeating: .success([code]), count: 4))
        let station = try Self.station([FrameSource(4, decoder)], decoder: decoder)
        var frames: [Int?] = []
        for await case .sighting(let sighting) in station.events() { frames.append(sighting.frames) }
        #expect(frames == [2])
    }

    @Test(.timeLimit(.minutes(15))) func `a decoder that dies costs pictures and nothing else`() async throws {
        let code = Symbol(.qr, "after")
        let decoder = MadeDecoder(
            Array(repeating: .failure(.decoderDied("signal 9")), count: 12) + [.success([code])])
        let station = try Self.station([FrameSource(13, decoder)], decoder: decoder)
        var events: [String] = []
        for await event in station.events() { events.append(event.short) }
        #expect(
            events == [
                "frames connected",
                "frames problem: the decoder crashed on this image (signal 9); a new one was started", "after",
                "gone 1", "frames ended",
            ])
    }

    @Test(.timeLimit(.minutes(15)))
    func `each picture of a folder is scanned, and one that cannot be read is reported`()
        async throws
    {
        let decoder = MadeDecoder([.success([Symbol(.qr, "one")]), .failure(.unreadableImage("it is torn"))])
        let station = try Self.station([PictureSource(["1.png", "2.png"])], decoder: decoder)
        var events: Set<String> = []
        for await event in station.events() { events.insert(event.short) }
        #expect(events.contains("one"))
        #expect(events.contains("pictures problem: it is torn"))
    }

    @Test(.timeLimit(.minutes(15))) func `decoders drop pictures of a caller that has left`() async throws {
        let decoder = EndlessDecoder()
        let station = try Self.station([PictureSource(["1.png"])], decoder: decoder)
        let reader = Task {
            var sightings = 0
            for await case .sighting in station.events() { sightings += 1 }
            return sightings
        }
        await decoder.begin.wait()
        reader.cancel()
        await decoder.end.wait()
        #expect(await reader.value == 0)
    }

    @Test func `pictures are dark after a second below 45 of 255, and bright after one above 60`() {
        let start = ContinuousClock.now
        var meter = LightMeter()
        let means: [(Int, Double)] = [
            (0, 30), (500, 30), (900, 90), (1000, 30), (1999, 44), (2000, 44), (2500, 44), (3000, 59), (4500, 59),
            (5000, 61),
            (5999, 61), (6000, 61), (6500, 61),
        ]
        let changes = means.compactMap { time, mean in
            meter.measure(mean: mean, at: start + .milliseconds(time)).map { "\(time) \($0 ? "dark" : "bright")" }
        }
        #expect(changes == ["2000 dark", "6000 bright"])
    }
}

extension LiveEvent {
    /// For comparison: the text of a code, or the source and what it is.
    fileprivate var short: String {
        switch self {
        case .sighting(let sighting): sighting.resolution.symbol.text ?? ""
        case .source(let status):
            switch status.state {
            case .lost(let reason), .failed(let reason): "\(status.source) \(status.state.name): \(reason)"
            case .problem(_, let message, _): "\(status.source) problem: \(message)"
            case .connected, .dark, .bright, .ended: "\(status.source) \(status.state.name)"
            }
        case .gone(let id): "gone \(id)"
        }
    }
}

/// Something that happens once and can be waited for.
final class Signal: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func happen() { stream.continuation.yield() }

    func wait() async { for await _ in stream.stream { return } }
}

/// Reads a picture until it is cancelled.
private struct EndlessDecoder: BarcodeDecoder {
    let begin = Signal()
    let end = Signal()

    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        begin.happen()
        try? await Task.sleep(for: .seconds(86_400))
        end.happen()
        throw .cancelled
    }
}

/// Does what a test has written down, going on where it was lost.
private final class MadeSource: CodeSource {
    enum Step: Sendable {
        case code(String)
        case lost(String)
        case unusable(String)
    }

    let name: String
    private let steps: Mutex<ArraySlice<Step>>

    init(_ name: String, steps: [Step]) {
        self.name = name
        self.steps = Mutex(steps[...])
    }

    convenience init(_ name: String, _ codes: [String]) { self.init(name, steps: codes.map(Step.code)) }

    func run(_ output: SourceOutput) throws(SourceError) {
        var isOpen = false
        while let step = steps.withLock({ $0.popFirst() }) {
            switch step {
            case .code(let text):
                if !isOpen { output.reportConnection() }
                isOpen = true
                output.send(Symbol(.unknown, text))
            case .lost(let reason): throw .lost(reason)
            case .unusable(let reason): throw .unusable(reason)
            }
        }
    }
}

/// Counts from 1, as fast as it may.
private final class CountingSource: CodeSource {
    let name: String
    let given = Mutex(0)
    let end = Signal()
    private let last: Int

    init(_ last: Int, name: String = "counter") { (self.last, self.name) = (last, name) }

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        var number = 0
        while number < last, !output.isStopped {
            number += 1
            output.send(Symbol(.unknown, "\(number)"))
            given.withLock { $0 = number }
        }
        end.happen()
    }
}

/// Produces nothing until it is stopped.
private final class WaitingSource: CodeSource {
    let name = "waiting"
    let begin = Signal()
    let end = Signal()

    func run(_ output: SourceOutput) throws(SourceError) {
        begin.happen()
        var byte: UInt8 = 0
        let pipe = Array<Int32>(unsafeUninitializedCapacity: 2) {
            _ = Glibc.pipe($0.baseAddress); $1 = 2
        }
        defer { for end in pipe { close(end) } }
        let answer = withUnsafeMutableBytes(of: &byte) { DescriptorReader(pipe[0], for: output).read(into: $0) }
        if answer == .stopped { end.happen() }
    }
}

/// Gives gray pictures, one after the decoder has looked at the one before.
private struct FrameSource: CodeSource {
    let name = "frames"
    private let count: Int
    private let decoder: MadeDecoder

    init(_ count: Int, _ decoder: MadeDecoder) { (self.count, self.decoder) = (count, decoder) }

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        let start = ContinuousClock.now
        for number in 0..<count {
            // At the rate of a camera, however busy the machine is.
            guard
                let frame = VideoFrame(
                    width: 8, height: 8, time: start + .milliseconds(33 * number),
                    fill: {
                        $0.copyBytes(from: Array(repeating: 128, count: 64)); return true
                    })
            else { throw .unusable("no memory") }
            output.send(frame)
            decoder.asked.wait()
        }
    }
}

private struct PictureSource: CodeSource {
    let name = "pictures"
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    func run(_ output: SourceOutput) throws(SourceError) {
        for path in paths { output.sendPicture(path) }
    }
}

/// Answers as a test has written down.
private final class MadeDecoder: BarcodeDecoder {
    private let answers: Mutex<ArraySlice<Result<[Symbol], DecodeError>>>
    let asked = DispatchSemaphore(value: 0)

    init(_ answers: [Result<[Symbol], DecodeError>]) { self.answers = Mutex(answers[...]) }

    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        defer { asked.signal() }
        let answer = answers.withLock { $0.popFirst() } ?? .success([])
        return Decoding(symbols: try answer.get())
    }
}

/// What programs write.
extension StationTests {
    @Test(.timeLimit(.minutes(15))) func `a station of a desk performs what its rules ask for, unless it should not`()
        async throws
    {
        let desk = try Desk(
            rules: .text(
                #"{"version":1,"rules":[{"id":"no","when":{},"do":[{"action":"refuse","message":"{text|}"}]}]}"#),
            history: nil)
        for performs in [true, false] {
            let station = Station([MadeSource("door", ["1"])], desk: desk, performs: performs)
            for await case .sighting(let sighting) in station.events() {
                #expect(sighting.result.refusal == "1" && sighting.resolution.scan?.source == "door")
                #expect(sighting.outcomes?.map(\.status) == (performs ? [.done] : nil))
            }
        }
    }

    @Test(arguments: ["y4m:codes.y4m", "camera", "folder:/tmp"])
    func `a source of pictures without a decoder is an error at once`(_ name: String) throws {
        let desk = try Self.noRules()
        let error = #expect(throws: SourceError.self) { try Station([name], desk: desk) }
        #expect(error?.reason == "'\(name)' gives pictures; pass a decoder, such as DecodingPool()")
    }

    @Test(.timeLimit(.minutes(15))) func `the codes of an asynchronous sequence are reported in their order`()
        async throws
    {
        let desk = try Self.noRules()
        let (codes, typing) = AsyncStream.makeStream(of: Symbol.self)
        for number in 0..<300 { typing.yield(Symbol(.unknown, "\(number)")) }
        typing.finish()
        var texts: [String?] = []
        var states: [String] = []
        for await event in Station([AsyncSource("window", codes)], desk: desk).events() {
            switch event {
            case .sighting(let sighting): texts.append(sighting.resolution.symbol.text)
            case .source(let status): states.append(status.state.name)
            case .gone: Issue.record("a typed code has no view to leave")
            }
        }
        #expect(texts == (0..<300).map { "\($0)" } && states == ["connected", "ended"])
    }

    @Test(.timeLimit(.minutes(15))) func `a station that is left stops a sequence without an end`() async throws {
        let desk = try Self.noRules()
        let (codes, typing) = AsyncStream.makeStream(of: Symbol.self)
        typing.yield(Symbol(.unknown, "1"))
        let ended = AsyncStream.makeStream(of: Void.self)
        typing.onTermination = { _ in ended.continuation.yield() }
        for await case .sighting in Station([AsyncSource("window", codes)], desk: desk).events() { break }
        for await _ in ended.stream { break }
    }

    /// A camera of one's own.
    private struct OwnCamera: CodeSource {
        let name = "own"

        func run(_ output: SourceOutput) throws(SourceError) {
            output.reportConnection()
            output.sendFrame([1, 2, 3, 4], width: 2, height: 2)
            output.sendFrame([1, 2, 3], width: 2, height: 2)
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `frames of a camera of one's own are decoded, with the settings of the station`()
        async throws
    {
        let desk = try Self.noRules()
        let decoder = NotingDecoder()
        let settings = SourceSettings(only: [.qr], region: .fraction(x: 0, y: 0, width: 0.5, height: 1))
        var problems: [String] = []
        for await event in Station([OwnCamera()], desk: desk, decoder: decoder, settings: settings).events() {
            if case .source(let status) = event, case .problem(let code, _, _) = status.state { problems.append(code) }
        }
        #expect(problems == ["odd-frame"])
        let preview = Station([OwnCamera()], desk: desk)
        let frames = preview.frames()
        for await _ in preview.events() {}
        var shown: [String] = []
        for await frame in frames { shown.append("\(frame.source) \(frame.width)×\(frame.height) \(frame.pixels)") }
        #expect(shown == ["own 2×2 [1, 2, 3, 4]"])
        let options = decoder.options.withLock { $0 }
        #expect(!options.isEmpty && options.allSatisfy { $0.only == [.qr] && $0.region == settings.decoding.region })
    }

    @Test(.timeLimit(.minutes(15))) func `a preview gets the newest picture, and delays nothing`() async throws {
        let decoder = MadeDecoder([])
        let station = Station([FrameSource(40, decoder)], desk: try Self.noRules(), decoder: decoder)
        let (slow, abandoned) = (station.frames(), station.frames())
        for await _ in abandoned.prefix(0) {}
        for await _ in station.events() {}
        var count = 0
        for await frame in slow where frame.pixels.count == 64 { count += 1 }
        #expect(count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func `a sighting keeps its identity until its code has gone`()
        async throws
    {
        // At the rate of a camera, 60 pictures are two seconds.
        let seen = Result<[Symbol], DecodeError>.success([Symbol(.qr, "a")])
        let answers = [seen] + Array(repeating: .success([]), count: 70) + [seen]
        let decoder = MadeDecoder(answers)
        let sources: [any CodeSource] = [FrameSource(answers.count, decoder), MadeSource("typed", ["a", "b"])]
        var (told, ids): ([String: [String]], Set<Int>) = ([:], [])
        var sourceNames: [Int: String] = [:]
        for await event in Station(sources, desk: try Self.noRules(), decoder: decoder).events() {
            switch event {
            case .sighting(let sighting):
                #expect(ids.insert(sighting.id).inserted)
                sourceNames[sighting.id] = sighting.source
                told[sighting.source, default: []].append(sighting.resolution.symbol.text ?? "")
                #expect(abs(sighting.at.millisecondsSince1970 - Moment.now().millisecondsSince1970) < 600_000)
            case .gone(let id): told[sourceNames[id] ?? "?", default: []].append("gone")
            case .source: break
            }
        }
        #expect(told == ["frames": ["a", "gone", "a", "gone"], "typed": ["a", "b"]])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func `a source fails at once where nothing reads what it looks for`(isFolder: Bool) async throws {
        let decoder = MadeDecoder(Array(repeating: .failure(.nothingReads([.dotCode])), count: 3))
        let source: any CodeSource = isFolder ? PictureSource(["a", "b"]) : FrameSource(1, decoder)
        var states: [SourceStatus.State] = []
        for await case .source(let status) in Station([source], desk: try Self.noRules(), decoder: decoder).events() {
            states.append(status.state)
        }
        #expect(
            states.last == .failed("nothing on this system reads dot_code; 'beeline formats' lists what can be read"))
        #expect(states.count == (isFolder ? 1 : 2))
    }

    private static func noRules() throws -> Desk { try Desk(rules: .text(#"{"version":1}"#), history: nil) }

    private final class NotingDecoder: BarcodeDecoder {
        let options = Mutex<[DecodeOptions]>([])

        func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
            self.options.withLock { $0.append(options) }
            return Decoding()
        }
    }
}
