internal import BeelineSupport
internal import CDevices
internal import Glibc

package enum CameraControl: CaseIterable, Hashable, Sendable {
    /// The light beside the lens: 0 is off, 2 is on.
    case light
    case zoom
    /// 0 is off, 1 is on.
    case autofocus
    /// The greater, the closer.
    case focus
}

/// The valid values of a setting.
package struct ControlRange: Hashable, Sendable {
    package var values: ClosedRange<Int>
    /// From one value to the next.
    package var step: Int

    package init(_ values: ClosedRange<Int>, step: Int = 1) { (self.values, self.step) = (values, max(1, step)) }

    /// The valid value that is nearest to a requested one.
    func nearest(to wish: Double) -> Int {
        let steps = ((wish - Double(values.lowerBound)) / Double(step)).rounded()
        let most = (values.upperBound - values.lowerBound) / step
        guard steps > 0 else { return values.lowerBound }
        return steps >= Double(most) ? values.lowerBound + most * step : values.lowerBound + Int(steps) * step
    }
}

/// The settings of one camera: those of V4L2, or those of a test.
package protocol CameraHardware: Sendable {
    /// The range of a setting; nil where the camera does not have it.
    func range(of control: CameraControl) -> ControlRange?
    /// - Returns: why it failed; nil for success.
    func set(_ control: CameraControl, to value: Int) -> String?
}

/// Applies the settings of the user to a camera.
package struct CameraControls: Sendable {
    private let hardware: any CameraHardware
    private let lights: [FlashLight]

    /// - Parameter lights: those that are not part of the camera, as on telephones.
    package init(_ hardware: any CameraHardware, lights: [FlashLight] = []) {
        (self.hardware, self.lights) = (hardware, lights)
    }

    /// The result of applying settings.
    package struct Outcome: Hashable, Sendable {
        /// The factor by which pictures are still to be enlarged by cropping: 1 is none.
        package var remainingZoom = 1.0
        /// The settings that failed, for people.
        package var problems: [String] = []
    }

    package func apply(_ settings: CameraSettings) -> Outcome {
        var outcome = Outcome()
        if let zoom = settings.zoom { outcome.remainingZoom = self.zoom(zoom, &outcome.problems) }
        if let focus = settings.focus, let problem = self.focus(focus) { outcome.problems.append(problem) }
        switch settings.torch {
        case .on, .off:
            if let problem = setTorch(settings.torch == .on), settings.torch == .on { outcome.problems.append(problem) }
        // The decoder of the pictures switches it.
        case .auto where !hasTorch: outcome.problems.append(Self.noTorch)
        case .auto, nil: break
        }
        return outcome
    }

    private static let noTorch = "the light of the camera cannot be switched"

    package var hasTorch: Bool { hasLight || !lights.isEmpty }

    private var hasLight: Bool {
        hardware.range(of: .light).map { $0.values.contains(Int(BeelineVideoLightTorch)) } ?? false
    }

    /// - Returns: why the light is not switched; nil when it is.
    package func setTorch(_ on: Bool) -> String? {
        guard hasTorch else { return Self.noTorch }
        var problem: String?
        if hasLight {
            problem = hardware.set(.light, to: Int(on ? BeelineVideoLightTorch : BeelineVideoLightOff))
        } else {
            for light in lights { problem = light.set(on) ?? problem }
        }
        return problem.map { "the light of the camera could not be switched: \($0)" }
    }

    /// - Returns: the factor by which pictures are still to be enlarged.
    private func zoom(_ factor: Double, _ problems: inout [String]) -> Double {
        // The unit is the driver's own; with USB cameras it is the focal length, whose least value is not a zoom. Where
        // a range begins at 0, its values give no factor, and the picture alone is enlarged.
        guard let range = hardware.range(of: .zoom), range.values.lowerBound > 0 else { return factor }
        let least = Double(range.values.lowerBound)
        var value = range.nearest(to: least * factor)
        // Never more than requested: what the lens cuts off is lost.
        if Double(value) > least * factor, value > range.values.lowerBound { value -= range.step }
        if let problem = hardware.set(.zoom, to: value) {
            problems.append("the camera cannot zoom, so its pictures are enlarged: \(problem)")
            return factor
        }
        return max(1, factor * least / Double(value))
    }

    private func focus(_ focus: CameraSettings.Focus) -> String? {
        let failure: String?
        switch focus {
        case .auto:
            guard hardware.range(of: .autofocus) != nil else { return "the camera has no autofocus" }
            failure = hardware.set(.autofocus, to: 1)
        case .near, .distance:
            guard let range = hardware.range(of: .focus) else { return "the focus of the camera cannot be set" }
            // While autofocus is on, the camera sets the distance itself.
            if hardware.range(of: .autofocus) != nil { _ = hardware.set(.autofocus, to: 0) }
            let value: Int =
                if case .distance(let distance) = focus {
                    range.nearest(to: Double(distance))
                } else {
                    range.nearest(to: Double(range.values.upperBound))
                }
            failure = hardware.set(.focus, to: value)
        }
        return failure.map { "the focus of the camera could not be set: \($0)" }
    }
}

