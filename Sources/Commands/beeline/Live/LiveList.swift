import Beeline
import BeelineLive
import BeelineSupport

/// `beeline live --list`: the connected devices, by their names as sources.
enum LiveList {
    /// Devices of one sort.
    private struct Group {
        let title: String
        /// The name for programs.
        let name: String
        let devices: [ListedDevice]
        /// What to do where there are none.
        let advice: String
    }

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.choice(.liveFormat) == LiveOutput.Format.json {
            try StandardOutput.write(data: groups().flatMap { group in group.devices.flatMap { line($0, group.name) } })
        } else {
            try StandardOutput.write(text(groups(), arguments.style))
        }
        return .success
    }

    private static func groups() -> [Group] {
        let list = DeviceList()
        return [
            Group(
                title: "Cameras", name: "camera", devices: Camera.all().map(\.listed),
                advice: "none is connected; for a network camera use rtsp://HOST/PATH or http://HOST/PATH"),
            Group(
                title: "Scanners", name: "hid", devices: list.scanners,
                advice: "none in HID point-of-sale mode; scan the code for this mode in the manual of the scanner"),
            Group(title: "Serial ports", name: "serial", devices: list.serialPorts, advice: "none is connected"),
            Group(title: "Keyboards", name: "keys", devices: list.keyboards, advice: "none can be seen"),
        ]
    }

    private static func text(_ groups: [Group], _ style: Style) -> TerminalText {
        var text: TerminalText = ""
        for group in groups {
            text += style.paint(TerminalText(group.title), .input) + "\n"
            if group.devices.isEmpty { text += "  \(group.advice)\n" }
            for device in group.devices {
                text += "  \(style.paint(TerminalText(device.source), .kind))\n    \(device.title)"
                if !device.abilities.isEmpty { text += " (\(device.abilities.joined(separator: ", ")))" }
                text += "\n"
                if let problem = device.problem { text += "    \(style.paint(TerminalText(problem), .warning))\n" }
            }
        }
        if groups.contains(where: { $0.name == "keys" && !$0.devices.isEmpty }) {
            text += "A keyboard that is used as a source cannot type anywhere else. Do not use your own keyboard.\n"
        }
        return text
    }

    private static func line(_ device: ListedDevice, _ kind: String) -> [UInt8] {
        JSONWriter.line { json in
            json.member("source", device.source)
            json.member("type", kind)
            json.member("title", device.title)
            if !device.abilities.isEmpty { json.member("abilities", device.abilities) }
            json.member("problem", device.problem)
        }
    }
}

extension Camera {
    fileprivate var listed: ListedDevice {
        ListedDevice(source: source, title: title, abilities: abilities.map(\.rawValue).sorted(), problem: problem)
    }
}
