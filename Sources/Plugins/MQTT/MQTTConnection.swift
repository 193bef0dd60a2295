package import BeelineSupport
internal import CMosquitto

package struct MQTTMessage: Hashable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the message is retained: the broker had stored it, or is to store it.
    package var isRetained = false
    /// Whether a received message was longer than `MQTTConnection.longestPayload`; then the payload is empty.
    package var isTooLong = false

    package init(topic: String, payload: [UInt8], isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
}

/// The quality of service of a message (MQTT 3.1.1, section 4.3).
package enum MQTTQuality: Int32, CaseIterable, Hashable, Sendable {
    /// It may be lost.
    case atMostOnce = 0
    /// It may arrive twice.
    case atLeastOnce = 1
    case exactlyOnce = 2
}

/// Why a broker refuses a request. No text cites user or password.
package enum MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    case outOfMemory
    /// There is no connection, or it was lost.
    case notReached(String)
    case tooSlow
    case insecure(String)
    /// User or password are wrong, or not allowed to connect.
    case notAuthorized
    /// The broker rejects this client for another reason.
    case refused(String)
    /// The broker does not let this user read the topic.
    case topicRefused(String)

    /// Whether the message did not get through, for a reason that may be over later.
    var mayPass: Bool {
        switch self {
        case .notReached, .tooSlow, .insecure, .outOfMemory: true
        case .noLibrary, .notAuthorized, .refused, .topicRefused: false
        }
    }

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libmosquitto cannot be loaded (\(problem)); install the package libmosquitto1 (Fedora: mosquitto)"
        case .outOfMemory: "out of memory"
        case .notReached(let problem): "no connection to the broker: \(problem)"
        case .tooSlow: "the broker took too long to answer"
        case .insecure(let problem): "no trusted encrypted connection to the broker: \(problem)"
        case .notAuthorized: "the broker refuses the user or the password; check both"
        case .refused(let problem): "the broker refuses the connection: \(problem)"
        case .topicRefused(let topic): "the broker does not allow this user to read the topic '\(topic)'"
        }
    }
}

