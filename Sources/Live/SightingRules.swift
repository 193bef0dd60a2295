package import Beeline
package import BeelineSymbols

/// The rules by which repeated readings of a code count as one scan.
///
///     var rules = SightingRules()
///     rules.repeats = .after(.seconds(3.5))
public struct SightingRules: Hashable, Sendable {
    /// When a code that was reported is reported again. Nil, the default: `.gone` for pictures, which show a code as
    /// long as it is in view, and `.always` for scanners and typed codes, which send a code once for each scan.
    public var repeats: Repeat?
    /// How long no code is reported after one was. Default: no time.
    public var pause: Duration = .zero

    /// The defaults.
    public init() {}

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
package struct SourceSettings: Hashable, Sendable {
    package var sightings = SightingRules()
    /// The effort to find codes in a picture. Nil, the default: fast for videos, whose next picture comes soon, normal
    /// for picture files.
    package var effort: DecodeEffort?
    /// Which symbologies to decode, and in which part of a picture.
    package var decoding = DecodeOptions()
    package var camera = CameraSettings()
    /// What a line of standard input looks like.
    package var input = InputFormat.lines

    package init() {}
}

/// The settings of a camera; nil leaves one as it is.
package struct CameraSettings: Hashable, Sendable {
    package var torch: Torch?
    /// The factor of enlargement, from 1.
    package var zoom: Double?
    package var focus: Focus?

    package init() {}

    package enum Torch: String, CaseIterable, Hashable, Sendable {
        case on
        case off
        /// On while the picture is too dark.
        case auto
    }

    package enum Focus: Hashable, Sendable {
        case auto
        /// As near as the lens goes.
        case near
        /// In the unit of the camera.
        case distance(Int)
    }

    /// The least and the greatest zoom.
    package static let zooms = 1.0...10.0
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
