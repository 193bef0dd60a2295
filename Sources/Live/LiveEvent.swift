public import Beeline
public import BeelineActions
internal import BeelineContent
public import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// An event of a station.
public enum LiveEvent: Sendable {
    /// A code was scanned.
    case sighting(LiveSighting)
    /// The code of an earlier sighting, in pictures, is out of view for 2 seconds, or its source has ended. While a
    /// source is lost, it is not known.
    case gone(LiveSighting.ID)
    /// A source has changed.
    case source(SourceStatus)
}

/// A scanned code: its source and time, its meaning, and the outcomes of its actions.
public struct LiveSighting: Identifiable, Sendable {
    /// The same for all sightings of a code while it stays in view, such as one that amends another. Unique in the
    /// events of a station.
    public let id: Int
    /// The name of the source.
    public let source: String
    /// When it was scanned.
    public let at: Moment
    /// How many pictures agreed on the code; nil for one that a scanner read.
    public let frames: Int?
    /// Whether it replaces the sighting before it of the same code, which had no add-on or fewer copies.
    public let amends: Bool
    /// The path of the picture it was found in; nil where the source is not a folder.
    public let image: String?
    /// The meaning of the code, and the outcomes of its actions where a station performs them.
    public let result: CodeResult

    package init(
        id: Int, source: String, at: Moment, frames: Int?, amends: Bool, image: String?, result: CodeResult
    ) {
        (self.id, self.source, self.at, self.frames, self.amends) = (id, source, at, frames, amends)
        (self.image, self.result) = (image, result)
    }

    /// The content of the code, and its actions.
    public var resolution: Resolution { result.resolution }

    /// The outcomes of its actions, in order; nil where none is performed.
    public var outcomes: [Outcome]? { result.outcomes }

    /// Why the code is refused: the message of its `refuse`. Where actions are not performed, the message that it would
    /// have. Nil for a code that is not refused.
    public var refusal: String? { result.refusal }
}

/// A change of a source.
public struct SourceStatus: Hashable, Sendable {
    /// The name of the source.
    public let source: String
    /// When it was noticed.
    public let at: Moment
    /// The new state of the source.
    public let state: State

    /// What is wrong, and what to do about it; nil for a state in which nothing is.
    public var reason: String? {
        switch state {
        case .connected, .bright, .ended: nil
        case .dark: "the pictures are too dark to read codes in"
        case .lost(let reason), .failed(let reason), .problem(_, let reason, _): reason
        }
    }

    package init(source: String, at: Moment, state: State) {
        (self.source, self.at, self.state) = (source, at, state)
    }

    /// The state of a source.
    public enum State: Hashable, Sendable {
        /// It is open, and produces codes.
        case connected
        /// It is missing for now, and is tried again. With the reason.
        case lost(String)
        /// Its pictures are too dark to read codes in.
        case dark
        /// They are bright enough again.
        case bright
        /// It left something out, such as a line that is too long, and continues. With a code for programs, and the
        /// beginning of what was left out.
        case problem(code: String, message: String, input: String?)
        /// It has ended.
        case ended
        /// It cannot work, and is not tried again. With the reason and the remedy.
        case failed(String)

        /// Its name, for programs, as Docs/Output.md explains it: `connected`, `lost`, `dark`, `bright`, `problem`,
        /// `ended` or `failed`.
        public var name: String {
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

extension JSONOutput {
    package static func line(_ status: SourceStatus) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", ResultJSON.version)
            json.member("event", status.state.name)
            json.member("at", status.at.description)
            json.member("source", status.source)
            switch status.state {
            case .connected, .dark, .bright, .ended: break
            case .lost(let reason), .failed(let reason): json.member("message", reason)
            case .problem(let code, let message, let input):
                json.member("code", code)
                json.member("message", message)
                json.member("input", input.map(Secrets.maskedBeginning))
            }
        }
    }

    /// A line about a scan, with `•••` instead of the secrets of its codes.
    package static func line(_ sighting: LiveSighting) -> [UInt8] {
        var output = JSONOutput(summarizes: true)
        output.append(Answer(sighting).redacted { $0.text ?? "" }, sighting)
        return output.bytes
    }

    /// Appends a line about a scan: the answer for an input, with time and source.
    package mutating func append(_ answer: Answer, _ sighting: LiveSighting) {
        append(answer) { json in
            json.member("at", sighting.at.description)
            json.member("source", sighting.source)
            json.member("frames", sighting.frames)
            if sighting.amends { json.member("amends", true) }
        }
    }
}

extension Answer {
    /// The answer for a scanned code. Its input is the picture, or the code itself.
    package init(_ sighting: LiveSighting) {
        let symbol = sighting.resolution.symbol
        self.init(
            input: .text(sighting.image ?? symbol.text ?? String(decoding: symbol.bytes, as: UTF8.self)),
            outcome: .success([sighting.result]), image: sighting.image == nil ? nil : Answer.ImageReport())
    }
}
