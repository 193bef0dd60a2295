internal import BeelineSupport
package import BeelineSymbols

extension SightingRules.Repeat {
    /// Reads what a user wrote: `gone`, `never`, `always`, a number of seconds or a duration; nil for any other text.
    package init?(_ text: String) {
        switch text {
        case "gone": self = .gone
        case "never": self = .never
        case "always": self = .always
        default:
            guard let duration = Duration(written: text, bareSeconds: true), duration <= .seconds(86_400) else {
                return nil
            }
            self = .after(duration)
        }
    }

    /// What there is, for messages.
    package static let form = "gone, never, always or a number of seconds, up to 86400"
}

extension SightingRules {
    /// Reads a time in seconds, such as `3.5`, up to a day; nil for any other text.
    package static func seconds(_ text: String) -> Duration? {
        guard let number = decimal(text), number <= 86_400 else { return nil }
        return .milliseconds(Int((number * 1000).rounded()))
    }

    /// A number as people write it: digits, perhaps with a point between them. `Double` takes more, such as `inf`.
    fileprivate static func decimal(_ text: String) -> Double? {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard (1...12).contains(text.utf8.count),
            halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        return Double(text)
    }
}

extension CameraSettings {
    package static func zoom(_ text: String) -> Double? {
        SightingRules.decimal(text).flatMap { zooms.contains($0) ? $0 : nil }
    }
}

extension CameraSettings.Focus {
    /// What there is, for messages.
    package static let form = "auto, near, or a whole number in the unit of the camera"
}

extension DecodeEffort {
    /// Those that keep up with a source that continues: `max` takes minutes for a picture with nothing in it.
    package static let live = allCases.filter { $0 != .max }
}