/// A V4L2 device. Another program, which captures from it, may have it open as well.
final class VideoDevice: CameraHardware {
    private let descriptor: Descriptor
    let title: String
    let captures: Bool

    /// Why a device could not be opened.
    struct Refusal: Error, Hashable {
        let errno: Int32

        /// `ENOTTY` and `EINVAL`: it is something else.
        var isOther: Bool { errno == ENOTTY || errno == EINVAL }
    }

    init(path: String) throws(Refusal) {
        let number = beeline_video_open(path)
        guard number >= 0 else { throw Refusal(errno: -number) }
        descriptor = Descriptor(taking: number)
        var found = BeelineVideoDevice()
        let code = beeline_video_look(number, &found)
        guard code == 0 else { throw Refusal(errno: code) }
        captures = found.captures
        title = withUnsafeBytes(of: &found.title) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    func range(of control: CameraControl) -> ControlRange? {
        var found = BeelineVideoRange()
        guard beeline_video_range(descriptor.number, control.number, &found) == 0,
            // Values that fit into 32 bits, as nearly all settings do, can be computed with.
            let least = Int32(exactly: found.minimum), let most = Int32(exactly: found.maximum), least <= most,
            let step = Int32(exactly: found.step)
        else { return nil }
        return ControlRange(Int(least)...Int(most), step: Int(step))
    }

    func set(_ control: CameraControl, to value: Int) -> String? {
        let code = beeline_video_set(descriptor.number, control.number, Int64(value))
        return code == 0 ? nil : String(cString: strerror(code))
    }
}

extension CameraControl {
    fileprivate var number: BeelineVideoControl {
        switch self {
        case .light: .light
        case .zoom: .zoom
        case .autofocus: .autofocus
        case .focus: .focus
        }
    }
}

/// A light that is a device of its own, as on telephones: a folder of `/sys/class/leds`.
package struct FlashLight: Hashable, Sendable {
    private let folder: String

    /// The lights beside a lens, by their names.
    package static func all(in folder: String = "/sys/class/leds") -> [FlashLight] {
        let names = (try? fileNames(in: folder, suffix: "")) ?? []
        return names.filter { $0.contains("flash") || $0.contains("torch") }.sorted()
            .map { FlashLight(folder: "\(folder)/\($0)") }
    }

    /// - Returns: why it is not switched; nil when it is.
    func set(_ on: Bool) -> String? {
        let path = "\(folder)/brightness"
        let most = (try? readFile("\(folder)/max_brightness", limit: 64)).flatMap {
            Int(String(decoding: $0.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
        }
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return FileError(path: path, errno: errno).description }
        defer { close(file) }
        do throws(FileError) {
            try writeAll(Array("\(on ? most ?? 1 : 0)\n".utf8), to: file, path: path)
            return nil
        } catch {
            return error.description
        }
    }
}
