internal import Dispatch

/// Runs a program to its end.
///
/// It is started in a session of its own, without a shell, with the three standard streams and nothing else open. What it
/// leaves running in the background goes on, unless time is over or the task is cancelled: then all that it started is
/// ended with it (SIGTERM, a second later SIGKILL), be it in sessions of its own. So it is when this program is killed.
///
/// - Throws: `ProgramError`. How the program ended is no error here; see `ProgramResult.end`.
package func runProgram(_ request: ProgramRequest) async throws(ProgramError) -> ProgramResult {
    let cancellation = try WakeUp(for: request.path)
    guard !Task.isCancelled else { throw .cancelled(program: request.path) }
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
            DispatchQueue(label: "beeline.program").async {
                continuation.resume(returning: runBlocking(request, cancellation))
            }
        }
    } onCancel: {
        cancellation()
    }
    return try result.get()
}

private func runBlocking(_ request: ProgramRequest, _ cancellation: WakeUp) -> Result<ProgramResult, ProgramError> {
    Result { () throws(ProgramError) in
        var run = try ProgramRun(request)
        return try run.finish(cancellation)
    }
}

/// A program that runs, with what it is still to read and what it has said so far.
private struct ProgramRun: ~Copyable {
    private let request: ProgramRequest
    private let deadline: ContinuousClock.Instant
    private let process: ChildProcess
    private var input: Descriptor?
    private var written = 0
    private var output: CappedOutput
    private var errorOutput: CappedOutput

    init(_ request: ProgramRequest) throws(ProgramError) {
        self.request = request
        deadline = .now + request.timeLimit
        var start = ProgramStart(
            path: request.path, arguments: request.arguments, environment: request.environment, folder: request.folder,
            group: .kept(whole: false))
        let input = try Pipe(for: request.path)
        let output = try Pipe(for: request.path)
        let errorOutput = try Pipe(for: request.path)
        if !request.input.isEmpty { start.input = .descriptor(input.reading.number) }
        if request.outputLimit > 0 {
            start.output = .descriptor(output.writing.number)
            start.errorOutput = .descriptor(errorOutput.writing.number)
        }
        process = try ChildProcess(start)
        self.input = input.keepWriting().withoutBlocking()
        self.output = CappedOutput(output.keepReading(), limit: request.outputLimit)
        self.errorOutput = CappedOutput(errorOutput.keepReading(), limit: request.outputLimit)
        if request.input.isEmpty { self.input = nil }
    }

    mutating func finish(_ cancellation: WakeUp) throws(ProgramError) -> ProgramResult {
        while true {
            var awaited = [
                process.awaitsEnd, .reading(output.number), .reading(errorOutput.number),
                .writing(input.number), .reading(cancellation.descriptor.number),
            ]
            wait(for: &awaited, until: process.looksAgain.map { min($0, deadline) } ?? deadline)
            if awaited[1].isReady { output.read() }
            if awaited[2].isReady { errorOutput.read() }
            if awaited[3].isReady { write() }
            if let end = process.ended() { return result(end) }
            if awaited[4].isReady {
                process.stop()
                throw .cancelled(program: request.path)
            }
            if .now >= deadline {
                process.stop()
                throw .timedOut(program: request.path, limit: request.timeLimit)
            }
        }
    }

    private mutating func write() {
        let answer = request.input.withUnsafeBytes { bytes in
            input?.writeAvailable(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(written)))
        }
        switch answer {
        case .written(let count): written += count
        case .closed, nil: written = request.input.count
        }
        if written == request.input.count { input = nil }
    }

    /// What it has said is all there; whoever still holds its output says nothing more for it.
    private mutating func result(_ end: ProgramEnd) -> ProgramResult {
        output.readRest()
        errorOutput.readRest()
        return ProgramResult(
            end: end, output: output.bytes, errorOutput: errorOutput.bytes, isOutputCut: output.isCut,
            isErrorOutputCut: errorOutput.isCut)
    }
}
