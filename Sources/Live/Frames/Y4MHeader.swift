internal import BeelineSupport

/// The first line of a Y4M stream, which says what its pictures are:
/// `YUV4MPEG2 W1280 H720 F30:1 Ip A1:1 Cmono`.
///
/// The format is that of mjpegtools (`yuv4mpeg(5)`): after the header each picture is a line that begins with `FRAME`,
/// and then the planes of the picture, the bright one first. Beeline reads that one and skips the others.
package struct Y4MHeader: Hashable, Sendable {
    /// In pixels.
    package let width: Int
    package let height: Int
    /// How many bytes follow the gray pixels of each picture.
    package let skipped: Int
    /// How long a picture is shown; nil where the header does not say it.
    package let interval: Duration?

    /// The longest header, and the longest line before a picture, in bytes.
    package static let longestLine = 1024

    /// What the header of another stream has in the place of it.
    static let magic = "YUV4MPEG2"

    /// In which way colors are stored: the bytes of the planes behind the gray one.
    ///
    /// Those that are missing here have more than 8 bits for a pixel, or planes that are not colors.
    private static let colors: [String: @Sendable (_ width: Int, _ height: Int) -> Int] = [
        "mono": { _, _ in 0 },
        "420": halved, "420jpeg": halved, "420mpeg2": halved, "420paldv": halved,
        "422": { width, height in 2 * ((width + 1) / 2) * height },
        "444": { width, height in 2 * width * height },
    ]

    private static let halved: @Sendable (Int, Int) -> Int = { width, height in
        2 * ((width + 1) / 2) * ((height + 1) / 2)
    }

    /// Reads a header.
    ///
    /// - Parameter line: without its line feed.
    /// - Throws: `Y4MError.unsuitable`.
    package init(_ line: some Collection<UInt8>) throws(Y4MError) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.first == Self.magic else {
            throw .unsuitable("it does not begin with \(Self.magic), as Y4M does (ffmpeg: -f yuv4mpegpipe)")
        }
        // What is not named here says how pictures are shown, or is a comment.
        func value(_ name: Character) -> String? {
            words.dropFirst().last { $0.first == name }.map { String($0.dropFirst()) }
        }
        guard let width = value("W").flatMap(Self.number), let height = value("H").flatMap(Self.number) else {
            throw .unsuitable("its header does not have the picture size (W and H)")
        }
        guard width <= VideoFrame.mostPixels, height <= VideoFrame.mostPixels / width else {
            throw .unsuitable(
                "its pictures have \(width) × \(height) pixels; the maximum is \(VideoFrame.mostPixels)")
        }
        guard !PictureSides.areTooUneven(width, height) else {
            throw .unsuitable("its pictures have \(width) × \(height) pixels; \(PictureSides.problem)")
        }
        let color = value("C") ?? "420"
        guard let rest = Self.colors[color] else {
            throw .unsuitable(
                "its colors are stored as '\(String(color.prefix(20)))'; write 8 bits for a pixel, best gray alone "
                    + "(ffmpeg: -pix_fmt gray)")
        }
        (self.width, self.height, skipped) = (width, height, rest(width, height))
        interval = value("F").flatMap(Self.interval)
    }

    /// A number above 0 as the format has it: up to nine digits.
    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// `30000:1001`: pictures and seconds. Kept between 1 and 240 a second: a file that says otherwise would not be
    /// played to its end, or not be seen.
    private static func interval(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let pictures = number(parts[0]), let seconds = number(parts[1]) else { return nil }
        return .seconds(min(max(Double(seconds) / Double(pictures), 1.0 / 240), 1))
    }
}

/// Why a Y4M stream is not read, or not read on.
package enum Y4MError: Error, Hashable, Sendable {
    /// It is not a Y4M, or not such as is read; with what is wrong.
    case unsuitable(String)
    /// It was good, and is not any more; with what is wrong.
    case damaged(String)
    /// It cannot be read, by its `errno`.
    case unreadable(Int32)
    /// There is no memory for a picture.
    case noMemory
}
