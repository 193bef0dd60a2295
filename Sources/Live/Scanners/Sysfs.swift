internal import BeelineSupport
internal import BeelineSymbols

/// The devices in /sys, where the kernel describes them for everyone.
struct Sysfs: Sendable {
    /// The folder that contains `dev` and `sys`: empty except in tests.
    let root: String

    struct Device: Hashable, Sendable {
        /// The path for sources: `/dev/hidraw0`.
        var file: String
        /// The same path below `root`.
        var path: String
        /// The product name from the device; it may be any text.
        var title: String
        var numbers: USBNumbers
    }

    /// The size limit for these files.
    private static let longest = 1 << 16

    /// HID devices that are bar code scanners.
    func scanners() -> [Device] {
        names(in: "sys/class/hidraw", prefix: "hidraw").compactMap { name in
            let folder = "sys/class/hidraw/\(name)/device"
            guard let bytes = bytes("\(folder)/report_descriptor"),
                let descriptor = HIDReportDescriptor(bytes), descriptor.isScanner
            else { return nil }
            return device("dev/\(name)", uevent: text("\(folder)/uevent"))
        }
    }

    /// Input devices with the keys that a scanner types.
    func keyboards() -> [Device] {
        names(in: "sys/class/input", prefix: "event").compactMap { name in
            let folder = "sys/class/input/\(name)/device"
            guard Self.canType(text("\(folder)/capabilities/key")) else { return nil }
            let serial = text("\(folder)/uniq")
            return Device(
                file: "/dev/input/\(name)", path: "\(root)/dev/input/\(name)",
                title: Self.title(text("\(folder)/name"), orElse: name),
                numbers: USBNumbers(
                    vendor: UInt16(text("\(folder)/id/vendor"), radix: 16) ?? 0,
                    product: UInt16(text("\(folder)/id/product"), radix: 16) ?? 0, serial: serial.isEmpty ? nil : serial
                ))
        }
    }

    /// The product name of the device at a USB serial port; nil for others.
    func serialTitle(_ name: String) -> String? {
        let folder = "sys/class/tty/\(name)/device"
        // An adapter has one more level than a modem.
        for parent in ["\(folder)/..", "\(folder)/../.."] {
            let product = text("\(parent)/product")
            if !product.isEmpty { return Self.title("\(text("\(parent)/manufacturer")) \(product)", orElse: name) }
        }
        return nil
    }

    /// The names in a folder with a prefix, ordered by the numbers at their ends.
    func names(in folder: String, prefix: String) -> [String] {
        let names = (try? fileNames(in: "\(root)/\(folder)", suffix: "")) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
    }

    /// `HID_ID=0003:00000C2E:00000B62`, `HID_NAME=…` and `HID_UNIQ=…`, each in a line.
    private func device(_ path: String, uevent: String) -> Device {
        var values: [Substring: Substring] = [:]
        for line in uevent.split(separator: "\n") {
            let pair = line.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { values[pair[0]] = pair[1] }
        }
        let id = values["HID_ID"]?.split(separator: ":").map { UInt16($0.suffix(4), radix: 16) ?? 0 } ?? []
        return Device(
            file: "/\(path)", path: "\(root)/\(path)",
            title: Self.title(values["HID_NAME"].map(String.init) ?? "", orElse: path),
            numbers: USBNumbers(
                vendor: id.count == 3 ? id[1] : 0, product: id.count == 3 ? id[2] : 0,
                serial: values["HID_UNIQ"].map(String.init)))
    }

    /// Whether it has digits, letters and Enter, unlike the buttons of a mouse or a case.
    private static func canType(_ bitmap: String) -> Bool {
        // Words of the kernel, the one with the highest bits first.
        let words = bitmap.split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
        return [2, 11, 16, 28, 30, 44].allSatisfy { key in
            key / UInt.bitWidth < words.count && words[key / UInt.bitWidth] >> UInt64(key % UInt.bitWidth) & 1 != 0
        }
    }

    private static func title(_ text: String, orElse name: String) -> String {
        let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }.joined(separator: " ")
        return words.isEmpty ? name : words
    }

    private func bytes(_ path: String) -> [UInt8]? { try? readFile("\(root)/\(path)", limit: Self.longest) }

    /// Empty where there is none.
    private func text(_ path: String) -> String {
        guard var bytes = bytes(path) else { return "" }
        while bytes.last?.isASCIIBlank == true { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The numbers of a device, `0c2e:0b62`, and its serial number where several are equal, `0c2e:0b62:17024B0123`.
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
