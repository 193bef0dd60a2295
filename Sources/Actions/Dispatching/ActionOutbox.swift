internal import BeelineContent
package import BeelineRules

/// Keeps actions that could not be sent, and sends them later.
package protocol ActionOutbox: Sendable {
    /// Performs an action; the key is the same each time.
    typealias Sending = @Sendable (_ action: Action, _ key: String) async -> Attempt

    /// Sends an action, after those that wait for the same destination. Where that fails for now, it is kept.
    ///
    /// - Parameters:
    ///   - period: for how long it is kept.
    ///   - scan: the key of an accepted scan, whose actions may be performed again after a crash; nil for others.
    func send(_ action: Action, for period: Duration, scan: String?, by sending: Sending) async -> Attempt
}

/// How an attempt to perform an action has ended.
package struct Attempt: Sendable {
    package let status: Outcome.Status
    package let message: String
    package let results: [Action.Argument]
    /// Whether a later attempt may succeed.
    package let mayPass: Bool
    /// How long the other side wants to have no further attempt, in seconds.
    package let pause: Int?

    package init(
        _ status: Outcome.Status, _ message: String, results: [Action.Argument] = [], mayPass: Bool = false,
        pause: Int? = nil
    ) {
        (self.status, self.message, self.results) = (status, message, results)
        (self.mayPass, self.pause) = (mayPass, pause)
    }

    /// The same attempt; one that may be repeated, and is not, says why.
    package func because(_ reason: String) -> Attempt {
        mayPass ? Attempt(status, "\(message); \(reason)", results: results, pause: pause) : self
    }
}

/// An error of a plugin that may be over later.
package protocol PassingError: Error {
    /// Whether the action did not get through, or the other side may accept it later.
    var mayPass: Bool { get }
    /// How long the other side wants to have no further attempt, in seconds.
    var pause: Int? { get }
}

extension Action {
    /// Whether it has a secret of the code in it, which must not be kept.
    func revealsCode(to signature: ActionSignature, _ mask: SecretMask) -> Bool {
        arguments.contains { argument in
            let isOfRule = signature.parameters.contains { $0.name == argument.name && $0.type == .secret }
            return argument.isSecret && !isOfRule || argument.value.hasSecretField
                || mask.masked(argument.value) != argument.value
        }
    }
}

extension ActionValue {
    /// Whether one of its fields, however deep, reveals a secret of the code.
    fileprivate var hasSecretField: Bool {
        switch self {
        case .fields(let fields): fields.contains { $0.isSecret || $0.value.hasSecretField }
        case .array(let elements): elements.contains(where: \.hasSecretField)
        case .text, .url, .number, .boolean, .list, .null, .withSecrets: false
        }
    }
}
