internal import BeelineSymbols

extension Drawing {
    /// The drawing for a terminal: two modules above each other in each character, black on white whatever the terminal's
    /// own colours are, and the text in a line below.
    ///
    /// A logo and the shapes of modules are left out; linear symbols have low bars.
    public func terminalText() -> String {
        let layout = lowLayout
        let rows = darkRows(of: layout)
        var text = ""
        for row in stride(from: 0, to: rows.count, by: 2) {
            // Black on bright white; each line ends its colours, so that none runs on.
            text += "\u{1B}[30;107m"
            for column in 0..<layout.width {
                let lower = row + 1 < rows.count && rows[row + 1][column]
                switch (rows[row][column], lower) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        if options.showsText, let line = self.text { text += line.withHiddenSpelledOut + "\n" }
        return text
    }

    /// Which modules are dark.
    private func darkRows(of layout: Layout) -> [[Bool]] {
        var rows = Array(repeating: Array(repeating: false, count: layout.width), count: layout.height)
        for shape in layout.shapes {
            switch shape {
            case .bar(let bar):
                for row in bar.y..<(bar.y + bar.height) {
                    for column in bar.x..<(bar.x + bar.width) { rows[row][column] = true }
                }
            case .disc(let x, let y, _): rows[Int(y)][Int(x)] = true
            case .rounded(let bar, _, let isHole):
                for row in bar.y..<(bar.y + bar.height) {
                    for column in bar.x..<(bar.x + bar.width) { rows[row][column] = !isHole }
                }
            }
        }
        return rows
    }
}
