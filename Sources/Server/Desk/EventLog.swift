internal import BeelinePlugins
internal import Dispatch
internal import Synchronization

/// What has happened, for those who follow it: the page, telephones, programs. The last 1,000 events are kept.
///
/// A reader keeps no events: each stream only knows which it has sent, and reads the next ones from the log. One that
/// is too slow misses some, and gets an event `gap`.
package final class EventLog: Sendable {
    private struct Event {
        let id: Int
        /// As it is sent; empty when the event is dropped.
        var text: [UInt8]
        let device: Int?
    }

    private struct State {
        var events: [Event] = []
        /// How many of `events` are dropped already.
        var first = 0
        var size = 0
        var lastID: Int
        /// The last event that is no longer there.
        var lost: Int
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        /// When the last one of those who can answer has gone; nil: none was there.
        var leftAt: ContinuousClock.Instant?
        var isOver = false

        var isAttended: Bool { readers.values.contains(where: \.answers) }

        mutating func remove(_ reader: Int) -> Reader? {
            guard let removed = readers.removeValue(forKey: reader) else { return nil }
            if removed.answers, !isAttended { leftAt = .now }
            return removed
        }
    }

    private struct Reader {
        let wake: DispatchSemaphore
        let caller: String
        /// Whether it shows questions to someone who can answer them.
        let answers: Bool
    }

    private let state: Mutex<State>

    /// How many streams a telephone has at once, for each has a connection: with one more its oldest ends.
    package static let mostOfDevice = 4
    /// How many the desk has, and each token.
    package static let mostOfDesk = 64
    private static let mostEvents = 1_000
    private static let mostBytes = 16 << 20
    /// What is sent at once.
    fileprivate static let pieceSize = 64 << 10

    package init() {
        let time = Timestamp.clock()
        // Rising over a restart too: a thousand events a second for long are not to be expected.
        let begin = time.seconds * 1_000 + time.nanoseconds / 1_000_000
        state = Mutex(State(lastID: begin, lost: begin))
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - type: `scan`, `source`, …
    ///   - json: a document; it contains no line break.
    ///   - device: the telephone that sees it too. Default: none; the desk sees all.
    package func append(_ type: String, _ json: [UInt8], to device: Int? = nil) {
        // A line break would end the event. JSON of ours has one at its end at most.
        let data = json.contains { $0 == 0x0A || $0 == 0x0D } ? json.filter { $0 != 0x0A && $0 != 0x0D } : json
        let waiting = state.withLock { state -> [DispatchSemaphore] in
            guard !state.isOver else { return [] }
            state.lastID += 1
            let text = Array("id: \(state.lastID)\nevent: \(type)\ndata: ".utf8) + data + Array("\n\n".utf8)
            state.events.append(Event(id: state.lastID, text: text, device: device))
            state.size += text.count
            while state.events.count - state.first > Self.mostEvents
                || (state.size > Self.mostBytes && state.events.count - state.first > 1)
            {
                state.lost = state.events[state.first].id
                state.size -= state.events[state.first].text.count
                state.events[state.first].text = []
                state.first += 1
            }
            // Moved at intervals, not each time.
            if state.first >= Self.mostEvents {
                state.events.removeFirst(state.first)
                state.first = 0
            }
            return state.readers.values.map(\.wake)
        }
        for reader in waiting { reader.signal() }
    }

    /// Server-sent events (WHATWG HTML, section 9.2).
    ///
    /// - Parameters:
    ///   - id: the last event that the reader has; nil: it wants those to come.
    ///   - caller: a telephone sees its own events only.
    ///   - isAllowed: asked before each piece, for a caller that is revoked meanwhile. Default: always allowed.
    ///   - answers: whether a caller of the desk can answer questions, as one over HTTP can. Default: false.
    ///   - pause: after how long without an event a comment is sent, by which the reader, and those between, see that the
    ///     server is there.
    package func stream(
        after id: Int?, for caller: Caller, while isAllowed: @escaping @Sendable () -> Bool = { true },
        answers: Bool = false, pause: Duration = .seconds(15)
    ) -> any ResponseStream {
        let wake = DispatchSemaphore(value: 0)
        let most = caller.role == .desk ? Self.mostOfDesk : Self.mostOfDevice
        let (reader, last, ended) = state.withLock { state -> (Int, Int, DispatchSemaphore?) in
            state.lastReader += 1
            guard !state.isOver else { return (state.lastReader, state.lastID, nil) }
            let own = state.readers.filter { $0.value.caller == caller.key }.keys
            let oldest = own.count >= most ? own.min() : nil
            state.readers[state.lastReader] = Reader(
                wake: wake, caller: caller.key, answers: answers && caller.role == .desk)
            let ended = oldest.flatMap { state.remove($0)?.wake }
            return (state.lastReader, state.lastID, ended)
        }
        ended?.signal()
        return EventStream(
            log: self, reader: reader, wake: wake, begin: id ?? last, role: caller.role, device: caller.deviceID,
            isAllowed: isAllowed, pause: pause)
    }

    /// Ends all streams, permanently.
    package func cancelAll() {
        let readers = state.withLock { state in
            state.isOver = true
            defer { state.readers = [:] }
            return state.readers.values.map(\.wake)
        }
        for reader in readers { reader.signal() }
    }

    /// How many streams there are.
    package var readers: Int { state.withLock { $0.readers.count } }

    /// For how long no one has followed who could answer a question; nil: someone does. Without end where no one ever has.
    var unattended: Duration? {
        state.withLock { state in
            if state.isAttended { return nil }
            return state.leftAt.map { .now - $0 } ?? .seconds(Int64.max / 2)
        }
    }

    fileprivate func remove(_ reader: Int) { state.withLock { _ = $0.remove(reader) } }

    fileprivate enum Piece {
        case none
        case over
        case bytes([UInt8])
    }

    /// What a reader has not received yet.
    ///
    /// - Parameter last: the last event that it has; gets the last one of the piece.
    fileprivate func piece(for reader: Int, after last: inout Int, role: Role?, device: Int?) -> Piece {
        state.withLock { state in
            guard state.readers[reader] != nil else { return .over }
            var bytes: [UInt8] = []
            // Events of an earlier run, or dropped since; or a number that no event has yet.
            if last < state.lost || last > state.lastID {
                last = last > state.lastID ? state.lastID : state.lost
                bytes += Array("id: \(last)\nevent: gap\ndata: {}\n\n".utf8)
            }
            let kept = state.events[state.first...]
            // Numbers follow each other.
            let seen = max(0, last - (kept.first.map { $0.id - 1 } ?? last))
            for event in kept.dropFirst(seen) {
                guard bytes.count < EventLog.pieceSize else { break }
                last = event.id
                if role == .desk || (device != nil && event.device == device) { bytes += event.text }
            }
            return bytes.isEmpty ? .none : .bytes(bytes)
        }
    }
}

/// The events as one reader gets them.
private final class EventStream: ResponseStream {
    private let log: EventLog
    private let reader: Int
    private let wake: DispatchSemaphore
    private let role: Role?
    private let device: Int?
    private let isAllowed: @Sendable () -> Bool
    private let pause: Duration
    private let state: Mutex<State>

    private struct State {
        var last: Int
        var hasBegun = false
        var isCancelled = false
    }

    init(
        log: EventLog, reader: Int, wake: DispatchSemaphore, begin: Int, role: Role?, device: Int?,
        isAllowed: @escaping @Sendable () -> Bool, pause: Duration
    ) {
        (self.log, self.reader, self.wake) = (log, reader, wake)
        (self.role, self.device, self.isAllowed, self.pause) = (role, device, isAllowed, pause)
        state = Mutex(State(last: begin))
    }

    deinit { log.remove(reader) }

    func next() -> [UInt8]? {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        // How long the browser waits before it connects again; it also sees at once that there is a stream.
        if isFirst { return Array("retry: 3000\n\n".utf8) }
        let end = DispatchTime.now() + pause.dispatchInterval
        while true {
            guard isAllowed() else { return nil }
            let piece = state.withLock { state in
                state.isCancelled ? .over : log.piece(for: reader, after: &state.last, role: role, device: device)
            }
            switch piece {
            case .over: return nil
            case .bytes(let bytes): return bytes
            case .none:
                if wake.wait(timeout: end) == .timedOut { return Array(": \n\n".utf8) }
            }
        }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        log.remove(reader)
        wake.signal()
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        .milliseconds(Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
    }
}
