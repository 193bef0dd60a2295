import BeelineRules
import BeelineSupport
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// A clock that a test turns.
private final class Clock: Sendable {
    private let milliseconds = Atomic<Int64>(1_767_225_600_000)

    func advance(by duration: Duration) {
        milliseconds.add(Int64(duration / .milliseconds(1)), ordering: .relaxed)
    }

    var now: @Sendable () -> Int64 { { self.milliseconds.load(ordering: .relaxed) } }
}

@Suite("answers are kept for a while")
struct LookupCacheTests {
    private let clock = Clock()

    private func cache(_ folder: borrowing TemporaryFolder, limit: Int = 32 << 20) -> LookupCache {
        LookupCache(path: "\(folder.path)/lookups.sqlite", limit: limit, now: clock.now)
    }

    private func ask(
        _ cache: LookupCache, _ path: String, headers: KeyValuePairs<String, String> = [:], keeping: String? = "12h"
    ) async throws -> ActionResult {
        var limits: KeyValuePairs<String, String> = [:]
        if let keeping { limits = ["cache": keeping] }
        return try await LookupPlugin.patient(cache: cache).perform(
            .lookup(
                try LookupServer.url(path), headers: headers,
                results: ["title": "/results/0/title", "count": "/count"], limits: limits))
    }

