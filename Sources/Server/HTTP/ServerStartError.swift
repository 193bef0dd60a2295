/// Why a server cannot begin to listen.
package enum ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    /// Another program listens there.
    case inUse(String)
    /// The user has no permission to listen there.
    case notPermitted(String)
    /// The address is none of this machine.
    case notOurs(String)
    /// At the path of a socket is something else.
    case taken(path: String)
    /// There is no folder for a socket.
    case noFolder(path: String)
    case pathTooLong(String)
    /// A descriptor from the service manager is not a listening socket.
    case notListening(descriptor: Int32)
    case noLoopback
    case identity(TLSIdentity.Problem)
    /// Any other answer of the system; `place` is what it is about.
    case system(place: String, reason: String)

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libmicrohttpd cannot be loaded (\(problem)); install the package libmicrohttpd12 (Fedora: libmicrohttpd)"
        case .inUse(let place): "\(place) is in use by another program; use another port with --listen"
        case .notPermitted(let place):
            "this user has no permission to listen on \(place); use a port above 1023, or your own folder"
        case .notOurs(let place):
            "\(place) is not an address of this machine; the command 'ip address' lists them, and 0.0.0.0 means "
                + "all of them"
        case .taken(let path): "\(path) exists and is not a socket; remove it, or use another path"
        case .noFolder(let path): "the folder of the socket \(path) does not exist; create it, or use another path"
        case .pathTooLong(let path): "the path of a socket can have at most 107 bytes: \(path)"
        case .notListening(let descriptor):
            "descriptor \(descriptor), which the service manager passed, is not a listening stream socket; "
                + "see ListenStream= of its socket unit"
        case .noLoopback: "this machine has no loopback address"
        case .identity(let problem): problem.description
        case .system(let place, let reason): "\(place): \(reason)"
        }
    }
}
