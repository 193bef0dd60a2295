/// A dark part of a drawing, or a light one within a dark one. Units are modules; y counts downwards.
enum Shape: Hashable, Sendable {
    case bar(Bar)
    case disc(x: Double, y: Double, radius: Double)
    case rounded(Bar, radius: Double, isHole: Bool)
}

/// A rectangle of whole modules.
struct Bar: Hashable, Sendable {
    var x, y, width, height: Int

    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func moved(_ right: Int, _ down: Int) -> Bar { Bar(x + right, y + down, width, height) }

    func contains(_ column: Int, _ row: Int) -> Bool {
        (x..<(x + width)).contains(column) && (y..<(y + height)).contains(row)
    }
}

/// Characters that stand in a line at equal distances.
struct PlacedText: Hashable, Sendable {
    let characters: String
    /// The middle of the first character.
    let x: Double
    /// From the middle of one to the middle of the next.
    let pitch: Double
    /// The top of the capitals.
    let y: Int
    /// How high capitals and digits are.
    let height: Double

    /// How high digits of the usual size are; they are five wide.
    static let usual = 7

    /// A text in the middle between two places, in the usual size if it fits, else smaller; nil when it could not be read.
    init?(_ characters: String, within range: ClosedRange<Int>, y: Int) {
        let count = characters.unicodeScalars.count
        guard count > 0 else { return nil }
        let width = Double(range.upperBound - range.lowerBound)
        let pitch = min(6, width / Double(count))
        guard pitch >= 2 else { return nil }
        let middle = Double(range.lowerBound + range.upperBound) / 2
        self.init(
            characters, x: middle - pitch * Double(count - 1) / 2, pitch: pitch, y: y,
            height: pitch / 6 * Double(Self.usual))
    }

    init(_ characters: String, x: Double, pitch: Double, y: Int, height: Double = Double(usual)) {
        (self.characters, self.x, self.pitch, self.y, self.height) = (characters, x, pitch, y, height)
    }
}

/// Where everything stands in a drawing.
struct Layout: Hashable, Sendable {
    /// With the quiet zone.
    var width: Int
    var height: Int
    var shapes: [Shape]
    var texts: [PlacedText] = []
    /// Whether a text was too long to be read.
    var lacksText = false
    /// The symbol itself.
    var symbol: Bar
    /// Where the logo stands, in the midst of what was left light for it.
    var logo: Bar?
}
