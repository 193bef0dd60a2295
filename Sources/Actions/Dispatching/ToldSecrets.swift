package import BeelineContent
internal import Synchronization

/// The secrets that plugins were told last: one that keeps running may say them again when it is asked for something else.
package final class ToldSecrets: Sendable {
    private struct State {
        var latest = SecretMask.none
        var earlier = SecretMask.none
    }

    private let state = Mutex(State())
    /// At least so many secrets are remembered, and at most about twice as many: a stream has endless codes, and each secret
    /// makes masking take longer.
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

    /// A text without what plugins were told in secret.
    package func masked(_ text: String) -> String { note(.none).masked(text) }
}
