internal import BeelineSupport
internal import CDevices
internal import Glibc

/// A hand scanner in HID point-of-sale mode: `hid:DEVICE`. It sends the bytes of a code and its symbology, independent
/// of keyboard layouts. The device is a hidraw file, or `VENDOR:PRODUCT` as lsusb shows them.
package struct HIDSource: CodeSource {
    package let name: String
    private let device: DeviceName
    private let root: String
    private let control: any HIDControl

    /// The text is what follows `hid:`; an error where it names no device. The root is the folder in which `dev` and
    /// `sys` are; tests make their own.
    package init(_ text: String, root: String = "", control: any HIDControl = SystemHIDControl()) throws(SourceError) {
        guard let device = DeviceName(text, folders: [""], hasNumbers: true) else {
            throw .unusable(
                "hid: needs a device: hid:/dev/hidraw0 or hid:0c2e:0b62; beeline live --list shows what is connected")
        }
        (self.device, self.root, self.control) = (device, root, control)
        name = "hid:\(text)"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let path = try device.path(root: root) { Sysfs(root: root).scanners() }
        // Feature reports are writes; a scanner that needs none may be read-only.
        let file = try DeviceFile(path: path, writes: DeviceFile.problem(at: path, writes: true) == nil)
        try run(file.descriptor.number, path: path, output)
    }

    /// Reads an open device, which is lent, until it is gone or the source is to stop. Each read gives one report.
    package func run(_ descriptor: Int32, path: String, _ output: SourceOutput) throws(SourceError) {
        let bytes = try control.reportDescriptor(of: descriptor, path: path)
        guard let reports = HIDReportDescriptor(bytes), reports.isScanner else {
            throw .unusable(
                "\(path) is not a barcode scanner in HID point-of-sale mode; set this mode with a code "
                    + "in its manual, or use it as a keyboard: keys:")
        }
        let vendor = control.vendor(of: descriptor)
        // Without it, a scanner of Honeywell sends nothing.
        if HIDReports.honeywell.contains(vendor) { control.sendFeature([254, 1], to: descriptor) }
        output.reportConnection()
        let reader = DescriptorReader(descriptor, for: output)
        var joiner = HIDReports(reports, vendor: vendor)
        // The longest report.
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let deadline = joiner.silence.map { ContinuousClock.now + $0 }
            let answer = buffer.withUnsafeMutableBytes { reader.read(into: $0, until: deadline) }
            guard let count = try answer.count(from: path) else { return }
            output.take(count > 0 ? joiner.take(Array(buffer[..<count])) : joiner.takeSilence())
        }
    }
}

/// Queries of a hidraw device.
package protocol HIDControl: Sendable {
    /// - Throws: `SourceError` where it is not a hidraw device or is gone.
    func reportDescriptor(of descriptor: Int32, path: String) throws(SourceError) -> [UInt8]
    /// The number of the maker; 0 where it is not known.
    func vendor(of descriptor: Int32) -> UInt16
    /// Sends a feature report. Errors are ignored, as not all devices have it.
    func sendFeature(_ report: [UInt8], to descriptor: Int32)
}

package struct SystemHIDControl: HIDControl {
    package init() {}

    package func reportDescriptor(of descriptor: Int32, path: String) throws(SourceError) -> [UInt8] {
        var answer = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: beeline_hid_longest_descriptor) { buffer, count in
            guard let room = buffer.baseAddress else { return }
            answer = beeline_hid_descriptor(descriptor, room, buffer.count)
            count = max(0, answer)
        }
        if answer == -Int(ENOTTY) || answer == -Int(EINVAL) {
            throw .unusable("\(path) is not a hidraw device; beeline live --list shows the connected ones")
        }
        guard answer >= 0 else { throw DeviceFile.lost(path, Int32(-answer)) }
        return bytes
    }

    package func vendor(of descriptor: Int32) -> UInt16 {
        var (vendor, product): (UInt16, UInt16) = (0, 0)
        return beeline_hid_identity(descriptor, &vendor, &product) == 0 ? vendor : 0
    }

    package func sendFeature(_ report: [UInt8], to descriptor: Int32) {
        _ = beeline_hid_send_feature(descriptor, report, report.count)
    }
}
