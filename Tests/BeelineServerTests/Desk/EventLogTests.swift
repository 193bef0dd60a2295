import Dispatch
import Synchronization
import Testing

@testable import BeelineServer

@Suite struct EventLogTests {
    private static let phone = Caller.device(Device(id: 7, name: "Anna", paired: "", lastSeen: nil, scans: 0))

    /// The names of the events and what they say, without their numbers.
    private func events(_ stream: any ResponseStream, _ count: Int) -> [String] {
        var found: [String] = []
        while found.count < count, let piece = stream.next() {
            for event in String(decoding: piece, as: UTF8.self).split(separator: "\n\n") {
                let lines = event.split(separator: "\n")
                if let type = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7) {
                    found.append("\(type) \(lines.first { $0.hasPrefix("data: ") }?.dropFirst(6) ?? "")")
                }
            }
        }
        return Array(found.prefix(count))
    }

    private func lastID(_ stream: any ResponseStream) throws -> Int {
        let piece = String(decoding: try #require(stream.next()), as: UTF8.self)
        let line = try #require(piece.split(separator: "\n").last { $0.hasPrefix("id: ") })
        return try #require(Int(line.dropFirst(4)))
    }

    @Test func `an event is sent as browsers read it`() throws {
        let log = EventLog()
        let stream = log.stream(after: nil, for: .local)
        log.append("scan", Array("{\"a\":1}\n".utf8))
        #expect(stream.next() == Array("retry: 3000\n\n".utf8))
        let text = String(decoding: try #require(stream.next()), as: UTF8.self)
        let id = try #require(text.split(separator: "\n").first?.dropFirst(4))
        #expect(text == "id: \(id)\nevent: scan\ndata: {\"a\":1}\n\n")
        #expect(try #require(Int(id)) > 1_700_000_000_000)
    }

    @Test func `a reader that comes back gets the events that it missed`() throws {
        let log = EventLog()
        let first = log.stream(after: nil, for: .local)
        _ = first.next()
        log.append("scan", Array("1".utf8))
        let id = try lastID(first)
        for number in 2...4 { log.append("scan", Array("\(number)".utf8)) }
        #expect(events(log.stream(after: id, for: .local), 3) == ["scan 2", "scan 3", "scan 4"])
        #expect(events(log.stream(after: id + 2, for: .local), 1) == ["scan 4"])
    }

    @Test func `a telephone gets its own events only`() {
        let log = EventLog()
        let (phone, desk) = (log.stream(after: nil, for: Self.phone), log.stream(after: nil, for: .local))
        log.append("scan", Array("1".utf8), to: 8)
        log.append("question", Array("2".utf8))
        log.append("scan", Array("3".utf8), to: 7)
        #expect(events(phone, 1) == ["scan 3"])
        #expect(events(desk, 3) == ["scan 1", "question 2", "scan 3"])
    }

    @Test func `events that are lost are a gap`() throws {
        let log = EventLog()
        let slow = log.stream(after: nil, for: .local)
        _ = slow.next()
        log.append("scan", Array("0".utf8))
        let id = try lastID(slow)
        for number in 1...1_001 { log.append("scan", Array("\(number)".utf8)) }
        var seen = events(slow, 1)
        seen += events(log.stream(after: id + 1, for: .local), 1_000)
        #expect(seen.first == "gap {}")
        #expect(seen.dropFirst() == (2...1_001).map { "scan \($0)" }[...])
        #expect(events(log.stream(after: id, for: .local), 2) == ["gap {}", "scan 2"])
        #expect(events(log.stream(after: id + 1, for: .local), 1) == ["scan 2"])
        // Of an earlier run, and a number that no event has.
        #expect(events(log.stream(after: 5, for: .local), 2) == ["gap {}", "scan 2"])
        #expect(events(log.stream(after: .max, for: .local), 1) == ["gap {}"])
    }

    @Test func `large events do not stay in memory`() {
        let log = EventLog()
        let slow = log.stream(after: nil, for: .local)
        let large = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<20 { log.append("scan", large) }
        log.append("end", [])
        _ = slow.next()
        var (pieces, size) = (0, 0)
        while let piece = slow.next() {
            if pieces == 0 { #expect(String(decoding: piece.prefix(50), as: UTF8.self).contains("event: gap")) }
            (pieces, size) = (pieces + 1, size + piece.count)
            if piece.count < 1_000 { break }
        }
        #expect((10...17).contains(size >> 20))
        #expect(pieces > 10, "and no reader gets all at once")
    }

    @Test func `a comment is sent while nothing happens`() {
        let stream = EventLog().stream(after: nil, for: .local, pause: .milliseconds(1))
        _ = stream.next()
        #expect(stream.next() == Array(": \n\n".utf8))
    }

    @Test func `a reader that waits is woken by an event, by its end, and by the end of all`() async {
        let log = EventLog()
        for ending in 0..<3 {
            let stream = log.stream(after: nil, for: .local, pause: .seconds(600))
            _ = stream.next()
            async let piece = withCheckedContinuation { continuation in
                // It blocks its thread, as that of a connection.
                DispatchQueue(label: "reader").async { continuation.resume(returning: stream.next()) }
            }
            switch ending {
            case 0: log.append("scan", Array("1".utf8))
            case 1: stream.cancel()
            default: log.cancelAll()
            }
            #expect(await (piece != nil) == (ending == 0))
        }
        #expect(log.readers == 0)
        #expect(log.stream(after: nil, for: .local).next() != nil)
        let late = log.stream(after: nil, for: .local)
        _ = late.next()
        #expect(late.next() == nil)
    }

    @Test func `the stream of a caller that is revoked ends`() {
        let log = EventLog()
        let box = Box(Mutex(true))
        let stream = log.stream(after: nil, for: Self.phone, while: { box.value.withLock { $0 } })
        log.append("scan", [], to: 7)
        #expect(events(stream, 1) == ["scan "])
        box.value.withLock { $0 = false }
        log.append("scan", [], to: 7)
        #expect(stream.next() == nil)
    }

    @Test func `a telephone that opens many streams ends its oldest, and no others`() {
        let log = EventLog()
        let other = Caller.device(Device(id: 8, name: "Ben", paired: "", lastSeen: nil, scans: 0))
        let others = (log.stream(after: nil, for: other), log.stream(after: nil, for: .local))
        let streams = (0..<EventLog.mostOfDevice + 2).map { _ in log.stream(after: nil, for: Self.phone) }
        #expect(log.readers == EventLog.mostOfDevice + 2)
        for stream in streams + [others.0, others.1] { _ = stream.next() }
        log.append("scan", Array("1".utf8), to: 7)
        log.append("scan", Array("2".utf8), to: 8)
        let left = Array(repeating: true, count: EventLog.mostOfDevice)
        #expect(streams.map { $0.next() != nil } == [false, false] + left)
        #expect(events(others.0, 1) == ["scan 2"])
        #expect(events(others.1, 2) == ["scan 1", "scan 2"])
    }

    @Test func `a stream that is dropped is forgotten`() {
        let log = EventLog()
        for _ in 0..<100 { _ = log.stream(after: nil, for: .local).next() }
        #expect(log.readers == 0)
    }
}

final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: consuming sending Mutex<Value>) { self.value = value }
}
