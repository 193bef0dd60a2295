internal import BeelineSymbols

/// Element strings as symbols hold them: `010952123454321310ABC`, with U+001D where an element ends before the greatest
/// length that it may have (GS1 General Specifications, section 7.8).
enum RawReader {
    static func read(_ bytes: [UInt8], from start: Int = 0) throws(GS1Problem) -> [FoundElement] {
        var found: [FoundElement] = []
        var rest = bytes[start...]
        // The FNC1 in first place, which some decoders pass on.
        if rest.first == separator { rest = rest.dropFirst() }
        repeat {
            // All before it is ASCII, so bytes are characters.
            let position = rest.startIndex + 1
            guard let (identifier, digits) = ApplicationIdentifier.first(of: rest) else {
                let shown = rest.prefix(4).prefix { $0 > 0x20 && $0 < 0x7F }
                throw GS1Problem(
                    identifier: String(decoding: shown, as: UTF8.self), position: position,
                    reason: .unknownIdentifier)
            }
            rest = rest.dropFirst(digits)
            let field: ArraySlice<UInt8>
            if identifier.hasPredefinedLength {
                let value = rest.prefix(identifier.maximumLength)
                field = value.prefix { $0 != separator }
            } else {
                field = rest.prefix { $0 != separator }
            }
            found.append(try FoundElement(identifier, field, position: position))
            rest = rest.dropFirst(field.count)
            // Not needed after a predefined length, nor at the end, but it does no harm there.
            if rest.first == separator { rest = rest.dropFirst() }
        } while !rest.isEmpty
        return found
    }

    /// What stands for FNC1 between two elements.
    static let separator: UInt8 = 0x1D
}
