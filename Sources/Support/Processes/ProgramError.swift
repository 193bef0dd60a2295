internal import Glibc

package enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with this status: 0…255.
    case exited(Int32)
    case signalled(Int32)

    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    /// `status 3`, or `signal 9 (Killed)`.
    package var description: String {
        switch self {
        case .exited(let status): "status \(status)"
        case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}

/// The error of a program that was not started, or not run to its end.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not start it, by its `errno`.
    case notStarted(program: String, errno: Int32)
    case unusableText(program: String)
    case timedOut(program: String, limit: Duration)
    case cancelled(program: String)

    package var description: String {
        switch self {
        case .notStarted(let program, let code): "\(program): \(Self.reason(code, program))"
        case .unusableText(let program): "\(program): an argument contains a NUL, which cannot be passed"
        case .timedOut(let program, let limit): "\(program): not finished after \(limit), and was ended"
        case .cancelled(let program): "\(program): it was cancelled"
        }
    }

    private static func reason(_ code: Int32, _ program: String) -> String {
        let reason = String(cString: strerror(code))
        // The system says the same of a program that is not there and of one whose interpreter is not.
        guard code == ENOENT, access(program, F_OK) == 0 else { return reason }
        return "\(reason): its folder or the interpreter in its first line (#!) may be missing"
    }
}
