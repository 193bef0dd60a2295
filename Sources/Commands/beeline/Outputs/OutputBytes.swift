/// Text on its way out, where what each byte costs counts.
extension [UInt8] {
    /// Appends a text, all of it at once.
    mutating func append(text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
        if isDone == nil { append(contentsOf: text.utf8) }
    }
}

extension String {
    /// Whether no byte of the text is one of some.
    ///
    /// Each byte is looked at, though the first might tell: so it takes many at a time.
    @inline(__always)
    func hasNone(of isMeant: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var found = false
            for byte in bytes { found = found || isMeant(byte) }
            return !found
        } ?? !utf8.contains(where: isMeant)
    }
}
