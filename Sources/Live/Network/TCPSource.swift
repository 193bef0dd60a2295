internal import BeelineSupport

/// A scanner of the network that is connected to: `tcp://192.168.1.20:9100`. It sends lines.
package struct TCPSource: CodeSource {
    package let name: String
    private let place: HostAndPort

    /// - Parameter url: `tcp://HOST:PORT`; an IPv6 address is in brackets.
    package init(_ url: String) throws(SourceError) {
        place = try .scanner(url, scheme: "tcp")
        guard !place.host.isEmpty else {
            throw .unusable(
                "the scanner's address is missing: tcp://ADDRESS:PORT; to wait for scanners: tcp-listen://:PORT")
        }
        name = "tcp://\(place)"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let connected = try TCPSocket.connect(to: place, for: output)
        guard let socket = connected else { return }
        output.connected()
        var lines = ScannerLines(silence: false)
        let reader = DescriptorReader(socket.number, for: output)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            switch reader.read(into: buffer) {
            case .bytes(let count): output.take(lines.take(buffer[..<count]))
            case .silence: break
            case .stopped: return
            case .ended:
                output.take(lines.takeEnd())
                throw .lost("the scanner has closed the connection")
            case .failed(let code): throw .lost(TCPSocket.text(code))
            }
        }
    }
}

/// Scanners of the network that connect to this machine, several at a time: `tcp-listen://:9100`. They send lines.
///
/// Without an address only programs of this machine reach it. `tcp-listen://[::]:9100` lets the whole network in:
/// the one who is in it can then send codes.
package struct TCPListenerSource: CodeSource {
    package let name: String
    private let place: HostAndPort
    /// Called with the port once it listens.
    private let listening: @Sendable (UInt16) -> Void

    /// How many scanners may be connected at a time.
    static let mostConnections = 32

    /// - Parameter url: `tcp-listen://[ADDRESS]:PORT`; an IPv6 address is in brackets.
    package init(_ url: String) throws(SourceError) {
        self.init(at: try .scanner(url, scheme: "tcp-listen"))
    }

    /// - Parameter place: with port 0 the system chooses one.
    init(at place: HostAndPort, listening: @escaping @Sendable (UInt16) -> Void = { _ in }) {
        (self.place, self.listening) = (place, listening)
        name = "tcp-listen://\(place)"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let listener = try TCPSocket.listen(at: place)
        if let port = TCPSocket.port(of: listener) { listening(port) }
        output.connected()
        var peers: [Peer] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        while !output.isStopped {
            var awaited = [Awaited.reading(output.stopSignal.descriptor.number), .reading(listener.number)]
            awaited += peers.map { .reading($0.socket.number) }
            wait(for: &awaited, until: nil)
            for (peer, entry) in zip(peers, awaited.dropFirst(2)) where entry.isReady && !output.isStopped {
                peer.read(buffer, output)
            }
            peers.removeAll { $0.hasEnded }
            if awaited[1].isReady { try accept(from: listener, into: &peers, output) }
        }
    }

    private func accept(
        from listener: borrowing Descriptor, into peers: inout [Peer], _ output: SourceOutput
    ) throws(SourceError) {
        let accepted = try TCPSocket.accept(from: listener)
        guard let socket = accepted else { return }
        guard peers.count < Self.mostConnections else {
            output.problem(
                SourceProblem(
                    code: "too-many-connections",
                    message: "\(Self.mostConnections) scanners are already connected; another one was refused"))
            return
        }
        peers.append(Peer(socket))
    }

    /// A scanner that is connected.
    private final class Peer {
        let socket: Descriptor
        private(set) var hasEnded = false
        private var lines = ScannerLines(silence: false)

        init(_ socket: consuming Descriptor) { self.socket = socket }

        func read(_ buffer: UnsafeMutableRawBufferPointer, _ output: SourceOutput) {
            switch socket.readAvailable(into: buffer) {
            case .bytes(let count): output.take(lines.take(buffer[..<count]))
            case .nothingYet: break
            case .over:
                output.take(lines.takeEnd())
                hasEnded = true
            }
        }
    }
}

extension HostAndPort {
    /// The place of a URL of this scheme, which has only that and the port.
    fileprivate static func scanner(_ url: String, scheme: String) throws(SourceError) -> HostAndPort {
        let start = "\(scheme)://"
        guard url.hasPrefix(start) else { throw .unusable("it is written \(start)ADDRESS:PORT") }
        let text = url.dropFirst(start.count)
        let place: HostAndPort
        do throws(Malformed) {
            place = try HostAndPort(text.hasSuffix("/") ? text.dropLast() : text)
        } catch {
            throw .unusable(error.description)
        }
        guard place.port != nil else { throw .unusable("the port is missing: \(start)ADDRESS:PORT") }
        return place
    }
}
