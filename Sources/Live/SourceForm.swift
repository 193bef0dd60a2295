internal import BeelineContent
internal import BeelineSupport
internal import Glibc

/// What a text without the prefix of a source may be, by its form alone: a device need not be plugged in yet.
enum SourceForm: Equatable {
    /// The name of the source, as it is written in full.
    case source(String)
    /// What to write instead, where it can be several things, or one that needs a decision.
    case hint(String)

    private static let videos = ["mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "m2ts", "ogv", "3gp"]
    private static let pictures = ["jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "avif", "pdf"]

    /// Nil where the form says nothing.
    init?(_ text: String) {
        guard let form = Self.device(text) ?? Self.numbers(text) ?? Self.address(text) ?? Self.path(text) else {
            return nil
        }
        self = form
    }

    private static func device(_ text: String) -> SourceForm? {
        let path = text.hasPrefix("/dev/") ? text : "/dev/\(text)"
        let name = path.dropFirst("/dev/".count)
        if text.hasPrefix("COM"), text.count > 3, text.dropFirst(3).utf8.allSatisfy(\.isASCIIDigit) {
            return .hint("a serial port is named as serial:/dev/ttyACM0 or serial:/dev/ttyUSB0 here")
        }
        let device = name.split(separator: ",")[...].first ?? ""
        func isNumbered(_ prefix: String) -> Bool {
            device.hasPrefix(prefix) && device.count > prefix.count
                && device.dropFirst(prefix.count).utf8.allSatisfy(\.isASCIIDigit)
        }
        if ["ttyUSB", "ttyACM", "ttyAMA", "ttyS", "rfcomm"].contains(where: isNumbered) {
            return .source("serial:\(path)")
        }
        if isNumbered("video") { return .source("camera:\(path)") }
        if isNumbered("hidraw") { return .source("hid:\(path)") }
        guard text.hasPrefix("/dev/") else { return nil }
        if name.hasPrefix("serial/") || name.hasPrefix("pts/") { return .source("serial:\(path)") }
        if name.hasPrefix("v4l/") { return .source("camera:\(path)") }
        // It takes a keyboard away from all other programs.
        if name.hasPrefix("input/") {
            return .hint("a scanner that types is keys:\(path); then this keyboard types nowhere else")
        }
        return .hint("a serial port is serial:\(path), a camera camera:\(path)")
    }

    /// `0c2e:0b61`, as `lsusb` writes a device: which of its two sources it is depends on its mode.
    private static func numbers(_ text: String) -> SourceForm? {
        let halves = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ $0.count == 4 && $0.allSatisfy(isHexDigit) }) else { return nil }
        return .hint(
            "a USB scanner is hid:\(text) in HID point-of-sale mode, or keys:\(text) if it types like a keyboard")
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    /// A host and a port. A word without a dot may be a misspelt prefix.
    private static func address(_ text: String) -> SourceForm? {
        if let port = UInt16(text.drop { $0 == ":" }), port > 0 {
            return .hint(
                "a scanner on a network is tcp://HOST:\(port); scanners that connect to here are tcp-listen://:\(port)")
        }
        guard !text.contains("/"), let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
        else { return nil }
        let host = text[..<colon]
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let isName =
            (host.contains(".") || host == "localhost") && !host.hasPrefix(".") && !host.hasSuffix(".")
            && host.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
        return isAddress || isName ? .source("tcp://\(text)") : nil
    }

    private static func path(_ text: String) -> SourceForm? {
        // A scheme that no source has.
        guard !text.contains("://") else { return nil }
        if text.hasSuffix("/") || isFolder(text) { return .source("folder:\(text)") }
        let name = text.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        if videos.contains(ending) { return .source("video:\(text)") }
        if ending == "y4m" { return .source("y4m:\(text)") }
        if pictures.contains(ending) { return .hint("a picture is read by: beeline scan \(text)") }
        guard access(text, F_OK) == 0 else { return nil }
        return .hint("a video is video:\(text), a folder folder:\(text), a serial port serial:\(text)")
    }
}
