/// Why a server cannot begin to listen.
package enum ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    /// Another program listens there.
    case inUse(String)
    /// The user may not listen there.
    case notPermitted(String)
    /// The address is none of this machine.
    case notOurs(String)
    /// At the path of a socket is something else.
    case taken(path: String)
    /// There is no folder for a socket.
    case noFolder(path: String)
    case pathTooLong(String)
    /// A descriptor that the service manager handed over is no listening socket.
    case notListening(descriptor: Int32)
    case noLoopback
    case identity(TLSIdentity.Problem)
    /// Any other answer of the system; `place` is what it is about.
    case system(place: String, reason: String)

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libmicrohttpd cannot be loaded (\(problem)); install the package libmicrohttpd12 (Fedora: libmicrohttpd)"
        case .inUse(let place): "\(place) is in use by another program; take another port with --listen"
        case .notPermitted(let place):
            "this user may not listen at \(place); take a port above 1023, or a folder that is yours"
        case .notOurs(let place):
            "\(place) is no address of this machine; the command 'ip address' lists those, and 0.0.0.0 stands for all of them"
        case .taken(let path): "\(path) is there and is no socket; remove it, or take another path"
        case .noFolder(let path): "the folder of the socket \(path) is not there; make it, or take another path"
        case .pathTooLong(let path): "the path of a socket has at most 107 bytes: \(path)"
        case .notListening(let descriptor):
            "descriptor \(descriptor), which the service manager handed over, is no listening socket of a stream; "
                + "see ListenStream= of its socket unit"
        case .noLoopback: "this machine has no loopback address"
        case .identity(let problem): problem.description
        case .system(let place, let reason): "\(place): \(reason)"
        }
    }
}
