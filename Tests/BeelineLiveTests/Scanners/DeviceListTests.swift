import BeelineLive
import Foundation
import Glibc
import TestPrograms
import Testing

@Suite struct DeviceListTests {
    /// A tree as the kernel and udev make it, in a folder.
    private final class Tree: Sendable {
        let folder: TemporaryFolder
        var root: String { folder.path }

        init() throws { folder = try TemporaryFolder() }

        func link(_ name: String, to target: String) throws {
            try folder.write("\(name).made", "")
            try FileManager.default.removeItem(atPath: folder.path("\(name).made"))
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
        }

        func addPort(_ name: String, link: String? = nil, product: String? = nil) throws {
            try folder.write("dev/\(name)", "")
            if let link { try self.link("dev/serial/by-id/\(link)", to: "../../\(name)") }
            if let product {
                try folder.write("sys/devices/usb-\(name)/product", "\(product)\n")
                try folder.write("sys/devices/usb-\(name)/manufacturer", "Maker\n")
                try folder.write("sys/devices/usb-\(name)/interface/uevent", "")
                try self.link("sys/class/tty/\(name)/device", to: "../../../devices/usb-\(name)/interface")
            }
        }

        func addHID(_ number: Int, _ descriptor: [UInt8], id: String, name: String, serial: String = "") throws {
            let folder = "sys/class/hidraw/hidraw\(number)/device"
            try self.folder.write("\(folder)/report_descriptor", descriptor)
            try self.folder.write(
                "\(folder)/uevent", "DRIVER=hid-generic\nHID_ID=\(id)\nHID_NAME=\(name)\nHID_UNIQ=\(serial)\n")
            try self.folder.write("dev/hidraw\(number)", "")
        }

        func addInput(_ number: Int, name: String, vendor: String, product: String, keys: String, link: String? = nil)
            throws
        {
            let folder = "sys/class/input/event\(number)/device"
            try self.folder.write("\(folder)/name", name + "\n")
            try self.folder.write("\(folder)/uniq", "\n")
            try self.folder.write("\(folder)/id/vendor", vendor + "\n")
            try self.folder.write("\(folder)/id/product", product + "\n")
            try self.folder.write("\(folder)/capabilities/key", keys + "\n")
            try self.folder.write("dev/input/event\(number)", "")
            if let link { try self.link("dev/input/by-id/\(link)", to: "../event\(number)") }
        }
    }

    /// What a keyboard and a mouse have.
    private static let keyboard = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"
    private static let mouse = "1f0000 0 0 0 0"

