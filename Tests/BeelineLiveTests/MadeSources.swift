import BeelineLive
import BeelineSymbols
import Dispatch
import Glibc
import Synchronization

/// Something that happens once and can be waited for.
final class Signal: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func happen() { stream.continuation.yield() }

    func wait() async { for await _ in stream.stream { return } }
}

/// Reads a picture until it is cancelled.
struct EndlessDecoder: BarcodeDecoder {
    let begin = Signal()
    let end = Signal()

    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        begin.happen()
        try? await Task.sleep(for: .seconds(86_400))
        end.happen()
        throw .cancelled
    }
}

/// Does what a test has written down, going on where it was lost.
final class MadeSource: CodeSource {
    enum Step: Sendable {
        case code(String)
        case lost(String)
        case unusable(String)
    }

    let name: String
    private let steps: Mutex<ArraySlice<Step>>

    init(_ name: String, steps: [Step]) {
        self.name = name
        self.steps = Mutex(steps[...])
    }

    convenience init(_ name: String, _ codes: [String]) { self.init(name, steps: codes.map(Step.code)) }

    func run(_ output: SourceOutput) throws(SourceError) {
        var isOpen = false
        while let step = steps.withLock({ $0.popFirst() }) {
            switch step {
            case .code(let text):
                if !isOpen { output.reportConnection() }
                isOpen = true
                output.send(Symbol(.unknown, text))
            case .lost(let reason): throw .lost(reason)
            case .unusable(let reason): throw .unusable(reason)
            }
        }
    }
}

/// Counts from 1, as fast as it may.
final class CountingSource: CodeSource {
    let name: String
    let given = Mutex(0)
    let end = Signal()
    private let last: Int

    init(_ last: Int, name: String = "counter") { (self.last, self.name) = (last, name) }

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        var number = 0
        while number < last, !output.isStopped {
            number += 1
            output.send(Symbol(.unknown, "\(number)"))
            given.withLock { $0 = number }
        }
        end.happen()
    }
}

/// Produces nothing until it is stopped.
final class WaitingSource: CodeSource {
    let name = "waiting"
    let begin = Signal()
    let end = Signal()

    func run(_ output: SourceOutput) throws(SourceError) {
        begin.happen()
        var byte: UInt8 = 0
        let pipe = Array<Int32>(unsafeUninitializedCapacity: 2) {
            _ = Glibc.pipe($0.baseAddress); $1 = 2
        }
        defer { for end in pipe { close(end) } }
        let answer = withUnsafeMutableBytes(of: &byte) { DescriptorReader(pipe[0], for: output).read(into: $0) }
        if answer == .stopped { end.happen() }
    }
}

/// Gives gray pictures, one after the decoder has looked at the one before.
struct FrameSource: CodeSource {
    let name = "frames"
    private let count: Int
    private let decoder: MadeDecoder

    init(_ count: Int, _ decoder: MadeDecoder) { (self.count, self.decoder) = (count, decoder) }

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        let start = ContinuousClock.now
        for number in 0..<count {
            // At the rate of a camera, however busy the machine is.
            guard
                let frame = VideoFrame(
                    width: 8, height: 8, time: start + .milliseconds(33 * number),
                    fill: {
                        $0.copyBytes(from: Array(repeating: 128, count: 64)); return true
                    })
            else { throw .unusable("no memory") }
            output.send(frame)
            decoder.asked.wait()
        }
    }
}

struct PictureSource: CodeSource {
    let name = "pictures"
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    func run(_ output: SourceOutput) throws(SourceError) {
        for path in paths { output.sendPicture(path) }
    }
}

/// Answers as a test has written down.
final class MadeDecoder: BarcodeDecoder {
    private let answers: Mutex<ArraySlice<Result<[Symbol], DecodeError>>>
    let asked = DispatchSemaphore(value: 0)

    init(_ answers: [Result<[Symbol], DecodeError>]) { self.answers = Mutex(answers[...]) }

    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        defer { asked.signal() }
        let answer = answers.withLock { $0.popFirst() } ?? .success([])
        return Decoding(symbols: try answer.get())
    }
}
