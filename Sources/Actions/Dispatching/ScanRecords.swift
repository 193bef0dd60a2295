internal import Synchronization

/// The rows that a code of an accepted scan gets in the history.
///
/// A scan that is run again after a crash has the same keys, so that the history keeps each row once.
package final class ScanRecords: Sendable {
    /// When the code was scanned, in UTC: `2026-01-31T12:34:56.789Z`.
    package let time: String
    private let key: String
    private let rows = Mutex<[Int]>([])

    /// - Parameters:
    ///   - key: of the code: no other code ever has it. It does not depend on what is done about the code.
    ///   - time: when it was scanned, in UTC.
    package init(key: String, time: String) { (self.key, self.time) = (key, time) }

    /// The key of the next row: that of the code, and for further rows with a number behind it.
    ///
    /// A row counts once it was kept: one whose action was given up, and that is kept later all the same, then has the key
    /// of the row that took its place.
    package var nextKey: String {
        let count = rows.withLock { $0.count }
        return count == 0 ? key : "\(key).\(count)"
    }

    /// The numbers of the rows in the history.
    package var ids: [Int] { rows.withLock { $0 } }

    /// Notes that a row is in the history.
    package func note(_ id: Int) { rows.withLock { $0.append(id) } }
}