/// A connection to an MQTT broker.
///
///     let connection = try MQTTConnection(to: broker, until: .now + .seconds(10))
///     try connection.publish(MQTTMessage(topic: "shop/till", payload: Array("42".utf8)), until: .now + .seconds(10))
///     connection.disconnect()
///
/// It is used by one thread, and works only while one of its functions runs. An open connection must call `message` all
/// the time, which also answers the broker's keep-alive.
package final class MQTTConnection {
    private let client: OpaquePointer

    /// The most bytes of a message.
    package static let longestPayload = 1 << 20
    /// After how many seconds without a message the broker is pinged.
    private static let keepAlive: Int32 = 30
    /// How often the library checks whether to do so.
    private static let lookAgain = Duration.seconds(5)

    /// Connects. The broker must have answered by the deadline; name servers may take longer. `stop` stops waiting.
    ///
    /// - Throws: `MQTTError`; `.notReached` also when it was stopped.
    package init(
        to broker: MQTTBroker, until deadline: ContinuousClock.Instant, stop: WakeUp? = nil
    ) throws(MQTTError) {
        if let problem = beeline_mqtt_load() { throw .noLibrary(String(cString: problem)) }
        guard let client = Self.makeClient(broker) else { throw .outOfMemory }
        self.client = client
        var problem: MQTTError?
        // One address family after the other: the library tries only one address.
        for (local, share) in [("0.0.0.0", 2), ("::", 1)] {
            let start = ContinuousClock.now
            beeline_mqtt_connect(client, local)
            do throws(MQTTError) {
                try run(until: start + (deadline - start) / share, stop: stop) { $0.phase == beeline_mqtt_connected }
                return
            } catch {
                switch error {
                // The error of the first family is more useful where the host has no address of the other one.
                case .notReached, .tooSlow: problem = problem ?? error
                default: throw error
                }
            }
        }
        throw problem ?? .tooSlow
    }

    deinit { beeline_mqtt_free(client) }

    private static func makeClient(_ broker: MQTTBroker) -> OpaquePointer? {
        func lend<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
            text.map { $0.withCString(body) } ?? body(nil)
        }
        return broker.host.withCString { host in
            lend(broker.user) { user in
                lend(broker.password) { password in
                    lend(broker.authorities) { authorities in
                        var asked = beeline_mqtt_broker(
                            host: host, port: Int32(broker.port), is_encrypted: broker.isEncrypted,
                            authorities: authorities, user: user, password: password, keep_alive: keepAlive)
                        return beeline_mqtt_new(&asked, longestPayload)
                    }
                }
            }
        }
    }

    /// Subscribes to a topic, and waits for the broker's answer. The broker may refuse it to the user. The filter has
    /// to be valid for `MQTTTopic.problem(subscribing:)`.
    package func subscribe(
        to filter: String, until deadline: ContinuousClock.Instant, stop: WakeUp? = nil
    ) throws(MQTTError) {
        let number = filter.withCString { beeline_mqtt_subscribe(client, $0) }
        guard number > 0 else { throw failure() }
        try run(until: deadline, stop: stop) { $0.subscribed == number }
        guard beeline_mqtt_look(client).is_granted else { throw .topicRefused(filter) }
    }

    /// Sends a message, and waits until the broker has it. Its topic is valid for `MQTTTopic.problem(publishing:)`.
    package func publish(
        _ message: MQTTMessage, _ quality: MQTTQuality = .atLeastOnce, until deadline: ContinuousClock.Instant,
        stop: WakeUp? = nil
    ) throws(MQTTError) {
        let number = message.topic.withCString { topic in
            message.payload.withUnsafeBufferPointer { payload in
                beeline_mqtt_publish(
                    client, topic, payload.baseAddress, payload.count, quality.rawValue, message.isRetained)
            }
        }
        guard number > 0 else { throw failure() }
        try run(until: deadline, stop: stop) { $0.published == number }
    }

    /// Waits for a message; for ever without a deadline. Nil when the time is over or `stop` was called, which is not
    /// reset.
    ///
    /// - Throws: `MQTTError` when the connection is lost.
    package func message(
        until deadline: ContinuousClock.Instant? = nil, stop: WakeUp? = nil
    ) throws(MQTTError) -> MQTTMessage? {
        while true {
            if let message = next() { return message }
            guard isOpen else { throw failure() }
            if step(until: deadline, stop: stop) { return next() }
            if let deadline, .now >= deadline { return next() }
        }
    }

    /// Sends the broker DISCONNECT; the connection cannot be used any more.
    package func disconnect() { beeline_mqtt_disconnect(client) }

    /// Whether the connection is open, as far as is known.
    package var isOpen: Bool { beeline_mqtt_look(client).phase == beeline_mqtt_connected }

    private func next() -> MQTTMessage? {
        guard let waiting = beeline_mqtt_next(client)?.pointee else { return nil }
        let topic = UnsafeRawBufferPointer(start: waiting.topic, count: waiting.topic_length)
        let payload = UnsafeBufferPointer(start: waiting.payload, count: waiting.payload == nil ? 0 : waiting.length)
        var message = MQTTMessage(
            topic: String(decoding: topic, as: UTF8.self), payload: Array(payload), isRetained: waiting.is_retained)
        message.isTooLong = waiting.is_too_long
        return message
    }

    /// Reads and writes until a condition is true.
    private func run(
        until deadline: ContinuousClock.Instant, stop: WakeUp?, _ isDone: (beeline_mqtt_state) -> Bool
    ) throws(MQTTError) {
        while true {
            let state = beeline_mqtt_look(client)
            if isDone(state) { return }
            if state.phase == beeline_mqtt_refused || state.phase == beeline_mqtt_ended { throw failure() }
            if .now >= deadline { throw .tooSlow }
            if step(until: deadline, stop: stop) { throw .notReached("it was stopped") }
        }
    }

    /// Waits for the socket, and reads and writes what is possible. Returns whether it was stopped.
    private func step(until deadline: ContinuousClock.Instant?, stop: WakeUp?) -> Bool {
        let socket = beeline_mqtt_socket(client)
        let number = socket >= 0 ? socket : nil
        var awaited = [
            Awaited.reading(number), .writing(beeline_mqtt_wants_write(client) ? number : nil),
            .reading(stop?.descriptor.number),
        ]
        let look = ContinuousClock.now + Self.lookAgain
        wait(for: &awaited, until: deadline.map { min($0, look) } ?? look)
        beeline_mqtt_step(client, awaited[0].isReady, awaited[1].isReady)
        return awaited[2].isReady
    }

    /// Why the connection has ended.
    private func failure() -> MQTTError {
        let state = beeline_mqtt_look(client)
        let message = String(cString: state.message)
        return switch (state.phase, state.reason) {
        // Table 3.1: 4 is a bad user name or password, 5 that the client is not authorised.
        case (beeline_mqtt_refused, 4), (beeline_mqtt_refused, 5): .notAuthorized
        // 3: the broker is there, and not in service just now.
        case (beeline_mqtt_refused, 3): .notReached(message)
        case (beeline_mqtt_refused, _): .refused(message)
        default: state.is_insecure ? .insecure(message) : .notReached(message)
        }
    }
}
