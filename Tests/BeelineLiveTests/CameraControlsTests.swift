import BeelineLive
import Foundation
import Synchronization
import TestPrograms
import Testing

@Suite struct CameraControlsTests {
    /// A camera of the test, which records its settings.
    private final class FakeCamera: CameraHardware {
        let ranges: [CameraControl: ControlRange]
        let refused: Set<CameraControl>
        let told = Mutex<[String]>([])

        init(_ ranges: [CameraControl: ControlRange], refused: Set<CameraControl> = []) {
            (self.ranges, self.refused) = (ranges, refused)
        }

        func range(of control: CameraControl) -> ControlRange? { ranges[control] }

        func set(_ control: CameraControl, to value: Int) -> String? {
            told.withLock { $0.append("\(control) \(value)") }
            return refused.contains(control) ? "Input/output error" : nil
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        var ranges: [CameraControl: ControlRange] = [:]
        var refused: Set<CameraControl> = []
        var zoom: Double?
        var focus: CameraSettings.Focus?
        var torch: CameraSettings.Torch?
        var told: [String] = []
        var rest = 1.0
        var problems = 0
        var testDescription: String { what }
    }

    private static let usb = ControlRange(100...500)
    private static let light = ControlRange(0...2)

    static let cases = [
        Case(what: "nothing is asked for", ranges: [.zoom: usb, .focus: ControlRange(0...255), .light: light]),
        Case(what: "all of the zoom by the lens", ranges: [.zoom: usb], zoom: 2, told: ["zoom 200"]),
        Case(what: "more zoom than the lens has", ranges: [.zoom: usb], zoom: 10, told: ["zoom 500"], rest: 2),
        Case(
            what: "in steps, never more than was asked for", ranges: [.zoom: ControlRange(100...400, step: 100)],
            zoom: 2.6, told: ["zoom 200"], rest: 1.3),
        Case(what: "no zoom", ranges: [.zoom: usb], zoom: 1, told: ["zoom 100"]),
        Case(what: "a camera without zoom", zoom: 3, rest: 3),
        Case(what: "a range from 0 says no factors", ranges: [.zoom: ControlRange(0...10)], zoom: 3, rest: 3),
        Case(
            what: "a camera that refuses to zoom", ranges: [.zoom: usb], refused: [.zoom], zoom: 3, told: ["zoom 300"],
            rest: 3, problems: 1),
        Case(what: "autofocus", ranges: [.autofocus: ControlRange(0...1)], focus: .auto, told: ["autofocus 1"]),
        Case(what: "no autofocus", focus: .auto, problems: 1),
        Case(
            what: "near", ranges: [.autofocus: ControlRange(0...1), .focus: ControlRange(0...250, step: 5)],
            focus: .near, told: ["autofocus 0", "focus 250"]),
        Case(
            what: "a distance beyond the range", ranges: [.focus: ControlRange(0...250, step: 5)],
            focus: .distance(Int.max),
            told: ["focus 250"]),
        Case(
            what: "a distance between two steps", ranges: [.focus: ControlRange(0...250, step: 5)],
            focus: .distance(12),
            told: ["focus 10"]),
        Case(what: "no focus", focus: .distance(3), problems: 1),
        Case(
            what: "a focus that fails", ranges: [.focus: ControlRange(0...9)], refused: [.focus], focus: .near,
            told: ["focus 9"], problems: 1),
        Case(what: "light on", ranges: [.light: light], torch: .on, told: ["light 2"]),
        Case(what: "light off", ranges: [.light: light], torch: .off, told: ["light 0"]),
        Case(what: "a flash that cannot stay on", ranges: [.light: ControlRange(0...1)], torch: .on, problems: 1),
        Case(what: "no light, and none wanted", torch: .off),
        Case(what: "no light to be switched when it is dark", torch: .auto, problems: 1),
        Case(what: "a light that waits for the dark", ranges: [.light: light], torch: .auto),
    ]

    @Test(arguments: cases)
    func `a camera gets the settings that it supports, and the others are ignored`(_ subject: Case) {
        let camera = FakeCamera(subject.ranges, refused: subject.refused)
        var settings = CameraSettings()
        (settings.zoom, settings.focus, settings.torch) = (subject.zoom, subject.focus, subject.torch)
        let outcome = CameraControls(camera).apply(settings)
        #expect(camera.told.withLock { $0 } == subject.told)
        #expect(abs(outcome.remainingZoom - subject.rest) < 1e-9)
        #expect(outcome.problems.count == subject.problems, "\(outcome.problems)")
    }

    /// A folder as `/sys/class/leds` is.
    private static func lights() throws -> (TemporaryFolder, [FlashLight]) {
        let folder = try TemporaryFolder()
        for name in ["white:flash", "led:torch_0", "input3::capslock"] {
            try folder.write("\(name)/max_brightness", "200\n")
            try folder.write("\(name)/brightness", "7\n")
        }
        return (folder, FlashLight.all(in: folder.path))
    }

    @Test func `the light of a telephone is switched where the camera has no light`() throws {
        let (folder, lights) = try Self.lights()
        #expect(lights.count == 2)
        let controls = CameraControls(FakeCamera([:]), lights: lights)
        #expect(controls.hasTorch)
        #expect(controls.setTorch(true) == nil)
        #expect(try folder.text(of: "white:flash/brightness") == "200\n")
        #expect(try folder.text(of: "led:torch_0/brightness") == "200\n")
        #expect(try folder.text(of: "input3::capslock/brightness") == "7\n")
        #expect(controls.setTorch(false) == nil)
        #expect(try folder.text(of: "white:flash/brightness").hasPrefix("0\n"))
        try FileManager.default.removeItem(atPath: folder.path("white:flash"))
        #expect(controls.setTorch(true)?.contains("no such file") == true)
    }

    @Test func `a missing light is reported`() {
        #expect(CameraControls(FakeCamera([:])).setTorch(true) == "the light of the camera cannot be switched")
        let source = FFmpegSource(.camera(nil))
        #expect(source.setTorch(true) == "the camera has sent no picture")
    }

    @Test func `all of the zoom is left where no camera zooms`() {
        var settings = CameraSettings()
        #expect(FFmpegSource(.screen(nil), camera: settings).remainingZoom == 1)
        settings.zoom = 2.5
        #expect(FFmpegSource(.screen(nil), camera: settings).remainingZoom == 2.5)
    }

    @Test func `files that have the names of cameras are not cameras`() throws {
        let folder = try TemporaryFolder()
        try folder.write("video0", "no camera")
        try folder.write("videos", "")
        #expect(Camera.all(devices: folder.path, lights: []).isEmpty)
        #expect(Camera.all(devices: folder.path("none"), lights: []).isEmpty)
    }

    @Test func `a camera that cannot be opened is listed by its stable name, with the error`() throws {
        let folder = try TemporaryFolder()
        // Opening it fails as for a device that was removed: it leads to nothing.
        try FileManager.default.createDirectory(atPath: folder.path("v4l/by-id"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path("video3"), withIntermediateDirectories: true)
        let link = folder.path("v4l/by-id/usb-Shelf_Camera-video-index0")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../video3")
        let camera = try #require(Camera.all(devices: folder.path, lights: []).first)
        #expect(camera.path == folder.path("video3"))
        #expect(camera.stablePath == link)
        #expect(camera.source == "camera:\(link)")
        #expect(camera.abilities.isEmpty)
        #expect(camera.problem?.contains("video3") == true)
        #expect(Camera.problem("/dev/video0", EACCES).contains("sudo adduser"))
        #expect(Camera.problem("/dev/video0", EACCES).contains("group 'video'"))
    }
}
