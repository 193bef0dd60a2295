/// What is wrong with a pattern, and where.
struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    let message: String
    /// How many characters (Unicode scalars) of the pattern stand before the place, as near as can be told.
    let offset: Int

    init(_ message: String, at offset: Int) {
        (self.message, self.offset) = (message, offset)
    }

    var description: String { "\(message), at character \(offset + 1)" }
}
