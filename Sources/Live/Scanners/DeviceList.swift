internal import BeelineSupport

/// A device that can be a source.
package struct ListedDevice: Hashable, Sendable {
    /// The name of the source for `beeline live`: `serial:/dev/serial/by-id/…`, `hid:0c2e:0b62`.
    package var source: String
    /// The product name from the device; it may be any text.
    package var title: String
    /// What can be set, as words: `torch`, `zoom`, `focus`.
    package var abilities: [String]
    /// Why it cannot be opened, and what to do about that; nil when it can.
    package var problem: String?

    package init(source: String, title: String, abilities: [String] = [], problem: String? = nil) {
        (self.source, self.title, self.abilities, self.problem) = (source, title, abilities, problem)
    }
}

/// The connected hand scanners, by names that stay the same when they are plugged in again.
package struct DeviceList: Sendable {
    /// Serial ports of USB and Bluetooth, with or without a scanner.
    package let serialPorts: [ListedDevice]
    /// Scanners in HID point-of-sale mode.
    package let scanners: [ListedDevice]
    /// Keyboards; those that look like a scanner first.
    package let keyboards: [ListedDevice]

    /// - Parameter root: the folder in which `dev` and `sys` are; tests make their own.
    package init(root: String = "") {
        let sysfs = Sysfs(root: root)
        serialPorts = Self.serialPorts(sysfs)
        let scanners = sysfs.scanners()
        self.scanners = scanners.map { Self.listed($0, "hid", name: Self.name($0, among: scanners)) }
        let keyboards = sysfs.keyboards()
        let links = Self.links(sysfs, "dev/input/by-id")
        self.keyboards =
            (keyboards.filter(ScannerMakers.hasMade) + keyboards.filter { !ScannerMakers.hasMade($0) }).map { device in
                Self.listed(device, "keys", name: links[device.path] ?? Self.name(device, among: keyboards))
            }
    }

    /// All of them.
    package var all: [ListedDevice] { serialPorts + scanners + keyboards }

    private static func serialPorts(_ sysfs: Sysfs) -> [ListedDevice] {
        let links = links(sysfs, "dev/serial/by-id")
        return ["ttyACM", "ttyUSB", "rfcomm"].flatMap { sysfs.names(in: "dev", prefix: $0) }.map { name in
            let path = "\(sysfs.root)/dev/\(name)"
            return ListedDevice(
                source: "serial:\(links[path] ?? "/dev/\(name)")",
                title: sysfs.serialTitle(name) ?? (name.hasPrefix("rfcomm") ? "Bluetooth serial port" : name),
                problem: DeviceFile.problem(at: path, writes: true))
        }
    }

    private static func listed(_ device: Sysfs.Device, _ kind: String, name: String) -> ListedDevice {
        ListedDevice(
            source: "\(kind):\(name)", title: device.title, problem: DeviceFile.problem(at: device.path, writes: false))
    }

    /// The name of a device: its numbers, with its serial number where several share them, or its file if need be.
    private static func name(_ device: Sysfs.Device, among all: [Sysfs.Device]) -> String {
        let numbers = device.numbers
        var name = USBNumbers(vendor: numbers.vendor, product: numbers.product)
        if name.vendor != 0, all.count(where: { name.areThose(of: $0.numbers) }) == 1 { return "\(name)" }
        name.serial = numbers.serial
        if let serial = numbers.serial, !serial.contains("/"), !serial.contains(","),
            all.count(where: { name.areThose(of: $0.numbers) }) == 1
        {
            return "\(name)"
        }
        return device.file
    }

    /// The links in a folder, as sources name them, by the paths of their devices.
    private static func links(_ sysfs: Sysfs, _ folder: String) -> [String: String] {
        var links: [String: String] = [:]
        for name in sysfs.names(in: folder, prefix: "") {
            // Links of udev lead to the device by a relative path.
            if let device = try? absolutePath("\(sysfs.root)/\(folder)/\(name)") {
                links[device] = links[device] ?? "/\(folder)/\(name)"
            }
        }
        return links
    }
}

/// The makers of scanners, by their USB vendor numbers.
package enum ScannerMakers {
    /// As in the udev rules of the package.
    package static let names: [UInt16: String] = [
        0x0C2E: "Honeywell, Metrologic", 0x23D0: "Youjie", 0x0536: "Hand Held Products", 0x067E: "Intermec",
        0x05E0: "Zebra, Symbol", 0x05F9: "Datalogic, PSC", 0x080C: "Datalogic", 0x1EAB: "Newland", 0x065A: "Opticon",
        0x11FA: "Code", 0x0DB5: "Access-IS",
    ]

    /// Words in the names of scanners of other makers.
    private static let words = ["barcode", "bar code", "scanner"]

    static func hasMade(_ device: Sysfs.Device) -> Bool {
        let title = device.title.lowercased()
        return names[device.numbers.vendor] != nil || words.contains { title.contains($0) }
    }
}
