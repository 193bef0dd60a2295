internal import Glibc

/// Where the bytes of a stream come from.
package protocol StreamInput: ~Copyable {
    /// Waits for input and reads what is there, at most as much as fits into the buffer.
    ///
    /// - Parameter deadline: nil waits for ever.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant?
    ) -> DescriptorReader.Answer
}

extension DescriptorReader: StreamInput {}

/// Reads the pictures of a Y4M stream.
///
/// The pixels are read to where they stay: the shared memory of a frame.
package struct Y4MReader<Input: StreamInput & ~Copyable>: ~Copyable {
    package var input: Input
    /// What was read of lines and is still to be used: from `next` on, up to `end`.
    private let buffer: UnsafeMutableRawBufferPointer
    private var next = 0
    private var end = 0
    /// Whether the input ended in a line.
    private var isTorn = false
    /// How long the input may be silent; nil: for ever.
    private let patience: Duration?

    /// - Parameter patience: how long the input may be silent before it counts as ended. Default: for ever.
    package init(_ input: consuming Input, patience: Duration? = nil) {
        self.input = input
        self.patience = patience
        // The default size of a pipe.
        buffer = .allocate(byteCount: 1 << 16, alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// Why a stream ends that is not wrong.
    package enum End: Equatable {
        case ended
        /// The source is to stop.
        case stopped
        /// Nothing came for as long as one waits.
        case silent
    }

    package enum Piece<Value> {
        case value(Value)
        case end(End)
    }

    /// Reads the header, with which a stream begins.
    ///
    /// - Returns: `.ended` where nothing at all came.
    package mutating func header() throws(Y4MError) -> Piece<Y4MHeader> {
        switch try line() {
        case .value(let line): return .value(try Y4MHeader(line))
        case .end(let end):
            guard !isTorn else { throw .unsuitable("it ends in its first line") }
            return .end(end)
        }
    }

    /// Reads the next picture. One that is not whole when the stream ends is lost.
    package mutating func frame(_ header: Y4MHeader) throws(Y4MError) -> Piece<VideoFrame> {
        switch try line() {
        case .value(let line):
            guard line == Array("FRAME".utf8) || line.starts(with: "FRAME ".utf8) else {
                throw .damaged("the line FRAME before a picture is missing")
            }
        case .end(let end): return .end(end)
        }
        var filling = Result<End?, Y4MError>.success(nil)
        let frame = VideoFrame(width: header.width, height: header.height) { pixels in
            do throws(Y4MError) {
                let end = try fill(pixels)
                filling = .success(end)
                return end == nil
            } catch {
                filling = .failure(error)
                return false
            }
        }
        if let end = try filling.get() { return .end(end) }
        guard let frame else { throw .noMemory }
        if let end = try skip(header.skipped) { return .end(end) }
        return .value(frame)
    }

    /// Reads a line, and its line feed.
    private mutating func line() throws(Y4MError) -> Piece<[UInt8]> {
        var line: [UInt8] = []
        while true {
            if next == end {
                if let end = try readMore() {
                    isTorn = end == .ended && !line.isEmpty
                    return .end(end)
                }
            }
            let fresh = buffer[next..<end]
            let feed = fresh.firstIndex(of: UInt8(ascii: "\n"))
            line += fresh[..<(feed ?? end)]
            next = feed.map { $0 + 1 } ?? end
            guard line.count <= Y4MHeader.longestLine else {
                throw .unsuitable(
                    "a line of it is longer than \(Y4MHeader.longestLine) bytes, which Y4M does not have (ffmpeg: "
                        + "-f yuv4mpegpipe)"
                )
            }
            if feed != nil { return .value(line) }
        }
    }

    /// Reads what fills a place.
    private mutating func fill(_ place: UnsafeMutableRawBufferPointer) throws(Y4MError) -> End? {
        var filled = min(end - next, place.count)
        place.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[next..<(next + filled)]))
        next += filled
        while filled < place.count {
            switch try read(UnsafeMutableRawBufferPointer(rebasing: place[filled...])) {
            case .value(let count): filled += count
            case .end(let end): return end
            }
        }
        return nil
    }

    private mutating func skip(_ count: Int) throws(Y4MError) -> End? {
        var left = count
        while left > 0 {
            if next == end, let end = try readMore() { return end }
            let skipped = min(left, end - next)
            next += skipped
            left -= skipped
        }
        return nil
    }

    /// Reads into the buffer, of which all is used.
    private mutating func readMore() throws(Y4MError) -> End? {
        switch try read(buffer) {
        case .value(let count):
            (next, end) = (0, count)
            return nil
        case .end(let end): return end
        }
    }

    private mutating func read(_ place: UnsafeMutableRawBufferPointer) throws(Y4MError) -> Piece<Int> {
        switch input.read(into: place, until: patience.map { .now + $0 }) {
        case .bytes(let count): .value(count)
        case .silence: .end(.silent)
        case .ended: .end(.ended)
        case .stopped: .end(.stopped)
        case .failed(let code): throw .unreadable(code)
        }
    }
}

extension Y4MError {
    /// What is wrong, about a stream that has a name of its own: "its pictures have …".
    package var reason: String {
        switch self {
        case .unsuitable(let reason), .damaged(let reason): reason
        case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
        case .noMemory: "there is no memory for its pictures"
        }
    }
}
