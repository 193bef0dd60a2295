import Beeline

/// The exit status of the program. Where several apply, it is the highest.
enum ExitStatus: Int32, Hashable, Sendable, Comparable {
    /// A rule matched every code or it was shown, and nothing was left undone.
    case success = 0
    /// An input without a code, or a code that no rule matched; of `rules check` and `rules test`: something was found.
    case notTaken = 1
    /// Wrong usage or configuration; nothing was processed.
    case usage = 2
    /// An input could not be read, or the output not be written.
    case unreadable = 3
    /// An action failed, timed out, or was not allowed, or a code was refused.
    case actionFailed = 4

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    mutating func raise(to other: ExitStatus) { self = max(self, other) }
}

extension Answer {
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        if let image, image.pages.contains(where: { $0.failure != nil }) { status.raise(to: .unreadable) }
        // By index: a copy of a result costs more than reading its status.
        for index in results.indices { status.raise(to: results[index].status) }
        return status
    }
}

extension CodeResult {
    var status: ExitStatus {
        switch state {
        case .refused, .undone, .impossible: .actionFailed
        case .noRule: .notTaken
        case .taken, .shown: .success
        }
    }
}
