internal import Glibc

/// What the system says of the files behind some paths: whether two looks at them may have seen different bytes.
package struct FileStamps: Hashable, Sendable {
    /// Of a file, or of a folder's listed file.
    private struct Stamp: Hashable {
        let device: UInt
        let number: UInt
        let size: Int
        let written: Time
        let changed: Time
    }

    fileprivate struct Time: Hashable, Comparable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) {
            seconds = time.tv_sec
            nanoseconds = time.tv_nsec
        }

        static func < (left: Time, right: Time) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }

    /// By path, for those that are there.
    private var stamps: [String: Stamp] = [:]

    /// The files behind the paths, in order, with those of folders in place of the folders.
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
            device: status.st_dev, number: status.st_ino, size: Int(status.st_size), written: Time(status.st_mtim),
            changed: Time(status.st_ctim))
        return false
    }

    /// The system's clock for the times of files.
    package struct Moment: Sendable {
        fileprivate let time: Time

        package static var now: Moment {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
            return Moment(time: Time(time))
        }
    }

    /// Whether no file was written, renamed or made since a moment, so that what was read since is what is stamped.
    package func areOlder(than moment: Moment) -> Bool { stamps.values.allSatisfy { $0.changed < moment.time } }
}
