internal import BeelineSupport
internal import CDevices
internal import Glibc

/// A hand scanner at a serial port, also one of USB (CDC) or Bluetooth: `serial:DEVICE[,9600[,8n1]]`. The source waits
/// for a port that is missing, and locks it against other programs.
package struct SerialSource: CodeSource {
    package let name: String
    private let device: DeviceName
    private let line: SerialLine

    /// The text is what follows `serial:`. A name without a slash is in /dev/serial/by-id, or in /dev.
    package init(_ text: String) throws(SourceError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let device = parts.first.flatMap({ DeviceName(String($0), folders: ["serial/by-id", ""]) }) else {
            throw .unusable("serial: needs a device: serial:/dev/ttyACM0; beeline live --list shows what is connected")
        }
        self.device = device
        line = try SerialLine(parts.dropFirst())
        name = "serial:\(parts[0])"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        let file = try DeviceFile(path: try device.path(), writes: true)
        var settings = beeline_line(
            speed: UInt32(line.speed), bits: UInt32(line.bits), parity: CChar(bitPattern: line.parity.rawValue),
            stops: UInt32(line.stops))
        switch beeline_set_line(file.descriptor.number, &settings) {
        case 0: break
        case ENOTTY: throw .unusable("\(file.path) is not a serial port")
        case EINVAL: throw .unusable("\(file.path) cannot be set to \(line)")
        case let code: throw DeviceFile.lost(file.path, code)
        }
        output.reportConnection()
        let reader = DescriptorReader(file.descriptor.number, for: output)
        var lines = ScannerLines(silence: true)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let deadline = lines.silence.map { ContinuousClock.now + $0 }
            let answer = buffer.withUnsafeMutableBytes { reader.read(into: $0, until: deadline) }
            guard let count = try answer.count(from: file.path) else { return }
            output.take(count > 0 ? lines.take(buffer[..<count]) : lines.takeSilence())
        }
    }
}

/// The settings of a serial line, such as `9600` and `8n1`.
struct SerialLine: Hashable, Sendable, CustomStringConvertible {
    /// In bits a second. The default is that of most scanners.
    private(set) var speed = 9600
    /// 7 or 8.
    private(set) var bits = 8
    private(set) var parity = Parity.none
    /// 1 or 2.
    private(set) var stops = 1

    enum Parity: UInt8, Hashable, Sendable {
        case none = 0x6E
        case even = 0x65
        case odd = 0x6F
    }

    /// The speeds that scanners can be set to.
    static let speeds = [
        300, 600, 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600,
    ]

    /// None, the speed, or the speed and bits, parity and stop bits: `8n1`. An error for others.
    init(_ settings: ArraySlice<Substring>) throws(SourceError) {
        guard settings.count <= 2 else {
            throw .unusable("a serial line can have two settings, such as 9600,8n1, but has \(settings.count)")
        }
        if let text = settings.first {
            guard let speed = Int(text), Self.speeds.contains(speed) else {
                let known = Self.speeds.map { "\($0)" }.joined(separator: ", ")
                throw .unusable("'\(text)' is not a supported speed; use one of \(known)")
            }
            self.speed = speed
        }
        if settings.count == 2, let text = settings.last { try read(text) }
    }

    private mutating func read(_ text: Substring) throws(SourceError) {
        let letters = Array(text.lowercased().utf8)
        guard letters.count == 3, (UInt8(ascii: "7")...UInt8(ascii: "8")).contains(letters[0]),
            let parity = Parity(rawValue: letters[1]), (UInt8(ascii: "1")...UInt8(ascii: "2")).contains(letters[2])
        else {
            throw .unusable("'\(text)' is not a line format; must be 7 or 8 bits, n, e or o, 1 or 2: 8n1, 7e1")
        }
        bits = Int(letters[0] - UInt8(ascii: "0"))
        self.parity = parity
        stops = Int(letters[2] - UInt8(ascii: "0"))
    }

    /// `9600,8n1`
    var description: String { "\(speed),\(bits)\(Unicode.Scalar(parity.rawValue))\(stops)" }
}
