/// A decoder that finds the symbols in an image: in this process, or in its worker processes.
///
///     let symbols = try await decoder.symbols(in: .file("shelf.jpg"))
public protocol BarcodeDecoder: Sendable {
    /// Decodes an image, and reports how its symbols were found.
    ///
    /// A decoder ends at once when the task is cancelled, and throws `.cancelled`.
    ///
    /// - Throws: `DecodeError`: the image could not be read, or the decoder did not survive it.
    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding
}

extension BarcodeDecoder {
    /// The symbols in the image, in reading order; empty when there are none.
    ///
    /// - Throws: `DecodeError`.
    public func symbols(
        in image: ImageSource, options: DecodeOptions = DecodeOptions()
    ) async throws(DecodeError) -> [Symbol] {
        try await decode(image, options: options).symbols
    }
}

/// Where the bytes of an image are.
public enum ImageSource: Hashable, Sendable {
    /// A file, by its path.
    case file(String)
    /// What an open descriptor yields until its end. It is lent: the caller still closes it.
    case descriptor(Int32)
    /// The bytes themselves.
    case bytes([UInt8])
}

/// The options of a decoder beside the image.
///
///     let options = DecodeOptions(only: [.qr], effort: .max)
public struct DecodeOptions: Hashable, Sendable {
    /// How hard to try to find a code. Default: `.normal`.
    public var effort: DecodeEffort = .normal
    /// The symbologies to read; empty means all. Add-ons come with their parents.
    public var only: Set<Symbology> = []
    /// The part of each image to scan; nil is the whole image. Outlines are relative to the whole image.
    public var region: ImageRegion?
    /// Whether the first symbol is enough.
    public var stopsAtFirst: Bool = false
    /// Whether to say what was tried, and what may be wrong with an image that gave nothing.
    package var diagnoses = false
    /// The greatest side in pixels of a picture of each page to show to a person; nil makes none.
    public var previewSide: Int?
    /// The names of passes to leave out: those that a decoder did not survive.
    package var without: Set<String> = []
    /// The number of a frame in a video, from 0; nil is a picture by itself. The passes are shared out among frames
    /// that follow each other, and ``effort`` does not matter.
    package var frame: Int?

    /// - Parameters:
    ///   - only: the symbologies to read. Default: all. That none of them can be read here is an error.
    ///   - effort: how hard to try to find a code.
    ///   - region: the part of each image to scan. Default: the whole image.
    public init(only: Set<Symbology> = [], effort: DecodeEffort = .normal, region: ImageRegion? = nil) {
        (self.only, self.effort, self.region) = (only, effort, region)
    }
}

/// How hard a decoder tries to find a code.
public enum DecodeEffort: String, CaseIterable, Hashable, Sendable {
    /// Only the cheap passes, which find most codes.
    case fast
    /// All passes that are worth their time.
    case normal
    /// Every pass that may help, however long it takes.
    case max
}

/// A part of an image, from its top left corner.
///
///     let options = DecodeOptions(region: .fraction(x: 0.25, y: 0, width: 0.5, height: 1))   // the middle half
///
/// What of it lies outside of the image is left out.
public struct ImageRegion: Hashable, Sendable {
    package var x: Length
    package var y: Length
    package var width: Length
    package var height: Length

    /// A part in pixels of the upright image.
    public static func pixels(x: Int, y: Int, width: Int, height: Int) -> ImageRegion {
        ImageRegion(x: .pixels(x), y: .pixels(y), width: .pixels(width), height: .pixels(height))
    }

    /// A part in fractions of the width and height of the upright image, from 0 to 1.
    public static func fraction(x: Double, y: Double, width: Double, height: Double) -> ImageRegion {
        ImageRegion(x: .fraction(x), y: .fraction(y), width: .fraction(width), height: .fraction(height))
    }

    package init(x: Length, y: Length, width: Length, height: Length) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package enum Length: Hashable, Sendable {
        case pixels(Int)
        /// Of the image's width or height, from 0 to 1.
        case fraction(Double)
    }
}

/// The capabilities of the decoders: which there are, and what they read.
///
///     let pool = try DecodingPool()
///     try await pool.capabilities().symbologies.contains(.dotCode)
public struct DecoderCapabilities: Hashable, Sendable {
    /// The libraries that find symbols.
    public package(set) var decoders: [Decoder]
    /// The names of the image file formats, as people write them: `JPEG`.
    public package(set) var imageFormats: [String]
    /// How the decoders are sandboxed; nil where they are not, as they decode in the program itself.
    package var sandbox: Sandbox?
    /// How the programs that draw the pages of PDF files are sandboxed; nil where no PDF is read.
    package var pdfSandbox: Sandbox?

    package init(decoders: [Decoder], imageFormats: [String], sandbox: Sandbox? = nil, pdfSandbox: Sandbox? = nil) {
        self.decoders = decoders
        self.imageFormats = imageFormats
        self.sandbox = sandbox
        self.pdfSandbox = pdfSandbox
    }

