internal import CLinux
internal import Dispatch
internal import Glibc

/// Runs a program to its end.
///
/// It is started in a session of its own, without a shell, with the three standard streams and nothing else open. What
/// it leaves running in the background continues, unless time is over or the task is cancelled: then all that it
/// started is ended with it (SIGTERM, a second later SIGKILL), even in sessions of its own. The same happens when this
/// program is killed.
///
///     let sort = ProgramStart(path: "/usr/bin/sort", arguments: ["-u"])
///     let result = try await runProgram(sort, input: Array("b\na\nb\n".utf8), timeLimit: .seconds(5))
///     result.end        // .exited(0)
///     result.output     // "a\nb\n" as bytes
///
/// - Parameters:
///   - start: its streams and its group are replaced.
///   - input: what it reads on its standard input, which ends after that.
///   - outputLimit: how many bytes are kept of its output, and as many of its error output; what is beyond is thrown
///     away. Default: 1 MiB. With 0 it has no output at all: a program that continues in the background gets no error
///     from it.
///   - timeLimit: how long it may take. Default: 30 seconds.
/// - Throws: `ProgramError`. The exit status is not an error here; see `ProgramResult.end`.
package func runProgram(
    _ start: ProgramStart, input: [UInt8] = [], outputLimit: Int = 1 << 20, timeLimit: Duration = .seconds(30)
) async throws(ProgramError) -> ProgramResult {
    let cancellation = try WakeUp(for: start.path)
    guard !Task.isCancelled else { throw .cancelled(program: start.path) }
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
            DispatchQueue(label: "beeline.program").async {
                continuation.resume(
                    returning: Result { () throws(ProgramError) in
                        var run = try ProgramRun(start, input: input, outputLimit: outputLimit, timeLimit: timeLimit)
                        return try run.finish(cancellation)
                    })
            }
        }
    } onCancel: {
        cancellation()
    }
    return try result.get()
}

/// A running program with its pending input and its output so far.
private struct ProgramRun: ~Copyable {
    private let path: String
    private let timeLimit: Duration
    private let deadline: ContinuousClock.Instant
    private let process: ChildProcess
    private var input: Descriptor?
    /// What goes there.
    private let text: [UInt8]
    private var written = 0
    private var output: CappedOutput
    private var errorOutput: CappedOutput

    init(_ start: ProgramStart, input text: [UInt8], outputLimit: Int, timeLimit: Duration) throws(ProgramError) {
        path = start.path
        self.timeLimit = timeLimit
        self.text = text
        deadline = .now + timeLimit
        var start = start
        start.group = .kept(whole: false)
        let input = try Pipe(for: path)
        let output = try Pipe(for: path)
        let errorOutput = try Pipe(for: path)
        if !text.isEmpty { start.input = .descriptor(input.reading.number) }
        if outputLimit > 0 {
            start.output = .descriptor(output.writing.number)
            start.errorOutput = .descriptor(errorOutput.writing.number)
        }
        process = try ChildProcess(start)
        self.input = input.keepWriting().withoutBlocking()
        self.output = CappedOutput(output.keepReading(), limit: outputLimit)
        self.errorOutput = CappedOutput(errorOutput.keepReading(), limit: outputLimit)
        if text.isEmpty { self.input = nil }
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
                throw .cancelled(program: path)
            }
            if .now >= deadline {
                process.stop()
                throw .timedOut(program: path, limit: timeLimit)
            }
        }
    }

    private mutating func write() {
        let answer = text.withUnsafeBytes { bytes in
            input?.writeAvailable(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(written)))
        }
        switch answer {
        case .written(let count): written += count
        case .closed, nil: written = text.count
        }
        if written == text.count { input = nil }
    }

    /// Its output is complete; a process that still has its output open adds nothing to it.
    private mutating func result(_ end: ProgramEnd) -> ProgramResult {
        output.readRest()
        errorOutput.readRest()
        return ProgramResult(
            end: end, output: output.bytes, errorOutput: errorOutput.bytes, isOutputCut: output.isCut,
            isErrorOutputCut: errorOutput.isCut)
    }
}

/// The result of a program: how it ended, and its output.
package struct ProgramResult: Hashable, Sendable {
    package let end: ProgramEnd
    package let output: [UInt8]
    package let errorOutput: [UInt8]
    package let isOutputCut: Bool
    package let isErrorOutputCut: Bool
}

/// The output of a program on one of its streams, up to a limit.
struct CappedOutput: ~Copyable {
    private(set) var bytes: [UInt8] = []
    private(set) var isCut = false
    private let limit: Int
    private var source: Descriptor?

