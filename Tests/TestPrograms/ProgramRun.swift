internal import Foundation

/// What a program that has ended left behind.
public struct ProgramRun: Sendable {
    public let bytes: [UInt8]
    public let errorBytes: [UInt8]
    /// The exit status, or the negative of the signal that ended it.
    public let status: Int32

    /// Standard output as text; what is not UTF-8 is replaced.
    public var output: String { String(decoding: bytes, as: UTF8.self) }
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    /// The lines of the output without their line feeds.
    public var lines: [String] {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// A program hung and was killed.
public struct ProgramHung: Error {
    public let program: String
}

/// Runs a program to its end.
///
/// Its standard streams are files, so none of them can fill up and block it. A program that hangs is killed after 20 minutes,
/// so that the run ends; that is no measure of how long a program may take on a busy machine.
///
/// - Parameters:
///   - program: a path, or a name to be looked for on the PATH.
///   - environment: the whole of it, but for PATH, which is ours where it is not given.
public func run(
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
    process.standardInput = try FileHandle(forReadingFrom: scratch.url("in"))
    process.standardOutput = try FileHandle(forWritingTo: scratch.url("out"))
    process.standardError = try FileHandle(forWritingTo: scratch.url("err"))
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
