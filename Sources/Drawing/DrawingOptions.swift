/// How a code is to be drawn.
///
///     var options = DrawingOptions()
///     options.level = .high
///     options.moduleWidth = 0.5
package struct DrawingOptions: Sendable {
    /// How much of a QR code may be lost. Nil: `.medium`, and `.high` with a logo.
    package var level: ErrorCorrection?
    /// The two or five digits beside an EAN or UPC.
    package var addOn: String?
    /// Whether the digits are below linear symbols. Default: true.
    package var showsText = true
    /// How high the bars are, in modules; nil: as the standard has it.
    package var barHeight: Int?
    /// The light space around the symbol, in modules on each side; nil: as the standard has it.
    package var quietZone: Int?
    /// How wide a module is in print, in millimetres (the X-dimension); nil: the symbology's target.
    package var moduleWidth: Double?
    package var colours = CodeColours()
    /// How the modules of a QR code look.
    package var moduleShape = ModuleShape.square
    /// How the three finder patterns of a QR code look.
    package var finderShape = ModuleShape.square
    /// A picture in the middle of a QR code.
    package var logo: Logo?
    /// Whether colours that readers might not distinguish are drawn nevertheless.
    package var allowsPoorColours = false
    /// Whether a logo may take more than the level of error correction is said to make up for.
    package var allowsAnyLogo = false
    /// Whether module widths beyond the limits of the symbology are drawn nevertheless.
    package var allowsAnyModuleWidth = false

    package init() {}
}

/// The levels of error correction of QR codes (ISO/IEC 18004, section 7.5.1).
package enum ErrorCorrection: String, CaseIterable, Hashable, Sendable {
    /// L: about 7 % of the codewords may be lost.
    case low = "L"
    /// M: about 15 %.
    case medium = "M"
    /// Q: about 25 %.
    case quartile = "Q"
    /// H: about 30 %.
    case high = "H"

    /// What part of the codewords may be lost.
    var share: Double {
        switch self {
        case .low: 0.07
        case .medium: 0.15
        case .quartile: 0.25
        case .high: 0.3
        }
    }

    var number: Int {
        switch self {
        case .low: 1
        case .medium: 2
        case .quartile: 3
        case .high: 4
        }
    }
}

/// How modules look.
package enum ModuleShape: String, CaseIterable, Hashable, Sendable {
    case square
    /// Discs of nine tenths of a module, or rings with rounded corners.
    case round
}

/// A picture that is in the middle of a QR code, whose error correction makes up for what it covers.
///
///     options.logo = try Logo(png, share: 0.1)
package struct Logo: Sendable {
    /// The file as it was given.
    let file: [UInt8]
    /// What part of the symbol is left light for it, without the quiet zone: 0…1.
    package let share: Double
    package static let usualShare = 0.1
    let width: Int
    let height: Int

    /// Reads a PNG or JPEG file.
    ///
    /// - Parameters:
    ///   - share: what part of the symbol it takes, 0.01…0.9.
    /// - Throws: `.logo` when it is none, is damaged, or is too large; `.library`.
    package init(_ file: [UInt8], share: Double = usualShare) throws(DrawingError) {
        try require(
            (0.01...0.9).contains(share), .logo, "the share of the logo", "\(share) is not valid",
            remedy: "use 0.05…0.2")
        try require(
            file.count <= 8 << 20, .logo, "the logo", "the file is longer than 8 MiB",
            remedy: "make the picture smaller")
        self.file = file
        self.share = share
        (width, height) = try DrawingProgram.shared.size(ofLogo: file)
    }
}
