// Here and not in BeelineLive, so that BeelineFoundation can give it a `localizedDescription` without building the sources.

/// Why a source produces nothing.
public enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is missing or was lost. It may come back, so a station tries it again. With the reason.
    case lost(String)
    /// It cannot work until the user changes something: a program is missing, the input is not a video. With the
    /// remedy.
    case unusable(String)

    /// What is wrong, and what to do about it.
    public var reason: String {
        switch self {
        case .lost(let reason), .unusable(let reason): reason
        }
    }

    /// The reason.
    public var description: String { reason }
}
