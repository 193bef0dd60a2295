internal import BeelineSupport

/// What files hold, as far as it takes to know whether they hold the same again.
struct FileContents: Sendable {
    private let stamps: FileStamps
    /// Whether a file that was written after the stamps were taken would bear another one: time goes in steps.
    private let stampsTell: Bool
    /// Of the bytes of each file; nil for files that are not there, or too long to be read for this.
    private let hashes: [Int?]

    /// Longer files count as changed when they are written.
    private static let longestFile = 16 << 20

    /// - Parameter known: files that bear the same stamps are not read again.
    init(of paths: [String], knowing known: FileContents?) {
        let now = FileStamps.Moment.now
        stamps = FileStamps(of: paths, suffix: ".json")
        stampsTell = stamps.areOlder(than: now)
        if let known, known.stampsTell, known.stamps == stamps {
            hashes = known.hashes
        } else {
            hashes = stamps.files.map { path in
                (try? readRegularFile(path, limit: Self.longestFile)).map { bytes in
                    var hasher = Hasher()
                    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
                    return hasher.finalize()
                }
            }
        }
    }

    /// Whether the same files hold the same bytes, wherever that is known.
    func areEqual(to other: FileContents) -> Bool {
        other.stampsTell && stamps == other.stamps
            || stamps.files == other.stamps.files && hashes == other.hashes && hashes.allSatisfy { $0 != nil }
    }

    /// Whether nothing of it was written, renamed or made since.
    func areOlder(than moment: FileStamps.Moment) -> Bool { stamps.areOlder(than: moment) }
}
