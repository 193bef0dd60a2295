import Beeline
import BeelineActions
import BeelineContent
import BeelineLive
import BeelineRules
import BeelineSymbols
import Synchronization
import Testing

/// Stations of programs: with a desk, sources and decoders of their own.
@Suite struct OwnStationTests {
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
