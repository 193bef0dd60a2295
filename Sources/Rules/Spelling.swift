/// The nearest right word for a wrong one.
public enum Spelling {
    /// The candidate that a typing mistake is likeliest to have come from; nil when none is near.
    ///
    ///     Spelling.nearest(to: "isbn1O", in: ["isbn13", "isbn10"])   // "isbn10"
    ///
    /// Case does not count. A word may differ from it by a third of its letters (inserted, left out, changed, or two
    /// neighbours swapped), but by one at least and three at most. Of words that are equally near, the one that looks
    /// more like it is taken, then the first.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        let farthest = min(3, max(1, letters.count / 3))
        var best: (rank: (Int, Int), word: String)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - letters.count) <= farthest else { continue }
            let distance = distance(letters, other)
            guard distance <= farthest else { continue }
            let rank = (distance, self.distance(letters.map(shape), other.map(shape)))
            if rank < best?.rank ?? (.max, .max) { best = (rank, candidate) }
        }
        return best?.word
    }

    /// ` (did you mean 'isbn10'?)`, or nothing when no candidate is near.
    public static func hint(for word: String, in candidates: some Sequence<String>) -> String {
        nearest(to: word, in: candidates).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// The digit that a letter is easily taken for.
    private static func shape(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        case "o": "0"
        case "l", "i": "1"
        case "s": "5"
        case "b": "8"
        default: letter
        }
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
