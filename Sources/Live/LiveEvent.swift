package import Beeline
public import BeelineActions
public import BeelineRules

/// What a station reports.
public enum LiveEvent: Sendable {
    /// A code was scanned.
    case sighting(LiveSighting)
    /// A source has changed.
    case source(SourceStatus)
}

/// A code that was scanned: by which source, when, what it means, and what was done about it.
public struct LiveSighting: Sendable {
    /// The name of the source.
    public let source: String
    /// When it was scanned, in UTC (ISO 8601): `2026-01-31T12:34:56.789Z`.
    public let at: String
    /// How many pictures agreed on the code; nil for one that a scanner read.
    public let frames: Int?
    /// Whether it replaces the sighting before it of the same code, which had no add-on.
    public let amends: Bool
    /// The path of the picture it was found in; nil where the source is not a folder.
    public let image: String?
    package let result: CodeResult

    package init(
        source: String, at: String, frames: Int?, amends: Bool, image: String?, result: CodeResult
    ) {
        (self.source, self.at, self.frames, self.amends) = (source, at, frames, amends)
        (self.image, self.result) = (image, result)
    }

    /// What the code means, and what should be done about it.
    public var resolution: Resolution { result.resolution }

    /// The outcomes of its actions, in order; nil where none is performed.
    public var outcomes: [Outcome]? { result.outcomes }

    /// Why the code is refused: the message of the `refuse` that was done, or, where nothing is performed, of one that
    /// would be. Nil for a code that is not refused.
    public var refusal: String? { result.refusal }
}

/// A change of a source.
public struct SourceStatus: Hashable, Sendable {
    /// The name of the source.
    public let source: String
    /// When it was noticed, in UTC (ISO 8601): `2026-01-31T12:34:56.789Z`.
    public let at: String
    /// What the source is now.
    package let state: State

    /// Its state, for programs: `connected`, `lost`, `dark`, `bright`, `problem`, `ended` or `failed`.
    /// Docs/Output.md explains them.
    public var name: String { state.name }

    package init(source: String, at: String, state: State) {
        (self.source, self.at, self.state) = (source, at, state)
    }

    /// What a source can be.
    package enum State: Hashable, Sendable {
        /// It is open, and produces codes.
        case connected
        /// It is not there at the moment; it is tried again. With the reason.
        case lost(String)
        /// Its pictures are too dark to read codes in.
        case dark
        /// They are bright enough again.
        case bright
        /// It has left something out, such as a line that is too long, and continues.
        case problem(code: String, message: String, input: String?)
        /// It has come to its end.
        case ended
        /// It cannot work, and is not tried again. With the reason and the remedy.
        case failed(String)

        package var name: String {
            switch self {
            case .connected: "connected"
            case .lost: "lost"
            case .dark: "dark"
            case .bright: "bright"
            case .problem: "problem"
            case .ended: "ended"
            case .failed: "failed"
            }
        }
    }
}
