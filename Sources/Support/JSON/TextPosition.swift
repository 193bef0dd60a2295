/// Finds lines and columns in a text without counting from its start each time, be the lines many or long.
struct PositionIndex: Sendable {
    private let bytes: [UInt8]
    /// What is before the first byte of each block.
    private let marks: [Mark]

    private struct Mark: Sendable {
        var line = 1
        var column = 1

        mutating func pass(_ byte: UInt8) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes (10xxxxxx) belong to the scalar before them.
                column += 1
            }
        }
    }

    /// How many bytes are counted at most for one position.
    private static let blockSize = 512

    init(_ bytes: [UInt8]) {
        var marks: [Mark] = []
        marks.reserveCapacity(bytes.count / Self.blockSize + 1)
        var mark = Mark()
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockSize == 0 { marks.append(mark) }
            mark.pass(byte)
        }
        // The end of the text may begin a block of its own.
        if bytes.count % Self.blockSize == 0 { marks.append(mark) }
        self.bytes = bytes
        self.marks = marks
    }

    /// The place of the byte at `offset`, or of the end of the text where that is beyond it.
    func position(of offset: Int) -> TextPosition {
        let offset = min(offset, bytes.count)
        let block = offset / Self.blockSize
        var mark = marks[block]
        for byte in bytes[block * Self.blockSize..<offset] { mark.pass(byte) }
        return TextPosition(line: mark.line, column: mark.column)
    }
}

/// A place in a text. Lines and columns count from 1; a column is a Unicode scalar, not a byte.
package struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of the byte at `offset` in a UTF-8 text.
    package init(offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:)) ?? before.startIndex
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Continuation bytes (10xxxxxx) belong to the scalar before them.
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    package var description: String { "\(line):\(column)" }
}
