/// A line of CSV (RFC 4180), with the line feed at its end.
enum CSVLine {
    static func bytes(_ cells: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Appends a cell, in quotes where it needs them.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let isPlain = text.hasNone { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        if isPlain { return bytes.append(text: text) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
