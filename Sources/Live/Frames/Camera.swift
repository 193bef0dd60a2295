internal import BeelineSupport
internal import Glibc

package struct Camera: Hashable, Sendable {
    /// The path of its device, which may change: `/dev/video0`.
    package var path: String
    /// A path of its device that stays the same: in `/dev/v4l/by-id`, or else in `by-path`. Nil where it has none.
    package var stablePath: String?
    /// Its own name; else the path of its device.
    package var title: String
    package var abilities: Set<Ability>
    /// Why it cannot be opened, and what to do; nil where it can.
    package var problem: String?

    /// A setting that the camera has.
    package enum Ability: String, CaseIterable, Hashable, Sendable {
        case torch
        case zoom
        case focus
    }

    /// The name of its source: `camera:/dev/v4l/by-id/…`.
    package var source: String { "camera:\(stablePath ?? path)" }

    /// The connected cameras, in the order of their numbers. Devices that cannot capture are left out, such as the
    /// second one that most cameras have.
    package static func all(devices: String = "/dev", lights: [FlashLight] = FlashLight.all()) -> [Camera] {
        let names = (try? fileNames(in: devices, suffix: "")) ?? []
        let numbers = names.filter { $0.hasPrefix("video") }.compactMap { Int($0.dropFirst("video".count)) }
        let stable = stablePaths(devices)
        return numbers.sorted().compactMap { number in
            let path = "\(devices)/video\(number)"
            return Camera(path: path, stablePath: stable[path], lights: lights)
        }
    }

    /// - Returns: nil where the device is not a camera.
    private init?(path: String, stablePath: String?, lights: [FlashLight]) {
        (self.path, self.stablePath) = (path, stablePath)
        abilities = []
        do throws(VideoDevice.Refusal) {
            let device = try VideoDevice(path: path)
            guard device.captures else { return nil }
            title = device.title.isEmpty ? path : device.title
            if CameraControls(device, lights: lights).hasTorch { abilities.insert(.torch) }
            if device.range(of: .zoom) != nil { abilities.insert(.zoom) }
            if device.range(of: .focus) != nil || device.range(of: .autofocus) != nil { abilities.insert(.focus) }
        } catch {
            if error.isOther { return nil }
            title = path
            problem = Self.problem(path, error.errno)
        }
    }

    /// Why a camera cannot be opened, and what to do about it.
    package static func problem(_ path: String, _ code: Int32) -> String {
        switch code {
        case EACCES, EPERM:
            "no permission to open \(path): only the group 'video' has access; run: sudo adduser \(userName()) "
                + "video, and log in again"
        case EBUSY: "\(path) is in use by another program; close that program"
        case ENODEV: "\(path) was unplugged"
        default: "\(path): \(String(cString: strerror(code)))"
        }
    }

    private static func userName() -> String {
        guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return "USER" }
        return String(cString: name)
    }

    /// The stable paths, by the paths that may change.
    private static func stablePaths(_ devices: String) -> [String: String] {
        var stable: [String: String] = [:]
        for folder in ["\(devices)/v4l/by-path", "\(devices)/v4l/by-id"] {
            for name in (try? fileNames(in: folder, suffix: "")) ?? [] {
                guard let path = try? absolutePath("\(folder)/\(name)") else { continue }
                stable[path] = "\(folder)/\(name)"
            }
        }
        return stable
    }
}

extension Camera {
    /// The device for what a user wrote: a path, a number, or nothing for the first camera.
    static func device(_ text: String?) throws(SourceError) -> String {
        guard let text else {
            let cameras = all()
            guard let camera = cameras.first(where: { $0.problem == nil }) ?? cameras.first else {
                throw .lost("there is no camera (no /dev/video… device that captures); connect one")
            }
            if let problem = camera.problem { throw .unusable(problem) }
            return camera.path
        }
        let name = Int(text).map { "/dev/video\($0)" } ?? text
        guard name.hasPrefix("/") else {
            throw .unusable("'\(text)' is not the path of a camera; write camera:/dev/v4l/by-id/…, or camera:0")
        }
        // FFmpeg has access to one file only, and a link leads to another.
        do throws(FileError) {
            return try absolutePath(name)
        } catch {
            if error.reason == .notFound { throw .lost("no camera is at \(name)") }
            throw .unusable(error.description)
        }
    }
}
