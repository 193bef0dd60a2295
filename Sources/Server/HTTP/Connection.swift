internal import BeelineSupport
internal import Glibc
internal import Synchronization

/// The origin of a connection, for limits.
enum ConnectionOrigin: Hashable {
    case ipv4(UInt32)
    /// An IPv6 network (/64): one client may have all of its addresses.
    case ipv6(UInt64)
    case loopback
    /// A socket in the file system: a proxy with many clients.
    case local

    var isOfNetwork: Bool {
        switch self {
        case .ipv4, .ipv6: true
        case .loopback, .local: false
        }
    }

    /// The most connections of this origin; nil: the limit of the server.
    func limit(_ limits: HTTPLimits) -> Int? {
        switch self {
        case .ipv4, .ipv6: limits.perAddress
        case .loopback: limits.perLocalAddress
        case .local: nil
        }
    }
}

/// A connection and its current request. Functions that begin with `did` are called on the thread of the connection,
/// see `ConnectionCalls`; the table and its watcher use it from other threads.
final class Connection: Sendable {
    /// The socket, which is open as long as the connection is in the table.
    let descriptor: Int32
    let origin: ConnectionOrigin
    let peer: RequestHead.Peer
    let load: ServerLoad
    let handler: any RequestHandler
    /// Called before the socket is closed.
    let leave: @Sendable (Connection) -> Void
    private let state = Mutex(State())

    init(
        descriptor: Int32, origin: ConnectionOrigin, peer: RequestHead.Peer, load: ServerLoad,
        handler: any RequestHandler, leave: @escaping @Sendable (Connection) -> Void
    ) {
        (self.descriptor, self.origin, self.peer) = (descriptor, origin, peer)
        (self.load, self.handler, self.leave) = (load, handler, leave)
    }

    enum Phase {
        /// No request has come yet.
        case new
        /// The previous request was answered.
        case idle
        case head
        case body(received: Int)
        /// A handler runs.
        case working
        /// The answer is being sent; with the number of bytes that the library has taken.
        case sending(taken: Int)
        /// A stream has nothing to send at the moment.
        case streaming
        /// The request was refused; further bytes are dropped.
        case lingering
    }

    struct State {
        var phase = Phase.new
        /// When the phase began.
        var since = ContinuousClock.now
        /// When bytes of an answer were last taken.
        var moved = ContinuousClock.now
        var isShutDown = false
        var exchange: Exchange?

        mutating func begin(_ phase: Phase) {
            (self.phase, since) = (phase, .now)
            moved = since
        }

        /// Whether there is no complete head, so that no answer is lost when the connection ends.
        var isIdle: Bool {
            switch phase {
            case .new, .idle, .head, .lingering: true
            case .body, .working, .sending, .streaming: false
            }
        }

        /// Whether the time of the phase is over, or the client of a waiting stream has gone.
        func isOver(_ now: ContinuousClock.Instant, _ limits: HTTPLimits, _ descriptor: Int32) -> Bool {
            switch phase {
            case .new, .head: now - since > limits.headTime
            case .idle: now - since > limits.idleTime
            case .body(let count): now - since > limits.time(for: count)
            // By what was taken, not by what there is: a client that reads nothing of a long answer could keep it for
            // hours.
            case .sending(let count): now - since > limits.time(for: count) || now - moved > limits.bodyTime
            case .streaming: hasHungUp(descriptor)
            // It ends by itself.
            case .working, .lingering: false
            }
        }
    }

    /// The time since which it waits for a head; nil when it does not wait, or is shut down.
    var waitingSince: ContinuousClock.Instant? {
        state.withLock { $0.isIdle && !$0.isShutDown ? $0.since : nil }
    }

    var isShutDown: Bool { state.withLock(\.isShutDown) }

    var stream: (any ResponseStream)? { state.withLock { $0.exchange?.stream } }

    /// Shuts down the connection if `isMeant`. Its thread notices, and ends. Returns whether this call shut it down.
    func shutDown(where isMeant: (State) -> Bool) -> Bool {
        state.withLock { state in
            guard !state.isShutDown, isMeant(state) else { return false }
            state.isShutDown = true
            shutdown(descriptor, Int32(SHUT_RDWR))
            return true
        }
    }

    func shutDown(ifWaitingSince instant: ContinuousClock.Instant) -> Bool {
        shutDown { $0.isIdle && $0.since == instant }
    }

