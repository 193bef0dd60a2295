internal import BeelinePlugins
internal import Dispatch
internal import Synchronization

/// The log of events for the page, telephones and programs. It keeps the last 1,000 events. A stream has only the
/// number of the last event that it sent, and reads the next ones from the log. A reader that is too slow misses some,
/// and gets an event `gap`.
package final class EventLog: Sendable {
    private struct Event {
        let id: Int
        /// The bytes that are sent; empty when the event is dropped.
        var text: [UInt8]
        let device: Int?
    }

    private struct State {
        var events: [Event] = []
        /// The number of dropped events in `events`.
        var first = 0
        var size = 0
        var lastID: Int
        /// The number of the last dropped event.
        var lost: Int
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        /// When the last reader who could answer left; nil: there was none.
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
        /// Whether its reader can answer questions.
        let answers: Bool
    }

    private let state: Mutex<State>

    /// The number of streams of a telephone, each of which has a connection; a further one ends the oldest.
    package static let mostOfDevice = 4
    /// The same for the desk, and for each token.
    package static let mostOfDesk = 64
    private static let mostEvents = 1_000
    private static let mostBytes = 16 << 20
    fileprivate static let pieceSize = 64 << 10

    package init() {
        let time = Timestamp.clock()
        // Rising over a restart too: a thousand events a second for long are not to be expected.
        let begin = time.seconds * 1_000 + time.nanoseconds / 1_000_000
        state = Mutex(State(lastID: begin, lost: begin))
    }

    /// Adds an event: its type (`scan`, `source`, …), a document without line breaks, and the telephone that gets it
    /// too. The desk gets all events.
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
    ///   - id: the last event that the reader has; nil: it gets new events only.
    ///   - caller: a telephone gets its own events only.
    ///   - isAllowed: called before each piece, for a caller that is revoked meanwhile. Default: always allowed.
    ///   - answers: whether the reader can answer questions, as one over HTTP can. Default: false.
    ///   - pause: the time without an event after which a comment is sent, so that the reader and proxies see that the
    ///     server is alive.
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

    package func cancelAll() {
        let readers = state.withLock { state in
            state.isOver = true
            defer { state.readers = [:] }
            return state.readers.values.map(\.wake)
        }
        for reader in readers { reader.signal() }
    }

    package var readers: Int { state.withLock { $0.readers.count } }

    /// The callers that listen now.
    var callers: Set<String> { state.withLock { Set($0.readers.values.map(\.caller)) } }

    /// How long no reader could answer a question; nil while one can, and without end if there never was one.
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

    /// The next piece for a reader that has the events up to `last`, which it moves.
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
