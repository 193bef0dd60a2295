internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A child process, until its exit status is known. When the object is released first, the process continues; its end
/// is then waited for in the background, so that it never stays as a zombie.
package final class ChildProcess: Sendable {
    /// Its process id, which stands for it while its end is not known; of a program with a keeper, the keeper's.
    package let id: Int32
    private let group: ProgramStart.Group
    /// Can be read from once it has ended; nil before Linux 5.3, where the process is polled instead.
    private let handle: Descriptor?
    /// Closed, it has the keeper kill all; nil where there is no keeper.
    private let line: Mutex<Descriptor?>
    /// How it ended. Signals are sent under this lock: an id that was given back may be someone else's by then.
    private let end = Mutex<ProgramEnd?>(nil)

    /// How often to poll where there is no handle.
    private static let lookAgain = Duration.milliseconds(10)

    package init(_ start: ProgramStart) throws(ProgramError) {
        let spawned = try start.spawn()
        id = spawned.id
        line = Mutex(spawned.line)
        group = start.group
        let number = beeline_process_handle(id)
        handle = number >= 0 ? Descriptor(taking: number) : nil
    }

    /// How it ended; nil while it runs.
    package func ended() -> ProgramEnd? {
        end.withLock { end in
            if end == nil { end = reap(waiting: false) }
            return end
        }
    }

    /// Sends it a signal, and all that it started unless that has gone its own way. One that has ended gets none.
    package func send(_ signal: Int32) {
        end.withLock { end in
            guard end == nil else { return }
            switch group {
            case .own: kill(-id, signal)
            case .ours: kill(id, signal)
            // The keeper itself is not to be killed: who would end the others then?
            case .kept where signal == SIGKILL: line.withLock { $0 = nil }
            case .kept: kill(id, signal)
            }
        }
    }

    /// Blocks this thread until it has ended, the deadline, or the wait is cancelled. Nil when it still runs.
    package func waitForEnd(
        until deadline: ContinuousClock.Instant, unless cancellation: WakeUp? = nil
    ) -> ProgramEnd? {
        waitForOver(until: deadline, unless: cancellation)
        return ended()
    }

    /// Ends it, and all of its group; blocks this thread for as long as that takes. It may end by itself within
    /// `patience`, as most do when their input ends; it gets SIGTERM then, and SIGKILL after `grace`.
    @discardableResult
    package func stop(patience: Duration = .zero, grace: Duration = .seconds(1)) -> ProgramEnd {
        if patience > .zero { waitForOver(until: .now + patience) }
        if !isOver {
            send(SIGTERM)
            waitForOver(until: .now + grace)
        }
        // Before its end is asked for: only until then its id is its own. What it started may still be there.
        if group == .own || !isOver { send(SIGKILL) }
        return end.withLock { end in
            // Killed programs end, so this waits for only the system. -1: someone else has asked for its end.
            let known = end ?? reap(waiting: true) ?? .exited(-1)
            end = known
            return known
        }
    }

    /// Blocks this thread until it has ended, the deadline is there or the wait is cancelled, and returns whether it
    /// has ended. How it ended is still to be asked for, and until then what it started can be sent signals.
    @discardableResult
    package func waitForOver(until deadline: ContinuousClock.Instant, unless cancellation: WakeUp? = nil) -> Bool {
        while !isOver, .now < deadline {
            var awaited = [awaitsEnd, .reading(cancellation?.descriptor.number)]
            wait(for: &awaited, until: looksAgain.map { min($0, deadline) } ?? deadline)
            if awaited[1].isReady { break }
        }
        return isOver
    }

    /// The descriptor to wait for to see its end; see also `looksAgain`.
    package var awaitsEnd: Awaited { .reading(handle.number) }

    /// When to poll for its end, where no descriptor reports it; nil where one does.
    package var looksAgain: ContinuousClock.Instant? { handle.number == nil ? .now + Self.lookAgain : nil }

    /// Whether it has ended. The system keeps its id until someone asks how.
    private var isOver: Bool {
        end.withLock { end in
            if end != nil { return true }
            var answer = siginfo_t()
            let code = waitid(P_PID, id_t(id), &answer, WEXITED | WNOHANG | WNOWAIT)
            // An error says that someone else has asked for its end.
            return code != 0 || answer.si_signo == SIGCHLD
        }
    }

    /// Asks the system for its end, which it says once; nil while it runs. To be called under the lock.
    private func reap(waiting: Bool) -> ProgramEnd? {
        var status: Int32 = 0
        while true {
            let answer = waitpid(id, &status, waiting ? 0 : WNOHANG)
            if answer == id { return ProgramEnd(waitStatus: status) }
            if answer == 0 { return nil }
            // Where a program ignores SIGCHLD, or waits for all its children itself, no more can be known.
            if errno != EINTR { return .exited(-1) }
        }
    }

    deinit {
        guard ended() == nil else { return }
        let id = id
        Task.detached(priority: .background) {
            while waitpid(id, nil, WNOHANG) == 0 { try? await Task.sleep(for: .seconds(1)) }
        }
    }
}

/// A descriptor to wait for.
package struct Awaited {
    fileprivate var entry: pollfd

    /// - Parameter descriptor: nil is never ready.
    package static func reading(_ descriptor: Int32?) -> Awaited {
        Awaited(entry: pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    }

    package static func writing(_ descriptor: Int32?) -> Awaited {
        Awaited(entry: pollfd(fd: descriptor ?? -1, events: Int16(POLLOUT), revents: 0))
    }

    /// Whether reading or writing would not wait, even if there is an error to hear of.
    package var isReady: Bool { entry.revents != 0 }
}

/// Blocks this thread until one of the descriptors is ready, or until the deadline, if there is one.
package func wait(for awaited: inout [Awaited], until deadline: ContinuousClock.Instant?) {
    for index in awaited.indices { awaited[index].entry.revents = 0 }
    let count = nfds_t(awaited.count)
    awaited.withUnsafeMutableBufferPointer { buffer in
        buffer.withMemoryRebound(to: pollfd.self) { entries in
            // A signal ends the wait early, with nothing ready; the caller looks at the time and waits again.
            _ = poll(entries.baseAddress, count, milliseconds(until: deadline))
        }
    }
}

/// The time until then as `poll` wants it, -1 for ever, rounded up: else the wait would end just before it.
private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, deadline - .now).components
    let thousandths = (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(left.seconds, 1_000_000) * 1000 + thousandths)
}
