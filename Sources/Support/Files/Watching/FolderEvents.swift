/// What happens to the names in one folder, as the kernel reports it.
///
/// It does not know what another machine does to a folder of a network; see `isOfNetwork`.
package struct FolderEvents: ~Copyable {
    private let inotify: Inotify

    /// - Throws: `FileError`; `.watchLimit` says which limit to raise.
    package init(of folder: String) throws(FileError) {
        let inotify = try Inotify()
        _ = try inotify.watch(folder, contents: true)
        self.inotify = inotify
    }

    /// Readable when something has happened. Lent to `wait`.
    package var descriptor: Int32 { inotify.descriptor }

    /// What happened since the last call, in order.
    package func take() -> [Event] {
        inotify.events().compactMap { event in
            if event.isOverflow { return .overflow }
            if event.name.isEmpty { return event.isEndOfFolder ? .ended : nil }
            guard let name = String(validating: event.name, as: UTF8.self) else { return nil }
            if event.isGone { return .gone(name) }
            if event.isClosed || event.isMovedHere { return .closed(name) }
            return event.isCreated ? .created(name) : nil
        }
    }

    /// What happened in a folder. Names that are not UTF-8 are left out.
    package enum Event: Hashable, Sendable {
        /// The name is new, and its writer has not closed the file yet, unless it is a link.
        case created(String)
        /// What was written was closed, or the name was moved here.
        case closed(String)
        case gone(String)
        /// The folder was removed or renamed, or its file system has gone.
        case ended
        /// Events were lost; anything may have happened.
        case overflow
    }
}
