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
            guard let name = String(validating: event.name, as: UTF8.self) else {
                let isHere = event.isClosed || event.isMovedHere || event.isCreated
                guard isHere || event.isGone, !event.isFolder else { return nil }
                return .badName(event.name, isGone: event.isGone)
            }
            if event.isGone { return .gone(name) }
            if event.isClosed || event.isMovedHere { return .closed(name) }
            return event.isCreated ? .created(name) : nil
        }
    }

    /// What happened in a folder.
    package enum Event: Hashable, Sendable {
        /// The name is new, and its writer has not closed the file yet, unless it is a link.
        case created(String)
        /// What was written was closed, or the name was moved here.
        case closed(String)
        case gone(String)
        /// Something happened to a file whose name is not UTF-8.
        case badName([UInt8], isGone: Bool)
        /// The folder was removed or renamed, or its file system has gone.
        case ended
        /// Events were lost; anything may have happened.
        case overflow
    }
}
