import BeelineSupport
import Glibc

/// Cuts what a descriptor yields into batches of whole lines, as they come: a pause of the input ends a batch.
struct LineBatches {
    private let descriptor: Int32
    private let path: String
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false
    /// Whether the rest belongs to a line that was given up as too long.
    private var isSkipping = false
    /// Lines that came with the end of one that was too long.
    private var pending: Batch?

    /// No symbology holds as much; what is longer is no code.
    static let longestLine = 1 << 20

    /// What is made of so much still fits into the caches of a core, and all cores end at about the same time.
    private static let chunk = 1 << 16

    /// What Windows puts at the beginning of a text in UTF-8.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Some lines, each ended by a line feed, but the last line of the input perhaps not.
    struct Batch: Sendable {
        let bytes: [UInt8]
        /// Whether a line that begins with these bytes was given up as too long.
        let isCut: Bool
    }

    /// The next lines; nil at the end.
    ///
    /// - Throws: `FileError`.
    mutating func next() throws(FileError) -> Batch? {
        while true {
            if let batch = pending {
                pending = nil
                return batch
            }
            if isAtEnd { return lastBatch() }
            var chunk = try readOnce(from: descriptor, path: path, atMost: Self.chunk)
            guard !chunk.isEmpty else {
                isAtEnd = true
                continue
            }
            if isAtStart, chunk.starts(with: Self.byteOrderMark) { chunk.removeFirst(Self.byteOrderMark.count) }
            isAtStart = false
            let end = chunk.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            var lines = rest
            if let end {
                var whole = chunk[..<end]
                if isSkipping, let lineEnd = whole.firstIndex(of: UInt8(ascii: "\n")) {
                    whole = whole[(lineEnd + 1)...]
                    isSkipping = false
                }
                lines.append(contentsOf: whole)
                rest = Array(chunk[end...])
                if lines.isEmpty { continue }
                // Only the first line can be longer than a chunk.
                if lines.count > Self.longestLine, let first = lines.firstIndex(of: UInt8(ascii: "\n")),
                    first > Self.longestLine
                {
                    let others = Array(lines[(first + 1)...])
                    pending = others.isEmpty ? nil : Batch(bytes: others, isCut: false)
                    return Batch(bytes: Array(lines.prefix(100)), isCut: true)
                }
                return Batch(bytes: lines, isCut: false)
            }
            if isSkipping { continue }
            rest = []
            lines.append(contentsOf: chunk)
            if lines.count > Self.longestLine {
                isSkipping = true
                return Batch(bytes: Array(lines.prefix(100)), isCut: true)
            }
            rest = lines
        }
    }

    private mutating func lastBatch() -> Batch? {
        defer { rest = [] }
        return rest.isEmpty ? nil : Batch(bytes: rest, isCut: false)
    }
}

extension LineBatches.Batch {
    /// The same lines, each in a batch of its own.
    var lines: [LineBatches.Batch] {
        guard !isCut else { return [self] }
        var lines: [LineBatches.Batch] = []
        forEachLine { line in
            // With its end, as an empty one is a line, too.
            let bytes = line.withUnsafeBufferPointer { Array($0) } + [UInt8(ascii: "\n")]
            lines.append(LineBatches.Batch(bytes: bytes, isCut: false))
        }
        return lines
    }

    /// Lends the lines, one after the other, without their line feeds.
    func forEachLine(_ body: (Span<UInt8>) -> Void) {
        let all = bytes.span
        var start = 0
        while start < all.count {
            let end = all.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? all.count
            body(all.extracting(start..<end))
            start = end + 1
        }
    }
}
