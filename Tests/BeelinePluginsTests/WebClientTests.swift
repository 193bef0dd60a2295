import ActionsTestSupport
import BeelineContent
import BeelineRules
import Synchronization
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("a request is repeated if a server is temporarily unavailable")
struct RepeatTests {
    private func ask(_ path: String, time: Duration = .seconds(900)) async throws -> [Action.Argument] {
        try await LookupPlugin.patient(time: time).perform(
            .lookup(try LookupServer.url(path), results: ["count": "/count"])
        ).fields
    }

    @Test(
        "after what may pass",
        arguments: ["status=429", "status=502", "status=503", "status=504", "hang-up", "status=429&retry=1"])
    func asksAgain(_ how: String) async throws {
        let fields = try await ask("/flaky?times=2&mark=flaky-\(how.replacing("&", with: "-"))&\(how)")
        #expect(fields.last == .init(name: "count", value: .number(DecimalNumber(3))))
    }

    @Test("a date in Retry-After is waited for")
    func waitsForADate() async throws {
        let start = ContinuousClock.now
        let fields = try await ask("/flaky?times=1&mark=date&status=503&retry=date")
        #expect(fields.last == .init(name: "count", value: .number(DecimalNumber(2))))
        #expect(start.duration(to: .now) >= .milliseconds(900), "the date is a second or two away")
    }

    @Test("three times, and then no more")
    func givesUp() async throws {
        let error = await failure { ActionResult(fields: try await ask("/flaky?times=9&mark=flaky-often&status=503")) }
        #expect((error as? LookupError)?.reason == .status(503, retryAfter: nil))
        #expect(try await LookupServer.count("flaky-often") == 4)
    }

    @Test("not after what stays as it is", arguments: ["status=500", "status=403", "status=501"])
    func doesNotInsist(_ how: String) async throws {
        await #expect(throws: LookupError.self) { try await ask("/flaky?times=1&mark=stays-\(how)&\(how)") }
        #expect(try await LookupServer.count("stays-\(how)") == 1)
    }

    @Test("not if Retry-After is after the time limit")
    func isNotPatient() async throws {
        let error = await failure {
            ActionResult(fields: try await ask("/flaky?times=1&mark=late&status=429&retry=3000", time: .seconds(300)))
        }
        #expect((error as? LookupError)?.reason == .status(429, retryAfter: 3000))
        #expect(try await LookupServer.count("late") == 1)
    }

    @Test("a server that wants to be left alone is left alone by all")
    func holdsOff() async throws {
        let plugin = LookupPlugin.patient(time: .seconds(300))
        let first = Action.lookup(try LookupServer.url("/status/429?retry=3000"))
        await #expect(throws: LookupError.self) { try await plugin.perform(first) }
        let second = Action.lookup(try LookupServer.url("/request?mark=held"))
        let error = await failure { try await plugin.perform(second) } as? LookupError
        guard case .http(.toWait(let seconds))? = error?.reason else { throw Failure("\(String(describing: error))") }
        #expect((2000...3000).contains(seconds))
        #expect(try await !LookupServer.hasSeen("held"))
    }

    @Test("one that waits to ask again ends when it is cancelled", .timeLimit(.minutes(15)))
    func isCancelled() async throws {
        let action = Action.lookup(try LookupServer.url("/status/503?retry=600&mark=waiting"))
        let task = Task { try await LookupPlugin.patient().perform(action) }
        while try await !LookupServer.hasSeen("waiting") { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("later each time, and not all at the same moment")
    func spreads() {
        let repeats = HTTPRepeats(most: 3, firstDelay: .seconds(1))
        func delay(_ repeated: Int, _ chance: Double, retryAfter: Int? = nil) -> Duration? {
            let response = HTTPResponse(status: 503, body: [], retryAfter: retryAfter)
            return repeats.delay(after: .success(response), repeats: repeated, chance: chance)
        }
        #expect((0...3).map { delay($0, 1) } == [.seconds(1), .seconds(2), .seconds(4), nil])
        #expect(delay(0, 0) == .milliseconds(500))
        #expect(delay(0, 0.5, retryAfter: 7) == .seconds(7))
        #expect(delay(2, 1, retryAfter: 1) == .seconds(4))
    }
}

@Suite("no host gets more requests than its limit")
struct HostRateTests {
    private let start = ContinuousClock.now

    private func turns(_ rates: HostRates, _ count: Int, perSecond: Double, host: String = "a") throws -> [Duration] {
        try (0..<count).map { _ in
            try rates.turn(at: host, perSecond: perSecond, now: start, deadline: start + .seconds(100)) - start
        }
    }

    @Test("its turns are spread evenly, each host's by itself")
    func spreads() throws {
        let rates = HostRates()
        #expect(try turns(rates, 3, perSecond: 1) == [.zero, .seconds(1), .seconds(2)])
        #expect(try turns(rates, 2, perSecond: 0.5, host: "b") == [.zero, .seconds(2)])
        // Of two services of one host the one that comes next waits as long as the one before it wants.
        #expect(try turns(rates, 1, perSecond: 100) == [.seconds(3)])
    }

    @Test("a turn after the deadline is not used")
    func endsInTime() throws {
        let rates = HostRates()
        rates.hold("a", for: .seconds(30), now: start)
        #expect(throws: HTTPError.toWait(seconds: 30)) {
            _ = try rates.turn(at: "a", perSecond: 1, now: start, deadline: start + .seconds(30))
        }
        let turn = try rates.turn(at: "a", perSecond: 1, now: start, deadline: start + .seconds(31))
        #expect(turn == start + .seconds(30))
        // A year is too long to wait.
        rates.hold("a", for: .seconds(365 * 86400), now: start)
        #expect(throws: HTTPError.toWait(seconds: 3600)) {
            _ = try rates.turn(at: "a", perSecond: 1, now: start, deadline: start + .seconds(31))
        }
    }

