internal import BeelineSupport
internal import Glibc

/// What became of a worker that gave no answer to an image.
enum WorkerEnd: Hashable, Sendable {
    /// It ended by itself, or somebody else ended it.
    case ended(ProgramEnd)
    /// It died because it got no more memory.
    case outOfMemory
    /// It was ended, for it did not answer in time.
    case silent(seconds: Int)
    /// It was ended, for what it said was no answer.
    case nonsense
    /// It was ended, for it closed its socket.
    case closed

    /// Whether somebody else killed it: a user, or a system that is short of memory. No decoder does that to itself.
    var isByForce: Bool { self == .ended(.signalled(SIGKILL)) }

    /// For people: "signal 6 (Aborted)".
    var reason: String {
        switch self {
        case .ended(.signalled(SIGXCPU)): "processor time"
        case .ended(let end): "\(end)"
        case .outOfMemory: "out of memory"
        case .silent(let seconds): "no answer in \(seconds) s"
        case .nonsense: "an answer that makes no sense"
        case .closed: "it closed its socket"
        }
    }
}