    /// The formats that one of the decoders reads, or all of them together.
    public var symbologies: Set<Symbology> { Set(decoders.flatMap(\.symbologies)) }

    /// A library that finds symbols.
    public struct Decoder: Hashable, Sendable {
        /// The name that symbols read by it have: `zbar`.
        public package(set) var name: String
        /// The library's version: `0.23.92`. Empty for what belongs to Beeline.
        public package(set) var version: String
        /// What this version of it reads.
        public package(set) var symbologies: Set<Symbology>

        package init(name: String, version: String, symbologies: Set<Symbology>) {
            self.name = name
            self.version = version
            self.symbologies = symbologies
        }
    }

    /// Checks that one of the requested symbologies can be read: others would silently never be found.
    ///
    /// - Throws: `.nothingReads`.
    package func check(_ options: DecodeOptions) throws(DecodeError) {
        // EAN-2 and EAN-5 are read with the symbols that they are beside.
        guard !options.only.isEmpty, !decoders.isEmpty, !options.only.contains(where: \.isAddOn),
            symbologies.isDisjoint(with: options.only)
        else { return }
        throw .nothingReads(options.only)
    }

    /// How decoders, and programs that draw pages, are sandboxed.
    package enum Sandbox: String, CaseIterable, Hashable, Sendable {
        /// For programs: by limits on memory and time, a filter of system calls (no network, no other programs, nothing
        /// is written), and rules of paths (Landlock): they can read the system's libraries and fonts, and the
        /// document.
        case filterAndPaths = "filter-and-paths"
        /// By limits on memory and time, and a filter of system calls: no network, no programs, nothing is written.
        /// Decoders can open no files; programs that draw pages can read those that the user can.
        case filter
        /// By limits alone: the system has no such filters.
        case limits
    }
}

extension ImageRegion {
    /// Reads `x,y,width,height`. A number with a point or a percent sign is a part of the image's width or height, one
    /// without is pixels; the two may be mixed.
    ///
    ///     try ImageRegion("0.1,0.2,0.5,0.5")
    ///     try ImageRegion("10,20,50%,200")
    package init(_ text: String) throws(RegionProblem) {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard texts.count == 4 else { throw .notFour(texts.count) }
        var lengths: [Length] = []
        for text in texts { lengths.append(try Length(text)) }
        self.init(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
        for (name, side) in [("width", width), ("height", height)] {
            switch side {
            case .pixels(0), .fraction(0): throw .isEmpty(name)
            case .pixels(1): throw .onePixel
            case .pixels, .fraction: break
            }
        }
        for (names, start, side) in [("x and width", x, width), ("y and height", y, height)] {
            guard case .fraction(let side) = side else { continue }
            // Pixels may lie anywhere in an image whose size is not known yet.
            guard case .fraction(let start) = start else { continue }
            // Sums such as 0.1 + 0.9 are not exact.
            guard start + side < 1.000_001 else {
                throw .reachesOut(names, percent: Int(((start + side) * 100 - 0.000_1).rounded(.up)))
            }
        }
    }
}

extension ImageRegion.Length {
    /// More pixels than any image has on a side.
    private static let longestNumber = 7

    fileprivate init(_ text: String) throws(RegionProblem) {
        let isPercentage = text.hasSuffix("%")
        let number = isPercentage ? text.dropLast() : text[...]
        let halves = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // `Double` takes more than is meant here, such as "inf" and "0x1p3".
        let areDigits = halves.allSatisfy { half in half.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        guard areDigits, !halves[0].isEmpty, halves[0].count <= Self.longestNumber, halves.last?.isEmpty == false,
            let value = Double(String(number))
        else { throw .noNumber(text) }
        if isPercentage || halves.count == 2 {
            let share = isPercentage ? value / 100 : value
            guard share <= 1 else { throw .aboveAll(text) }
            self = .fraction(share)
        } else {
            self = .pixels(Int(value))
        }
    }
}

/// What is wrong with the text of a region.
package enum RegionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// With how many numbers there are.
    case notFour(Int)
    case noNumber(String)
    /// A side of nothing.
    case isEmpty(String)
    /// A side of one pixel, which was meant to be all of it.
    case onePixel
    /// A fraction above 1, or a percentage above 100.
    case aboveAll(String)
    /// It ends beyond the image: "x and width", and what they come to.
    case reachesOut(String, percent: Int)

    package var description: String {
        switch self {
        case .notFour(let count):
            "must be four numbers, x,y,width,height, not \(count): 10,20,300,200 or 0.1,0.2,0.5,0.5"
        case .noNumber(let text):
            "'\(text)' is not a length; write pixels as 120, fractions of the image as 0.25 or 25%"
        case .isEmpty(let name): "a \(name) of 0 leaves nothing to scan"
        case .onePixel: "1 is one pixel; write 1.0 or 100% for the whole width or height"
        case .aboveAll(let text): "'\(text)' is more than the whole image"
        case .reachesOut(let names, let percent):
            "\(names) reach beyond the image: together they are \(percent)% of it"
        }
    }
}
