internal import Glibc

/// Why a file could not be read, written or watched.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as programs distinguish the cases.
    package enum Reason: Hashable, Sendable {
        case notFound
        case notPermitted
        case isFolder
        /// A FIFO, a socket or a device where a file is needed.
        case notRegular
        /// Others own it, or can read or write it, where it may contain a secret; with what is wrong and what to do.
        case notPrivate(String)
        /// Longer than the caller was willing to read; the limit is in bytes.
        case tooLong(limit: Int)
        /// A limit of the system for watching is reached.
        case watchLimit(WatchLimit)
        /// Any other error of the system, by its `errno`.
        case system(Int32)
    }

    /// A limit of the system for watching.
    package enum WatchLimit: Hashable, Sendable {
        /// On how many folders all programs of a user watch.
        case folders
        /// On how many watchers all programs of a user have, or on how many files one has open.
        case instances
    }

    /// The path as it was given, or a name such as "standard input".
    public let path: String
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package init(path: String, errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self.init(path: path, reason: .notFound)
        case EACCES, EPERM: self.init(path: path, reason: .notPermitted)
        case EISDIR: self.init(path: path, reason: .isFolder)
        default: self.init(path: path, reason: .system(code))
        }
    }

    /// The reason alone, without the path: "no such file".
    public var message: String {
        switch reason {
        case .notFound where path.contains("://"):
            "no such file; what an address of the Web leads to has to be downloaded first"
        case .notFound: "no such file"
        case .notPermitted: "no permission to open it"
        case .isFolder: "it is a folder"
        case .notRegular: "it is a FIFO, a socket or a device; a regular file is needed"
        case .notPrivate(let problem): problem
        case .tooLong(let limit): "longer than the limit of \(limit) bytes"
        case .watchLimit(.folders):
            "the system cannot watch more folders; raise the limit: sysctl fs.inotify.max_user_watches=524288"
        case .watchLimit(.instances):
            "the system cannot create more watchers; raise the limit: sysctl fs.inotify.max_user_instances=1024, "
                + "or ulimit -n"
        case .system(let code): String(cString: strerror(code))
        }
    }

    /// The path and what is wrong.
    public var description: String { "\(path): \(message)" }
}
