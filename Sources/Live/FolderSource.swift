internal import BeelineSupport
internal import CLinux
internal import Glibc

/// A folder whose new pictures are scanned: `folder:/srv/scans`. Each is scanned once, when it is complete. Files that
/// were there before are not scanned, unless they are written again. Files with a hidden or temporary name wait for
/// their final name. Subfolders are not scanned.
package struct FolderSource: CodeSource {
    package let name: String
    private let folder: String
    private let isPolled: Bool
    private let interval: Duration

    /// The shortest time between two checks for complete files.
    private static let shortest = Duration.milliseconds(50)

    /// A relative path is below the working directory. Where `isPolled`, the folder is listed at intervals even where
    /// the kernel reports changes. The interval is also how long a file must stay unchanged, and how often the folder
    /// is checked to be the same one.
    package init(_ folder: String, isPolled: Bool = false, interval: Duration = .seconds(2)) throws(SourceError) {
        guard !folder.isEmpty, !folder.utf8.contains(0) else { throw .unusable("the folder is missing: folder:PATH") }
        (self.folder, self.isPolled, self.interval) = (folder, isPolled, interval)
        name = "folder:\(folder)"
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        guard let place = Place(folder) else { throw .lost("\(folder): there is no such folder") }
        // Watched before it is listed, so that no file is missed in between.
        var events: FolderEvents?
        if !isPolled, !place.isOfNetwork {
            do throws(FileError) {
                events = try FolderEvents(of: folder)
            } catch {
                output.report(
                    SourceProblem(
                        code: "not-watched",
                        message: "\(error.message); the folder is checked every 2 seconds instead"))
            }
        }
        let looks = events == nil
        var files = SettlingFiles(quiet: interval)
        // Those that are there at the start are not scanned, and so not reported.
        var badNames = Set<[UInt8]>()
        for (name, stamp) in try stamps(noting: { badNames.insert(Array($0.utf8)) }) { files.ignore(name, stamp) }
        output.reportConnection()
        var isCrowded = false
        var check = ContinuousClock.now
        var look = check + interval
        while true {
            // Files that become complete one after the other are checked together.
            let until = files.next.map { min(max($0, check), look) } ?? look
            var awaited = [Awaited.reading(output.stopSignal.descriptor.number), .reading(events?.descriptor)]
            wait(for: &awaited, until: until)
            if output.isStopped { return }
            let now = ContinuousClock.now
            // Files for which there was no room are found by listing the folder, once there is room.
            var hasLost = isCrowded && files.count < SettlingFiles.most / 2
            if hasLost { isCrowded = false }
            for event in events?.take() ?? [] {
                switch event {
                case .created(let name): isCrowded = !files.note(name, .created, stamp(name), at: now) || isCrowded
                case .closed(let name): isCrowded = !files.note(name, .closed, stamp(name), at: now) || isCrowded
                case .gone(let name): files.forget(name)
                case .badName(let name, isGone: true): badNames.remove(name)
                case .badName(let name, isGone: false):
                    let shown = String(decoding: name, as: UTF8.self)
                    if badNames.insert(name).inserted, !SettlingFiles.isTemporary(shown) { report(shown, output) }
                case .ended: throw .lost("\(folder): the folder has gone")
                case .overflow: hasLost = true
                }
            }
            if now >= look {
                guard Place(folder) == place else { throw .lost("\(folder): the folder has gone") }
                look = now + interval
                if looks { hasLost = true }
            }
            if hasLost {
                let found = try stamps { if badNames.insert(Array($0.utf8)).inserted { report($0, output) } }
                isCrowded = !files.look(found, at: now) || isCrowded
            }
            guard now >= check else { continue }
            check = now + Self.shortest
            for name in files.due(now, { self.stamp($0) }) where !output.isStopped {
                output.sendPicture(path(name))
            }
        }
    }

    private func path(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }

    /// Reports a file whose name is not UTF-8, and so cannot be opened.
    private func report(_ name: String, _ output: SourceOutput) {
        output.report(
            SourceProblem(code: "cannot-open", message: "its name is not UTF-8; rename it", input: path(name)))
    }

    /// The stamps of all files in the folder, without temporary ones. Each name that is not UTF-8 is noted, as a text.
    private func stamps(noting badName: (String) -> Void) throws(SourceError) -> [String: SettlingFiles.Stamp] {
        var stamps: [String: SettlingFiles.Stamp] = [:]
        do throws(FileError) {
            for name in try fileNames(in: folder, suffix: "") where !SettlingFiles.isTemporary(name) {
                stamps[name] = stamp(name)
                if name.unicodeScalars.contains("\u{FFFD}"), !exists(path(name)) { badName(name) }
            }
        } catch {
            throw error.reason == .notPermitted
                ? .unusable("\(folder): \(error.message)") : .lost("\(folder): \(error.message)")
        }
        return stamps
    }

    /// How a file is now; nil for what is not a regular file, or not there.
    private func stamp(_ name: String) -> SettlingFiles.Stamp? {
        var link = stat()
        var file = stat()
        let path = path(name)
        guard lstat(path, &link) == 0, stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return nil }
        return SettlingFiles.Stamp(
            device: file.st_dev, number: file.st_ino, size: Int(file.st_size),
            written: file.st_mtim.tv_sec * 1_000_000_000 + file.st_mtim.tv_nsec,
            isLink: link.st_mode & S_IFMT == S_IFLNK || file.st_nlink > 1)
    }

    /// The identity of the folder at a path.
    private struct Place: Equatable {
        private let device: UInt
        private let number: UInt
        /// Whether it is on a network file system. The kernel does not report the changes of other machines.
        let isOfNetwork: Bool

        /// Nil where there is no folder.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
            isOfNetwork = beeline_is_on_network(path)
        }
    }
}

