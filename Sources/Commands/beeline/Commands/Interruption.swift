import BeelineSupport
import BeelineWorkers
import Dispatch
import Glibc
import Synchronization

/// A signal that ends this program: what it has begun comes to an end first.
///
/// Programs that it started are in sessions of their own, and no terminal reaches them.
enum Interruption {
    private static let hasCome = Mutex(false)

    /// Has work done when SIGINT, SIGTERM or SIGHUP comes, before the signal takes its way. To be called while there is
    /// one thread only.
    ///
    /// - Parameters:
    ///   - close: called for a first signal, which then does nothing else. The program is to come to its end by itself;
    ///     a second signal takes its way. Nil, the default: the first one does.
    static func first(
        closing close: (@Sendable () -> Void)? = nil, then work: @escaping @Sendable () async -> Void
    ) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // What the one who started us wants ignored (nohup) stays so.
            var action = sigaction()
            let isIgnored =
                sigaction(number, nil, &action) == 0
                && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
            if !isIgnored { sigaddset(&signals, number) }
        }
        // Blocked here, and so in the threads that come after this one, they come to the one that waits for them.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        DispatchQueue(label: "beeline.signals").async {
            var signals = waited
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { return }
            if let close {
                close()
                guard sigwait(&signals, &number) == 0 else { return }
            }
            hasCome.withLock { $0 = true }
            runBlocking { await work() }
            TerminalLines.restoreTerminal()
            signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            kill(getpid(), number)
        }
    }

    /// Goes no further once a signal has come: it is what ends the program, and not its work, which was broken off.
    static func hold() async {
        while hasCome.withLock(\.self) { try? await Task.sleep(for: .seconds(60)) }
    }

    /// The same for what is not a task.
    static func holdThread() {
        while hasCome.withLock(\.self) { pause() }
    }
}

/// Runs asynchronous work to its end as `runBlocking` does, with workers that end with it.
func runBlocking<Value: Sendable, Failure: Error>(
    closing pool: DecodingPool, _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    try runBlocking { () async throws(Failure) in
        do throws(Failure) {
            let value = try await work()
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }
}
