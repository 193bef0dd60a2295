/// What is asked of a decoder beside the image.
///
///     var options = DecodeOptions()
///     options.only = [.qr]
///     options.effort = .max
public struct DecodeOptions: Hashable, Sendable {
    /// How long to go on where nothing has been found. Default: `.normal`.
    public var effort: DecodeEffort = .normal
    /// The symbologies that are wanted; empty means all. Add-ons come with their parents.
    public var only: Set<Symbology> = []
    /// The part of each image that is looked at; nil is all of it. Outlines still count from the image's own corner.
    public var region: ImageRegion?
    /// Whether the first symbol is enough.
    public var stopsAtFirst = false
    /// Whether to say what was tried, and what may be wrong with an image that gave nothing.
    public var diagnoses = false
    /// The greatest side in pixels of a picture of each page to show to a person; nil makes none.
    public var previewSide: Int?
    /// The names of passes to leave out: those that a decoder did not survive.
    public var without: Set<String> = []

    public init() {}
}

/// How long a decoder goes on where nothing has been found.
public enum DecodeEffort: String, CaseIterable, Hashable, Sendable {
    /// What is cheap and finds most.
    case fast
    /// All passes that pay.
    case normal
    /// Whatever may help, however long it takes.
    case max
}

/// A part of an image, from its top left corner.
public struct ImageRegion: Hashable, Sendable {
    public var x: Length
    public var y: Length
    public var width: Length
    public var height: Length

    public init(x: Length, y: Length, width: Length, height: Length) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public enum Length: Hashable, Sendable {
        case pixels(Int)
        /// Of the image's width or height, from 0 to 1.
        case fraction(Double)
    }
}
