/// How light the bars of a strip are, and what is beside them. Most strips that look like bars are dark on light, or
/// words: a decoder is asked about light bars, or bars that are too thin, only where that is what they look like.
struct BarTones {
    /// Whether what is beside the bars is dark.
    let areLight: Bool
    /// Whether they are much thinner than the spaces between them.
    let areThin: Bool

    /// - Parameter strip: bars that were turned upright, with space on both sides.
    init(_ strip: GrayImage) {
        let width = strip.width
        var (counts, middle) = ([Int](repeating: 0, count: 256), (sum: 0, count: 0))
        var beside = [(sum: 0, count: 0), (sum: 0, count: 0)]
        let bars = (width * 13 / 100)..<max(width * 13 / 100 + 1, width * 87 / 100)
        let spaces = [
            (width * 6 / 100)..<max(width * 6 / 100 + 1, width * 9 / 100),
            (width * 91 / 100)..<max(width * 91 / 100 + 1, width * 94 / 100),
        ]
        for row in [strip.height / 4, strip.height / 2, strip.height * 3 / 4] where width > 0 && row < strip.height {
            for column in bars where column < width {
                let gray = Int(strip.pixels[row * width + column])
                counts[gray] += 1
                middle = (middle.sum + gray, middle.count + 1)
            }
            for (index, space) in spaces.enumerated() {
                for column in space where column < width {
                    beside[index].sum += Int(strip.pixels[row * width + column])
                    beside[index].count += 1
                }
            }
        }
        /// The gray that one in twenty is below, or above.
        func level(_ grays: some Sequence<Int>) -> Double {
            var seen = 0
            let level = grays.first { gray in
                seen += counts[gray]
                return seen * 20 > middle.count
            }
            return Double(level ?? 0)
        }
        let (dark, light) = (level(0...255), level((0...255).reversed()))
        func share(_ part: (sum: Int, count: Int)) -> Double {
            guard part.count > 0, light > dark else { return 1 }
            return (Double(part.sum) / Double(part.count) - dark) / (light - dark)
        }
        let shares = beside.map(share)
        // A strip may end within the bars, which are half light, or reach beyond the label.
        areLight =
            shares.contains { $0 < 0.5 } && shares.reduce(0, +) < 1.3
            || Self.hasDarkSpace(strip, threshold: (dark + light) / 2)
        areThin = share(middle) > 0.58
    }

    /// Whether something dark is much wider than most bars and spaces are, as only the quiet zone of light bars is.
    private static func hasDarkSpace(_ strip: GrayImage, threshold: Double) -> Bool {
        guard strip.width > 0, strip.height > 0 else { return false }
        let start = strip.height / 2 * strip.width
        var runs: [Int] = []
        var (length, longest, wasDark) = (0, 0, false)
        for column in 0...strip.width {
            let isDark = column < strip.width && Double(strip.pixels[start + column]) < threshold
            guard isDark != wasDark || column == strip.width else {
                length += 1
                continue
            }
            if length > 0 { runs.append(length) }
            if wasDark { longest = max(longest, length) }
            (length, wasDark) = (1, isDark)
        }
        runs.sort()
        return longest >= spaceOfModules * (runs.isEmpty ? strip.width : runs[runs.count / 4])
    }

    /// No bar is as wide.
    private static let spaceOfModules = 6
}