    @Test("an answer is given again without asking, until it is too old")
    func keeps() async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        let path = "/database/search?mark=keeps"
        let first = try await ask(cache, path)
        #expect(first.message == "found by the-service")
        clock.advance(by: .seconds(90))
        #expect(try await ask(cache, path).message == "found by the-service 1 min ago")
        clock.advance(by: .seconds(11 * 3600))
        let again = try await ask(cache, path)
        #expect(again.fields == first.fields)
        #expect(again.message == "found by the-service 11 h ago")
        #expect(try await LookupServer.count("keeps") == 1)
        // Another program finds it too.
        #expect(try await ask(self.cache(folder), path).message == "found by the-service 11 h ago")
        clock.advance(by: .seconds(3600))
        #expect(try await ask(cache, path).message == "found by the-service")
        #expect(try await LookupServer.count("keeps") == 2)
        // One from the future was kept before the clock was set.
        clock.advance(by: .seconds(-7 * 86400))
        #expect(try await ask(cache, path).message == "found by the-service")
        #expect(try await LookupServer.count("keeps") == 3)
    }

    @Test("a service with a shorter lifetime uses no older answer, and one without a cache none")
    func keepsAsLongAsIsSaid() async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        let path = "/database/search?mark=shorter"
        _ = try await ask(cache, path, keeping: "30d")
        clock.advance(by: .seconds(7200))
        _ = try await ask(cache, path, keeping: "1h")
        #expect(try await LookupServer.count("shorter") == 2)
        _ = try await ask(cache, path, keeping: nil)
        #expect(try await LookupServer.count("shorter") == 3)
    }

    @Test(
        "that a code is not known is kept for a tenth of the time",
        arguments: ["/status/404", "/status/204", "/database/search-empty"])
    func forgetsTheUnknown(_ path: String) async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        let mark = "unknown" + path.replacing("/", with: "-")
        for (advance, count) in [(0, 1), (4000, 1), (400, 2)] as [(Int, Int)] {
            clock.advance(by: .seconds(advance))
            #expect(try await ask(cache, "\(path)?mark=\(mark)").message == "nothing found")
            #expect(try await LookupServer.count(mark) == count)
        }
        #expect(LookupCache.shortened(.seconds(365 * 86400)) == .seconds(86400))
    }

    @Test("failures are not cached", arguments: ["/status/500", "/text?body=x", "/status/429?retry=9999"])
    func keepsNoFailure(_ path: String) async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        let mark = "failure-\(path.utf8.count)"
        let url = path + (path.contains("?") ? "&" : "?") + "mark=\(mark)"
        for _ in 0..<2 { await #expect(throws: LookupError.self) { try await ask(cache, url) } }
        #expect(try await LookupServer.count(mark) >= 2)
    }

    @Test("a different request has a different answer")
    func tellsApart() {
        func key(_ url: String, _ headers: [(String, String)] = []) -> CacheKey {
            CacheKey(
                HTTPRequest(
                    url: url, headers: headers.compactMap { HTTPHeader($0.0, $0.1) }, userAgent: "a", limit: 1,
                    timeLimit: .seconds(1)))
        }
        let plain = key("https://a.example/", [("A", "1"), ("B", "2")])
        #expect(key("https://a.example/", [("b", "2"), ("a", "1")]) == plain)
        #expect(key("https://a.example/", [("A", "1"), ("B", "2"), ("User-Agent", "x")]) == plain)
        #expect(key("https://a.example/", [("A", "1"), ("B", "3")]) != plain)
        #expect(key("https://a.example/", [("A", "1")]) != plain)
        #expect(key("https://a.example/?", [("A", "1"), ("B", "2")]) != plain)
        #expect(key("https://a.example/", [("A", "1\t"), ("B", "2")]) != plain)
    }

    @Test("only the owner can read the file, and it contains neither secrets nor requests")
    func tellsNothing() async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        _ = try await ask(cache, "/types?barcode=4006381333931", headers: ["Authorization": "open sesame"])
        _ = try await ask(cache, "/types?barcode=4006381333931", headers: ["Authorization": "open sesame"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("lookups.sqlite"))
        for name in names {
            let path = "\(folder.path)/\(name)"
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
            let content = String(decoding: try readFile(path, limit: 1 << 24), as: UTF8.self)
            #expect(!content.contains("sesame") && !content.contains("4006381333931"), "\(name)")
        }
    }

    @Test("the oldest make room for the newest")
    func hasALimit() throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder, limit: 1 << 16)
        func key(_ number: Int) -> CacheKey {
            CacheKey(
                HTTPRequest(url: "https://a.example/\(number)", userAgent: "a", limit: 1, timeLimit: .seconds(1)))
        }
        for number in 0..<300 {
            clock.advance(by: .milliseconds(1))
            let response = HTTPResponse(status: 200, body: Array(repeating: 1, count: 500))
            cache.keep(response, for: key(number), lasting: .seconds(3600))
        }
        let kept = (0..<300).filter { cache.answer(for: key($0), atMost: .seconds(3600)) != nil }
        #expect(kept == Array((300 - kept.count)..<300))
        #expect((40...86).contains(kept.count), "\(kept.count)")
        // One that is very long would drive out all others.
        let long = HTTPResponse(status: 200, body: Array(repeating: 1, count: 513))
        cache.keep(long, for: key(1000), lasting: .seconds(3600))
        #expect(cache.answer(for: key(1000), atMost: .seconds(3600)) == nil)
        // What is too old goes with the next that comes.
        clock.advance(by: .seconds(7200))
        cache.keep(HTTPResponse(status: 204, body: []), for: key(1), lasting: .seconds(60))
        let connection = try SQLiteConnection(
            path: "\(folder.path)/lookups.sqlite", as: SQLiteSubject("x", remedy: ""), access: .reading)
        #expect(try connection.number("SELECT count(*) FROM answers") == 1)
    }

    @Test("a file that is not a cache is renamed", arguments: ["garbage", "newer", "torn"])
    func beginsAnew(_ kind: String) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/lookups.sqlite"
        switch kind {
        case "garbage": try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
        case "newer":
            let connection = try SQLiteConnection(path: path, as: SQLiteSubject("x", remedy: ""))
            try connection.execute("PRAGMA user_version = 99")
        default:
            let response = HTTPResponse(status: 200, body: Array(repeating: 1, count: 100_000))
            let request = HTTPRequest(
                url: "https://a.example/", userAgent: "a", limit: 1, timeLimit: .seconds(1))
            cache(folder).keep(response, for: CacheKey(request), lasting: .seconds(3600))
            let bytes = try readFile(path, limit: 1 << 24)
            try? FileManager.default.removeItem(atPath: path + "-wal")
            try Data(bytes.prefix(3000)).write(to: URL(fileURLWithPath: path))
        }
        let cache = cache(folder)
        let mark = "anew-\(kind)"
        // Where the damage shows with the first answer only, that one is not kept.
        for _ in 0..<3 { _ = try await ask(cache, "/database/search?mark=\(mark)") }
        #expect(try await LookupServer.count(mark) <= 2)
        #expect(exists("\(path).broken"))
    }

    @Test("look-ups continue without a file", arguments: ["folder", "nowhere", "none"])
    func goesOnWithout(_ kind: String) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/lookups.sqlite"
        if kind == "folder" {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let cache = LookupCache(path: kind == "none" ? nil : kind == "nowhere" ? "/proc/no/lookups.sqlite" : path)
        for _ in 0..<2 { #expect(try await ask(cache, "/database/search").message == "found by the-service") }
    }

    @Test("a file that was deleted is created again")
    func isDeleted() async throws {
        let folder = try TemporaryFolder()
        let cache = cache(folder)
        _ = try await ask(cache, "/database/search?mark=deleted")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        for _ in 0..<2 { _ = try await ask(cache, "/database/search?mark=deleted") }
        #expect(try await LookupServer.count("deleted") == 2)
        #expect(exists("\(folder.path)/lookups.sqlite"))
    }
}