    /// A request, from its first line to the end of its answer.
    struct Exchange {
        let began = ContinuousClock.now
        /// The target as it was sent; nil if it is unknown.
        var target: String?
        var head: RequestHead?
        var framing = GuardedRequest.Framing.absent
        var limit = 0
        var body: [UInt8] = []
        /// The caller whose memory the body counts for.
        var owner: String?
        /// The bytes of the body that are in memory, here or in the handler.
        var held = 0
        /// The counted bytes of the answer that wait to be sent.
        var waiting = 0
        var answersOwner: String?
        /// Whether there was no room for the body.
        var isDropped = false
        /// The received bytes of the body, also those that were dropped.
        var received = 0
        /// An answer that is ready before the end of a request without a body.
        var prepared: ServerResponse?
        var status = 0
        var sent = 0
        /// Whether the answer came before the body was read.
        var isEarly = false
        /// Whether the connection is closed after the answer, as its header says.
        var closes = false
        var stream: (any ResponseStream)?
    }

    func didBegin(_ target: String? = nil) {
        state.withLock { state in
            state.exchange = Exchange(target: target)
            state.begin(.head)
        }
    }

    /// What to do after the head of a request.
    enum Verdict {
        case goOn
        case answer(ServerResponse)
    }

    func didReceive(_ request: GuardedRequest) -> Verdict {
        let (head, framing) = (request.head, request.framing)
        state.withLock { state in
            state.exchange?.head = head
            state.exchange?.framing = framing
            state.begin(framing == .absent ? .working : .body(received: 0))
        }
        switch handler.admit(head) {
        case .answer(let response):
            // Without a body the connection can continue.
            guard framing == .absent else { return .answer(response) }
            state.withLock { $0.exchange?.prepared = response }
            return .goOn
        case .body(let limit, let owner):
            if case .length(let length) = framing {
                if length > limit { return .answer(refuse(.tooLong(limit: limit))) }
                if !load.bodies.hasRoom(for: length, of: owner) { return .answer(refuse(.busy)) }
            }
            state.withLock { state in
                state.exchange?.limit = limit
                state.exchange?.owner = owner
                // What is announced need not come.
                if case .length(let length) = framing { state.exchange?.body.reserveCapacity(min(length, 1 << 20)) }
            }
            return .goOn
        }
    }

    /// - Returns: whether the connection continues.
    func didReceive(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        state.withLock { state in
            guard var exchange = state.exchange.take() else { return false }
            exchange.received += part.count
            // A body that is too long is not kept; its sender gets an answer if it ends within the network's buffers.
            if exchange.received <= exchange.limit, !exchange.isDropped,
                load.bodies.take(part.count, of: exchange.owner)
            {
                exchange.held += part.count
                exchange.body.append(contentsOf: part)
            } else {
                exchange.isDropped = true
                exchange.body = []
                load.bodies.giveBack(exchange.held, of: exchange.owner)
                exchange.held = 0
            }
            let received = exchange.received
            let isEndless = received > exchange.limit + Self.excess
            state.exchange = exchange
            if case .body = state.phase { state.phase = .body(received: received) }
            return !isEndless
        }
    }

    /// How many bytes above the limit are read and dropped.
    private static let excess = 1 << 20

    func didReceiveAll() -> ServerResponse? {
        let taken:
            (
                head: RequestHead?, prepared: ServerResponse?, body: [UInt8], limit: Int, isTooLong: Bool,
                isDropped: Bool
            )? =
                state.withLock { state in
                    guard var exchange = state.exchange.take() else { return nil }
                    let taken = (
                        exchange.head, exchange.prepared, exchange.body, exchange.limit,
                        exchange.received > exchange.limit && exchange.framing != .absent, exchange.isDropped
                    )
                    exchange.body = []
                    state.exchange = exchange
                    state.begin(.working)
                    return taken
                }
        guard let taken, let head = taken.head else { return nil }
        if let prepared = taken.prepared { return prepared }
        if taken.isTooLong { return refuse(.tooLong(limit: taken.limit)) }
        if taken.isDropped { return refuse(.busy) }
        var request = ServerRequest(head, body: taken.body)
        let descriptor = descriptor
        request.isAbandoned = { hasHungUp(descriptor) }
        return handler.respond(to: request)
    }

    /// The answer; a refusal if there is no memory for it.
    func afforded(_ response: ServerResponse) -> ServerResponse {
        guard case .bytes(let bytes) = response.body, bytes.count > HTTPLimits.shortAnswer else { return response }
        return holdAnswer(bytes.count, of: response.owner) ? response : refuse(.answersWait)
    }

