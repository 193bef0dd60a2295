internal import CMicroHTTP
internal import Glibc

/// Receives the calls from the C library.
final class ListenerService: Sendable {
    let table: ConnectionTable
    let handler: any RequestHandler
    let isLocal: Bool
    let isEncrypted: Bool

    init(table: ConnectionTable, handler: any RequestHandler, isLocal: Bool, isEncrypted: Bool) {
        (self.table, self.handler, self.isLocal, self.isEncrypted) = (table, handler, isLocal, isEncrypted)
    }

    /// The callbacks for the library. The caller releases the service after the end of the library.
    static func calls(to retained: Unmanaged<ListenerService>) -> beeline_httpd_calls {
        beeline_httpd_calls(
            context: retained.toOpaque(),
            admits: { context, address in
                let service = ListenerService.of(context)
                return service.table.admits(PeerAddress(address).origin)
            },
            opened: { context, descriptor, address in
                let service = ListenerService.of(context)
                let place = PeerAddress(address)
                let connection = Connection(
                    descriptor: descriptor, origin: place.origin,
                    peer: RequestHead.Peer(
                        address: place.text, isLocal: service.isLocal, isEncrypted: service.isEncrypted),
                    load: service.table.load, handler: service.handler, leave: service.table.remove)
                service.table.add(connection)
                return Unmanaged.passRetained(connection).toOpaque()
            },
            began: { client, target, length in
                Connection.of(client).didBegin(
                    String(decoding: UnsafeRawBufferPointer(start: target, count: length), as: UTF8.self))
            },
            head: { client, raw, request in
                let connection = Connection.of(client)
                let guarded: GuardedRequest
                do throws(RequestRefusal) {
                    guarded = try RequestGuard.check(request, from: connection.peer)
                } catch {
                    return connection.answer(connection.refuse(error), on: raw, isEarly: true)
                }
                switch connection.didReceive(guarded) {
                case .goOn: return true
                case .answer(let response): return connection.answer(response, on: raw, isEarly: true)
                }
            },
            part: { client, bytes, count in
                Connection.of(client).didReceive(UnsafeBufferPointer(start: bytes, count: count))
            },
            whole: { client, raw in
                let connection = Connection.of(client)
                guard let response = connection.didReceiveAll() else { return false }
                return connection.answer(response, on: raw, isEarly: false)
            },
            refused: { client, status in
                let connection = Connection.of(client)
                if let answer = connection.didRefuse(status: Int(status)) {
                    answer.withUnsafeBytes { bytes in
                        _ = Glibc.send(
                            connection.descriptor, bytes.baseAddress, bytes.count,
                            Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    }
                    let time = connection.load.limits.lingerTime / .milliseconds(1)
                    beeline_httpd_linger(connection.descriptor, false, Int32(time))
                }
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
            },
            ended: { client, isComplete in
                let connection = Connection.of(client)
                if connection.didEnd(isComplete: isComplete) {
                    let time = connection.load.limits.lingerTime / .milliseconds(1)
                    beeline_httpd_linger(connection.descriptor, connection.peer.isEncrypted, Int32(time))
                }
            },
            closed: { client in
                let connection = Unmanaged<Connection>.fromOpaque(client).takeRetainedValue()
                // libmicrohttpd 1.0.1 forgets to say that a request has ended whose error it meets twice.
                _ = connection.didEnd(isComplete: false)
                connection.leave(connection)
            })
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> ListenerService {
        Unmanaged<ListenerService>.fromOpaque(context).takeUnretainedValue()
    }
}

extension Connection {
    fileprivate static func of(_ client: UnsafeMutableRawPointer) -> Connection {
        Unmanaged<Connection>.fromOpaque(client).takeUnretainedValue()
    }

    /// - Returns: whether the library accepted it; if not, the connection is to be closed.
    fileprivate func answer(_ response: ServerResponse, on raw: OpaquePointer, isEarly: Bool) -> Bool {
        let response = afforded(response)
        let closes = willAnswer(response, isEarly: isEarly)
        if send(response, closes: closes, on: raw) { return true }
        // A field of the answer has a line end in it, or there is no memory.
        let apology = refuse(RequestRefusal(500, "bad-answer", "the server made an answer that cannot be sent"))
        return send(apology, closes: willAnswer(apology, isEarly: isEarly) || true, on: raw)
    }

    private func send(_ response: ServerResponse, closes: Bool, on raw: OpaquePointer) -> Bool {
        // One block for all texts of the header; the library copies them.
        var texts: [UInt8] = []
        var ends: [Int] = []
        texts.reserveCapacity(256)
        ends.reserveCapacity(2 * response.headers.count)
        for (name, value) in response.headers {
            texts.append(contentsOf: name.utf8)
            ends.append(texts.count)
            texts.append(contentsOf: value.utf8)
            ends.append(texts.count)
        }
        // So that it has an address.
        texts.append(0)
        return texts.withUnsafeBytes { texts in
            guard let start = texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            return withUnsafeTemporaryAllocation(
                of: beeline_httpd_field.self, capacity: response.headers.count
            ) { fields in
                var begin = 0
                for index in 0..<response.headers.count {
                    let (middle, end) = (ends[2 * index], ends[2 * index + 1])
                    fields.initializeElement(
                        at: index,
                        to: beeline_httpd_field(
                            name: start + begin, name_length: middle - begin, value: start + middle,
                            value_length: end - middle))
                    begin = end
                }
                return withBody(response.body, of: response.owner) { body in
                    beeline_httpd_answer(
                        raw, UInt32(response.status), fields.baseAddress, response.headers.count, closes, body)
                }
            }
        }
    }

    private func withBody(_ body: ServerResponse.Body, of owner: String?, _ use: (beeline_httpd_body) -> Bool) -> Bool {
        var raw = beeline_httpd_body()
        switch body {
        case .bytes(let bytes) where bytes.count > HTTPLimits.shortAnswer:
            raw.stream = Unmanaged.passRetained(BytesReader(bytes, on: self)).toOpaque()
            raw.length = bytes.count
            raw.read = { reader, room, size in
                Unmanaged<BytesReader>.fromOpaque(reader).takeUnretainedValue()
                    .read(into: UnsafeMutableBufferPointer(start: room, count: size))
            }
            raw.release = { reader in Unmanaged<BytesReader>.fromOpaque(reader).release() }
            return use(raw)
        case .bytes(let bytes):
            return bytes.withUnsafeBufferPointer { bytes in
                (raw.bytes, raw.length) = (bytes.baseAddress, bytes.count)
                return use(raw)
            }
        case .stream(let stream):
            raw.stream = Unmanaged.passRetained(StreamReader(stream, of: owner, on: self)).toOpaque()
            raw.read = { stream, room, size in
                Unmanaged<StreamReader>.fromOpaque(stream).takeUnretainedValue()
                    .read(into: UnsafeMutableBufferPointer(start: room, count: size))
            }
            raw.release = { stream in Unmanaged<StreamReader>.fromOpaque(stream).takeRetainedValue().end() }
            return use(raw)
        }
    }
}

/// Passes a long answer to the library in parts, so that it has no copy, on the thread of the connection.
private final class BytesReader {
    private let bytes: [UInt8]
    private let connection: Connection
    private var place = 0

    init(_ bytes: [UInt8], on connection: Connection) { (self.bytes, self.connection) = (bytes, connection) }

    /// - Returns: the number of bytes written; 0 at the end.
    func read(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = min(bytes.count - place, room.count)
        _ = room.update(fromContentsOf: bytes[place..<place + count])
        place += count
        connection.didTake(count)
        return count
    }
}

/// Passes the pieces of a stream to the library, as it has room for them. Runs on the thread of the connection.
private final class StreamReader {
    private let stream: any ResponseStream
    private let owner: String?
    private let connection: Connection
    private var rest: ArraySlice<UInt8> = []
    /// The bytes of the current piece that count as memory.
    private var held = 0

    init(_ stream: any ResponseStream, of owner: String?, on connection: Connection) {
        (self.stream, self.owner, self.connection) = (stream, owner, connection)
    }

    /// - Returns: the number of bytes written; 0 at the end.
    func read(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        while rest.isEmpty {
            connection.willReadStream()
            connection.dropAnswer(held, of: owner)
            held = 0
            guard !connection.isShutDown, let piece = stream.next() else { return 0 }
            if piece.count > HTTPLimits.shortAnswer * 2 {
                // The status was sent long ago: without its end the client sees that the answer is not whole.
                guard connection.holdAnswer(piece.count, of: owner) else {
                    _ = connection.shutDown { _ in true }
                    return 0
                }
                held = piece.count
            }
            rest = piece[...]
        }
        let count = min(rest.count, room.count)
        _ = room.update(fromContentsOf: rest.prefix(count))
        rest = rest.dropFirst(count)
        connection.didReadStream(count)
        return count
    }

    func end() { stream.cancel() }
}
