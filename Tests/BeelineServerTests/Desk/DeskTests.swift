import BeelineActions
import BeelinePlugins
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct DeskTests {
    private func problem(_ work: () async throws -> ScanAnswer) async -> String? {
        do {
            _ = try await work()
            return nil
        } catch let problem as Problem {
            return "\(problem.status) \(problem.code)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a scan is answered with all that is known of it`() async throws {
        let test = try TestDesk(at: Box(Mutex(Self.now)))
        let anna = try test.phone()
        let answer = try await test.scan("k1", "work 1", by: anna)
        let json = answer.json
        #expect(!answer.isReplayed)
        #expect(json["version"]?.integer == 1)
        #expect(json["scan"]?.string == "k1")
        #expect(json["at"]?.string == "2026-11-30T10:40:00.000Z")
        #expect(json["source"]?.string == "phone:Anna")
        #expect(json["input"]?.string == "work 1")
        #expect(json["history"] == .array([.integer(1)]))
        #expect(json["count"]?.integer == 1)
        let resolution = json["results"]?.array?.first?["resolution"]
        #expect(resolution?["rule"]?.string == "works")
        #expect(resolution?["actions"]?.array?.first?["outcome"]?["status"]?.string == "done")
        #expect(try await test.scan("k2", "x", by: anna).json["count"]?.integer == 2)
        #expect(try await test.scan("k1", "x").json["count"]?.integer == 1, "that of another caller")
        #expect(try DeviceStore(test.database).all().first?.scans == 2)
    }

    @Test func `each code is in the history once, recorded by a rule or not`() async throws {
        let test = try TestDesk()
        _ = try await test.scan("a", "record")
        _ = try await test.scan("b", "work")
        _ = try await test.scan("c", "nothing")
        let answer = try await test.scan("d", "twice", "record", "nothing")
        #expect(answer.json["history"]?.array?.count == 4)
        let rows = try test.history()
        #expect(rows.map { $0[0] } == ["record", "work", "nothing", "twice", "twice", "record", "nothing"])
        #expect(rows.map { $0[1] } == ["recorded", "works", "", "twice", "twice", "recorded", ""])
        #expect(
            rows.map { $0[2]?.split(separator: " ").last } == ["a#0", "b#0", "c#0", "d#0", "d#0.1", "d#1", "d#2"])
    }

    @Test func `a scan without actions is recorded too`() async throws {
        let test = try TestDesk(performs: false)
        let answer = try await test.scan("a", "record")
        #expect(answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first?["outcome"] == nil)
        #expect(try test.history().map { $0[1] } == ["recorded"])
    }

    @Test func `a key that is sent again gets the same answer, also after a restart`() async throws {
        let test = try TestDesk()
        let first = try await test.scan("a", "record")
        let again = try await test.scan("a", "record")
        #expect(again == ScanAnswer(body: first.body, isReplayed: true))
        let later = try await TestDesk(in: test.path).scan("a", "record")
        #expect(later == again)
        #expect(try test.history().count == 1)
        #expect(await problem { try await test.scan("a", "other") } == "422 key-reused")
        #expect(await problem { try await test.scan("a", "record", at: "2026-11-25T10:00:00Z") } == "422 key-reused")
        // That of another caller is another key.
        #expect(try await !test.scan("a", "other", by: test.phone()).isReplayed)
    }

    @Test func `sixty-four tasks with the same twenty keys leave twenty scans`() async throws {
        let worked = Box(Mutex(0))
        let test = try TestDesk { _ in
            worked.value.withLock { $0 += 1 }
            return ActionResult()
        }
        let answers = try await withThrowingTaskGroup(of: [(Int, ScanAnswer)].self) { group in
            for task in 0..<64 {
                group.addTask {
                    var answers: [(Int, ScanAnswer)] = []
                    for number in 0..<20 {
                        let key = (number + task) % 20
                        answers.append((key, try await test.scan("k\(key)", "work \(key)", "twice \(key)")))
                    }
                    return answers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answers.count == 64 * 20)
        for key in 0..<20 { #expect(Set(answers.filter { $0.0 == key }.map(\.1.body)).count == 1) }
        #expect(answers.filter { !$0.1.isReplayed }.count == 20)
        #expect(worked.value.withLock { $0 } == 40)
        let rows = try test.history()
        #expect(rows.count == 60)
        #expect(Set(rows.map { $0[2] }).count == 60)
    }

    @Test func `one scan is performed after the other`() async throws {
        let state = Box(Mutex((now: 0, most: 0)))
        let test = try TestDesk { _ in
            state.value.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            await Task.yield()
            state.value.withLock { $0.now -= 1 }
            return ActionResult()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { _ = try await test.scan("\(number)", "work") } }
            try await group.waitForAll()
        }
        #expect(state.value.withLock { $0.most } == 1)
    }

    /// As it is left by a program that is killed between two steps: accepted, perhaps recorded, not answered.
    @Test func `a scan without an answer is run again, and recorded once`() async throws {
        let worked = Box(Mutex(0))
        let test = try TestDesk { _ in
            worked.value.withLock { $0 += 1 }
            return ActionResult()
        }
        _ = try await test.scan("a", "twice", "nothing")
        let before = try test.history()
        let file = try SQLiteConnection(path: "\(test.path)/serve.sqlite", as: SQLiteSubject("it", remedy: ""))
        try file.execute("UPDATE scans SET answer = NULL")
        let again = try await TestDesk(in: test.path).scan("a", "twice", "nothing")
        #expect(!again.isReplayed)
        #expect(try test.history() == before)
        #expect(again.json["history"] == .array([.integer(1), .integer(2), .integer(3)]))
    }

    @Test func `a scan that could not be recorded is not acknowledged`() async throws {
        let test = try TestDesk()
        try Data("this is no database, whatever its name may say".utf8).write(
            to: URL(fileURLWithPath: "\(test.path)/history.db"))
        #expect(await problem { try await test.scan("a", "nothing") } == "500 database-failed")
        #expect(await problem { try await test.scan("a", "nothing") } == "500 database-failed")
        #expect(
            try String(decoding: test.desk.recent(limit: 9, for: .local), as: UTF8.self) == #"{"version":1,"scans":[]}"#
        )
    }

    static let badScans: [(key: String, texts: [String], problem: String)] = [
        ("", ["x"], "400 bad-key"), (String(repeating: "k", count: 129), ["x"], "400 bad-key"),
        ("a b", ["x"], "400 bad-key"), ("ä", ["x"], "400 bad-key"), ("a", [], "422 no-code"),
        ("a", Array(repeating: "x", count: 1_001), "422 too-many-codes"),
    ]

    @Test(arguments: badScans)
    func `a scan that cannot be kept is refused`(key: String, texts: [String], problem expected: String) async throws {
        let test = try TestDesk()
        let scan = IncomingScan(key: key, symbols: texts.map { Symbol(.qr, $0) })
        #expect(await problem { try await test.desk.scan(scan, by: .local) } == expected)
    }

    @Test func `an anonymous caller cannot scan`() async throws {
        let test = try TestDesk()
        #expect(await problem { try await test.scan("a", "x", by: .anonymous) } == "401 not-paired")
    }

    /// 2026-11-30T10:40:00Z.
    private static let now = 1_796_035_200
    static let times: [(at: String, kept: String)] = [
        ("2026-11-30T10:39:59.500Z", "2026-11-30T10:39:59.500Z"),
        ("2026-11-28T20:00:00+02:00", "2026-11-28T18:00:00.000Z"),
        ("2026-11-30T10:44:59Z", "2026-11-30T10:44:59.000Z"),
        ("2026-11-30T10:45:01Z", "2026-11-30T10:40:00.000Z"),
        ("2026-11-23T10:40:01Z", "2026-11-23T10:40:01.000Z"),
        ("2026-11-23T10:39:59Z", "2026-11-30T10:40:00.000Z"),
        ("yesterday", "2026-11-30T10:40:00.000Z"), ("2026-11-30T10:39:59", "2026-11-30T10:40:00.000Z"),
        ("2026-02-30T10:39:59Z", "2026-11-30T10:40:00.000Z"),
    ]

    @Test(arguments: times)
    func `a late scan has the time that it says, where that can be true`(at: String, kept: String) async throws {
        let test = try TestDesk(
            at: Box(Mutex(Self.now)),
            rules:
                #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"emit","fields":{"d":"{scan.date}"}}]}]}"#)
        let json = try await test.scan("a", "x", at: at).json
        #expect(json["at"]?.string == kept)
        #expect(try test.history("time") == [[kept]])
        let action = json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        // The test machines are not far enough from UTC for these hours to be on another day.
        #expect(action?["outcome"]?["results"]?["d"]?.string == String(kept.prefix(10)))
    }

    /// The times that a telephone gives to its scans, and those that they get: it was paired an hour before the first.
    @Test func `a telephone does not choose the day that rules see`() async throws {
        let time = Box(Mutex(Self.now))
        let test = try TestDesk(at: time)
        let phone = Caller.device(
            Device(id: 1, name: "Anna", paired: "2026-11-30T09:40:00.000Z", lastSeen: nil, scans: 0))
        func kept(_ key: String, _ at: String) async throws -> String? {
            try await test.scan(key, "x", at: at, by: phone).json["at"]?.string
        }
        let now = "2026-11-30T10:40:00.000Z"
        #expect(try await kept("a", "2026-11-29T10:40:00Z") == now, "before it was paired")
        time.value.withLock { $0 += 2 * 24 * 3_600 }
        #expect(try await kept("b", "2026-12-02T08:00:00Z") == "2026-12-02T08:00:00.000Z", "without a network since")
        #expect(try await kept("c", "2026-12-02T07:30:00Z") == "2026-12-02T07:30:00.000Z", "out of order")
        #expect(try await kept("d", "2026-12-01T23:00:00Z") == "2026-12-02T10:40:00.000Z", "before its last scan")
        #expect(
            try await test.scan("e", "x", at: "2026-11-29T10:40:00Z").json["at"]?.string == "2026-11-29T10:40:00.000Z")
    }

    @Test func `a telephone does not fill the disk, and its scans are taken later`() throws {
        let kept = ScanQuota()
        let start = ContinuousClock.now
        func problem(_ device: Int?, _ time: Duration) -> String? {
            do throws(Problem) {
                try kept.check(device, at: start + time)
                return nil
            } catch {
                return "\(error.status) \(error.code)"
            }
        }
        var sum = 0
        while problem(1, .zero) == nil, sum < 100 << 20 {
            kept.note(100 << 10, of: 1, at: start)
            sum += 200 << 10
        }
        #expect(abs(sum - ScanQuota.most) < 1 << 20)
        #expect(problem(1, .seconds(1)) == "429 too-many-scans")
        #expect(problem(2, .seconds(1)) == nil)
        #expect(problem(nil, .seconds(1)) == nil, "the desk has no limit")
        #expect(problem(1, .seconds(60)) == nil)
        // A day of scans without a pause, one a second.
        for second in 0..<86_400 {
            #expect(problem(3, .seconds(second)) == nil)
            kept.note(1_500, of: 3, at: start + .seconds(second))
        }
    }

    @Test func `a key is forgotten after seven days, and then another scan may have it`() async throws {
        let time = Box(Mutex(Self.now))
        let test = try TestDesk(at: time)
        _ = try await test.scan("a", "one")
        time.value.withLock { $0 += 7 * 24 * 3_600 }
        #expect(try await test.scan("a", "one").isReplayed)
        time.value.withLock { $0 += 1 }
        #expect(try await !test.scan("a", "two").isReplayed)
        #expect(try test.history().map { $0[0] } == ["one", "two"])
        #expect(try await test.scan("b", "x").json["count"]?.integer == 2, "today's")
    }

    @Test func `a password is never shown`() async throws {
        let test = try TestDesk()
        let stream = test.events.stream(after: nil, for: .local)
        let answer = try await test.scan("a", "WIFI:T:WPA;S:shop;P:sesame-street;;")
        let recent = try test.desk.recent(limit: 1, for: .local)
        _ = stream.next()
        for bytes in [answer.body, recent, try #require(stream.next())] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("sesame"))
            #expect(text.contains("•••"))
        }
    }

    @Test func `a telephone sees its own scans, the desk sees all`() async throws {
        let test = try TestDesk()
        let (anna, ben) = (try test.phone("Anna"), try test.phone("Ben"))
        for (key, caller) in [("1", anna), ("2", ben), ("3", anna), ("4", .local)] {
            _ = try await test.scan(key, "x", by: caller)
        }
        func keys(_ caller: Caller, _ limit: Int = 50) throws -> [String?] {
            try JSONValue(parsing: test.desk.recent(limit: limit, for: caller))["scans"]?.array?.map {
                $0["scan"]?.string
            }
                ?? []
        }
        #expect(try keys(anna) == ["3", "1"])
        #expect(try keys(ben) == ["2"])
        #expect(try keys(.local) == ["4", "3", "2", "1"])
        #expect(try keys(.local, 1) == ["4"])
        #expect(try keys(.local, -1) == [])
    }
}
