internal import Glibc

/// Which names in which folders decide what a set of paths leads to.
///
/// To find a file, the system looks up one name after the other, each in a folder, and where a name is a symbolic
/// link, those of its target. Watching all these names in all these folders misses nothing: neither a new file
/// instead of the old one, nor a link that leads elsewhere, nor a folder that comes, goes, or is another one now.
struct WatchPlan {
    /// The names that matter in a folder.
    struct Interest: Equatable {
        var names: Set<[UInt8]> = []
        /// Whether all names that the set watches for in folders matter.
        var isWhole = false
    }

    /// By the number of the folder's watch.
    private(set) var interests: [Int32: Interest] = [:]
    /// The end of the names that matter in a folder that is itself among the paths.
    private let suffix: [UInt8]

    /// Longer chains of links lead nowhere, to the system as well.
    private static let longestChain = 40

    /// Looks the paths up and has every folder on the way watched before a name is looked up in it, so that what
    /// changes meanwhile is an event that comes after.
    ///
    /// - Parameter paths: absolute.
    /// - Throws: `FileError` when a folder in which names matter cannot be watched.
    init(paths: [String], suffix: String, inotify: borrowing Inotify) throws(FileError) {
        self.suffix = Array(suffix.utf8)
        for path in paths { try follow(path, from: "/", inotify, isInFolder: false) }
    }

    /// Whether an event may have changed what the paths lead to.
    func concerns(_ event: Inotify.Event) -> Bool {
        guard let interest = interests[event.watch] else { return false }
        return event.name.isEmpty || interest.names.contains(event.name)
            || interest.isWhole && isListed(event.name, suffix: suffix)
    }

    private mutating func follow(
        _ path: String, from start: String, _ inotify: borrowing Inotify, isInFolder: Bool
    ) throws(FileError) {
        var folder = path.utf8.first == UInt8(ascii: "/") ? "/" : start
        var names = Self.names(path)
        var links = 0
        while let name = names.popLast() {
            if name == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            try look(for: name, in: folder, isLast: names.isEmpty, inotify)
            let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            var status = stat()
            guard lstat(place, &status) == 0 else { return }
            switch status.st_mode & S_IFMT {
            case S_IFLNK:
                links += 1
                guard links <= Self.longestChain, let target = linkTarget(place) else { return }
                if target.utf8.first == UInt8(ascii: "/") { folder = "/" }
                names += Self.names(target)
            case S_IFDIR:
                folder = place
            default:
                return
            }
        }
        // A folder; one that is listed in another one is not a rule file, whatever its name.
        if !isInFolder { try watchWhole(folder, inotify) }
    }

    private mutating func look(
        for name: String, in folder: String, isLast: Bool, _ inotify: borrowing Inotify
    ) throws(FileError) {
        do throws(FileError) {
            let watch = try inotify.watch(folder, contents: isLast)
            interests[watch, default: Interest()].names.insert(Array(name.utf8))
        } catch {
            switch error.reason {
            // It has just gone, which its parent reports.
            case .notFound: return
            // It may be entered but not read, as some folders of the system. Those below report if they are moved.
            case .notPermitted where !isLast: return
            default: throw error
            }
        }
    }

    private mutating func watchWhole(_ folder: String, _ inotify: borrowing Inotify) throws(FileError) {
        do throws(FileError) {
            let watch = try inotify.watch(folder, contents: true)
            interests[watch, default: Interest()].isWhole = true
            for name in try fileNames(in: folder, suffix: String(decoding: suffix, as: UTF8.self)) {
                guard linkTarget("\(folder)/\(name)") != nil else { continue }
                try follow(name, from: folder, inotify, isInFolder: true)
            }
        } catch {
            guard error.reason == .notFound else { throw error }
        }
    }

    /// The names of a path, the last one first, without those that lead nowhere else.
    private static func names(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0 != "." }.reversed()
    }

    private static func parent(of folder: String) -> String {
        guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex else { return "/" }
        return String(folder[..<slash])
    }
}

/// What the system says of the files behind some paths: whether two looks at them may have seen different bytes.
package struct FileStamps: Hashable, Sendable {
    /// Of a file, or of a folder's listed file.
    private struct Stamp: Hashable {
        let device: UInt
        let number: UInt
        let size: Int
        let written: Int
        let changed: Int
    }

    /// In nanoseconds since 1970.
    fileprivate static func time(_ time: timespec) -> Int { time.tv_sec * 1_000_000_000 + time.tv_nsec }

    /// By path, for those that are there.
    private var stamps: [String: Stamp] = [:]

    /// The files behind the paths, in order, with those of folders instead of the folders.
    package private(set) var files: [String] = []

    /// - Parameter suffix: the end of the names that matter in folders.
    package init(of paths: [String], suffix: String) {
        for path in paths {
            guard take(path) else {
                files.append(path)
                continue
            }
            for name in (try? fileNames(in: path, suffix: suffix)) ?? [] {
                take("\(path)/\(name)")
                files.append("\(path)/\(name)")
            }
        }
    }

    /// - Returns: whether it is a folder.
    @discardableResult
    private mutating func take(_ path: String) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
        // A folder counts by what is in it.
        guard status.st_mode & S_IFMT != S_IFDIR else { return true }
        stamps[path] = Stamp(
            device: status.st_dev, number: status.st_ino, size: Int(status.st_size), written: Self.time(status.st_mtim),
            changed: Self.time(status.st_ctim))
        return false
    }

    /// The system's clock for the times of files.
    package struct Moment: Sendable {
        fileprivate let time: Int

        package static var now: Moment {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
            return Moment(time: FileStamps.time(time))
        }
    }

    /// Whether no file was written, renamed or made since a moment, so that what was read since is what is stamped.
    package func areOlder(than moment: Moment) -> Bool { stamps.values.allSatisfy { $0.changed < moment.time } }
}
