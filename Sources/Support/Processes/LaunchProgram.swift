internal import Dispatch

/// Starts a program that may outlive us, such as a browser, and waits a while for its end.
///
/// It reads nothing, and what it says goes to our standard error. When nobody waits for it any more it goes on by itself.
///
/// - Parameters:
///   - path: no folder is searched for it, and no shell ever sees it.
///   - environment: all of it. Default: `sessionEnvironment()`.
///   - patience: how long to wait.
/// - Returns: how it ended; nil when it had not ended by then.
/// - Throws: `ProgramError`; `.cancelled` when the task was cancelled, and the program goes on.
package func launchProgram(
    _ path: String, _ arguments: [String], environment: [String: String] = sessionEnvironment(), patience: Duration
) async throws(ProgramError) -> ProgramEnd? {
    let cancellation = try WakeUp(for: path)
    let process = try ChildProcess(
        ProgramStart(
            path: path, arguments: arguments, environment: environment, output: .ourErrorOutput,
            errorOutput: .ourErrorOutput))
    let deadline = ContinuousClock.now + patience
    let wasCancelled = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "beeline.program").async {
                continuation.resume(returning: isCancelled(cancellation, before: process, until: deadline))
            }
        }
    } onCancel: {
        cancellation()
    }
    if let end = process.ended() { return end }
    if wasCancelled { throw .cancelled(program: path) }
    return nil
}

/// Blocks this thread until the program has ended, or until the deadline, or until it is cancelled.
private func isCancelled(
    _ cancellation: WakeUp, before process: ChildProcess, until deadline: ContinuousClock.Instant
) -> Bool {
    while process.ended() == nil, .now < deadline {
        var awaited = [process.awaitsEnd, .reading(cancellation.descriptor.number)]
        wait(for: &awaited, until: process.looksAgain.map { min($0, deadline) } ?? deadline)
        if awaited[1].isReady { return true }
    }
    return false
}
