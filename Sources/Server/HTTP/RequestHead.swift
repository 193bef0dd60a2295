package import BeelineSupport

/// The first part of a request: all but its body. The guard has looked at it.
package struct RequestHead: Sendable {
    /// Others than these are answered with 405 before.
    package var method: HTTPMethod
    /// As it was sent, without the query, still percent-encoded: `/01/09506000134352/10/A%2FB`.
    package var rawPath: String
    /// Behind the `?`, as it was sent; nil without one.
    package var rawQuery: String?
    package var headers: HTTPHeaders
    package var peer: Peer
    /// Whether the client speaks HTTP/1.0.
    package var isHTTP10 = false

    package init(
        _ method: HTTPMethod, _ rawPath: String, query rawQuery: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
        peer: Peer = Peer(address: "127.0.0.1", isLocal: true, isEncrypted: false)
    ) {
        (self.method, self.rawPath, self.rawQuery) = (method, rawPath, rawQuery)
        (self.headers, self.peer) = (headers, peer)
    }

    /// Who is at the other end of the connection.
    package struct Peer: Hashable, Sendable {
        /// `192.0.2.7`, `2001:db8::7`, or `unix` for a socket in the file system.
        package var address: String
        /// Whether the listener takes connections of this machine only, by a loopback address. A socket in the file system
        /// does not count: a proxy connects to it on behalf of others.
        package var isLocal: Bool
        /// Whether the connection is by TLS.
        package var isEncrypted: Bool

        /// The text of an address of a socket in the file system.
        static let unixSocket = "unix"

        var isUnixSocket: Bool { address == Self.unixSocket }

        package init(address: String, isLocal: Bool, isEncrypted: Bool) {
            (self.address, self.isLocal, self.isEncrypted) = (address, isLocal, isEncrypted)
        }
    }
}

/// The fields of a header, in their order. Names are compared without regard to case.
package struct HTTPHeaders: Sendable {
    private var fields: [(name: String, value: String)] = []

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    /// The first value of a field; nil where there is none.
    package subscript(_ name: String) -> String? { fields.first { $0.name.isEqual(to: name) }?.value }

    /// All values of a field.
    package func all(_ name: String) -> [String] { fields.filter { $0.name.isEqual(to: name) }.map(\.value) }

    package var all: [(name: String, value: String)] { fields }
}

extension String {
    /// Whether two names are the same but for the case of ASCII letters.
    fileprivate func isEqual(to other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// A whole request.
package struct ServerRequest: Sendable {
    package var head: RequestHead
    package var body: [UInt8]
    /// Whether the client has gone, so that an answer has no reader. Default: never.
    package var isAbandoned: @Sendable () -> Bool = { false }

    package init(_ head: RequestHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}
