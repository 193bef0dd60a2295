internal import BeelineSymbols

extension ContentLines {
    /// Where the line ends that a place is on: at a CR or LF, or at the end of the bytes.
    static func lineEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
        for place in stride(from: start, to: bytes.count, by: 8) {
            let eight = EightBytes(bytes, at: place)
            let ends = eight.are(0x0A) | eight.are(0x0D)
            if ends != 0 { return place + EightBytes.firstPlace(in: ends) }
        }
        return bytes.count
    }

    /// Where the line after the one that ends there begins. A file that went through two systems has CR CR LF.
    static func lineStart(after end: Int, in bytes: Span<UInt8>) -> Int {
        var index = end
        while index < bytes.count, bytes[index] == 0x0D { index += 1 }
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        return index
    }

    /// The bytes without blanks before their lines, if the second line has some: the first one is a BEGIN, of which
    /// nothing is folded, so somebody indented the whole.
    static func unindented(_ bytes: [UInt8]) -> [UInt8] {
        let second = lineStart(after: lineEnd(from: 0, in: bytes.span), in: bytes.span)
        guard second < bytes.count, bytes[second].isFoldingBlank else { return bytes }
        var unindented: [UInt8] = []
        unindented.reserveCapacity(bytes.count)
        var isStart = false
        for byte in bytes where !(isStart && byte.isFoldingBlank) {
            unindented.append(byte)
            isStart = byte.endsLine
        }
        return unindented
    }

    /// The bytes with each property on one line.
    ///
    /// A line that begins with a blank continues the one before, and so does a quoted-printable line after one that
    /// ends with `=`.
    ///
    /// - Parameter keepsBlanks: vCard 2.1 puts a line end before a blank of the text; later versions add a blank.
    static func unfolded(_ bytes: [UInt8], keepsBlanks: Bool) -> [UInt8] {
        var unfolded: [UInt8] = []
        unfolded.reserveCapacity(bytes.count)
        var head = Head()
        var position = 0
        while position < bytes.count {
            let end = lineEnd(from: position, in: bytes.span)
            let next = lineStart(after: end, in: bytes.span)
            unfolded += bytes[position..<end]
            position = next
            guard next < bytes.count else { break }
            if unfolded.last == UInt8(ascii: "="), head.isQuotedPrintable(in: unfolded) {
                unfolded.removeLast()
            } else if bytes[next].isFoldingBlank {
                if !keepsBlanks { position += 1 }
            } else {
                unfolded.append(0x0A)
                head = Head(start: unfolded.count)
            }
        }
        return unfolded
    }

    /// The name and the parameters of the line that is being put together; no byte of it is looked at twice.
    private struct Head {
        var start = 0
        private var seen: Int
        private var answer: Bool?

        init(start: Int = 0) {
            self.start = start
            seen = start
        }

        mutating func isQuotedPrintable(in bytes: [UInt8]) -> Bool {
            if let answer { return answer }
            while seen < bytes.count, bytes[seen] != UInt8(ascii: ":") { seen += 1 }
            guard seen < bytes.count else { return false }
            let answer = ContentLines.isQuotedPrintable(start..<seen, in: bytes.span)
            self.answer = answer
            return answer
        }
    }

    /// Whether parameters say that the value is quoted-printable: `ENCODING=QUOTED-PRINTABLE`, in vCard 2.1 also
    /// without the name.
    ///
    /// - Parameter place: where the parameters stand among the bytes.
    static func isQuotedPrintable(_ place: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard place.count >= 16 else { return false }
        var parameters = ContentParameters(place)
        while let parameter = parameters.next(in: bytes) {
            guard bytes.extracting(parameter.value).isWord("QUOTED-PRINTABLE") else { continue }
            let name = bytes.extracting(parameter.name)
            if name.isEmpty || name.isWord("ENCODING") { return true }
        }
        return false
    }
}
