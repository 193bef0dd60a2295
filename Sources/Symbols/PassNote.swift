/// Which pass a worker is about to begin, as it notes it in memory that it shares with who started it: a line such as
/// `zxing.linear 2`, the name of the pass and the page.
///
/// The note is there when the worker no longer is.
public struct PassNote: Hashable, Sendable {
    /// The name of the pass.
    public var pass: String
    /// Counted from 1; nil for an image that has just one.
    public var page: Int?

    /// The pass in which the image file itself is read.
    public static let reading = "read"

    /// How many bytes the shared memory has.
    public static let room = 4096
    /// The place in it of the letter `M`, which says that the worker died for want of memory.
    public static let memoryMark = room - 1

    public init(pass: String, page: Int? = nil) {
        self.pass = pass
        self.page = page
    }

    /// The line, with its line feed.
    public var line: [UInt8] {
        Array((page.map { "\(pass) \($0)\n" } ?? "\(pass)\n").utf8)
    }

    /// Reads the line that the memory begins with; nil when there is none.
    public init?(memory: some Collection<UInt8>) {
        // The first byte is written last.
        guard memory.first != 0, let end = memory.prefix(Self.memoryMark).firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let words = String(decoding: memory[..<end], as: UTF8.self).split(separator: " ")
        guard let pass = words.first else { return nil }
        self.init(pass: String(pass), page: words.count > 1 ? Int(words[1]) : nil)
    }
}
