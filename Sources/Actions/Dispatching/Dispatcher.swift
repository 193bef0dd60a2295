internal import BeelineContent
package import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// Performs the actions of resolutions, as far as its policy allows them.
///
///     let dispatcher = Dispatcher(policy: .ask) { question in askTheUser(question) }
///     for outcome in await dispatcher.performAll(resolution) { print(outcome) }
package struct Dispatcher: Sendable {
    /// Asks the user whether an action may be performed.
    package typealias Confirmation = @Sendable (ActionQuestion) async -> ActionReply

    /// Looks up the value of a secret that rules name; nil where there is none. An error describes why a secret cannot
    /// be used, and never contains it.
    package typealias Secret = @Sendable (String) throws -> String?

    package let plugins: PluginRegistry
    package let policy: Policy
    private let timeLimit: Duration
    private let showsSecrets: Bool
    private let secret: Secret
    private let confirm: Confirmation?
    /// Describes how to allow an action in advance, from its name and the settings of the policy that ask for it. A
    /// program with options for that names them instead.
    package var remedy: @Sendable (_ action: String, _ settings: [String]) -> String = Self.remedy(allowing:_:)
    /// The reason in the outcome of an action that needs confirmation, where there is no `confirm`.
    package var missingConfirm = "there is no 'confirm' to ask"
    /// Keeps what could not be sent, for rules that want that. Nil: they are tried once.
    package var outbox: (any ActionOutbox)?
    private let replies = RememberedReplies()
    private let deadlines = Deadlines()
    private let underWay = ActionsUnderWay()
    /// The secrets of codes that plugins received.
    private let codeSecrets = DisclosedSecrets()
    /// The secrets of rules that plugins received.
    private let ruleSecrets = DisclosedSecrets()

    /// - Parameters:
    ///   - timeLimit: the time after which an action is cancelled, unless its plugin has its own limit.
    ///     Default: 30 seconds.
    ///   - showsSecrets: whether outcomes contain secrets of codes. Default: false, they are replaced by `•••`. The
    ///     values of `{secret.NAME}` are never shown.
    ///   - confirm: asks the user. Default: nil, actions that need confirmation are refused.
    ///   - secret: the secrets that rules name, such as `Desk.userSecret`. Default: there are none.
    package init(
        plugins: PluginRegistry, policy: Policy = .ask, timeLimit: Duration = .seconds(30),
        showsSecrets: Bool = false, confirm: Confirmation? = nil, secret: @escaping Secret = { _ in nil }
    ) {
        self.plugins = plugins
        self.policy = policy
        self.timeLimit = timeLimit
        self.showsSecrets = showsSecrets
        self.secret = secret
        self.confirm = confirm
    }

    /// Cancels all running actions and starts no more, in copies of this dispatcher too. For programs that are about to
    /// end. Plugins may take until the end of `grace` to end, to stop programs and to remove files.
    package func stop(grace: Duration = .seconds(3)) async {
        underWay.stop()
        let end = ContinuousClock.now + grace
        // A task that is cancelled itself does not wait.
        while underWay.areThere, .now < end, (try? await Task.sleep(for: .milliseconds(10))) != nil {}
    }

    /// Performs the actions of a resolution, one after the other, and returns their outcomes in the same order.
    ///
    ///     for outcome in await dispatcher.performAll(resolution) { print(outcome) }
    ///
    /// An action that is not done ends the list of its rule, unless it is optional; so does a refusal of the code. The
    /// actions of other rules continue, and so do those that are always performed. Results of an action are passed to
    /// later actions of its rule that use them. When the task is cancelled, the actions that have not begun are left
    /// out.
    ///
    /// All fail where the rules use earlier scans (`seen`) or session values: a resolver does not know these, and would
    /// admit a used ticket again. A `Desk` knows them.
    ///
    /// - Parameters:
    ///   - scan: when the code was scanned and by what, for plugins that keep it. Default: unknown.
    ///   - input: where it was found, such as the path of an image. Default: unknown.
    @discardableResult
    package func performAll(_ resolution: Resolution, scan: Scan? = nil, input: String? = nil) async -> [Outcome] {
        await outcomes(of: Run(self, resolution, scan, input, nil, knowsMemory: false))
    }

    /// Performs the actions of a code that was resolved with the history, in which it gets these rows.
    package func performAll(
        _ resolution: Resolution, scan: Scan?, input: String?, rows: HistoryRows?
    ) async -> [Outcome] {
        await outcomes(of: Run(self, resolution, scan, input, rows, knowsMemory: true))
    }

    private func outcomes(of run: Run) async -> [Outcome] {
        var outcomes: [Outcome] = []
        while let outcome = await run.next() { outcomes.append(outcome) }
        return outcomes
    }

    /// The outcomes of a resolution's actions as they come, under the rules of `performAll(_:scan:input:)`.
    ///
    ///     for await outcome in dispatcher.perform(resolution) { print(outcome) }
    ///
    /// An action begins when its outcome is asked for: a stream that is not iterated performs nothing, and after
    /// `break` nothing more is done. Cancelling the task that iterates cancels the action that is under way.
    package func perform(_ resolution: Resolution, scan: Scan? = nil, input: String? = nil) -> AsyncStream<Outcome> {
        let run = Run(self, resolution, scan, input, nil, knowsMemory: false)
        return AsyncStream { await run.next() }
    }

    /// A resolution whose actions are performed one after the other.
    private actor Run {
        private let dispatcher: Dispatcher
        private let resolution: Resolution
        private let scan: Scan?
        private let input: String?
        private let rows: HistoryRows?
        /// Whether the code was resolved with the history.
        private let knowsMemory: Bool
        private var progress: ListProgress
        private var place = 0

        init(
            _ dispatcher: Dispatcher, _ resolution: Resolution, _ scan: Scan?, _ input: String?,
            _ rows: HistoryRows?, knowsMemory: Bool
        ) {
            self.knowsMemory = knowsMemory
            self.dispatcher = dispatcher
            self.resolution = resolution
            self.scan = scan
            self.input = input
            self.rows = rows
            progress = ListProgress(mask: resolution.reading.secretMask)
        }

        /// The result of the next action; nil after the last one, and when the task is cancelled.
        func next() async -> Outcome? {
            guard place < resolution.actions.count, !Task.isCancelled else { return nil }
            let place = place
            self.place += 1
            let action = resolution.actions[place]
            if !knowsMemory, action.isOfRemembering { return dispatcher.withoutMemory(action).at(place) }
            let context = ActionContext(
                resolution: resolution, scan: scan, input: input, outcomes: progress.outcomes[action.rule] ?? [],
                rows: rows
            ).hiding(progress.mask)
            let done = await dispatcher.outcome(of: action, progress, context)
            progress.note(done.outcome, mask: done.mask)
            return dispatcher.shown(done, at: place)
        }
    }

    /// The unmasked outcome of an action, for later actions of its rule, and the mask for its secrets.
    private struct Performed {
        let outcome: Outcome
        let mask: SecretMask
    }

    /// The outcome for the caller of the action at this place in its resolution.
    private func shown(_ done: Performed, at place: Int? = nil) -> Outcome {
        let outcome = showsSecrets ? done.outcome : done.outcome.masked(by: done.mask)
        return outcome.at(place)
    }

    private func outcome(of action: Action, _ progress: ListProgress, _ context: ActionContext) async -> Performed {
        func undone(_ status: Outcome.Status, _ message: String) -> Performed {
            Performed(outcome: Outcome(action: action, status: status, message: message), mask: context.mask)
        }
        if let (status, message) = progress.omission(of: action) { return undone(status, message) }
        guard let completed = action.completed(with: progress.results[action.rule] ?? [:]) else {
            return undone(.notNeeded, "its condition is false")
        }
        return await performed(completed, context)
    }

    /// Performs one action that needs no results of others. It fails where its rules use earlier scans or session
    /// values, as with `performAll(_:scan:input:)`. The context is what the plugin may know of the code.
    package func perform(_ action: Action, in context: ActionContext = .none) async -> Outcome {
        action.isOfRemembering ? withoutMemory(action) : shown(await performed(action, context))
    }

    /// The outcome of an action whose rules need the history.
    private func withoutMemory(_ action: Action) -> Outcome {
        let message =
            "its rules use earlier scans or session values, which a dispatcher does not know: perform them with a Desk"
        return Outcome(action: action.redacted, status: .failed, message: message)
    }

    private func performed(_ action: Action, _ context: ActionContext) async -> Performed {
        func came(
            _ status: Outcome.Status, _ message: String, _ mask: SecretMask, results: [Action.Argument] = []
        ) -> Performed {
            Performed(outcome: Outcome(action: action, status: status, message: message, results: results), mask: mask)
        }
        guard action.awaitedResults.isEmpty else {
            return came(.failed, "it waits for the results of other actions", context.mask)
        }
        if let problem = action.problem { return came(.failed, problem, context.mask) }
        guard let plugin = plugins[action.name] else {
            return came(.failed, "no plugin has an action '\(action.name)'", context.mask)
        }
        let mask = codeSecrets.note(context.mask.hiding(action, plugin.signature))
        if let refusal = await refusal(of: action, plugin.signature, context.hiding(mask)) {
            return came(.notAllowed, refusal, mask)
        }
        let attempt: Attempt
        if let period = action.retry, let outbox {
            // Not what actions have received: names of users are in it, too.
            let own = context.resolution?.reading.secretMask ?? .none
            if action.revealsCode(to: plugin.signature, own) {
                attempt = await self.attempt(action, plugin, context, mask).because(
                    "it is not kept, because it has a secret of the code")
            } else {
                attempt = await outbox.send(action, for: period, scan: context.rows?.key, by: sendKept)
            }
        } else {
            attempt = await self.attempt(action, plugin, context, mask)
        }
        return came(attempt.status, attempt.message, mask, results: attempt.results)
    }

    /// Sends an action that is kept. Its policy may have changed since it was allowed.
    @Sendable package func sendKept(_ action: Action, key: String) async -> Attempt {
        guard let plugin = plugins[action.name] else {
            return Attempt(.failed, "no plugin has an action '\(action.name)'", mayPass: true)
        }
        let ruling = policy.ruling(for: plugin.signature)
        guard ruling.decision != .deny else {
            return Attempt(.notAllowed, ruling.refusal(of: action.name), mayPass: true)
        }
        var context = ActionContext.none
        context.idempotencyKey = key
        return await attempt(action, plugin, context, codeSecrets.note(.none))
    }

    /// Performs an action that is allowed.
    private func attempt(
        _ action: Action, _ plugin: any ActionPlugin, _ context: ActionContext, _ mask: SecretMask
    ) async -> Attempt {
        let limit = plugin.timeLimit(for: action) ?? timeLimit
        // Secrets of rules are never passed on, not even to later actions. Those of the code are, but are not shown.
        var secrets = SecretMask.none
        do {
            let revealed: Action
            (revealed, secrets) = try self.revealed(action, plugin.signature)
            secrets = ruleSecrets.note(secrets)
            let context = context.hiding(mask.and(secrets)).allowing { name in
                plugins[name].map { policy.decision(for: $0.signature) == .allow } ?? false
            }
            let result = try await withTimeLimit(limit) { try await plugin.perform(revealed, in: context) }
            return Attempt(.done, secrets.masked(result.message), results: result.fields.map { secrets.masked($0) })
        } catch is TimeLimitExceeded {
            return Attempt(.timedOut, "not done after \(limit)", mayPass: true)
        } catch is CancellationError {
            return Attempt(.failed, "it was cancelled", mayPass: true)
        } catch let error as any MaskedError {
            return Attempt(.failed, error.description(hiding: showsSecrets ? secrets : mask.and(secrets)))
        } catch {
            let passing = error as? any PassingError
            return Attempt(
                .failed, secrets.masked("\(error)"), mayPass: passing?.mayPass ?? false, pause: passing?.pause)
        }
    }

    /// The action with its secrets filled in, and these. One that asks several services may continue without some.
    private func revealed(
        _ action: Action, _ signature: ActionSignature
    ) throws -> (action: Action, secrets: SecretMask) {
        var failure: (any Error)?
        var values: [String] = []
        let known = { (name: String) -> String? in
            do {
                let value = try secret(name)
                if let value { values.append(value) }
                return value
            } catch {
                failure = failure ?? error
                return nil
            }
        }
        let asksServices = signature.parameters.contains { $0.type == .service }
        let revealed = asksServices ? action.revealingKnown(known) : try? action.revealed(known)
        if let failure { throw failure }
        return (try revealed ?? action.revealed(known), SecretMask(values))
    }

    /// Why an action must not be performed; nil when it may be.
    private func refusal(of action: Action, _ signature: ActionSignature, _ context: ActionContext) async -> String? {
        if replies.hasStopped { return "the actions were stopped before it" }
        if let refusal = Self.certainRefusal(of: action, signature) { return refusal }
        // It touches nothing, and a code that should be refused must not pass because someone said no to that.
        if action.refuses { return nil }
        let ruling = ruling(for: signature, action)
        switch decision(ruling, action) {
        case .allow: return nil
        case .deny: return ruling.refusal(of: signature.name)
        case .ask: break
        }
        guard let confirm else {
            let doubts = Self.doubts(action.linkVerdict)
            let remedy =
                action.requiresConfirmation || !doubts.isEmpty
                ? ": \(((action.requiresConfirmation ? ["its rule requires confirmation"] : []) + doubts).joined(separator: "; "))"
                : "; " + remedy(signature.name, ruling.settings)
            return "it needs confirmation, and \(missingConfirm)\(remedy)"
        }
        if isAnswered(action) { return nil }
        let question = question(action, ruling, context)
        let reply =
            if let document = DocumentQuestions.current {
                await document.reply(to: question, by: confirm)
            } else {
                await confirm(question)
            }
        replies.note(reply, to: Self.answered(action))
        switch reply {
        case .yes, .always, .keep: return nil
        case .no: return "the answer was no"
        case .stop: return "the answer was to stop"
        case .unanswered(let reason): return reason
        }
    }

    /// Why an action must not be performed, whatever the policy and the user say; nil where that depends on them.
    private static func certainRefusal(of action: Action, _ signature: ActionSignature) -> String? {
        if let link = action.linkVerdict, link.decision == .deny {
            return link.reasons.filter { $0.decision == .deny }.map(\.description).joined(separator: "; ")
        }
        // Others who can write the rule could start any program as this user, or send a secret to a host of theirs. A
        // user does not see that in a question.
        if let writers = action.distrust {
            let privileges = [
                signature.effects.contains(.process) ? "starts no program" : nil,
                action.namesSecret ? "gets no secret" : nil,
            ].compactMap(\.self)
            if !privileges.isEmpty {
                return
                    "other users can write its rule file, so it \(privileges.joined(separator: " and ")): \(writers)"
            }
        }
        return nil
    }

    /// The ruling of the policy; a consent of the user makes `allow` of `ask`.
    private func ruling(for signature: ActionSignature, _ action: Action) -> Policy.Ruling {
        let ruling = policy.ruling(for: signature)
        guard ruling.decision == .ask, policy.hasConsent(to: action) else { return ruling }
        return Policy.Ruling(.allow, ruling.settings)
    }

    private func decision(_ ruling: Policy.Ruling, _ action: Action) -> Decision {
        max(ruling.decision, action.linkVerdict?.decision ?? .allow, action.requiresConfirmation ? .ask : .allow)
    }

    private static func doubts(_ link: LinkVerdict?) -> [String] {
        (link?.reasons ?? []).filter { $0.decision == .ask }.map(\.description)
    }

    /// What a remembered reply applies to. What an action does is seen from its rule, not from its name alone.
    private static func answered(_ action: Action) -> String { "\(action.name) of \(action.rule)" }

    private func isAnswered(_ action: Action) -> Bool {
        !action.requiresConfirmation && Self.doubts(action.linkVerdict).isEmpty
            && replies.allows(action, Self.answered(action))
    }

    private func question(_ action: Action, _ ruling: Policy.Ruling, _ context: ActionContext) -> ActionQuestion {
        var causes = ruling.decision == .ask ? ["the policy asks for \(ruling.settings.joined(separator: ", "))"] : []
        if action.requiresConfirmation { causes.append("its rule requires confirmation") }
        var question = ActionQuestion(
            action: action.redacted.masked(by: context.mask), link: action.linkVerdict, causes: causes,
            code: context.resolution?.reading.shownText, input: context.input.map { context.mask.masked($0) })
        question.causeNames =
            (ruling.decision == .ask ? ruling.settings.map { "policy-\($0)" } : [])
            + (action.requiresConfirmation ? ["rule-asks"] : [])
        if policy.takesConsents, !action.requiresConfirmation, Self.doubts(action.linkVerdict).isEmpty {
            question.consents = Consent.offers(for: action)
        }
        return question
    }

    /// Whether the user has answered that nothing more is to be done.
    package var hasStopped: Bool { replies.hasStopped }

    /// Performs the actions of the codes of one document, whose resolutions are asked for with the first question, and
    /// asks their questions together.
    package func asOneDocument<Value, Failure: Error>(
        of count: Int, _ resolutions: @escaping @Sendable () -> [Resolution], input: String?,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard confirm != nil, count > 1 else { return try await work() }
        let questions = DocumentQuestions { [self] in resolutions().flatMap { planned($0, input) } }
        let result = await DocumentQuestions.$current.withValue(questions) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The questions for those actions of a resolution that need no results of others.
    private func planned(_ resolution: Resolution, _ input: String?) -> [ActionQuestion] {
        var questions: [ActionQuestion] = []
        let context = ActionContext(
            resolution: resolution, scan: nil, input: input, outcomes: [], rows: nil
        ).hiding(resolution.reading.secretMask)
        for action in resolution.actions
        where !action.isOtherwise && action.awaitedResults.isEmpty && action.problem == nil {
            guard !action.refuses, let completed = action.completed(with: [:]), let plugin = plugins[action.name] else {
                continue
            }
            let ruling = ruling(for: plugin.signature, completed)
            guard Self.certainRefusal(of: completed, plugin.signature) == nil, decision(ruling, completed) == .ask,
                !isAnswered(completed)
            else { continue }
            let mask = context.mask.hiding(completed, plugin.signature)
            questions.append(question(completed, ruling, context.hiding(mask)))
        }
        return questions
    }

    /// What allows an action in advance: the action by its name, or the settings that ask for it.
    private static func remedy(allowing name: String, _ settings: [String]) -> String {
        let byName = "set(action: \"\(name)\", to: .allow)"
        let others = settings == [name] ? [] : settings.map { "set(.\($0), to: .allow)" }
        return "\(([byName] + others).joined(separator: " or ")) of its policy allows it in advance"
    }

    private struct TimeLimitExceeded: Error {}

    /// The result of the work, or `TimeLimitExceeded` when the time is over first. Then the work is cancelled and not
    /// waited for: a plugin that ignores cancellation must not block the others.
    private func withTimeLimit(
        _ timeLimit: Duration, _ work: @escaping @Sendable () async throws -> ActionResult
    ) async throws -> ActionResult {
        let race = FirstResult<Result<ActionResult, any Error>>()
        let worker = underWay.begin {
            do { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
        }
        guard let worker else { throw CancellationError() }
        let deadline = deadlines.add(timeLimit) { race.finish(.failure(TimeLimitExceeded())) }
        defer {
            worker.cancel()
            deadlines.remove(deadline)
        }
        return try await withTaskCancellationHandler {
            await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
        }.get()
    }
}

/// The replies that count for later questions, as long as a dispatcher and its copies live.
final class RememberedReplies: Sendable {
    private struct State {
        var allowed: Set<String> = []
        var consents: Set<Consent> = []
        var hasStopped = false
    }

    private let state = Mutex(State())

    /// Whether nothing more is to be done.
    var hasStopped: Bool { state.withLock { $0.hasStopped } }

    func allows(_ action: Action, _ name: String) -> Bool {
        state.withLock { state in state.allowed.contains(name) || state.consents.contains { $0.covers(action) } }
    }

    func note(_ reply: ActionReply, to action: String) {
        state.withLock { state in
            switch reply {
            case .always: state.allowed.insert(action)
            case .keep(let consent): state.consents.insert(consent)
            case .stop: state.hasStopped = true
            case .yes, .no, .unanswered: break
            }
        }
    }
}
