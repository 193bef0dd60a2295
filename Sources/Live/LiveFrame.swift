internal import Synchronization

/// A gray picture of a video, as a preview shows it.
public struct LiveFrame: Sendable {
    /// The name of the source.
    public let source: String
    private let frame: VideoFrame

    init(_ frame: VideoFrame, from source: String) { (self.source, self.frame) = (source, frame) }

    /// In pixels.
    public var width: Int { frame.width }

    /// In pixels.
    public var height: Int { frame.height }

    /// The brightness of the pixels, 0…255, row by row from the top. Copied each time; empty where there is no memory.
    public var pixels: [UInt8] { frame.withPixels { Array($0) } ?? [] }
}

extension Station {
    /// The pictures of its videos, for a preview beside `events()`, until these have ended.
    ///
    ///     let preview = Task {
    ///         for await frame in station.frames() { show(frame.pixels, frame.width, frame.height) }
    ///     }
    ///
    /// Only the newest picture is kept: a slow reader misses some, and delays nothing. Pictures come as they are, before
    /// a region of the settings is cut out, and while events are read.
    public func frames() -> AsyncStream<LiveFrame> { preview.frames() }
}

/// Passes pictures on to those that show them.
final class Preview: Sendable {
    private let state = Mutex<(readers: [Int: AsyncStream<LiveFrame>.Continuation], last: Int)>(([:], 0))

    func frames() -> AsyncStream<LiveFrame> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveFrame.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.readers[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    func put(_ frame: VideoFrame, from source: String) {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers { reader.yield(LiveFrame(frame, from: source)) }
    }

    /// Ends the streams.
    func finish() {
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
