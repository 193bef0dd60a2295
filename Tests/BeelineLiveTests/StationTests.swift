import ActionsTestSupport
import Beeline
import BeelineActions
import BeelineContent
import BeelineLive
import BeelinePlugins
import BeelineRules
import BeelineSymbols
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
