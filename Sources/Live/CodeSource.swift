package import BeelineSupport
public import BeelineSymbols
internal import Glibc
internal import Synchronization

/// A source of codes: a camera, a hand scanner, a stream of lines.
///
///     struct Counter: CodeSource {
///         let name = "counter"
///         func run(_ output: SourceOutput) throws(SourceError) {
///             output.reportConnection()
///             for number in 1...9 where !output.isStopped { output.send(Symbol(.unknown, "\(number)")) }
///         }
///     }
public protocol CodeSource: Sendable {
    /// The name in output and rules: `serial:/dev/ttyACM0`.
    var name: String { get }

    /// Opens the source, and passes its codes to `output`. Returns when the source has ended, as a file does, or soon
    /// after `output` was stopped.
    ///
    /// A station calls it on a thread of its own, which it may block. After `SourceError.lost` it is called again,
    /// later.
    ///
    /// - Throws: `SourceError`.
    func run(_ output: SourceOutput) throws(SourceError)
}

/// Takes the codes and events of a source. A station makes one for each source.
///
/// All functions may be called from any thread.
public final class SourceOutput: Sendable {
    package enum Event: Sendable {
        /// It is open.
        case connected
        /// A code that was scanned or typed.
        case code(Symbol)
        /// A picture of a video.
        case frame(VideoFrame)
        /// The path of a picture file to scan.
        case picture(String)
        /// Something that was left out, such as a line that is too long. The source continues.
        case problem(SourceProblem)
        /// To be called once all earlier events are reported, and the reader of the station asks for more.
        case handled(@Sendable () -> Void)
    }

    /// Becomes readable when the source is to stop. To be awaited beside the descriptors of the source.
    package let stopSignal: WakeUp
    private let stopped = Mutex(false)
    private let opened = Mutex(0)
    private let take: @Sendable (Event) -> Void

    /// `take` is called with each event, on the thread of the source. It may wait, which slows down a source that is
    /// too fast; it returns once the source is stopped.
    package init(_ take: @escaping @Sendable (Event) -> Void) throws(ProgramError) {
        stopSignal = try WakeUp(for: "a source")
        self.take = take
    }

    /// Whether the source is to return.
    public var isStopped: Bool { stopped.withLock { $0 } }

    package func stop() {
        stopped.withLock { $0 = true }
        stopSignal()
    }

    /// Reports that the source is open and will produce codes.
    public func reportConnection() {
        opened.withLock { $0 += 1 }
        take(.connected)
    }

    /// How often the source was open.
    package var connections: Int { opened.withLock { $0 } }

    /// Passes on a code. Waits while the station has many others to handle.
    ///
    /// A code of more than 8 KiB, which no symbology has, is left out and reported.
    public func send(_ symbol: Symbol) {
        take(symbol.isTooLong ? .problem(.tooLong(symbol.bytes)) : .code(symbol))
    }

    /// Passes on a picture of a video. It replaces a picture that was not decoded yet, so this never waits.
    package func send(_ frame: VideoFrame) { take(.frame(frame)) }

    /// Passes on a picture of a video, such as that of a camera of one's own. It replaces a picture that was not decoded
    /// yet, so this never waits. One of another size than its pixels is left out and reported.
    ///
    /// - Parameter pixels: their brightness, 0…255, row by row from the top.
    public func sendFrame(_ pixels: [UInt8], width: Int, height: Int) {
        guard pixels.count == width * height else {
            return reportProblem(
                "a picture of \(width) × \(height) pixels has \(pixels.count)", code: "odd-frame")
        }
        let frame = VideoFrame(width: width, height: height) { bytes in
            bytes.copyBytes(from: pixels)
            return true
        }
        if let frame { send(frame) }
    }

    /// Reports something that was left out, such as a code that is not understood. The source continues.
    ///
    /// - Parameters:
    ///   - message: what is wrong, for people.
    ///   - code: a name for programs: `bad-line`.
    public func reportProblem(_ message: String, code: String) { report(SourceProblem(code: code, message: message)) }

    /// Passes on a complete picture file. Waits while the station has many others to handle.
    package func sendPicture(_ path: String) { take(.picture(path)) }

    /// Reports something that was left out.
    package func report(_ problem: SourceProblem) { take(.problem(problem)) }

    /// Waits until all earlier events are reported and the station asks for more, or the source is to stop.
    package func waitUntilHandled() {
        // Without a descriptor it cannot wait, and the next event comes early.
        guard let handled = try? WakeUp(for: "a source") else { return }
        take(.handled { handled() })
        var awaited = [Awaited.reading(handled.descriptor.number), .reading(stopSignal.descriptor.number)]
        repeat { wait(for: &awaited, until: nil) } while !awaited[0].isReady && !isStopped
    }
}

/// A problem of a source, which has left something out.
package struct SourceProblem: Error, Hashable, Sendable {
    /// The code in output, for programs: `line-too-long`.
    package var code: String
    /// A message for people.
    package var message: String
    /// The input with the problem, such as the beginning of a line; nil where there is none.
    package var input: String?

    /// The code of a setting that a camera refuses.
    package static let cameraSetting = "camera-setting"

    package init(code: String, message: String, input: String? = nil) {
        (self.code, self.message, self.input) = (code, message, input)
    }
}

/// Reads a descriptor of a source until the source is to stop.
package struct DescriptorReader: ~Copyable {
    private let descriptor: Int32
    private let output: SourceOutput

    /// - Parameter descriptor: lent; it does not block, or it is polled before each read.
    package init(_ descriptor: Int32, for output: SourceOutput) {
        (self.descriptor, self.output) = (descriptor, output)
    }

    /// The result of waiting for input.
    package enum Answer: Equatable {
        /// So many bytes are in the buffer.
        case bytes(Int)
        /// The time is over and nothing came.
        case silence
        /// The other side has ended.
        case ended
        /// The source is to stop.
        case stopped
        /// With the error number: `ENODEV` where a device was unplugged.
        case failed(Int32)
    }

    /// Waits for input, for ever without a deadline, and reads what has come, at most as much as fits into the buffer.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant? = nil
    ) -> Answer {
        while true {
            var awaited = [Awaited.reading(descriptor), .reading(output.stopSignal.descriptor.number)]
            wait(for: &awaited, until: deadline)
            if output.isStopped { return .stopped }
            guard awaited[0].isReady else {
                if let deadline, .now >= deadline { return .silence }
                continue
            }
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno != EINTR, errno != EAGAIN { return .failed(errno) }
        }
    }
}
