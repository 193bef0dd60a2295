/// How the program ended. Where several hold, the highest.
enum ExitStatus: Int32, Hashable, Sendable, Comparable {
    /// Every code was taken, nothing was left undone.
    case success = 0
    /// An input without a code, or a code that no rule took; for `rules check` and `rules test`: something was found.
    case notTaken = 1
    /// Wrong usage or configuration; nothing was processed.
    case usage = 2
    /// An input could not be read, or the output not be written.
    case unreadable = 3
    /// An action failed, timed out, or was refused.
    case actionFailed = 4

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    mutating func raise(to other: ExitStatus) { self = max(self, other) }
}
