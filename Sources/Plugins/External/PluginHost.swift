internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import Dispatch
internal import Synchronization

/// Asks one plugin outside of this program, which it starts with the first request and keeps; when it is let go, the plugin
/// ends.
///
/// The requests of all callers meet in `RequestQueue`; one thread, `PluginThread`, writes them and reads the answers, many
/// at a time.
package final class PluginHost: Sendable {
    private let link: PluginLink

    init(_ folder: PluginFolder, show: @escaping PluginStderr.Show) { link = PluginLink(folder, show) }

    deinit { link.end() }

    /// How long an answer may take, from when the program gets the request.
    var timeLimit: Duration { link.folder.manifest.timeLimit }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - mask: hides what the plugin is told in secret, where it says that on its standard error.
    ///   - isSample: whether nothing is to be done, as when a plugin is checked.
    /// - Throws: `ExternalPluginError`; `CancellationError`.
    func perform(_ action: Action, hiding mask: SecretMask = .none, isSample: Bool = false) async throws -> ActionResult
    {
        if !mask.isEmpty { link.told.note(mask) }
        let rest = PluginProtocol.rest(of: action, isSample: isSample)
        guard rest.count + 64 <= PluginProtocol.longestLine else {
            throw ExternalPluginError.requestTooLong(plugin: link.name, limit: PluginProtocol.longestLine)
        }
        let id = link.traffic.withLock { $0.nextID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                link.add(id, waiter, rest)
                // What was cancelled before it was added has found nothing to cancel.
                if Task.isCancelled { link.cancel(id) }
            }
        } onCancel: {
            link.cancel(id)
        }
    }

    /// Ends the plugin, and waits for its end: its input is closed; if that is not enough, it is sent SIGTERM, and then
    /// SIGKILL. Requests that are on their way fail.
    ///
    /// - Returns: whether it ended when its input did, without a signal; nil when it did not run.
    func end() async -> Bool? {
        await withCheckedContinuation { ender in
            let isOver = link.traffic.withLock { traffic in
                switch traffic.phase {
                case .unused, .ended: return true
                case .running, .ending:
                    traffic.enders.append(ender)
                    return false
                }
            }
            link.end()
            if isOver { ender.resume(returning: link.traffic.withLock { $0.endedByItself }) }
        }
    }
}

/// What a host and the thread of its plugin share.
final class PluginLink: Sendable {
    let folder: PluginFolder
    let show: PluginStderr.Show
    let traffic: Mutex<RequestQueue>
    /// What it was told in secret.
    let told = ToldSecrets()

    var name: String { folder.manifest.name }

    init(_ folder: PluginFolder, _ show: @escaping PluginStderr.Show) {
        self.folder = folder
        self.show = show
        traffic = Mutex(RequestQueue(timeLimit: folder.manifest.timeLimit, inFlight: folder.manifest.inFlight))
    }

    func add(_ id: Int, _ waiter: RequestQueue.Waiter, _ rest: ArraySlice<UInt8>) {
        let refusal = traffic.withLock { traffic -> ExternalPluginError? in
            switch traffic.phase {
            case .ending, .ended: return .ended(plugin: name)
            case .unused:
                do throws(ProgramError) {
                    traffic.wakeUp = try WakeUp(for: folder.program)
                } catch {
                    return .notStarted(plugin: name, error)
                }
                traffic.phase = .running
                startThread()
            case .running: break
            }
            traffic.add(id, waiter, rest)
            wake(&traffic)
            return nil
        }
        if let refusal { waiter.resume(throwing: refusal) }
    }

    func cancel(_ id: Int) {
        traffic.withLock { $0.abandon(id) }?.resume(throwing: CancellationError())
    }

    /// Has the plugin end, if it runs, and refuses all further requests.
    func end() {
        traffic.withLock { traffic in
            switch traffic.phase {
            case .unused: traffic.phase = .ended
            case .running: traffic.phase = .ending
            case .ending, .ended: break
            }
            traffic.wakeUp?()
        }
    }

    private func wake(_ traffic: inout RequestQueue) {
        guard traffic.isAsleep else { return }
        traffic.isAsleep = false
        traffic.wakeUp?()
    }

    private func startThread() {
        // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
        DispatchQueue(label: "beeline.plugin").async { [self] in
            var thread = PluginThread(self)
            thread.run()
        }
    }
}
