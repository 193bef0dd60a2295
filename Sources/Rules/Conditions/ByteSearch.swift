/// Looks for bytes in bytes.
enum ByteSearch {
    /// Whether a text has a part in it. Takes time by the product of their lengths at worst, and parts are short.
    static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if UnsafeBufferPointer(rebasing: text[start..<(start + part.count)]).elementsEqual(part) { return true }
        }
        return false
    }

    static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in part.withUnsafeBufferPointer { contains(text, $0) } }
    }
}