    @Test("look-ups wait for their turn")
    func waits() async throws {
        let plugin = LookupPlugin.patient()
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                let action = Action.lookup(
                    try LookupServer.url("/types?rate=\(number)"), limits: ["perSecond": "2"])
                group.addTask { _ = try await plugin.perform(action) }
            }
            try await group.waitForAll()
        }
        #expect(start.duration(to: .now) >= .milliseconds(1500))
    }
}

@Suite("equal requests at one time share one answer")
struct SharedRequestTests {
    private let request = HTTPRequest(url: "https://a.example/", userAgent: "a", limit: 1, timeLimit: .seconds(1))
    private let answer = HTTPResponse(status: 200, body: [1])

    @Test("all get the answer, and there is one request", .timeLimit(.minutes(15)))
    func shares() async throws {
        let requests = SharedRequests()
        let diary = Diary()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (request, answer) = (request, answer)
        let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await requests.response(to: request) {
                        await diary.note("asked")
                        for await _ in gate {}
                        return answer
                    }
                }
            }
            while requests.waiting(for: request) < 20 { try await Task.sleep(for: .milliseconds(5)) }
            opener.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: answer, count: 20))
        #expect(await diary.entries == ["asked"])
        #expect(requests.waiting(for: request) == 0)
        // A later caller sends a new request.
        #expect(try await requests.response(to: request) { HTTPResponse(status: 404, body: []) }.status == 404)
    }

    @Test("a cancelled caller leaves the others waiting; with the last one the request ends", .timeLimit(.minutes(15)))
    func endsWithTheLast() async throws {
        let requests = SharedRequests()
        let (end, ending) = AsyncStream<Void>.makeStream()
        let (request, answer) = (request, answer)
        let tasks = (0..<2).map { _ in
            Task {
                try await requests.response(to: request) {
                    defer { ending.finish() }
                    try await Task.sleep(for: .seconds(3600))
                    return answer
                }
            }
        }
        while requests.waiting(for: request) < 2 { try await Task.sleep(for: .milliseconds(5)) }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(requests.waiting(for: request) == 1)
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        for await _ in end {}
        #expect(requests.waiting(for: request) == 0)
    }

    @Test("a failure is the answer for all waiting callers", .timeLimit(.minutes(15)))
    func sharesFailures() async throws {
        let requests = SharedRequests()
        await #expect(throws: HTTPError.brokenOff) {
            try await requests.response(to: request) { throw HTTPError.brokenOff }
        }
        #expect(requests.waiting(for: request) == 0)
    }
}

@Suite("a redirect leads to no address of a local network, whatever its name says")
struct PublicAddressTests {
    private func exchange(_ path: (String) -> String) throws -> HTTPExchange {
        let origin = try LookupServer.url("")
        let port = origin.split(separator: ":").last.map(String.init) ?? ""
        return try HTTPExchange(
            HTTPRequest(
                url: path(port), userAgent: "a", limit: 1000, timeLimit: .seconds(900),
                address: "public.example.com:\(port):127.0.0.1"))
    }

    private func status(_ path: (String) -> String) async throws -> Int {
        try await exchange(path).perform(until: .now + .seconds(900)).status
    }

    @Test("the rule's own host may be of the local network")
    func trustsTheRule() async throws {
        #expect(try await status { "http://public.example.com:\($0)/request" } == 200)
        #expect(try await status { "http://public.example.com:\($0)/redirect/1" } == 200)
    }

