public import BeelineRules

/// Performs what resolutions ask for, as far as its policy allows.
///
///     let dispatcher = Dispatcher(plugins: .standard, policy: .ask) { question in askTheUser(question) }
///     for await outcome in dispatcher.perform(resolution) { print(outcome) }
public struct Dispatcher: Sendable {
    /// Asks the user whether an action may be performed.
    public typealias Confirmation = @Sendable (Question) async -> Bool

    /// What the user is asked.
    public struct Question: Hashable, Sendable {
        public let action: Action
        /// The verdict on the action's links, if it has any.
        public let link: LinkVerdict?
    }

    private let plugins: PluginRegistry
    private let policy: Policy
    private let timeLimit: Duration
    private let secret: @Sendable (String) -> String?
    private let confirm: Confirmation?

    /// - Parameters:
    ///   - timeLimit: how long an action may take before it is cancelled. Default: 30 seconds.
    ///   - secret: the value of a secret that rules name; nil where nobody knows it. Default: nobody knows any.
    ///   - confirm: asks the user; nil means that nobody is there, and what would be asked for is refused.
    public init(
        plugins: PluginRegistry = .standard, policy: Policy = .ask, timeLimit: Duration = .seconds(30),
        secret: @escaping @Sendable (String) -> String? = { _ in nil }, confirm: Confirmation? = nil
    ) {
        self.plugins = plugins
        self.policy = policy
        self.timeLimit = timeLimit
        self.secret = secret
        self.confirm = confirm
    }

    /// Performs the actions of a resolution, one after the other, and says of each how it went.
    ///
    /// An action that is not done ends the list of its rule, unless it is optional; other rules' actions go on. What an
    /// action finds is handed to those after it in its rule that ask for it.
    /// Ending the iteration early cancels what has not been done.
    public func perform(_ resolution: Resolution) -> AsyncStream<Outcome> {
        AsyncStream { continuation in
            let task = Task {
                var progress = Progress()
                for action in resolution.actions where !Task.isCancelled {
                    let outcome = await outcome(of: action, progress)
                    progress.note(outcome)
                    continuation.yield(outcome)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// How far the rules of a resolution have come.
    private struct Progress {
        /// The rules whose lists have ended.
        var ended: Set<String> = []
        /// What the actions of each rule have found.
        var results: [String: ActionResults] = [:]

        mutating func note(_ outcome: Outcome) {
            let action = outcome.action
            switch outcome.status {
            case .done:
                guard let name = action.resultName else { return }
                results[action.rule, default: [:]][name] = Dictionary(
                    outcome.results.compactMap { field in field.value.fieldValue.map { (field.name, $0) } }
                ) { $1 }
            case .notNeeded: return
            case .skipped, .refused, .failed, .timedOut: if !action.isOptional { ended.insert(action.rule) }
            }
        }
    }

    private func outcome(of action: Action, _ progress: Progress) async -> Outcome {
        guard !progress.ended.contains(action.rule) else {
            return Outcome(action: action, status: .skipped, message: "an action before it was not done")
        }
        guard let completed = action.completed(with: progress.results[action.rule] ?? [:]) else {
            return Outcome(action: action, status: .notNeeded, message: "its condition does not hold")
        }
        return await perform(completed)
    }

    /// Performs one action, which waits for no results of others.
    public func perform(_ action: Action) async -> Outcome {
        guard action.needs.isEmpty else {
            return Outcome(action: action, status: .failed, message: "it waits for what other actions find")
        }
        if let problem = action.problem { return Outcome(action: action, status: .failed, message: problem) }
        guard let plugin = plugins[action.name] else {
            return Outcome(action: action, status: .failed, message: "no plugin has an action '\(action.name)'")
        }
        let verdicts = action.arguments.compactMap { argument in
            if case .url(let url) = argument.value { LinkGuard.verdict(on: url) } else { nil }
        }
        let link = verdicts.isEmpty ? nil : LinkVerdict(reasons: verdicts.flatMap(\.reasons))
        if let refusal = await refusal(of: action, plugin.signature, link) {
            return Outcome(action: action, status: .refused, message: refusal)
        }
        do {
            let revealed = try action.revealed(secret)
            let result = try await withTimeLimit { try await plugin.perform(revealed) }
            return Outcome(action: action, status: .done, message: result.message, results: result.fields)
        } catch is TimeLimitExceeded {
            return Outcome(action: action, status: .timedOut, message: "not done after \(timeLimit)")
        } catch is CancellationError {
            return Outcome(action: action, status: .failed, message: "it was cancelled")
        } catch let missing as MissingSecret {
            let message = "the secret '\(missing.name)' is not known: set BEELINE_SECRET_\(missing.name.uppercased())"
            return Outcome(action: action, status: .failed, message: message)
        } catch {
            return Outcome(action: action, status: .failed, message: "\(error)")
        }
    }

    /// Why an action may not be performed; nil when it may.
    private func refusal(of action: Action, _ signature: ActionSignature, _ link: LinkVerdict?) async -> String? {
        if let link, link.decision == .deny { return link.reasons.map(\.description).joined(separator: "; ") }
        let byPolicy = policy.decision(for: signature)
        switch max(byPolicy, link?.decision ?? .allow, action.asks ? .ask : .allow) {
        case .allow: return nil
        case .deny: return "the policy denies it"
        case .ask:
            guard let confirm else {
                let reasons = (link?.reasons ?? []).filter { $0.decision == .ask }.map(\.description)
                let causes = action.asks ? ["its rule wants it"] + reasons : reasons
                return "it is to be asked for, and nobody can be asked"
                    + (causes.isEmpty ? "; '\(action.name)' may be allowed beforehand" : ": ")
                    + causes.joined(separator: "; ")
            }
            return await confirm(Question(action: action, link: link)) ? nil : "the answer was no"
        }
    }

    private struct TimeLimitExceeded: Error {}

    /// What the work gives, or `TimeLimitExceeded` when time is over first; then the work is cancelled and not waited
    /// for, lest a plugin that does not listen holds up all others.
    private func withTimeLimit(
        _ work: @escaping @Sendable () async throws -> ActionResult
    ) async throws -> ActionResult {
        let race = Race<ActionResult>()
        let worker = Task {
            do { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
        }
        let timer = Task { [timeLimit] in
            try await Task.sleep(for: timeLimit)
            race.finish(.failure(TimeLimitExceeded()))
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return try await withTaskCancellationHandler {
            try await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
        }
    }
}
