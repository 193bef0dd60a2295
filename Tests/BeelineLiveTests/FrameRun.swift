import BeelineLive
import BeelineSupport
import Foundation
import Synchronization
import Testing

/// Runs a source on a thread of its own, as a station does, and records what it produces.
struct FrameRun: Sendable {
    enum Happening: Sendable {
        case connected
        case frame(VideoFrame)
        case problem(SourceProblem)
        /// It has returned; with what it threw.
        case ended(SourceError?)
    }

    let happenings: AsyncStream<Happening>
    private let output: SourceOutput
    private let waiting = Waiting()

    /// How many pictures were produced and not yet read. As at a station, there is a limit: each has a descriptor.
    private final class Waiting: Sendable {
        let count = Mutex(0)
        static let most = 200
    }

    init(_ source: any CodeSource) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Happening.self)
        let waiting = waiting
        happenings = stream
        let output = try SourceOutput { event in
            switch event {
            case .connected: continuation.yield(.connected)
            case .frame(let frame):
                let hasRoom = waiting.count.withLock { count in
                    guard count < Waiting.most else { return false }
                    count += 1
                    return true
                }
                if hasRoom { continuation.yield(.frame(frame)) }
            case .problem(let problem): continuation.yield(.problem(problem))
            case .code, .picture, .handled: break
            }
        }
        self.output = output
        Thread.detachNewThread {
            do throws(SourceError) {
                try source.run(output)
                continuation.yield(.ended(nil))
            } catch {
                continuation.yield(.ended(error))
            }
            continuation.finish()
        }
    }

    func stop() { output.stop() }

    /// All that a source has produced until it returned.
    struct Record: Sendable {
        var connections = 0
        var frames: [VideoFrame] = []
        var problems: [SourceProblem] = []
        var error: SourceError?
    }

    /// Waits until the source has returned.
    ///
    /// - Parameter count: with so many frames the source is stopped.
    func finish(stoppingAfter count: Int = .max, atFirst: (@Sendable () -> Void)? = nil) async -> Record {
        var record = Record()
        for await happening in happenings {
            switch happening {
            case .connected: record.connections += 1
            case .frame(let frame):
                waiting.count.withLock { $0 -= 1 }
                record.frames.append(frame)
                if record.frames.count == 1 { atFirst?() }
                if record.frames.count == count { stop() }
            case .problem(let problem): record.problems.append(problem)
            case .ended(let error): record.error = error
            }
        }
        return record
    }
}

/// A program that runs beside a test, and ends with it.
final class Helper: Sendable {
    let process: ChildProcess
    private let output: Descriptor

    init(_ program: String, _ arguments: [String], environment: [String: String] = cleanEnvironment()) throws {
        let path = try #require(Executable.find(program), "\(program) is not installed: Scripts/packages.txt has it")
        let pipe = try Pipe(for: program)
        process = try ChildProcess(
            ProgramStart(
                path: path, arguments: arguments, environment: environment, output: .descriptor(pipe.writing.number),
                errorOutput: .ourErrorOutput, group: .kept(whole: true)))
        output = pipe.keepReading()
    }

    deinit { process.stop() }

    /// Waits for the first line that it writes.
    func line() async throws -> String {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let next = try readOnce(from: output.number, path: "a helper", atMost: 1)
            try #require(!next.isEmpty, "it has ended without a line")
            line += next
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}

/// The processes that run, by what their command lines say.
enum Processes {
    static func running(where isWanted: ([String]) -> Bool) -> [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap(Int32.init).filter { isWanted(commandLine($0)) }
    }

    static func commandLine(_ id: Int32) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    static func isRunning(_ id: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.first { $0 != " " } != "Z" && status != nil
    }
}

/// A port of this machine without a listener.
func freePort() throws -> UInt16 {
    let socket = Descriptor(taking: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutableBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
            bind(socket.number, $0.baseAddress, length) | getsockname(socket.number, $0.baseAddress, &length)
        }
    }
    try #require(code == 0)
    return UInt16(bigEndian: address.sin_port)
}

/// Waits until a program listens on a port.
func waitForListener(on port: UInt16) async throws {
    let wanted = String(format: ":%04X 00000000:0000 0A", port)
    let deadline = ContinuousClock.now + .seconds(600)
    while try !String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).contains(wanted) {
        try #require(.now < deadline, "nobody listens on port \(port)")
        try await Task.sleep(for: .milliseconds(10))
    }
}
