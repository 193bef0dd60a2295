internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

package protocol StreamInput: ~Copyable {
    /// Waits for input, for ever without a deadline, and reads what is there, at most as much as fits into the buffer.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant?
    ) -> DescriptorReader.Answer
}

extension DescriptorReader: StreamInput {}

/// Reads the pictures of a Y4M stream. The pixels are read straight into the shared memory of a frame.
package struct Y4MReader<Input: StreamInput & ~Copyable>: ~Copyable {
    package var input: Input
    /// Input that was read and is still to be used: from `next` to `end`.
    private let buffer: UnsafeMutableRawBufferPointer
    private var next = 0
    private var end = 0
    /// Whether the input ended in the middle of a line.
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

    /// How a valid stream ends.
    package enum End: Equatable {
        case ended
        /// The source is to stop.
        case stopped
        /// Nothing came within the time limit.
        case silent
    }

    package enum Piece<Value> {
        case value(Value)
        case end(End)
    }

    /// Reads the header of a stream; `.ended` where nothing at all came.
    package mutating func header() throws(Y4MError) -> Piece<Y4MHeader> {
        switch try line() {
        case .value(let line): return .value(try Y4MHeader(line))
        case .end(let end):
            guard !isTorn else { throw .unsuitable("it ends in its first line") }
            return .end(end)
        }
    }

    /// Reads the next picture. A picture that is incomplete at the end of the stream is lost.
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

    /// Refills the buffer, of which all is used.
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
    /// The reason, to be put after the name of a stream: "its pictures have …".
    package var reason: String {
        switch self {
        case .unsuitable(let reason), .damaged(let reason): reason
        case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
        case .noMemory: "there is no memory for its pictures"
        }
    }
}

/// The first line of a Y4M stream, which describes its pictures: `YUV4MPEG2 W1280 H720 F30:1 Ip A1:1 Cmono`. The format
/// is that of mjpegtools (`yuv4mpeg(5)`): after the header each picture is a line that begins with `FRAME`, and then
/// the planes of the picture, the bright one first. Beeline reads that one and skips the others.
package struct Y4MHeader: Hashable, Sendable {
    /// In pixels.
    package let width: Int
    package let height: Int
    /// How many bytes follow the gray pixels of each picture.
    package let skipped: Int
    /// How long a picture is shown; nil where the header does not have it.
    package let interval: Duration?

    /// The longest header, and the longest line before a picture, in bytes.
    package static let longestLine = 1024

    /// The first word of a header.
    static let magic = "YUV4MPEG2"

    /// The number of bytes of the color planes behind the gray one, by color format. Formats that are missing here have
    /// more than 8 bits for a pixel, or planes that are not colors.
    private static let colors: [String: @Sendable (_ width: Int, _ height: Int) -> Int] = [
        "mono": { _, _ in 0 },
        "420": halved, "420jpeg": halved, "420mpeg2": halved, "420paldv": halved,
        "422": { width, height in 2 * ((width + 1) / 2) * height },
        "444": { width, height in 2 * width * height },
    ]

    private static let halved: @Sendable (Int, Int) -> Int = { width, height in
        2 * ((width + 1) / 2) * ((height + 1) / 2)
    }

    /// Reads a header, without its line feed.
    package init(_ line: some Collection<UInt8>) throws(Y4MError) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.first == Self.magic else {
            throw .unsuitable("it does not begin with \(Self.magic), as Y4M does (ffmpeg: -f yuv4mpegpipe)")
        }
        // The other parameters are about display, or comments.
        func value(_ name: Character) -> String? {
            words.dropFirst().last { $0.first == name }.map { String($0.dropFirst()) }
        }
        guard let width = value("W").flatMap(Self.number), let height = value("H").flatMap(Self.number) else {
            throw .unsuitable("its header does not have the picture size (W and H)")
        }
        guard width <= VideoFrame.mostPixels, height <= VideoFrame.mostPixels / width else {
            throw .unsuitable("its pictures have \(width) × \(height) pixels; the maximum is \(VideoFrame.mostPixels)")
        }
        guard !PictureSides.areTooUneven(width, height) else {
            throw .unsuitable("its pictures have \(width) × \(height) pixels; \(PictureSides.problem)")
        }
        let color = value("C") ?? "420"
        guard let rest = Self.colors[color] else {
            throw .unsuitable(
                "its colors are stored as '\(color.shortened(to: 20))'; write 8 bits for a pixel, best gray alone "
                    + "(ffmpeg: -pix_fmt gray)")
        }
        (self.width, self.height, skipped) = (width, height, rest(width, height))
        interval = value("F").flatMap(Self.interval)
    }

    /// A number above 0, of up to nine digits.
    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The interval for a rate such as `30000:1001`: pictures and seconds. Limited to 1 to 240 a second: another rate
    /// would be far too slow or too fast.
    private static func interval(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let pictures = number(parts[0]), let seconds = number(parts[1]) else { return nil }
        return .seconds(min(max(Double(seconds) / Double(pictures), 1.0 / 240), 1))
    }
}

/// Why a Y4M stream cannot be read.
package enum Y4MError: Error, Hashable, Sendable {
    /// It is not Y4M, or not a supported format; with the reason.
    case unsuitable(String)
    /// It is invalid from some point on; with the reason.
    case damaged(String)
    /// It cannot be read, by its `errno`.
    case unreadable(Int32)
    /// There is no memory for a picture.
    case noMemory
}
