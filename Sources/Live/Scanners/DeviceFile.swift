package import BeelineSupport
internal import Glibc

/// The open device of a source. Devices come and go, so each error of opening is `.lost`: the station tries again.
package struct DeviceFile: ~Copyable {
    package let descriptor: Descriptor
    package let path: String

    /// Opens a device file, or a link to one. The error has the problem and the remedy.
    package init(path: String, writes: Bool) throws(SourceError) {
        guard !path.utf8.contains(0) else { throw .lost("a NUL is in its name") }
        let number = open(path, (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { throw Self.lost(path, errno) }
        descriptor = Descriptor(taking: number)
        self.path = path
    }

    /// Why a device at a path cannot be used, by the number of the error.
    package static func lost(_ path: String, _ code: Int32) -> SourceError {
        switch code {
        case ENOENT, ENOTDIR: .lost("\(path) is not there")
        case ENODEV, ENXIO, EIO, ESHUTDOWN: .lost("\(path) was unplugged or switched off")
        case EACCES, EPERM: .lost(refusal(path))
        case EBUSY, EWOULDBLOCK: .lost("\(path) is in use by another program; close that")
        default: .lost("\(path): \(String(cString: strerror(code)))")
        }
    }

    /// The message and the remedy for missing permissions.
    private static func refusal(_ path: String) -> String {
        var status = stat()
        let start = "\(path) cannot be opened: no permission"
        guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0,
            let group = groupName(status.st_gid)
        else { return "\(start); install the udev rules of Beeline, 60-beeline-scanners.rules, and plug it in again" }
        return "\(start); it belongs to the group \(group): run sudo adduser $USER \(group), and log in again"
    }

    private static func groupName(_ group: gid_t) -> String? {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { room in
            guard getgrgid_r(group, &entry, room.baseAddress, room.count, &found) == 0, found != nil else { return nil }
            return entry.gr_name.map { String(cString: $0) }
        }
    }

    /// Why a device cannot be opened at present; nil when it can. It is not opened, as that may have effects.
    static func problem(at path: String, writes: Bool) -> String? {
        guard access(path, writes ? R_OK | W_OK : R_OK) != 0 else { return nil }
        return lost(path, errno).reason
    }
}

extension DescriptorReader.Answer {
    /// How many bytes came; 0 for a silence; nil where the source is to stop. An error where the device has gone.
    func count(from path: String) throws(SourceError) -> Int? {
        switch self {
        case .bytes(let count): return count
        case .silence: return 0
        case .stopped: return nil
        case .ended: throw DeviceFile.lost(path, ENODEV)
        case .failed(let code): throw DeviceFile.lost(path, code)
        }
    }
}

enum DeviceName: Hashable, Sendable {
    case path(String)
    /// A file in one of these folders of /dev.
    case named(String, folders: [String])
    case numbered(USBNumbers)

    /// Names without a slash are looked for in these folders below /dev. `hasNumbers` allows `VENDOR:PRODUCT`.
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

    /// The current path of the device, an error where it is not there. The connected devices of the kind are asked for
    /// where it is given by numbers.
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
