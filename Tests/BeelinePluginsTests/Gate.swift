import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// A desk with its own connection: admits each ticket that it has not seen.
struct Gate: Sendable {
    let path: String
    let server: ServerHistory
    let memory: HistoryMemory
    private let locks: KeyLocks
    private let record: RecordPlugin
    static let day = CalendarDate(year: 2026, dayOfYear: 329)

    /// - Parameter patience: in milliseconds; a machine that is busy needs more than a desk has.
    init(
        _ path: String, _ name: String, in folder: TemporaryFolder, admits: Bool = false, patience: Int32 = 60_000
    ) throws {
        self.path = "\(path)&application_name=\(name)"
        server = try #require(ServerHistory.at(self.path, spool: folder.path("\(name).db"), patience: patience))
        server.admitOffline(admits)
        memory = HistoryMemory(path: self.path)
        locks = KeyLocks(history: self.path)
        record = RecordPlugin(path: self.path)
    }

    enum Answer: Hashable {
        case admitted
        /// Without the server.
        case kept
        case refused
        case failed(String)
    }

    func scan(_ ticket: String, during work: @Sendable () async throws -> Void = {}) async -> Answer {
        let key = MemoryKey("=\(ticket)")
        let result = try? await Result<Answer, any Error>.success(
            locks.with([key]) { () async -> Answer in
                let code = memory.before(nil)
                let seen = code.seen(key, on: Self.day)
                if code.hasFailed { return .failed(memory.failure?.description ?? "") }
                guard seen.count == 0 else { return .refused }
                do {
                    try await work()
                    let message = try await record.perform(.record(1), in: .none, keys: [key]).message
                    return message == "recorded" ? .admitted : .kept
                } catch {
                    return .failed("\(error)")
                }
            }
        ).get()
        return result ?? .failed("locked")
    }

    func problem(_ ticket: String) async -> String {
        do throws(KeyLockError) { try await locks.with([MemoryKey("=\(ticket)")]) {} } catch {
            return error.description
        }
        return ""
    }
}

/// Waits until something is so, a minute at most.
func until(_ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !isSo() {
        try #require(ContinuousClock.now < end)
        try await Task.sleep(for: .milliseconds(50))
    }
}
