internal import Glibc

/// How a program ended.
public enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with this status: 0…255.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)

    /// What `waitpid` says of it.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    /// `status 3`, or `signal 9 (Killed)`.
    public var description: String {
        switch self {
        case .exited(let status): "status \(status)"
        case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}
