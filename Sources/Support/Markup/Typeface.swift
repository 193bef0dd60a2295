/// An estimate of the width of text, before the fonts are known: that of DejaVu, which is wider than most.
package struct Typeface: Hashable, Sendable {
    /// In pixels.
    package let size: Int
    package let isMonospaced: Bool

    package init(size: Int, isMonospaced: Bool) {
        self.size = size
        self.isMonospaced = isMonospaced
    }

    package static let text = Typeface(size: 13, isMonospaced: false)
    package static let code = Typeface(size: 12, isMonospaced: true)
    package static let name = Typeface(size: 14, isMonospaced: true)

    /// In pixels, rounded up.
    package func width(of text: some StringProtocol) -> Int {
        Int((text.unicodeScalars.reduce(0) { $0 + width(of: $1) }).rounded(.up))
    }

    /// The text in lines of at most a width; when there would be more lines than asked for, the last one ends in `…`.
    package func lines(of text: String, width limit: Int, count: Int) -> [String] {
        var lines: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let part = fitting(rest, width: limit)
            if part.endIndex == rest.endIndex {
                lines.append(String(part))
                break
            }
            guard lines.count < count - 1 else {
                lines.append(fitting(rest, width: limit - width(of: "…")) + "…")
                break
            }
            // At a space where there is one; a word that is longer than a line is broken anywhere.
            let space = part.unicodeScalars.lastIndex(of: " ")
            let end = space.flatMap { $0 > part.startIndex ? $0 : nil } ?? part.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...]
            if rest.unicodeScalars.first == " " { rest.unicodeScalars.removeFirst() }
        }
        return lines
    }

    /// The text on one line of at most a width; one that is cut ends in `…`.
    package func line(of text: String, width: Int) -> String { lines(of: text, width: width, count: 1).first ?? "" }

    /// The longest prefix that is not wider than the limit, at least one scalar.
    private func fitting(_ text: Substring, width limit: Int) -> Substring {
        var width = 0.0
        var end = text.startIndex
        for index in text.unicodeScalars.indices {
            width += self.width(of: text.unicodeScalars[index])
            if width > Double(limit), end > text.startIndex { break }
            end = text.unicodeScalars.index(after: index)
        }
        return text[..<end]
    }

    private func width(of scalar: Unicode.Scalar) -> Double {
        let size = Double(size)
        if Self.isAttached(scalar) { return 0 }
        if Self.isWide(scalar) { return size * (isMonospaced ? 1.21 : 1.05) }
        return isMonospaced ? size * 0.605 : size * Self.share(of: scalar)
    }

    /// The part of the size that a narrow character of a proportional font takes.
    private static func share(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "'", "I", "|": 0.32
        case " ", "f", "t", "r", ".", ",", ":", ";", "/", "(", ")", "[", "]", "-": 0.42
        case "m", "w", "M", "W", "%", "@", "—", "…", "<", ">", "=", "+": 0.98
        case "a"..."z": 0.62
        case "A"..."Z": 0.74
        case "0"..."9", "\"", "_", "{", "}": 0.645
        default: scalar.isASCII ? 0.7 : scalar.value < 0x600 ? 0.78 : 0.95
        }
    }

    /// Whether it takes no room of its own.
    private static func isAttached(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Whether it is as wide as high (after UAX #11, by blocks).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1_0000...:
            true
        default: false
        }
    }
}
