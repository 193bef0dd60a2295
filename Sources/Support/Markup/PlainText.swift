internal import BeelineSymbols

/// Text of a rule file or a code made harmless: on one line, without what cannot be seen or turns text around, and not endless.
///
/// - Parameter limit: how many scalars there are at most; one that is cut ends in `…`.
package func plainText(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var marks = 0
    for scalar in text.unicodeScalars {
        guard count < limit else {
            result.append("…")
            break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            // No letter has more than a few; piles of them reach into other lines.
            marks += 1
            guard marks <= 3 else { continue }
            result.append(scalar)
        case .control where scalar == "\n" || scalar == "\t" || scalar == "\r": result.append(" ")
        case _ where scalar.isHidden: result.append("\u{FFFD}")
        default:
            marks = 0
            result.append(scalar)
        }
        count += 1
    }
    return String(result)
}
