internal import BeelineSymbols
internal import Glibc

/// An sRGB colour.
///
///     Colour("#1a5fb4")   // a blue
public struct Colour: Hashable, Sendable {
    /// 0…255.
    public let red, green, blue: UInt8

    /// - Parameters:
    ///   - red: 0…255.
    ///   - green: 0…255.
    ///   - blue: 0…255.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Reads `#1a5fb4`, `1a5fb4`, `#fff` and the basic names of CSS such as `navy`; nil when it is none of these.
    public init?(_ text: String) {
        let code = Self.names[text.lowercased()] ?? text
        let digits = code.utf8.drop { $0 == UInt8(ascii: "#") }.compactMap(\.asciiHexValue)
        let hashes = code.utf8.prefix { $0 == UInt8(ascii: "#") }.count
        guard hashes <= 1, digits.count + hashes == code.utf8.count else { return nil }
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6:
            self.init(
                red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
                blue: digits[4] << 4 | digits[5])
        default: return nil
        }
    }

    /// The basic colours of CSS (CSS Color 4, section 6.1), orange and brown.
    package static let names = [
        "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
        "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "magenta": "ff00ff",
        "green": "008000", "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080",
        "blue": "0000ff", "teal": "008080", "aqua": "00ffff", "cyan": "00ffff", "orange": "ffa500",
        "brown": "a52a2a",
    ]

    /// Black.
    public static let black = Colour(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Colour(red: 255, green: 255, blue: 255)

    /// The reflectance of red light, 0…1, which lasers and most linear scanners see (ISO/IEC 15416: 660 nm ± 10 nm).
    var redReflectance: Double { Self.linear(red) }

    /// The reflectance of white light, 0…1, which cameras see (relative luminance of IEC 61966-2-1).
    var luminance: Double { 0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue) }

    /// The linear light of an sRGB value (IEC 61966-2-1, section 5.2).
    private static func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}

/// The two colours of a code.
public struct CodeColours: Hashable, Sendable {
    /// The bars. Default: black.
    public var dark: Colour
    /// The background; nil is transparent, which is assumed to lie on white. Default: white.
    public var light: Colour?

    /// - Parameters:
    ///   - dark: the bars.
    ///   - light: the background; nil is transparent.
    public init(dark: Colour = .black, light: Colour? = .white) { (self.dark, self.light) = (dark, light) }
}

/// Whether readers can distinguish the colours of a code. Symbol contrast is the difference of the greatest and the
/// least reflectance (ISO/IEC 15416 and ISO/IEC 15415): grade C begins at 40 %, grade B at 55 %. A scanner of linear
/// codes uses red light, in which red ink is as light as paper; cameras see luminance.
enum Contrast {
    private static let least = 0.4
    private static let good = 0.55

    /// Checks the colours of a code. `.colours` when its readers cannot read it, unless that is allowed.
    static func check(
        _ colours: CodeColours, isLinear: Bool, allowsPoor: Bool
    ) throws(DrawingError) -> [DrawingWarning] {
        // Cameras read all; a matrix code is sometimes read in red light too.
        let lights = [("white light", \Colour.luminance, true), ("red light", \Colour.redReflectance, isLinear)]
        var warnings: [DrawingWarning] = []
        for (name, reflectance, isNeeded) in lights {
            let contrast = (colours.light?[keyPath: reflectance] ?? 1) - colours.dark[keyPath: reflectance]
            let percent = Int((contrast * 100).rounded())
            if isNeeded, !allowsPoor {
                try require(
                    contrast >= 0, .colours, "the colours", "in \(name) the bars are lighter than the background",
                    remedy: "use dark bars on a light background, or --force")
                try require(
                    contrast >= least, .colours, "the colours",
                    "in \(name) they differ by \(percent) %, scanners need \(Int(least * 100)) %",
                    remedy: isLinear && name == "red light"
                        ? "red, orange and yellow are light to a scanner: use blue, green or black bars"
                        : "use darker bars or a lighter background, or --force")
            }
            if contrast < good { warnings.append(.contrast(percent, light: name)) }
        }
        return warnings
    }
}
