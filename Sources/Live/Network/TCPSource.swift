internal import BeelineSupport

/// A scanner on the network to which a connection is opened: `tcp://192.168.1.20:9100`. It sends lines.
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
        output.reportConnection()
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

/// Scanners on the network that connect to this machine, several at a time: `tcp-listen://:9100`. They send lines.
/// Without an address only programs of this machine can connect. `tcp-listen://[::]:9100` lets the whole network in:
/// anyone on it can then send codes.
package struct TCPListenerSource: CodeSource {
    package let name: String
    private let place: HostAndPort
    /// Called with the port once it listens.
    private let listening: @Sendable (UInt16) -> Void

    /// How many scanners may be connected at a time.
    static let mostConnections = 32
    /// The least time between two reports of too many connections.
    private static let silence = Duration.seconds(60)

    /// - Parameter url: `tcp-listen://[ADDRESS]:PORT`; an IPv6 address is in brackets.
    package init(_ url: String) throws(SourceError) { self.init(at: try .scanner(url, scheme: "tcp-listen")) }

    /// - Parameter place: with port 0 the system chooses one.
    init(at place: HostAndPort, listening: @escaping @Sendable (UInt16) -> Void = { _ in }) {
        (self.place, self.listening) = (place, listening)
        name = "tcp-listen://\(place)"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let listener = try TCPSocket.listen(at: place)
        if let port = SocketAddress.own(of: listener.number)?.port { listening(port) }
        output.reportConnection()
        var peers: [Peer] = []
        var reported: ContinuousClock.Instant?
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
            guard awaited[1].isReady, let socket = try TCPSocket.accept(from: listener) else { continue }
            let new = Peer(socket)
            guard peers.count >= Self.mostConnections else {
                peers.append(new)
                continue
            }
            let other = Self.place(for: new.address, among: peers)
            if let other {
                peers.remove(at: other)
                peers.append(new)
            }
            // Connections that come again and again would fill the journal.
            if reported.map({ .now - $0 > Self.silence }) ?? true {
                reported = .now
                output.report(.tooManyScanners(isRefused: other == nil))
            }
        }
    }

    /// The connection to close for a new one; nil: none, and the new one is refused. Otherwise silent connections, or
    /// many from one address, could lock out every scanner. A connection without a code goes first; then one of an
    /// address that has more connections than the new one, the one that was silent longest.
    private static func place(for address: String, among peers: [Peer]) -> Int? {
        let counts = Dictionary(grouping: peers, by: \.address).mapValues(\.count)
        let share = counts[address, default: 0] + 1
        return peers.indices.filter { !peers[$0].hasSentCode || counts[peers[$0].address, default: 0] > share }
            .min { left, right in
                func rank(_ peer: Peer) -> (Int, Int, ContinuousClock.Instant) {
                    (peer.hasSentCode ? 1 : 0, -counts[peer.address, default: 0], peer.lastHeard)
                }
                return rank(peers[left]) < rank(peers[right])
            }
    }

    private final class Peer {
        let socket: Descriptor
        let address: String
        private(set) var hasEnded = false
        private(set) var hasSentCode = false
        /// When it sent its last code, or connected.
        private(set) var lastHeard = ContinuousClock.now
        private var lines = ScannerLines(silence: false)

        init(_ socket: consuming Descriptor) {
            address = SocketAddress.peer(of: socket.number)?.host ?? ""
            self.socket = socket
        }

        func read(_ buffer: UnsafeMutableRawBufferPointer, _ output: SourceOutput) {
            switch socket.readAvailable(into: buffer) {
            case .bytes(let count):
                let found = lines.take(buffer[..<count])
                if found.contains(where: { (try? $0.get()) != nil }) { (hasSentCode, lastHeard) = (true, .now) }
                output.take(found)
            case .nothingYet: break
            case .over:
                output.take(lines.takeEnd())
                hasEnded = true
            }
        }
    }
}

extension SourceProblem {
    /// - Parameter isRefused: whether the new scanner is; else the connection of another one was closed for it.
    fileprivate static func tooManyScanners(isRefused: Bool) -> SourceProblem {
        let most = "\(TCPListenerSource.mostConnections) scanners are already connected"
        return SourceProblem(
            code: "too-many-connections",
            message: isRefused
                ? "\(most); another one was refused"
                : "\(most); for a new one, a connection was closed that sent no code or shares its address with others")
    }
}

extension HostAndPort {
    /// Reads host and port of a URL of this scheme, which has nothing else.
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