    @Test("a redirect to a local address is refused")
    func refuses() async throws {
        let origin = try LookupServer.url("")
        await #expect(throws: HTTPError.notPublic) {
            try await status { "\(origin)/redirect?to=http://public.example.com:\($0)/request?mark=rebound" }
        }
        #expect(try await !LookupServer.hasSeen("rebound"))
    }

    /// Where a redirect leads, whether the first answer came from the internet, and whether the next one must.
    static let redirects: [(next: String, isFirstOfInternet: Bool, mustBePublic: Bool)] = [
        ("http://service.example.com/b", true, true), ("http://service.example.com:6379/", true, true),
        ("https://service.example.com/", true, true), ("http://other.example.com/", true, true),
        ("http://service.example.com/b", false, false), ("http://service.example.com:8081/", false, false),
        ("https://service.example.com/", false, false), ("http://other.example.com/", false, true),
    ]

    @Test("a host of the internet does not become one of the local network, at whatever port", arguments: redirects)
    func looksAtEachAddress(_ next: String, isFirstOfInternet: Bool, mustBePublic: Bool) async throws {
        let asked = Mutex<[HTTPRequest]>([])
        let exchange = try HTTPExchange(
            HTTPRequest(url: "http://service.example.com/a", userAgent: "a", limit: 1000, timeLimit: .seconds(900)))
        let answer = try await exchange.perform(until: .now + .seconds(900)) { request in
            asked.withLock { $0.append(request) }
            let isFirst = request.url.hasSuffix("/a")
            return HTTPResponse(
                status: isFirst ? 302 : 200, body: [], redirect: isFirst ? next : nil, isOfInternet: isFirstOfInternet)
        }
        #expect(answer.status == 200)
        #expect(asked.withLock { $0.map(\.url) } == ["http://service.example.com/a", next])
        #expect(asked.withLock { $0.map(\.mustBePublic) } == [false, mustBePublic])
    }

    @Test("an answer says whether its address is one of the internet")
    func tellsAddress() async throws {
        let url = try LookupServer.url("/request")
        let request = HTTPRequest(url: url, userAgent: "a", limit: 1_000_000, timeLimit: .seconds(900))
        #expect(try await !HTTPClient.perform(request).isOfInternet)
    }

    static let addresses: [(bytes: [UInt8], isPublic: Bool)] = [
        ([8, 8, 8, 8], true), ([1, 1, 1, 1], true), ([172, 15, 255, 255], true), ([172, 32, 0, 0], true),
        ([100, 63, 0, 1], true), ([100, 128, 0, 1], true), ([223, 255, 255, 255], true), ([192, 0, 1, 1], true),
        ([127, 0, 0, 1], false), ([127, 255, 0, 1], false), ([10, 1, 2, 3], false), ([172, 16, 0, 1], false),
        ([172, 31, 255, 255], false), ([192, 168, 1, 1], false), ([169, 254, 169, 254], false),
        ([100, 64, 0, 1], false), ([0, 0, 0, 0], false), ([224, 0, 0, 1], false), ([255, 255, 255, 255], false),
        ([168, 63, 129, 16], false), ([168, 63, 129, 17], true), ([100, 100, 100, 200], false),
        ([192, 0, 2, 1], false), ([198, 51, 100, 7], false), ([203, 0, 113, 7], false), ([198, 18, 0, 1], false),
        ([0x20, 0x01, 0x48, 0x60] + zeroes(11) + [1], true), ([0x2A, 0x00] + zeroes(13) + [1], true),
        (zeroes(15) + [1], false), (zeroes(16), false),
        // ::ffff:8.8.8.8 is only a way to write an address inside a program.
        (zeroes(10) + [0xFF, 0xFF, 8, 8, 8, 8], false), (zeroes(10) + [0xFF, 0xFF, 127, 0, 0, 1], false),
        ([0xFE, 0x80] + zeroes(13) + [1], false), ([0xFD, 0x00] + zeroes(13) + [1], false),
        ([0xFF, 0x02] + zeroes(13) + [1], false), ([0x20, 0x01, 0x0D, 0xB8] + zeroes(11) + [1], false),
        ([0x20, 0x01, 0, 0] + zeroes(11) + [1], false), ([0x3F, 0xFF, 0x0F, 0xFF] + zeroes(12), false),
        ([0x20, 0x02, 8, 8, 8, 8] + zeroes(10), true), ([0x20, 0x02, 10, 0, 0, 1] + zeroes(10), false),
        ([0, 0x64, 0xFF, 0x9B] + zeroes(8) + [8, 8, 8, 8], true),
        ([0, 0x64, 0xFF, 0x9B] + zeroes(8) + [192, 168, 0, 1], false),
        ([], false), ([1, 2, 3], false),
    ]

    private static func zeroes(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    @Test("which addresses those are", arguments: addresses)
    func judges(_ bytes: [UInt8], _ isPublic: Bool) {
        #expect(bytes.withUnsafeBufferPointer(isPublicAddress) == isPublic)
    }
}
