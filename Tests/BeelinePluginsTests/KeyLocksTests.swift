import ActionsTestSupport
import BeelineRules
import BeelineSupport
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelinePlugins

@Suite struct KeyLocksTests {
    private let folder: TemporaryFolder
    private let history: String

    init() throws {
        folder = try TemporaryFolder()
        history = folder.path("new/history.db")
    }

    private func keys(_ texts: String...) -> [MemoryKey] { texts.map { MemoryKey($0) } }

    /// It must be the same in all programs and versions, as they run side by side.
    @Test func `the byte of a key never changes`() {
        // FNV-1a of nothing is its offset basis, and of "a" as published.
        #expect(MemoryKey("").lock == Int64(0xCBF2_9CE4_8422_2325 as UInt64 >> 2))
        #expect(MemoryKey("a").lock == Int64(0xAF63_DC4C_8601_EC8C as UInt64 >> 2))
        #expect(MemoryKey("foobar").lock == Int64(0x8594_4171_F739_67E8 as UInt64 >> 2))
    }

    /// Counts who is within, and how many there were at most.
    final class Room: Sendable {
        private let state = Mutex((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }

        func visit() async {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
            for _ in 0..<20 { await Task.yield() }
            state.withLock { $0.now -= 1 }
        }
    }

    @Test func `of one key there is one at a time`() async throws {
        let room = Room()
        let programs = (0..<3).map { _ in KeyLocks(history: history) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<60 {
                // In this order and the other one: two that wait for each other would wait for ever.
                let keys = task.isMultiple(of: 2) ? keys("=a", "serial=7") : keys("serial=7", "=b", "=a")
                group.addTask { try await programs[task % 3].with(keys) { await room.visit() } }
            }
            try await group.waitForAll()
        }
        #expect(room.most == 1)
    }

    @Test func `another key need not wait, and the same one not for ever`() async throws {
        let locks = KeyLocks(history: history, patience: .zero)
        let (a, b) = (keys("=a", "=c"), keys("=b"))
        let answer = try await locks.with(a) { () async -> (String?, KeyLockError?) in
            var (other, same): (String?, KeyLockError?) = (nil, nil)
            do throws(KeyLockError) { other = try await locks.with(b) { "done" } } catch {}
            do throws(KeyLockError) { _ = try await locks.with(keys("=c", "=d")) { "done" } } catch { same = error }
            return (other, same)
        }
        #expect(answer == ("done", .busy))
        #expect(try await locks.with(keys("=c")) { "free" } == "free")
    }

    @Test func `a cancelled task waits no more`() async throws {
        let locks = KeyLocks(history: history)
        let key = keys("=a")
        let (waiting, begun) = AsyncStream.makeStream(of: Void.self)
        let error = try await locks.with(key) { () async -> KeyLockError? in
            let task = Task { () async -> KeyLockError? in
                begun.yield()
                do throws(KeyLockError) {
                    try await locks.with(key) {}
                    return nil
                } catch {
                    return error
                }
            }
            for await _ in waiting { break }
            task.cancel()
            return await task.value
        }
        #expect(error == .cancelled)
    }

    @Test func `a history that is known by a link has the same locks`() async throws {
        try folder.write("real/history.db", "")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.db"), withDestinationPath: folder.path("real/history.db"))
        let link = KeyLocks(history: folder.path("link.db"), patience: .zero)
        let error = try await KeyLocks(history: folder.path("real/history.db")).with(keys("=a")) {
            () async -> KeyLockError? in
            do throws(KeyLockError) {
                try await link.with(keys("=a")) {}
                return nil
            } catch {
                return error
            }
        }
        #expect(error == .busy)
    }

    @Test func `where there can be no file nothing is done`() async throws {
        try folder.write("file", "")
        let locks = KeyLocks(history: folder.path("file/history.db"))
        let error = await #expect(throws: KeyLockError.self) {
            try await locks.with(keys("=a")) { Issue.record("done") }
        }
        #expect(error?.description.contains("two programs could use the code at once") ?? false)
    }
}
