package import BeelineSupport
package import BeelineSymbols
internal import CLinux
internal import Dispatch
internal import Glibc

/// A program of poppler that reads a PDF: `pdfinfo` or `pdftoppm`. The worker program starts it in a sandbox. It has
/// access only to the PDF, its standard input, and writes into memory.
struct PDFProgram: Sendable {
    private let path: String
    private let name: String
    private let launcher: String
    private let timeLimit: Duration

    private static let longestMessage = 1 << 16

    /// The launcher is the path of the worker program. `DecodeError.unavailable` names the package to install.
    init(_ name: String, launcher: String, timeLimit: Duration) throws(DecodeError) {
        guard let path = Executable.find(name) else {
            throw .unavailable(
                "the program \(name), which reads PDF files, is not on the PATH; install it (Debian and Fedora: the "
                    + "package poppler-utils)")
        }
        self.path = path
        self.name = name
        self.launcher = launcher
        self.timeLimit = timeLimit
    }

    /// Runs the program to its end. The last argument stands for the PDF, which is lent, and read from its beginning,
    /// whatever its position is. Returns its output, a file in memory of limited length, positioned at its beginning.
    ///
    /// - Throws: `DecodeError`, with the last line of its error output; also when it wrote nothing. `.cancelled` at
    ///   once when the task is cancelled; then the program is ended.
    func run(_ arguments: [String], pdf: Int32, outputLimit: Int) async throws(DecodeError) -> Descriptor {
        if Task.isCancelled { throw .cancelled }
        let output = try Descriptor(memory: [])
        let messages = try Descriptor(memory: [])
        let program = ConfinedProgram(
            path: path, arguments: arguments, seconds: timeLimit.wholeSeconds,
            outputLimit: max(outputLimit, Self.longestMessage))
        let start = ProgramStart(
            path: launcher, arguments: program.workerArguments, environment: WorkerProgram.environment,
            input: .descriptor(pdf), output: .descriptor(output.number), errorOutput: .descriptor(messages.number))
        let process: ChildProcess
        let cancellation: WakeUp
        do throws(ProgramError) {
            cancellation = try WakeUp(for: path)
            process = try ChildProcess(start)
        } catch {
            throw .unavailable("a PDF could not be read: \(error)")
        }
        let limit = timeLimit
        let end: ProgramEnd? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
                DispatchQueue(label: "beeline.pdf").async {
                    let end = process.waitForEnd(until: .now + limit, unless: cancellation)
                    // A cancelled caller does not wait for its end.
                    continuation.resume(returning: end)
                    if end == nil { process.stop() }
                }
            }
        } onCancel: {
            cancellation()
        }
        if Task.isCancelled { throw .cancelled }
        guard let end, end != .signalled(SIGXCPU) else { throw .timedOut(limit: timeLimit) }
        if end == .exited(ConfinedProgram.failureStatus) {
            throw .unavailable("a PDF could not be read: \(said(messages).last ?? "it ended with \(end)")")
        }
        lseek(output.number, 0, SEEK_SET)
        if end == .signalled(SIGXFSZ) { throw .tooLarge("\(name) produces more data for the page than the limit") }
        var status = stat()
        guard end == .exited(0), fstat(output.number, &status) == 0, status.st_size > 0 else {
            throw .unreadableImage(complaint(messages, end))
        }
        return output
    }

    /// The lines of its error output.
    private func said(_ messages: borrowing Descriptor) -> [Substring] {
        lseek(messages.number, 0, SEEK_SET)
        let bytes = (try? readToEnd(of: messages.number, path: name, limit: 8 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
    }

    /// Why it gave nothing: its last line, without the kind of error.
    private func complaint(_ messages: borrowing Descriptor, _ end: ProgramEnd) -> String {
        let lines = said(messages)
        guard let last = lines.last else { return "the PDF cannot be read (\(name) ended with \(end))" }
        if lines.contains(where: { $0.contains("Incorrect password") }) {
            return "the PDF is locked with a password; save it without one"
        }
        let kind = last.prefix { $0 != ":" }
        let words = kind.hasSuffix("Error") ? last.dropFirst(kind.count + 1).drop { $0 == " " } : last
        return "the PDF cannot be read: \(String(words).shortened(to: 200)) (\(name))"
    }
}

extension Descriptor {
    /// A file in memory, positioned at its beginning.
    package init(memory bytes: [UInt8]) throws(DecodeError) {
        let file = bytes.withUnsafeBytes { beeline_memory_file($0.baseAddress, $0.count) }
        guard file >= 0 else { throw .cannotOpen(String(cString: strerror(-file))) }
        self.init(taking: file)
    }
}
