internal import BeelineSupport
internal import CDevices
internal import Glibc

/// A hand scanner that types as a keyboard does: `keys:DEVICE[,LAYOUT]`. The device is grabbed, so that it types into
/// no window. The device is an evdev file, a name in /dev/input/by-id, or `VENDOR:PRODUCT` as lsusb shows them. The
/// layout is the one that the scanner is set to; default: `us`.
package struct KeyboardSource: CodeSource {
    package let name: String
    private let device: DeviceName
    private let layout: KeyboardLayout.Name
    private let root: String
    private let control: any KeyboardControl

    /// The text is what follows `keys:`; an error where it names no device, or no layout has the name. The root is the
    /// folder in which `dev` and `sys` are; tests make their own.
    package init(
        _ text: String, root: String = "", control: any KeyboardControl = SystemKeyboardControl()
    ) throws(SourceError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let folders = ["input/by-id", "input"]
        guard let device = parts.first.flatMap({ DeviceName(String($0), folders: folders, hasNumbers: true) }) else {
            throw .unusable(
                "keys: needs a device: keys:/dev/input/event3 or keys:05e0:1200; "
                    + "beeline live --list shows what is connected")
        }
        let known = KeyboardLayout.Name.allCases.map(\.rawValue).joined(separator: ", ")
        guard parts.count <= 2 else {
            throw .unusable("keys: can have one setting, the keyboard layout of the scanner: \(known)")
        }
        var layout = KeyboardLayout.Name.us
        if parts.count == 2 {
            guard let named = KeyboardLayout.Name(String(parts[1])) else {
                throw .unusable("'\(parts[1])' is not a supported keyboard layout; use one of \(known)")
            }
            layout = named
        }
        (self.device, self.layout, self.root, self.control) = (device, layout, root, control)
        name = "keys:\(parts[0])"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let path = try device.path(root: root) { Sysfs(root: root).keyboards() }
        let file = try DeviceFile(path: path, writes: false)
        try run(file.descriptor.number, path: path, output)
    }

    /// Reads an open device, which is lent, until it is gone or the source is to stop.
    package func run(_ descriptor: Int32, path: String, _ output: SourceOutput) throws(SourceError) {
        var text = KeyText(try KeyboardLayout(layout))
        try control.grab(descriptor, path: path)
        output.reportConnection()
        let reader = DescriptorReader(descriptor, for: output)
        // No scanner types this slowly, and a person need not wait long where the scanner sends no Enter.
        var lines = ScannerLines(pause: .milliseconds(200), tabEnds: true)
        var buffer = [UInt8](repeating: 0, count: beeline_input_record_length * 64)
        // A pipe of a test may split a record; the kernel does not.
        var used = 0
        while true {
            let deadline = lines.silence.map { ContinuousClock.now + $0 }
            let answer = buffer.withUnsafeMutableBytes {
                reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[used...]), until: deadline)
            }
            guard let count = try answer.count(from: path) else { return }
            guard count > 0 else {
                output.take(lines.takeSilence())
                continue
            }
            used += count
            let whole = used - used % beeline_input_record_length
            for event in Self.events(buffer[..<whole]) {
                if event.isLoss {
                    lines.skipCode()
                    output.report(.lostKeys)
                }
                output.take(lines.take(text.take(event)))
            }
            for index in whole..<used { buffer[index - whole] = buffer[index] }
            used -= whole
        }
    }

    private static func events(_ records: ArraySlice<UInt8>) -> [KeyText.Event] {
        records.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: beeline_input_record_length).compactMap { place in
                guard let start = bytes.baseAddress else { return nil }
                let event = beeline_read_input_event(start + place)
                return KeyText.Event(type: event.type, code: event.code, value: event.value)
            }
        }
    }
}

/// Access to an evdev device beside reading it.
package protocol KeyboardControl: Sendable {
    /// Has the kernel send the keys to this descriptor only. An error where others have them, or it is another device.
    func grab(_ descriptor: Int32, path: String) throws(SourceError)
}

/// Grabs devices of the kernel.
package struct SystemKeyboardControl: KeyboardControl {
    package init() {}

    /// Waits while a key is down: the previous reader of the keyboard would not learn that it went up, and repeat it.
    /// It waits for a second at most, as a key may be stuck.
    package func grab(_ descriptor: Int32, path: String) throws(SourceError) {
        for _ in 0..<100 where beeline_input_has_key_down(descriptor) == 1 { usleep(10_000) }
        switch beeline_input_grab(descriptor) {
        case 0: return
        case ENOTTY, EINVAL:
            throw .unusable("\(path) is not an input device; beeline live --list shows the connected keyboards")
        case let code: throw DeviceFile.lost(path, code)
        }
    }
}

extension SourceProblem {
    /// The kernel has dropped some of what a keyboard typed.
    fileprivate static var lostKeys: SourceProblem {
        SourceProblem(code: "keys-lost", message: "the scanner typed too fast; scan the last code again")
    }
}