    /// - Returns: whether there was memory for the bytes of an answer.
    func holdAnswer(_ count: Int, of owner: String?) -> Bool {
        guard load.answers.take(count, of: owner) else { return false }
        state.withLock { state in
            state.exchange?.waiting += count
            state.exchange?.answersOwner = owner
        }
        return true
    }

    /// Frees the memory of bytes of an answer.
    func dropAnswer(_ count: Int, of owner: String?) {
        state.withLock { $0.exchange?.waiting -= count }
        load.answers.giveBack(count, of: owner)
    }

    func refuse(_ refusal: RequestRefusal) -> ServerResponse {
        var response = handler.refusal(status: refusal.status, code: refusal.code, detail: refusal.detail)
        response.closes = true
        if let seconds = refusal.retryAfter { response.headers.append(("Retry-After", String(seconds))) }
        return response
    }

    /// Notes that an answer will be sent, `isEarly` before the body was read. Returns whether it closes the connection.
    func willAnswer(_ response: ServerResponse, isEarly: Bool) -> Bool {
        let isStopping = load.isStopping
        let closes = state.withLock { state in
            guard var exchange = state.exchange.take() else { return true }
            exchange.status = response.status
            exchange.isEarly = isEarly
            let hasBody = exchange.head?.method != .head
            switch response.body {
            case .bytes(let bytes): exchange.sent = hasBody ? bytes.count : 0
            case .stream(let stream): exchange.stream = stream
            }
            // The library accepts chunks that others read in another way, and its interpretation cannot be seen. So
            // bytes after a chunked body are never read as a request.
            exchange.closes = response.closes || isEarly || exchange.framing == .chunked || isStopping
            let closes = exchange.closes
            state.begin(.sending(taken: 0))
            state.exchange = exchange
            return closes
        }
        // Asked again: a stop that began since then has not seen the stream.
        if load.isStopping, case .stream(let stream) = response.body { stream.cancel() }
        return closes
    }

    func willReadStream() { state.withLock { $0.begin(.streaming) } }

    func didReadStream(_ count: Int) {
        state.withLock { state in
            state.exchange?.sent += count
            state.begin(.sending(taken: count))
        }
    }

    /// Notes that the library has taken more bytes of an answer.
    func didTake(_ count: Int) {
        state.withLock { state in
            guard case .sending(let taken) = state.phase else { return }
            (state.phase, state.moved) = (.sending(taken: taken + count), .now)
        }
    }

    /// Notes that the library refuses the request. It sends nothing: its own answers are not those of this server.
    /// Returns the bytes of the answer, if the caller can send it.
    func didRefuse(status: Int) -> [UInt8]? {
        // What it has no room for and calls an error of its own is one of the request.
        let status = status == 500 ? 400 : status
        let response = handler.refusal(
            status: status, code: status == 413 ? "body-too-long" : "bad-request",
            detail: "the request is not valid HTTP, or a part of it is too long")
        state.withLock { $0.exchange?.status = status }
        guard !peer.isEncrypted, case .bytes(let body) = response.body else { return nil }
        var text =
            "HTTP/1.1 \(status) \(HTTPStatus.title(status))\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
        return Array("\(text)\r\n".utf8) + body
    }

    /// - Returns: whether the client may still send unread bytes.
    func didEnd(isComplete: Bool) -> Bool {
        let exchange = state.withLock { state in
            let exchange = state.exchange.take()
            state.begin(exchange?.isEarly == true && isComplete ? .lingering : .idle)
            return exchange
        }
        guard let exchange else { return false }
        load.bodies.giveBack(exchange.held, of: exchange.owner)
        load.answers.giveBack(exchange.waiting, of: exchange.answersOwner)
        let duration = ContinuousClock.now - exchange.began
        if let head = exchange.head {
            handler.finished(head, status: exchange.status, sent: isComplete ? exchange.sent : 0, after: duration)
        } else if exchange.status != 0 {
            handler.refused(exchange.target, from: peer, status: exchange.status, after: duration)
        }
        // The library would wait for the next request, and a stop with it.
        if load.isStopping, !exchange.closes { _ = shutDown { $0.isIdle } }
        return exchange.isEarly && isComplete
    }
}

/// Whether the peer has closed the socket, or its sending half.
private func hasHungUp(_ descriptor: Int32) -> Bool {
    // POLLRDHUP, which Swift's Glibc module does not have.
    let closed: Int16 = 0x2000
    var wait = pollfd(fd: descriptor, events: closed, revents: 0)
    return poll(&wait, 1, 0) > 0 && wait.revents & (closed | Int16(POLLHUP) | Int16(POLLERR)) != 0
}