/// The changes in one folder, as the kernel reports them (inotify). It reports when a writer closes a file, which
/// listing the folder does not show. It does not report what other machines do in a folder of a network.
private final class FolderEvents {
    /// Readable when something has happened. Lent to `wait`.
    let descriptor: Int32

    /// - Throws: `FileError`; `.watchLimit` says which limit to raise.
    init(of folder: String) throws(FileError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            let code = errno
            if code == EMFILE { throw FileError(path: "inotify", reason: .watchLimit(.instances)) }
            throw FileError(path: "inotify", errno: code)
        }
        let changes =
            IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        guard inotify_add_watch(descriptor, folder, UInt32(bitPattern: changes | Int32(IN_ONLYDIR))) >= 0 else {
            let code = errno
            close(descriptor)
            if code == ENOSPC { throw FileError(path: folder, reason: .watchLimit(.folders)) }
            throw FileError(path: folder, errno: code)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    enum Event: Hashable, Sendable {
        /// A new name. Unless it is a link, its writer has not closed the file yet.
        case created(String)
        /// A writer closed the file, or it was moved here.
        case closed(String)
        case gone(String)
        /// Something happened to a file whose name is not UTF-8.
        case badName([UInt8], isGone: Bool)
        /// The folder was removed or renamed, or its file system has gone.
        case ended
        /// Events were lost; anything may have happened.
        case overflow

        fileprivate init?(_ mask: UInt32, _ name: [UInt8]) {
            func has(_ flags: Int32) -> Bool { mask & UInt32(bitPattern: flags) != 0 }
            if has(IN_Q_OVERFLOW) {
                self = .overflow
            } else if name.isEmpty {
                guard has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) else { return nil }
                self = .ended
            } else {
                let isGone = has(IN_DELETE | IN_MOVED_FROM)
                let isClosed = has(IN_CLOSE_WRITE | IN_MOVED_TO)
                guard isGone || isClosed || has(IN_CREATE) else { return nil }
                if let name = String(validating: name, as: UTF8.self) {
                    self = isGone ? .gone(name) : isClosed ? .closed(name) : .created(name)
                } else if has(IN_ISDIR) {
                    return nil
                } else {
                    self = .badName(name, isGone: isGone)
                }
            }
        }
    }

    /// What happened since the last call, in order.
    func take() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return events }
            Self.parse(buffer[..<count], into: &events)
        }
    }

    /// An event is its watch, mask, cookie and the length of its name, four bytes each, and the name, zero-padded.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
        let headLength = 16
        var rest = bytes
        while rest.count >= headLength {
            let head = rest.withUnsafeBytes { head in
                (0..<4).map { head.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
            }
            rest = rest.dropFirst(headLength)
            let name = rest.prefix(Int(head[3]))
            rest = rest.dropFirst(name.count)
            if let event = Event(head[1], name.prefix { $0 != 0 }.map(\.self)) { events.append(event) }
        }
    }
}
