package import BeelineSymbols

/// A worker notes each pass before it begins, as a line such as `zxing.linear 2` in memory that it shares with the
/// pool. The note is still there when the worker is not.
extension PassNote {
    /// How many bytes the shared memory has.
    package static let room = 4096
    /// The offset of the letter `M`, which says that the worker died because it ran out of memory.
    package static let memoryMark = room - 1

    /// The line, with its line feed.
    package var line: [UInt8] {
        Array((page.map { "\(pass) \($0)\n" } ?? "\(pass)\n").utf8)
    }

    /// Reads the line that the memory begins with; nil when there is none.
    package init?(memory: some Collection<UInt8>) {
        // The first byte is written last.
        guard memory.first != 0, let end = memory.prefix(Self.memoryMark).firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let words = String(decoding: memory[..<end], as: UTF8.self).split(separator: " ")
        guard let pass = words.first else { return nil }
        self.init(pass: String(pass), page: words.count > 1 ? Int(words[1]) : nil)
    }
}
