internal import BeelineSupport
internal import Dispatch
internal import Synchronization

/// Sends messages to a broker, one after the other, over a connection that is kept for a while. The connection has a
/// thread of its own: libmosquitto blocks, and a broker drops who does not answer it in time.
final class MQTTPublisher: Sendable {
    struct Request: Sendable {
        let message: MQTTMessage
        let quality: MQTTQuality
        /// A message that is sent once on each connection, before the first message; nil: none.
        let announcement: MQTTMessage?
        let deadline: ContinuousClock.Instant
    }

    private let broker: MQTTBroker
    /// How long an idle connection is kept.
    private let patience: Duration
    private let wakeUp: WakeUp

    private struct Waiting: Sendable {
        let number: Int
        let request: Request
        let race: FirstResult<Result<Void, any Error>>
    }

    private struct State {
        var queue: [Waiting] = []
        var count = 0
        var isRunning = false
        var isEnding = false
    }

    private let state = Mutex(State())

    init(_ broker: MQTTBroker, patience: Duration = .seconds(60)) throws(ProgramError) {
        (self.broker, self.patience) = (broker, patience)
        wakeUp = try WakeUp(for: "a connection to a broker")
    }

    /// Sends a message, and returns when the broker has it. After a `CancellationError` it may have been sent anyway.
    func send(_ request: Request) async throws {
        try Task.checkCancellation()
        let race = FirstResult<Result<Void, any Error>>()
        let number = state.withLock { state in
            state.count += 1
            state.queue.append(Waiting(number: state.count, request: request, race: race))
            state.isEnding = false
            if !state.isRunning {
                state.isRunning = true
                // A serial queue of its own never waits for another connection.
                DispatchQueue(label: "beeline.mqtt").async { [self] in run() }
            }
            return state.count
        }
        wakeUp()
        try await withTaskCancellationHandler {
            await race.value()
        } onCancel: {
            // A message that is still in the queue is not sent.
            state.withLock { $0.queue.removeAll { $0.number == number } }
            race.finish(.failure(CancellationError()))
        }.get()
    }

    /// Ends the connection once the queue is empty. A later message opens it again.
    func end() {
        state.withLock { $0.isEnding = true }
        wakeUp()
    }

    /// An open connection, and the announcements sent on it.
    private struct Open {
        let connection: MQTTConnection
        var announced: Set<MQTTMessage> = []
    }

    /// Runs on the thread of the connection, until it was idle for a while.
    private func run() {
        var open: Open?
        var idleSince = ContinuousClock.now
        while true {
            wakeUp.reset()
            if let waiting = state.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) {
                waiting.race.finish(Result { () throws(any Error) in try send(waiting.request, over: &open) })
                idleSince = .now
                continue
            }
            let isOver = state.withLock { state in
                guard state.queue.isEmpty, state.isEnding || open == nil || .now >= idleSince + patience else {
                    return false
                }
                state.isRunning = false
                return true
            }
            if isOver {
                open?.connection.disconnect()
                return
            }
            // There are no subscriptions, so this only answers the broker's keep-alive.
            if let connection = open?.connection,
                (try? connection.message(until: idleSince + patience, stop: wakeUp)) == nil, !connection.isOpen
            {
                open = nil
            }
        }
    }

    private func send(_ request: Request, over open: inout Open?) throws(MQTTError) {
        let wasKept = open != nil
        do throws(MQTTError) {
            try sendOnce(request, over: &open)
        } catch {
            open = nil
            // The connection may have been lost unnoticed. Messages for "exactly once" are not repeated.
            guard wasKept, case .notReached = error, request.quality != .exactlyOnce else { throw error }
            try sendOnce(request, over: &open)
        }
    }

    private func sendOnce(_ request: Request, over open: inout Open?) throws(MQTTError) {
        guard .now < request.deadline else { throw .tooSlow }
        var current =
            if let open { open } else {
                Open(connection: try MQTTConnection(to: broker, until: request.deadline))
            }
        if let announcement = request.announcement, !current.announced.contains(announcement) {
            try current.connection.publish(announcement, until: request.deadline)
            current.announced.insert(announcement)
        }
        open = current
        try current.connection.publish(request.message, request.quality, until: request.deadline)
    }
}

/// The open connections to brokers, kept between actions.
final class MQTTPublishers: Sendable {
    private let byBroker = Mutex<[MQTTBroker: MQTTPublisher]>([:])

    /// The connection to a broker, opened if needed.
    func publisher(for broker: MQTTBroker) throws(ProgramError) -> MQTTPublisher {
        try byBroker.withLock { byBroker throws(ProgramError) in
            if let known = byBroker[broker] { return known }
            let publisher = try MQTTPublisher(broker)
            byBroker[broker] = publisher
            return publisher
        }
    }

    func end() {
        for publisher in byBroker.withLock({ $0 }).values { publisher.end() }
    }
}
