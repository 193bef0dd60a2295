package import BeelineSupport
internal import BeelineSymbols

/// The head of a request: all but its body, checked by the guard.
package struct RequestHead: Sendable {
    /// Other methods were answered with 405 before.
    package var method: HTTPMethod
    /// The path as it was sent, percent-encoded, without the query.
    package var rawPath: String
    /// The query as it was sent, after the `?`.
    package var rawQuery: String?
    package var headers: HTTPHeaders
    package var peer: Peer
    package var isHTTP10 = false

    package init(
        _ method: HTTPMethod, _ rawPath: String, query rawQuery: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
        peer: Peer = Peer(address: "127.0.0.1", isLocal: true, isEncrypted: false)
    ) {
        (self.method, self.rawPath, self.rawQuery) = (method, rawPath, rawQuery)
        (self.headers, self.peer) = (headers, peer)
    }

    package struct Peer: Hashable, Sendable {
        /// `192.0.2.7`, `2001:db8::7`, or `unix` for a socket in the file system.
        package var address: String
        /// Whether the listener accepts only connections from this machine, by a loopback address. False for a socket
        /// in the file system: a proxy connects to it on behalf of others.
        package var isLocal: Bool
        package var isEncrypted: Bool

        /// The text of an address of a socket in the file system.
        static let unixSocket = "unix"

        var isUnixSocket: Bool { address == Self.unixSocket }

        package init(address: String, isLocal: Bool, isEncrypted: Bool) {
            (self.address, self.isLocal, self.isEncrypted) = (address, isLocal, isEncrypted)
        }
    }
}

/// The fields of a header, in order. Names are compared without regard to case.
package struct HTTPHeaders: Sendable {
    private var fields: [(name: String, value: String)] = []

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    package subscript(_ name: String) -> String? { fields.first { $0.name.isEqual(to: name) }?.value }

    package func all(_ name: String) -> [String] { fields.filter { $0.name.isEqual(to: name) }.map(\.value) }

    package var all: [(name: String, value: String)] { fields }
}

extension String {
    /// Whether two names are the same but for the case of ASCII letters.
    fileprivate func isEqual(to other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

package struct ServerRequest: Sendable {
    package var head: RequestHead
    package var body: [UInt8]
    /// Returns whether the client has disconnected. Default: never.
    package var isAbandoned: @Sendable () -> Bool = { false }

    package init(_ head: RequestHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}
