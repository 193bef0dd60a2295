/// How a code is to be drawn.
///
///     var options = DrawingOptions()
///     options.level = .high
///     options.moduleWidth = 0.5
public struct DrawingOptions: Sendable {
    /// How much of a QR code may be lost. Nil: `.medium`, and `.high` with a logo.
    public var level: ErrorCorrection?
    /// The two or five digits beside an EAN or UPC.
    public var addOn: String?
    /// Whether the digits are below linear symbols. Default: true.
    public var showsText = true
    /// How high the bars are, in modules; nil: as the standard has it.
    public var barHeight: Int?
    /// The light space around the symbol, in modules on each side; nil: as the standard has it.
    public var quietZone: Int?
    /// How wide a module is in print, in millimetres (the X-dimension); nil: the symbology's target.
    public var moduleWidth: Double?
    /// The colours of the bars and of the background.
    public var colours = CodeColours()
    /// How the modules of a QR code look.
    public var moduleShape = ModuleShape.square
    /// How the three finder patterns of a QR code look.
    public var finderShape = ModuleShape.square
    /// A picture in the middle of a QR code.
    public var logo: Logo?
    /// Whether colours that readers might not distinguish are drawn nevertheless.
    public var allowsPoorColours = false
    /// Whether a logo may take more than the level of error correction is said to make up for.
    public var allowsAnyLogo = false
    /// Whether module widths beyond the limits of the symbology are drawn nevertheless.
    public var allowsAnyModuleWidth = false

    /// - Parameters:
    ///   - level: how much of a QR code may be lost. Default: `.medium`, and `.high` with a logo.
    ///   - colours: those of the bars and of the background. Default: black on white.
    ///   - logo: a picture in the middle of a QR code. Default: none.
    public init(level: ErrorCorrection? = nil, colours: CodeColours = CodeColours(), logo: Logo? = nil) {
        (self.level, self.colours, self.logo) = (level, colours, logo)
    }
}

/// The levels of error correction of QR codes (ISO/IEC 18004, section 7.5.1).
public enum ErrorCorrection: String, CaseIterable, Hashable, Sendable {
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
public enum ModuleShape: String, CaseIterable, Hashable, Sendable {
    /// Squares without gaps.
    case square
    /// Discs of nine tenths of a module, or rings with rounded corners.
    case round
}

/// A picture that is in the middle of a QR code, whose error correction makes up for what it covers.
///
///     let options = DrawingOptions(level: .high, logo: try Logo(file, share: 0.1))
public struct Logo: Sendable {
    /// The file as it was given.
    let file: [UInt8]
    /// What part of the symbol is left light for it, without the quiet zone: 0…1.
    public let share: Double
    /// The usual share: 0.1.
    public static let usualShare = 0.1
    let width: Int
    let height: Int

    /// Reads a PNG or JPEG file.
    ///
    /// - Parameters:
    ///   - share: what part of the symbol it takes, 0.01…0.9.
    /// - Throws: `.logo` when it is none, is damaged, or is too large; `.library`.
    public init(_ file: [UInt8], share: Double = usualShare) throws(DrawingError) {
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

    private init(_ logo: Logo, share: Double) {
        (file, width, height, self.share) = (logo.file, logo.width, logo.height, share)
    }

    /// The same picture with another share of the symbol, 0.01…0.9.
    package func covering(_ share: Double) -> Logo { Logo(self, share: share) }
}
