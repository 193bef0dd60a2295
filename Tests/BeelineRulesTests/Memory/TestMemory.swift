import BeelineContent
import BeelineRules
import Synchronization

/// A memory that notes what it was asked.
final class TestMemory: ScanMemory {
    private let recordings: [String: Seen]
    private let values: [String: FieldValue]
    private let log = Mutex<[String]>([])

    /// - Parameter recordings: by the text of a key.
    init(_ recordings: [String: Seen] = [:], session values: [String: FieldValue] = [:]) {
        (self.recordings, self.values) = (recordings, values)
    }

    /// What it was asked, in order: the text of a key and the day, or `session` and the source.
    var asked: [String] { log.withLock { $0 } }

    func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen {
        log.withLock { $0.append("\(key.text) \(date)") }
        return recordings[key.text] ?? .never
    }

    func session(of source: String?) -> [String: FieldValue] {
        log.withLock { $0.append("session \(source ?? "-")") }
        return values
    }
}

extension Seen {
    /// Twice two weeks before the scan of most tests, and at noon less two hours of its day.
    static let twice = Seen(
        count: 3, today: 1, first: LocalMoment("2026-11-07T09:30"), last: LocalMoment("2026-11-21 10:00"),
        source: "till")
}
