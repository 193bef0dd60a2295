internal import BeelineSupport

/// What users call a device by.
enum DeviceName: Hashable, Sendable {
    case path(String)
    /// A file in one of some folders of /dev.
    case named(String, folders: [String])
    case numbered(USBNumbers)

    /// - Parameters:
    ///   - folders: where names without a slash are looked for, below /dev.
    ///   - hasNumbers: whether `VENDOR:PRODUCT` is a name.
    init?(_ text: String, folders: [String], hasNumbers: Bool = false) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        if text.contains("/") {
            self = .path(text)
        } else if hasNumbers, let numbers = USBNumbers(text) {
            self = .numbered(numbers)
        } else {
            self = .named(text, folders: folders)
        }
    }

    /// Where the device is now.
    ///
    /// - Parameter present: the devices of the kind that are there, asked for where they are told by numbers.
    /// - Throws: `SourceError.lost` where it is not there.
    func path(root: String = "", present: () -> [Sysfs.Device] = { [] }) throws(SourceError) -> String {
        switch self {
        case .path(let path): return path
        case .named(let name, let folders):
            let paths = folders.map { $0.isEmpty ? "\(root)/dev/\(name)" : "\(root)/dev/\($0)/\(name)" }
            return paths.first { isTaken($0) } ?? paths[0]
        case .numbered(let numbers):
            let found = present().filter { numbers.areThose(of: $0.numbers) }.map(\.path)
            // One that can be opened, where there are several.
            guard let path = found.first(where: { DeviceFile.problem(at: $0, writes: false) == nil }) ?? found.first
            else { throw .lost("no such device with the numbers \(numbers) is there") }
            return path
        }
    }
}

/// The numbers by which USB and Bluetooth know a device: `0c2e:0b62`, and of several equal ones the serial number,
/// `0c2e:0b62:17024B0123`.
struct USBNumbers: Hashable, Sendable, CustomStringConvertible {
    var vendor: UInt16
    var product: UInt16
    /// Nil: any, or none.
    var serial: String?

    init(vendor: UInt16, product: UInt16, serial: String? = nil) {
        (self.vendor, self.product, self.serial) = (vendor, product, serial)
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].utf8.count == 4, parts[1].utf8.count == 4,
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self.init(vendor: vendor, product: product, serial: parts.count == 3 ? String(parts[2]) : nil)
    }

    func areThose(of device: USBNumbers) -> Bool {
        vendor == device.vendor && product == device.product && (serial == nil || serial == device.serial)
    }

    var description: String { "\(Self.hex(vendor)):\(Self.hex(product))" + (serial.map { ":\($0)" } ?? "") }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
