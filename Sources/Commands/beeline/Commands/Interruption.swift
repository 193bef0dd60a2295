import BeelineSupport
import BeelineWorkers
import Dispatch
import Glibc
import Synchronization

/// Signals that end this program, after cleanup. Programs that it started are in their own sessions, where no signal of
/// the terminal reaches them.
enum Interruption {
    private static let hasCome = Mutex(false)

    /// Runs `close` when SIGINT, SIGTERM or SIGHUP first arrives, after which the program should end by itself; the
    /// second signal ends it. Without `close` the first one does. Must be called while there is only one thread.
    static func first(closing close: (@Sendable () -> Void)? = nil, then work: @escaping @Sendable () async -> Void) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // A signal that the parent process has ignored (nohup) stays ignored.
            var action = sigaction()
            let isIgnored =
                sigaction(number, nil, &action) == 0
                && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
            if !isIgnored { sigaddset(&signals, number) }
        }
        // Blocked in this thread and all later ones, so that the waiting thread gets them.
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

    /// Waits without end once a signal has arrived: the signal must end the program, and not the work that it stopped.
    static func hold() async {
        while hasCome.withLock(\.self) { try? await Task.sleep(for: .seconds(60)) }
    }

    /// The same, outside of tasks.
    static func holdThread() {
        while hasCome.withLock(\.self) { pause() }
    }
}

/// Runs asynchronous work to its end as `runBlocking` does, and then closes a pool of workers.
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