    @Test func `devices are listed by names that stay`() throws {
        let tree = try Tree()
        try tree.addPort("ttyACM0", link: "usb-Honeywell_Voyager_1400g_123-if00", product: "Voyager  1400g")
        try tree.addPort("ttyUSB10")
        try tree.addPort("ttyUSB2")
        try tree.addPort("rfcomm0")
        try tree.addPort("ttyS0")
        try tree.addHID(0, HIDForm.keyboard, id: "0003:000005E0:00001200", name: "Symbol Keyboard")
        try tree.addHID(1, HIDForm.standard, id: "0003:000005E0:00001300", name: "Symbol Bar Code Scanner")
        try tree.addHID(2, HIDForm.honeywell, id: "0003:00000C2E:00000B62", name: "Honeywell A", serial: "17A")
        try tree.addHID(10, HIDForm.honeywell, id: "0003:00000C2E:00000B62", name: "Honeywell B", serial: "17B")
        try tree.addHID(3, [1, 2, 3], id: "", name: "")
        try tree.addInput(0, name: "AT Keyboard", vendor: "0001", product: "0001", keys: Self.keyboard)
        try tree.addInput(
            4, name: "USBKey Chip USBKey Module", vendor: "ffff", product: "0035", keys: Self.keyboard,
            link: "usb-USBKey_Chip_USBKey_Module-event-kbd")
        try tree.addInput(5, name: "A Mouse", vendor: "046d", product: "c077", keys: Self.mouse)
        try tree.addInput(11, name: "Zebra  DS2208", vendor: "05e0", product: "1200", keys: Self.keyboard)
        try tree.addInput(12, name: "WCM Barcode Reader", vendor: "1234", product: "5678", keys: Self.keyboard)
        let list = DeviceList(root: tree.root)
        #expect(
            list.serialPorts == [
                ListedDevice(
                    source: "serial:/dev/serial/by-id/usb-Honeywell_Voyager_1400g_123-if00",
                    title: "Maker Voyager 1400g"),
                ListedDevice(source: "serial:/dev/ttyUSB2", title: "ttyUSB2"),
                ListedDevice(source: "serial:/dev/ttyUSB10", title: "ttyUSB10"),
                ListedDevice(source: "serial:/dev/rfcomm0", title: "Bluetooth serial port"),
            ])
        #expect(
            list.scanners == [
                ListedDevice(source: "hid:05e0:1300", title: "Symbol Bar Code Scanner"),
                ListedDevice(source: "hid:0c2e:0b62:17A", title: "Honeywell A"),
                ListedDevice(source: "hid:0c2e:0b62:17B", title: "Honeywell B"),
            ])
        #expect(
            list.keyboards == [
                ListedDevice(source: "keys:05e0:1200", title: "Zebra DS2208"),
                ListedDevice(source: "keys:1234:5678", title: "WCM Barcode Reader"),
                ListedDevice(source: "keys:0001:0001", title: "AT Keyboard"),
                ListedDevice(
                    source: "keys:/dev/input/by-id/usb-USBKey_Chip_USBKey_Module-event-kbd",
                    title: "USBKey Chip USBKey Module"),
            ])
        #expect(list.all.count == 11)
    }

    @Test func `where there is nothing, nothing is listed`() throws {
        #expect(DeviceList(root: try Tree().root).all.isEmpty)
        _ = DeviceList()
    }

    @Test func `two devices of a kind without serial numbers are distinguished by their files`() throws {
        let tree = try Tree()
        for number in [0, 1] {
            try tree.addHID(number, HIDForm.standard, id: "0003:000005E0:00001300", name: "Symbol")
        }
        #expect(DeviceList(root: tree.root).scanners.map(\.source) == ["hid:/dev/hidraw0", "hid:/dev/hidraw1"])
    }

    @Test func `numbers lead to the device, wherever it is now`() async throws {
        let tree = try Tree()
        try tree.addHID(4, HIDForm.standard, id: "0003:000005E0:00001300", name: "Symbol")
        try tree.addHID(5, HIDForm.honeywell, id: "0003:00000C2E:00000B62", name: "Honeywell", serial: "17B")
        for (name, wanted) in [("05e0:1300", "hidraw4"), ("0C2E:0B62", "hidraw5"), ("0c2e:0b62:17B", "hidraw5")] {
            let source = try HIDSource(name, root: tree.root)
            let run = try ScannerRun { output throws(SourceError) in try source.run(output) }
            guard case .ended(.unusable(let reason)) = await run.next() else {
                Issue.record("\(name) is not found")
                continue
            }
            // It is a file here, and none of hidraw.
            #expect(reason.hasPrefix("\(tree.root)/dev/\(wanted) is not a hidraw device"))
        }
        for name in ["05e0:1301", "0c2e:0b62:17A"] {
            let source = try HIDSource(name, root: tree.root)
            let run = try ScannerRun { output throws(SourceError) in try source.run(output) }
            let reason = "no device has the numbers \(name)"
            #expect(await run.next() == .ended(.lost(reason)))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files to groups"))
    func `a device without permission is reported with its group, or with the udev rules`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("ttyACM0", "")
        let group = try #require(getgrnam("dialout")?.pointee.gr_gid)
        try #require(chown(path, 0, group) == 0 && chmod(path, 0o660) == 0)
        let start = "\(path) cannot be opened: no permission"
        let remedy = "it belongs to the group dialout: run sudo adduser $USER dialout, and log in again"
        #expect(DeviceFile.lost(path, EACCES) == .lost("\(start); \(remedy)"))
        let rules = "install the udev rules of Beeline, 60-beeline-scanners.rules, and plug it in again"
        try #require(chmod(path, 0o600) == 0)
        #expect(DeviceFile.lost(path, EACCES) == .lost("\(start); \(rules)"))
        try #require(chown(path, 0, 0) == 0 && chmod(path, 0o660) == 0)
        #expect(DeviceFile.lost(path, EACCES) == .lost("\(start); \(rules)"))
    }

    @Test func `the udev rules have all makers that are known`() throws {
        let rules = String(decoding: try Project.read("Packaging/60-beeline-scanners.rules"), as: UTF8.self)
        for vendor in ScannerMakers.names.keys {
            let number = String(vendor, radix: 16)
            let padded = String(repeating: "0", count: 4 - number.count) + number
            #expect(rules.contains("\nATTRS{idVendor}==\"\(padded)\", TAG+=\"uaccess\""))
        }
        #expect(rules.count(of: "TAG+=\"uaccess\"") == ScannerMakers.names.count)
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
