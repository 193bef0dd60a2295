internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// What a program that has ended left behind.
package struct ProgramRun: Sendable {
    package let bytes: [UInt8]
    package let errorBytes: [UInt8]
    /// The exit status, or the negative of the signal that ended it.
    package let status: Int32

    /// Standard output as text; what is not UTF-8 is replaced.
    package var output: String { String(decoding: bytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    /// The lines of the output without their line feeds.
    package var lines: [String] {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// A program hung and was killed.
package struct ProgramHung: Error {
    package let program: String
}

/// Runs a program to its end.
///
/// Its standard streams are files, so none of them can fill up and block it. A program that hangs is killed after 20 minutes,
/// so that the run ends; that does not limit how long a program may take on a busy machine.
///
/// - Parameters:
///   - program: a path, or a name to be looked for on the PATH.
///   - environment: the whole of it, but for PATH, which is ours where it is not given.
package func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String] = [:],
    folder: String? = nil
) async throws -> ProgramRun {
    await Gate.programs.enter()
    let result: Result<ProgramRun, any Error>
    do {
        result = .success(
            try await runNow(program, arguments, input, environment, folder))
    } catch {
        result = .failure(error)
    }
    await Gate.programs.leave()
    return try result.get()
}

private func runNow(
    _ program: String, _ arguments: [String], _ input: [UInt8], _ environment: [String: String], _ folder: String?
) async throws -> ProgramRun {
    let scratch = try TemporaryFolder()
    try scratch.write("in", input)
    try scratch.write("out", [])
    try scratch.write("err", [])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? arguments : [program] + arguments
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": path].merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let source = try FileHandle(forReadingFrom: scratch.url("in"))
    let (output, errors) = try (
        FileHandle(forWritingTo: scratch.url("out")), FileHandle(forWritingTo: scratch.url("err"))
    )
    // Foundation keeps a process that has ended, and its streams with it. The start of a program takes longer the more files
    // are open, and fails with some thousands.
    defer { for handle in [source, output, errors] { try? handle.close() } }
    (process.standardInput, process.standardOutput, process.standardError) = (source, output, errors)
    let watchdog = Watchdog()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do {
            try process.run()
            watchdog.watch(process.processIdentifier, seconds: 20 * 60)
        } catch {
            process.terminationHandler = nil
            continuation.resume(throwing: error)
        }
    }
    if watchdog.end() { throw ProgramHung(program: ([program] + arguments).joined(separator: " ")) }
    return ProgramRun(
        bytes: try scratch.read("out"), errorBytes: try scratch.read("err"),
        status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
}

/// Limits how many programs run at a time: tests start all at once.
private actor Gate {
    static let programs = Gate(places: 4)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Kills a process that hangs.
private final class Watchdog: Sendable {
    private enum State {
        case watching
        case bitten
        case ended
    }

    private let state = Mutex(State.watching)

    func watch(_ pid: Int32, seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [self] in
            state.withLock { state in
                guard state == .watching else { return }
                state = .bitten
                kill(pid, SIGKILL)
            }
        }
    }

    /// The process has ended.
    ///
    /// - Returns: whether it was killed for it.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .ended }
            return state == .bitten
        }
    }
}
