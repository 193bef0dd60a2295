package import BeelineContent
public import BeelineRules
internal import Synchronization

/// The outcome of an action.
public struct Outcome: Hashable, Sendable {
    /// The status of an action. Programs may rely on the names.
    public enum Status: String, Hashable, Sendable {
        /// The plugin did it.
        case done
        /// It could not be sent, and was kept to be sent later, as its rule says (`retry`). The rule continues.
        case kept
        /// An action before it in the rule's list failed or was not allowed, or the code was refused.
        case skipped
        /// Its condition is false with the results of the earlier actions, or the action that it replaces was done.
        case notNeeded = "not-needed"
        /// The policy does not allow the action, or the user said no. Its text is `refused`. Whether the code was refused
        /// is in `CodeResult.refusal`.
        case notAllowed = "refused"
        /// The plugin failed, or the action cannot be done with this code.
        case failed
        /// It took longer than its time limit, and was cancelled.
        case timedOut = "timed-out"
    }

    /// The action, with the results of others filled in, and without secrets.
    public let action: Action
    /// The index of the action in `Resolution.actions`; nil for an action that was performed without a code.
    public let actionIndex: Int?
    /// Whether it was done, and if not, why not.
    public let status: Status
    /// Why, or what was done, in a few words for people; may be empty.
    public let message: String
    /// What was found or made, by name.
    public let results: [Action.Argument]

    /// - Parameters:
    ///   - action: what was performed.
    ///   - actionIndex: its index in `Resolution.actions`. Default: nil, it was performed without a code.
    ///   - status: whether it was done, and if not, why not.
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
    package var refusal: String? {
        first { $0.status == .done && $0.action.refuses }.map { $0.action["message"]?.description ?? "" }
    }
}

extension Outcome {
    /// Whether the action was not tried.
    package var wasLeftOut: Bool { status == .skipped || status == .notNeeded }
}

extension Outcome: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `done open-url https://example.com/: opened with xdg-open`.
    public var description: String { "\(status.rawValue) \(action)" + (message.isEmpty ? "" : ": \(message)") }

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

/// The secrets that plugins received last. A plugin that keeps running may repeat them in a later answer.
package final class DisclosedSecrets: Sendable {
    private struct State {
        var latest = SecretMask.none
        var earlier = SecretMask.none
    }

    private let state = Mutex(State())
    /// How many secrets are remembered at least, and at most about twice. Each secret makes masking slower.
    private static let least = 128

    package init() {}

    /// Adds the secrets of a mask. Returns a mask for these and all remembered secrets.
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
