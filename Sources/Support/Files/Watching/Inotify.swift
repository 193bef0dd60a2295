internal import Glibc

/// An inotify instance: what the kernel reports about the names in folders. Closes itself.
struct Inotify: ~Copyable {
    /// Lent to `poll`; never closed by the borrower.
    let descriptor: Int32

    /// What happened to a name in a folder, or to the folder itself.
    struct Event {
        /// The folder's watch, as `watch` returned it.
        let watch: Int32
        /// Empty when it is about the folder itself.
        let name: [UInt8]
        private let mask: UInt32

        /// Events were lost; anything may have changed.
        var isOverflow: Bool { has(IN_Q_OVERFLOW) }
        /// It may be another file or folder that the name leads to now, or it is one that may be entered only now.
        var isOfStructure: Bool { name.isEmpty || !has(IN_CLOSE_WRITE) }

        /// A file that was open for writing was closed.
        var isClosed: Bool { has(IN_CLOSE_WRITE) }
        /// The name is new in the folder: it was renamed to be there, or was made there.
        var isMovedHere: Bool { has(IN_MOVED_TO) }
        var isCreated: Bool { has(IN_CREATE) }
        /// The name is not in the folder any more.
        var isGone: Bool { has(IN_DELETE) || has(IN_MOVED_FROM) }
        /// The name is that of a folder.
        var isFolder: Bool { has(IN_ISDIR) }
        /// The folder itself was removed, renamed, or its file system has gone.
        var isEndOfFolder: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) || has(IN_IGNORED) }

        private func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }

        init(watch: Int32, mask: UInt32, name: [UInt8]) {
            self.watch = watch
            self.mask = mask
            self.name = name
        }
    }

    /// - Throws: `FileError`, `.watchLimit` when there are too many instances or open files already.
    init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            let code = errno
            if code == EMFILE { throw FileError(path: "inotify", reason: .watchLimit(.instances)) }
            throw FileError(path: "inotify", errno: code)
        }
    }

    deinit { close(descriptor) }

    /// Names that come, go, are renamed, or get other rights.
    private static let structure =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF

    /// Watches a folder; one that is watched already keeps its number and what it is watched for.
    ///
    /// - Parameter contents: whether writing to its files matters, too.
    /// - Returns: the number of the watch. It is never given to another folder.
    /// - Throws: `FileError`, `.watchLimit` when there are too many.
    func watch(_ folder: String, contents: Bool) throws(FileError) -> Int32 {
        var mask = UInt32(bitPattern: Self.structure) | UInt32(bitPattern: Int32(IN_ONLYDIR | IN_MASK_ADD))
        if contents { mask |= UInt32(bitPattern: IN_CLOSE_WRITE) }
        let watch = inotify_add_watch(descriptor, folder, mask)
        guard watch >= 0 else {
            let code = errno
            if code == ENOSPC { throw FileError(path: folder, reason: .watchLimit(.folders)) }
            throw FileError(path: folder, errno: code)
        }
        return watch
    }

    /// Ends a watch; one that has ended is skipped.
    func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    func events() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return events }
            Self.parse(buffer[..<count], into: &events)
        }
    }

    /// An event is its watch, mask, cookie and the room of its name, four bytes each, and the name, filled up with
    /// zeros.
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
            events.append(Event(watch: Int32(bitPattern: head[0]), mask: head[1], name: Array(name.prefix { $0 != 0 })))
        }
    }
}
