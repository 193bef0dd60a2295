internal import Glibc

/// A snapshot of files, to find out later whether their contents have changed.
///
///     let contents = FileContents(of: ["shop.json", "/etc/beeline/rules"])
///     while contents.again().areEqual(to: contents) { usleep(250_000) }
///
/// Of a path that is a folder, the files that end in `.json` count, except for hidden ones. A path may lead to nothing
/// yet. Another file counts as changed whether it was written in place, replaced by rename, removed and made again, or
/// is another one because a folder or a symbolic link on the way to it has changed. Not seen is what is written through
/// a memory map while it is open.
package struct FileContents: Sendable {
    private let paths: [String]
    /// The files behind the paths, in order, with those of folders instead of the folders.
    private var files: [String] = []
    /// Of the files that are there.
    private var stamps: [String: Stamp] = [:]
    /// Whether a file that was written after the stamps were taken would bear another one: time goes in steps.
    private var stampsTell: Bool
    /// Of the bytes of each file; nil for files that are not there, or too long to be read for this.
    private var hashes: [Int?]

    /// The attributes of a file that change when it is written.
    private struct Stamp: Hashable {
        let device: UInt
        let number: UInt
        let size: Int
        let written: Int
        let changed: Int
    }

    /// Longer files count as changed when they are written.
    private static let longestFile = 16 << 20
    /// In microseconds.
    private static let quiet: UInt32 = 50_000
    private static let mostLooks = 10

    /// - Parameter known: files that bear the same stamps are not read again.
    package init(of paths: [String], knowing known: FileContents? = nil) {
        self.paths = paths
        stampsTell = false
        hashes = []
        let now = Moment.now
        for path in paths { take(path) }
        stampsTell = areOlder(than: now)
        if let known, known.stampsTell, known.stamps == stamps, known.files == files {
            hashes = known.hashes
        } else {
            hashes = files.map { path in
                (try? readRegularFile(path, limit: Self.longestFile)).map { bytes in
                    var hasher = Hasher()
                    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
                    return hasher.finalize()
                }
            }
        }
    }

    private mutating func take(_ path: String) {
        guard stamp(path) else {
            files.append(path)
            return
        }
        for name in (try? fileNames(in: path, suffix: ".json")) ?? [] {
            _ = stamp("\(path)/\(name)")
            files.append("\(path)/\(name)")
        }
    }

    /// - Returns: whether it is a folder, which counts by what is in it.
    private mutating func stamp(_ path: String) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT != S_IFDIR else { return true }
        stamps[path] = Stamp(
            device: status.st_dev, number: status.st_ino, size: Int(status.st_size),
            written: Moment.nanoseconds(status.st_mtim), changed: Moment.nanoseconds(status.st_ctim))
        return false
    }

    /// A new snapshot of the same paths.
    package func again() -> FileContents { FileContents(of: paths, knowing: self) }

    /// A new snapshot, taken once two of them a moment apart are equal: a program may still be writing. Blocks the
    /// thread, for half a second at most.
    package func atRest() -> FileContents {
        var contents = self
        for _ in 0..<Self.mostLooks {
            usleep(Self.quiet)
            let next = contents.again()
            if next.areEqual(to: contents) { return next }
            contents = next
        }
        return contents
    }

    /// Whether the same files contain the same bytes, wherever that is known.
    package func areEqual(to other: FileContents) -> Bool {
        files == other.files
            && (other.stampsTell && stamps == other.stamps || hashes == other.hashes && hashes.allSatisfy { $0 != nil })
    }

    /// Whether the files were not written since, even with the same bytes.
    package func areUntouched(since other: FileContents) -> Bool { stamps == other.stamps && areEqual(to: other) }

    /// Whether nothing of it was written, renamed or made since.
    package func areOlder(than moment: Moment) -> Bool { stamps.values.allSatisfy { $0.changed < moment.time } }

    /// The system's clock for the times of files.
    package struct Moment: Sendable {
        fileprivate let time: Int

        package static var now: Moment {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
            return Moment(time: nanoseconds(time))
        }

        /// Since 1970.
        fileprivate static func nanoseconds(_ time: timespec) -> Int { time.tv_sec * 1_000_000_000 + time.tv_nsec }
    }
}
