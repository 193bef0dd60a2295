import Beeline

/// What is said to one input: the codes in it and what they lead to, or why there is no answer.
struct Answer: Sendable {
    let input: Input
    let outcome: Result<[Resolved], InputError>

    /// The input as it was given, for the reader to recognise it.
    enum Input: Sendable {
        /// A path or a line.
        case text(String)
        /// A JSON object, byte for byte.
        case json(ArraySlice<UInt8>)

        /// Either, as text.
        var text: String {
            switch self {
            case .text(let text): text
            case .json(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// A code, what should be done about it, and, once that was tried, how it went.
    struct Resolved: Sendable {
        let resolution: Resolution
        /// In the order of the actions; nil when nothing was performed.
        let outcomes: [Outcome]?

        init(_ resolution: Resolution, outcomes: [Outcome]? = nil) {
            self.resolution = resolution
            self.outcomes = outcomes
        }
    }

    /// What the answer means for the exit status.
    var status: ExitStatus {
        guard case .success(let results) = outcome else { return .unreadable }
        var status = results.isEmpty ? ExitStatus.notTaken : .success
        for result in results {
            if result.resolution.rule == nil { status.raise(to: .notTaken) }
            // What cannot be done with this code fails whether it is tried or not.
            if result.resolution.actions.contains(where: { $0.problem != nil && !$0.isOptional }) {
                status.raise(to: .actionFailed)
            }
            let failures = result.outcomes?.filter { $0.status != .done && !$0.action.isOptional } ?? []
            if !failures.isEmpty { status.raise(to: .actionFailed) }
        }
        return status
    }
}

/// Why an input has no answer.
struct InputError: Error, Hashable, Sendable {
    /// A name that programs may rely on.
    let code: String
    /// For people: what is wrong, and the remedy.
    let message: String

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: DecodeError) {
        self.init(code: error.code, message: error.description)
    }
}