    /// As much as a pipe can contain when a program ends (Linux: 64 KiB, for users at most 1 MiB).
    private static let mostInPipe = 1 << 20
    private static let chunk = 1 << 16

    init(_ source: consuming Descriptor, limit: Int) {
        self.source = source.withoutBlocking()
        self.limit = limit
    }

    /// The descriptor to wait for; nil when nothing comes any more.
    var number: Int32? { source.number }

    /// Reads what is there, once, and returns how many bytes that was; nil: nothing, or nothing ever again.
    @discardableResult
    mutating func read() -> Int? {
        var answer = ReadAnswer.over
        let fresh = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            answer = source?.readAvailable(into: UnsafeMutableRawBufferPointer(buffer)) ?? .over
            if case .bytes(let read) = answer { count = read }
        }
        switch answer {
        case .bytes(let count):
            // What is beyond the limit is read anyway, so that the program does not wait for ever.
            let kept = min(count, limit - bytes.count)
            bytes.append(contentsOf: fresh.prefix(kept))
            if kept < count { isCut = true }
            return count
        case .nothingYet: return nil
        case .over:
            source = nil
            return nil
        }
    }

    /// Reads what is left once the program has ended; others who write into the same pipe cannot prolong it for ever.
    mutating func readRest() {
        var rest = Self.mostInPipe
        while rest > 0, let count = read() { rest -= count }
        source = nil
    }
}

/// Starts a program that may outlive us, such as a browser, and waits a while for its end: nil when it has not ended by
/// then. No folder is searched for it, and no shell ever sees it. It reads nothing. The beginning of what it says is
/// returned. After that it continues by itself, also when the task was cancelled: `.cancelled`.
package func launchProgram(
    _ path: String, _ arguments: [String], environment: [String: String] = sessionEnvironment(), patience: Duration
) async throws(ProgramError) -> (end: ProgramEnd, said: [UInt8])? {
    let cancellation = try WakeUp(for: path)
    // A pipe would break when we end, and with it perhaps a browser. What does not fit into this is refused to it.
    let number = beeline_shared_memory(1 << 16)
    let said = number < 0 ? nil : Descriptor(taking: number)
    let output = number < 0 ? ProgramStart.Stream.nothing : .descriptor(number)
    let process = try ChildProcess(
        ProgramStart(
            path: path, arguments: arguments, environment: environment, output: output, errorOutput: output))
    let deadline = ContinuousClock.now + patience
    let end: ProgramEnd? = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "beeline.program").async {
                continuation.resume(returning: process.waitForEnd(until: deadline, unless: cancellation))
            }
        }
    } onCancel: {
        cancellation()
    }
    guard let end else {
        if Task.isCancelled { throw .cancelled(program: path) }
        return nil
    }
    let text = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        // The position is that of the program, which has written with the same opening of the file.
        guard let file = said.number else { return }
        let written = min(buffer.count, Int(lseek(file, 0, SEEK_CUR)))
        count = written > 0 ? max(0, pread(file, buffer.baseAddress, written, 0)) : 0
    }
    return (end, text)
}

/// A program that runs, with a pipe for each of its standard streams. Our ends of them never block.
package struct PipedProgram: ~Copyable {
    package let process: ChildProcess
    /// Where its input is written; nil once it is closed.
    package private(set) var input: Descriptor?
    /// Where its output is read; nil when nothing comes any more.
    package private(set) var output: Descriptor?
    /// Where its error output is read; nil when nothing comes any more.
    package private(set) var errorOutput: Descriptor?

    /// Starts a program; everything that it starts ends with it. Its streams and its group are replaced.
    package init(_ start: ProgramStart) throws(ProgramError) {
        var start = start
        let input = try Pipe(for: start.path)
        let output = try Pipe(for: start.path)
        let errorOutput = try Pipe(for: start.path)
        start.input = .descriptor(input.reading.number)
        start.output = .descriptor(output.writing.number)
        start.errorOutput = .descriptor(errorOutput.writing.number)
        start.group = .kept(whole: true)
        process = try ChildProcess(start)
        self.input = input.keepWriting().withoutBlocking()
        self.output = output.keepReading().withoutBlocking()
        self.errorOutput = errorOutput.keepReading().withoutBlocking()
    }

    /// Ends its input, so that it knows that nothing more comes. (`program?.input = nil` closes nothing: Swift 6.3.)
    package mutating func closeInput() { input = nil }

    /// Reads no more of its error output.
    package mutating func closeErrorOutput() { errorOutput = nil }
}
