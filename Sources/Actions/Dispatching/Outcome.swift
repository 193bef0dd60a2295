package import BeelineContent
public import BeelineRules
internal import Synchronization

/// How it went with an action.
public struct Outcome: Hashable, Sendable {
    /// How it went, by names that programs may rely on.
    public enum Status: String, Hashable, Sendable {
        /// The plugin did it.
        case done
        /// An action before it in the rule's list failed or was not allowed, or the code was refused.
        case skipped
        /// Its own condition is false after what the actions before it found, or the action that it is in for was
        /// done.
        case notNeeded = "not-needed"
        /// The policy does not allow the action, or the user said no. Whether the code was refused is another matter: see
        /// `refusal` of the outcomes.
        case refused
        /// The plugin failed, or the action cannot be done with this code.
        case failed
        /// It took longer than its time limit, and was cancelled.
        case timedOut = "timed-out"
    }

    /// The action that was performed, with what others found filled in, and without secrets.
    public let action: Action
    /// The index of the action in `Resolution.actions`; nil for an action that was performed without a code.
    public let actionIndex: Int?
    /// Whether it was done, and if not, what kept it.
    public let status: Status
    /// Why, or what was done, in a few words for people; may be empty.
    public let message: String
    /// What was found or made, by name.
    public let results: [Action.Argument]

    /// - Parameters:
    ///   - action: what was performed.
    ///   - actionIndex: its index in `Resolution.actions`. Default: nil, it was performed without a code.
    ///   - status: how it went.
    ///   - message: why, or what was done. Default: nothing to say.
    ///   - results: what was found or made, by name. Default: nothing.
    public init(
        action: Action, actionIndex: Int? = nil, status: Status, message: String = "", results: [Action.Argument] = []
    ) {
        self.action = action
        self.actionIndex = actionIndex
        self.status = status
        self.message = message
        self.results = results
    }
}

extension [Outcome] {
    /// Why the code was refused: the message of the `refuse` that was done; nil for a code that was not refused.
    ///
    ///     let outcomes = await dispatcher.performAll(resolution)
    ///     lamp.show(outcomes.refusal == nil ? .green : .red)
    public var refusal: String? {
        first { $0.status == .done && $0.action.refuses }.map { $0.action["message"]?.description ?? "" }
    }
}

extension Outcome {
    /// Whether it was not tried, so that what it would have done or put out is not so.
    package var wasLeftOut: Bool { status == .skipped || status == .notNeeded }
}

extension Outcome: CustomStringConvertible {
    /// `done open-url https://example.com/: opened with xdg-open`.
    public var description: String {
        "\(status.rawValue) \(action)" + (message.isEmpty ? "" : ": \(message)")
    }
}

extension Outcome: CustomDebugStringConvertible, CustomReflectable {
    /// As `description`.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror {
        Mirror(self, children: ["action": action, "status": status, "message": message, "results": results])
    }
}

extension Outcome {
    /// The outcome with `•••` instead of what a mask hides.
    package func masked(by mask: SecretMask) -> Outcome {
        guard !mask.isEmpty else { return self }
        return Outcome(
            action: action.masked(by: mask), actionIndex: actionIndex, status: status, message: mask.masked(message),
            results: results.map { mask.masked($0) })
    }

    /// The outcome with `•••` instead of all that is marked as secret, and of what a mask hides.
    package func redacted(by mask: SecretMask) -> Outcome {
        Outcome(
            action: action.redacted.masked(by: mask), actionIndex: actionIndex, status: status,
            message: mask.masked(message), results: results.map { mask.masked($0.redacted) })
    }

    /// The outcome of the action at a place of its resolution.
    func at(_ place: Int?) -> Outcome {
        Outcome(action: action, actionIndex: place, status: status, message: message, results: results)
    }
}

/// The secrets that plugins got last: one that keeps running may say them again when it is asked for something
/// else.
package final class DisclosedSecrets: Sendable {
    private struct State {
        var latest = SecretMask.none
        var earlier = SecretMask.none
    }

    private let state = Mutex(State())
    /// At least so many secrets are remembered, and at most about twice as many: a stream has endless codes, and each
    /// secret makes masking take longer.
    private static let least = 128

    package init() {}

    /// Remembers what a mask hides.
    ///
    /// - Returns: what hides that and all that is remembered.
    @discardableResult
    package func note(_ mask: SecretMask) -> SecretMask {
        state.withLock { state in
            if !mask.isEmpty {
                if state.latest.count >= Self.least { state = State(earlier: state.latest) }
                state.latest.add(mask)
            }
            return state.latest.and(state.earlier)
        }
    }

    package func masked(_ text: String) -> String { note(.none).masked(text) }
}
