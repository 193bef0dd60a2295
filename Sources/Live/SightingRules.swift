package import Beeline
public import BeelineSymbols

/// The rules by which repeated readings of a code count as one scan.
///
///     let rules = SightingRules(repeats: .after(.seconds(3.5)))
public struct SightingRules: Hashable, Sendable {
    /// When a code that was reported is reported again. Nil, the default: `.gone` for pictures, which show a code as
    /// long as it is in view, and `.always` for scanners and typed codes, which send a code once for each scan.
    public var repeats: Repeat?
    /// How long no code is reported after one was. Default: no time.
    public var pause: Duration = .zero

    /// - Parameters:
    ///   - repeats: when a code that was reported is reported again. Default: as `repeats` says.
    ///   - pause: how long no code is reported after one was.
    public init(repeats: Repeat? = nil, pause: Duration = .zero) { (self.repeats, self.pause) = (repeats, pause) }

    /// When a code that was reported is reported again.
    public enum Repeat: Hashable, Sendable {
        /// When it is seen again after it was out of view for 2 seconds.
        case gone
        /// When it is seen again at least this long after it was reported, in view all the time or not.
        case after(Duration)
        /// Never.
        case never
        /// Each time that it is read.
        case always
    }
}

/// The settings of a source: how it is opened and decoded, and what counts as a scan.
///
///     var settings = SourceSettings(only: [.ean13, .qr], region: .fraction(x: 0.1, y: 0.3, width: 0.8, height: 0.4))
///     settings.camera.torch = .auto
///     let station = try Station(["camera"], desk: desk, decoder: pool, settings: settings)
public struct SourceSettings: Hashable, Sendable {
    /// What counts as one scan.
    public var sightings = SightingRules()
    /// The effort to find codes in a picture. Nil, the default: fast for videos, whose next picture comes soon, normal
    /// for picture files.
    public var effort: DecodeEffort?
    /// Which symbologies to decode, and in which part of a picture.
    public var decoding: DecodeOptions = DecodeOptions()
    /// What is set at a camera.
    public var camera = CameraSettings()
    /// The character set of its codes that are not UTF-8. Nil, the default: that of the desk.
    package var charset: Conversion.Charset?
    /// What a line of standard input looks like.
    package var input = InputFormat.lines

    /// - Parameters:
    ///   - only: the symbologies to read. Default: all.
    ///   - region: the part of each picture to scan. Default: the whole picture.
    ///   - sightings: what counts as one scan.
    public init(only: Set<Symbology> = [], region: ImageRegion? = nil, sightings: SightingRules = SightingRules()) {
        decoding = DecodeOptions(only: only, region: region)
        self.sightings = sightings
    }
}

/// The settings of a camera; nil leaves one as it is.
public struct CameraSettings: Hashable, Sendable {
    /// The light.
    public var torch: Torch?
    /// The factor of enlargement, from 1.
    public var zoom: Double?
    /// Where it is sharp.
    public var focus: Focus?

    /// - Parameters:
    ///   - torch: the light.
    ///   - zoom: the factor of enlargement, 1…10.
    ///   - focus: where it is sharp.
    public init(torch: Torch? = nil, zoom: Double? = nil, focus: Focus? = nil) {
        (self.torch, self.zoom, self.focus) = (torch, zoom, focus)
    }

    /// The light of a camera.
    public enum Torch: String, CaseIterable, Hashable, Sendable {
        /// On.
        case on
        /// Off.
        case off
        /// On while the picture is too dark.
        case auto
    }

    /// Where a camera is sharp.
    public enum Focus: Hashable, Sendable {
        /// The camera finds it.
        case auto
        /// As near as the lens goes.
        case near
        /// In the unit of the camera.
        case distance(Int)
    }

    /// The least and the greatest zoom.
    public static let zooms: ClosedRange<Double> = 1.0...10.0
}

extension CameraSettings.Focus {
    /// Reads what a user wrote: `auto`, `near` or a number; nil for any other text.
    package init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "near": self = .near
        default:
            guard let distance = Int(text), distance >= 0 else { return nil }
            self = .distance(distance)
        }
    }
}
