/// The patterns of a set of rules, each compiled once, however many rules have it; and a limit of what they take together.
///
/// A few get plenty of memory, in which RE2 remembers what it has seen of texts, and is quickest. Of many each gets what it
/// needs and little more: with 8 MiB for each, ten thousand could take 80 GiB.
///
/// A class, because asking for a pattern adds to it; it lives while a set is loaded.
final class PatternShelf {
    /// The most memory, in bytes, that all patterns of a set may come to take.
    static let memory: Int64 = 1 << 30
    /// How many get plenty.
    private static let few = 16
    /// What others get, in bytes, if they need no more.
    private static let little: Int64 = 32 << 10

    private var patterns: [PatternText: Result<Pattern, PatternError>] = [:]
    private var taken: Int64 = 0
    private var isFull = false
    private let limit: Int64

    init(limit: Int64 = PatternShelf.memory) { self.limit = limit }

    /// A text by its bytes: `String` calls texts equal that are different patterns.
    private struct PatternText: Hashable {
        let utf8: [UInt8]
    }

    /// - Throws: `PatternError`, with the place of the first mistake.
    func pattern(_ text: String) throws(PatternError) -> Pattern {
        let key = PatternText(utf8: Array(text.utf8))
        if let known = patterns[key] { return try known.get() }
        let result: Result<Pattern, PatternError>
        do throws(PatternError) {
            result = .success(try compiled(text))
        } catch {
            result = .failure(error)
        }
        patterns[key] = result
        return try result.get()
    }

    private func compiled(_ text: String) throws(PatternError) -> Pattern {
        // To compile thousands more, only to refuse each, would take minutes.
        guard !isFull else { throw full }
        let pattern = try Pattern(text, memory: patterns.count < Self.few ? Pattern.memory : Self.little)
        guard taken + pattern.memory <= limit else {
            isFull = true
            throw full
        }
        taken += pattern.memory
        return pattern
    }

    private var full: PatternError {
        PatternError(
            "the patterns of all rule files may take more than \(limit >> 20) MiB of memory with this one: write classes "
                + "of fewer characters, such as [A-Za-z] for \\pL, or look values up in a catalogue", at: 0)
    }
}
