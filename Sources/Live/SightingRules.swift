package import Beeline
package import BeelineSymbols

/// What counts as one scan, where a code is seen again and again.
///
///     var rules = SightingRules()
///     rules.repeats = .after(.seconds(3.5))
public struct SightingRules: Hashable, Sendable {
    /// When a code that was reported is reported again. Nil, the default: `.gone` for pictures, which show a code for
    /// as long as it is in view, and `.always` for scanners and typed codes, which give a code once for each scan.
    public var repeats: Repeat?
    /// How long nothing is reported after a code was. Default: no time.
    public var pause: Duration = .zero

    /// The defaults.
    public init() {}

    /// When a code that was reported is reported again.
    public enum Repeat: Hashable, Sendable {
        /// When it is seen again after it was out of view for 2 seconds.
        case gone
        /// When it is seen again at least so long after it was reported, whether in view all the time or not.
        case after(Duration)
        /// Never.
        case never
        /// Each time that it is read.
        case always
    }
}

/// How a source is opened, what is looked for in its pictures, and what counts as a scan.
package struct SourceSettings: Hashable, Sendable {
    package var sightings = SightingRules()
    /// How hard it is tried to find codes in a picture. Nil, the default: fast for videos, whose next picture comes
    /// soon, normal for picture files.
    package var effort: DecodeEffort?
    /// What is looked for in pictures, and in which part of them.
    package var decoding = DecodeOptions()
    package var camera = CameraSettings()
    /// What a line of standard input looks like.
    package var input = InputFormat.lines

    package init() {}
}

/// The settings of a camera; nil leaves one as it is.
package struct CameraSettings: Hashable, Sendable {
    package var torch: Torch?
    /// How many times larger than without zoom: 1 and more.
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
    /// What a text means that a user gave: `auto`, `near` or a number; nil for any other.
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
