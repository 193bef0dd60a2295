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
    /// - Parameter present: the devices of the kind that exist; used where they are given by numbers.
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
            else { throw .lost("no device has the numbers \(numbers)") }
            return path
        }
    }
}
