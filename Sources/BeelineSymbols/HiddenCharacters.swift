extension String {
    /// The text made safe for a terminal: controls and characters that cannot be seen are spelled out, so that nothing in it
    /// moves the cursor, forges a line, or turns the text around.
    package var withHiddenSpelledOut: String {
        // Nearly every text is plain ASCII.
        let isPlain = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { 0x20..<0x7F ~= $0 } } ?? false
        guard !isPlain, unicodeScalars.contains(where: isHidden) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 16)
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{20}"..."\u{7E}": result.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\n": result += "\\n".utf8
            case "\r": result += "\\r".utf8
            case "\t": result += "\\t".utf8
            case _ where isHidden(scalar):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
            default: result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    // Joiners and selectors of variants are parts of letters and emoji.
    case .format: return scalar != "\u{200D}" && scalar != "\u{200C}"
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    default:
        return scalar.isBlankLetter
            || scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
}

extension Unicode.Scalar {
    /// Letters of Hangul that fill a place, and the Braille pattern without dots: they are shown as nothing.
    package var isBlankLetter: Bool { [0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0].contains(value) }
}
