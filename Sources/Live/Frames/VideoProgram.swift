internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// A program that writes Y4M to its standard output, from its start to its end. All of its child processes end with it,
/// with the source, and with this program.
struct VideoProgram {
    var start: ProgramStart
    /// Its standard input, at most as much as fits into a pipe; empty: nothing.
    var input: [UInt8] = []
    /// How long it may be silent before it counts as stuck; nil: for ever.
    var patience: Duration?
    /// Called with each picture before it is passed on.
    var willHandOver: @Sendable (VideoFrame) -> Void = { _ in }

    enum End {
        /// The source is to stop, and the program was ended.
        case stopped
        /// It ended by itself; with the number of its pictures, and its last messages.
        case ended(ProgramEnd, frames: Int, said: [String])
        /// Its output is not Y4M; with the reason.
        case unsuitable(String, said: [String])
        /// It was ended because nothing came for so long.
        case stuck(Duration, frames: Int, said: [String])
    }

    /// How long it may take to end by itself once it has closed its output, and then after SIGTERM.
    private static let farewell = Duration.seconds(2)

    func run(_ output: SourceOutput) throws(ProgramError) -> End {
        var reader = Y4MReader(ProgramOutput(try running(), output), patience: patience)
        var frames = 0
        var ending = Y4MReader<ProgramOutput>.End.ended
        var refusal: String?
        do throws(Y4MError) {
            switch try reader.header() {
            case .value(let header):
                output.reportConnection()
                reading: while true {
                    switch try reader.frame(header) {
                    case .value(let frame):
                        frames += 1
                        willHandOver(frame)
                        output.send(frame)
                    case .end(let end):
                        ending = end
                        break reading
                    }
                }
            case .end(let end): ending = end
            }
        } catch {
            refusal = error.reason
        }
        let isOver = refusal == nil && ending == .ended
        let end = reader.input.finish(patience: isOver ? Self.farewell : .zero, grace: Self.farewell)
        let said = reader.input.lines
        if output.isStopped || ending == .stopped { return .stopped }
        if let refusal { return .unsuitable(refusal, said: said) }
        if ending == .silent, let patience { return .stuck(patience, frames: frames, said: said) }
        return .ended(end, frames: frames, said: said)
    }

    private func running() throws(ProgramError) -> PipedProgram {
        var program = try PipedProgram(start)
        if !input.isEmpty { input.withUnsafeBytes { _ = program.input?.writeAvailable($0) } }
        program.closeInput()
        return program
    }
}

/// The output of a running program. Its standard error is read along, so that it never blocks there.
struct ProgramOutput: StreamInput, ~Copyable {
    private var program: PipedProgram
    private let output: SourceOutput
    /// The last part of its standard error.
    private var words: [UInt8] = []

    private static let mostWords = 8192
    private static let longestLine = 300
    /// F_SETPIPE_SZ, which the Glibc module lacks: its header has it for C of the GNU dialect alone.
    private static let setPipeSize: Int32 = 1031

    init(_ program: consuming PipedProgram, _ output: SourceOutput) {
        self.program = program
        self.output = output
        // Fewer switches between the two programs: a picture is many times the usual size of a pipe. If the system
        // refuses, the usual size will do.
        if let number = self.program.output.number { _ = fcntl(number, Self.setPipeSize, 1 << 20) }
    }

    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant?
    ) -> DescriptorReader.Answer {
        while true {
            if output.isStopped { return .stopped }
            var awaited = [
                Awaited.reading(program.output.number), .reading(program.errorOutput.number),
                .reading(output.stopSignal.descriptor.number),
            ]
            wait(for: &awaited, until: deadline)
            if output.isStopped { return .stopped }
            if awaited[1].isReady { hear() }
            if awaited[0].isReady {
                switch program.output?.readAvailable(into: buffer) ?? .over {
                case .bytes(let count): return .bytes(count)
                case .nothingYet: break
                case .over: return .ended
                }
            }
            if let deadline, .now >= deadline { return .silence }
        }
    }

    /// Reads its standard error, once. Returns whether there was something.
    @discardableResult
    private mutating func hear() -> Bool {
        var fresh = [UInt8](repeating: 0, count: 4096)
        let answer = fresh.withUnsafeMutableBytes { program.errorOutput?.readAvailable(into: $0) ?? .over }
        switch answer {
        case .bytes(let count):
            words += fresh[..<count]
            if words.count > Self.mostWords { words.removeFirst(words.count - Self.mostWords) }
            return true
        case .nothingYet: return false
        case .over:
            program.closeErrorOutput()
            return false
        }
    }

    /// Ends the program if it has not ended by itself, and reads its last messages.
    mutating func finish(patience: Duration, grace: Duration) -> ProgramEnd {
        let end = program.process.stop(patience: patience, grace: grace)
        // As much as fits into a pipe: other writers cannot prolong this for ever.
        var reads = 0
        while reads < 256, hear() { reads += 1 }
        return end
    }

    /// The last lines of its standard error, shortened and safe for a terminal, without passwords of links.
    var lines: [String] {
        String(decoding: words, as: UTF8.self).split { $0.isNewline }.suffix(20).map { line in
            let shown = withoutLinkPasswords(String(line)).withHiddenSpelledOut
            return shown.count > Self.longestLine ? "\(shown.prefix(Self.longestLine))…" : shown
        }
    }
}
