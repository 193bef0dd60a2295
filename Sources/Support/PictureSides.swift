/// The limits on the sides of a picture. Decoders follow edges as far as they go, from each place on the way, and a
/// picture that is turned takes the square of its longer side: time and memory follow the square of that side, not the
/// pixels. So the longer side has a limit by the other.
package enum PictureSides {
    /// How many times the shorter side the longer one may be. Strips of labels and receipts have less.
    package static let mostRatio = 50
    /// A side may always be so long, in pixels: its square is still not much. A line of a scanner is a picture, too.
    package static let alwaysAllowed = 10_000

    /// Whether the longer side is too long for the shorter one. Both are above 0.
    package static func areTooUneven(_ width: Int, _ height: Int) -> Bool {
        let (short, long) = (min(width, height), max(width, height))
        return long > alwaysAllowed && (long - 1) / mostRatio >= short
    }

    /// What is wrong with such sides, after "a picture of 1 × 1000000 pixels".
    package static let problem =
        "the longer side may have \(alwaysAllowed) pixels, or \(mostRatio) times those of the shorter side"
}
