import ActionsTestSupport
import BeelineRules
import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("record says why it cannot, and what to do")
struct RecordFailureTests {
    private func problem(_ path: String) async -> SQLiteError? {
        await failure { try await RecordPlugin(path: path).perform(.record(1)) } as? SQLiteError
    }

    @Test("a file that is not a database")
    func corrupt() async throws {
        let text = "Not a database, but longer than the header of one. " + String(repeating: ".", count: 100)
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let plugin = RecordPlugin(path: path)
        let error = await failure { try await plugin.perform(.record(1)) } as? SQLiteError
        #expect(error?.problem == .corrupt)
        #expect(error?.description.hasPrefix("\(path): ") == true)
        #expect(error?.description.contains("move the file away") == true)
        #expect(try folder.text(of: "history.db") == text, "it is as it was")
        // The same plugin continues once that was done.
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder.path)/old.db")
        _ = try await plugin.perform(.record(2))
        #expect(try await HistoryReader.checkedNumbers(in: path).numbers == ["2"])
    }

    @Test("a database whose pages were overwritten")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        do {
            let plugin = RecordPlugin(path: path)
            for n in 0..<200 { _ = try await plugin.perform(.record(n)) }
        }
        _ = try await HistoryReader.run("db.execute('PRAGMA wal_checkpoint(TRUNCATE)')", on: path)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
        try file.close()
        #expect(await problem(path)?.problem == .corrupt)
    }

    @Test("one that a later version wrote is left alone")
    func newer() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        _ = try await HistoryReader.run("db.execute('PRAGMA user_version = 99')", on: path)
        let error = await problem(path)
        #expect(error?.problem == .newer(99))
        #expect(error?.description.contains("later version") == true)
        #expect(
            try await HistoryReader.run(
                "print(db.execute('SELECT count(*) FROM sqlite_master').fetchone()[0])", on: path)
                == ["0"])
    }

    @Test("a file instead of its folder, a folder instead of the file, a path with a NUL")
    func wrongPlaces() async throws {
        let folder = try TemporaryFolder()
        try "".write(toFile: "\(folder.path)/file", atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/folder", withIntermediateDirectories: false)
        for path in ["\(folder.path)/file/history.db", "\(folder.path)/folder", "\(folder.path)/a\0b"] {
            let error = try #require(await problem(path))
            switch error.problem {
            case .file, .cannotOpen: #expect(error.description.contains(folder.path))
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("a folder that cannot be written", .enabled(if: geteuid() != 0, "root may write everywhere"))
    func readOnlyFolder() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/data", withIntermediateDirectories: false)
        chmod("\(folder.path)/data", 0o500)
        #expect(await problem("\(folder.path)/data/history.db")?.description.contains("no permission") == true)
    }

    @Test("a file system that cannot be written")
    func readOnlyFileSystem() async throws {
        // No user can create anything there, not even root.
        let error = try #require(await problem("/proc/self/beeline/history.db"))
        guard case .file(let reason) = error.problem else { throw Failure("\(error)") }
        #expect(reason.path == "/proc/self/beeline")
        #expect(error.description.contains("/proc/self/beeline"))
    }

    @Test("one that another program keeps locked, until it lets go")
    func busy() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let history = try HistoryDatabase(path: path)
        let other = try SQLiteConnection(path: path, as: .history, patience: 0)
        try other.execute("BEGIN IMMEDIATE")
        async let recorded = RecordPlugin(path: path).perform(.record(1))
        usleep(50_000)
        try other.execute("COMMIT")
        // It has waited for its turn.
        #expect(try await recorded.message == "recorded")
        #expect(!history.hasMoved)
        #expect(try await HistoryReader.checkedNumbers(in: path).numbers == ["1"])
    }

    @Test("without HOME there is no place")
    func noPlace() async throws {
        let writer = HistoryWriter(path: nil)
        let row = HistoryRow(time: Timestamp.now(), action: .record(1), context: .none, hiding: ActionContext.none.mask)
        let error = await #expect(throws: SQLiteError.self) { try await writer.append(row) }
        #expect(error?.problem == .noPlace)
    }
}

/// Programs that record until their end, their own or that of `kill -9`.
@Suite("recorded scans stay", .serialized)
struct RecordProcessTests {
    @Test("two programs that begin and write one history at once lose nothing", .timeLimit(.minutes(15)))
    func twoPrograms() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/beeline/history.db"
        async let first: Void = write(0..<300, to: path)
        async let second: Void = write(300..<600, to: path)
        _ = await (first, second)
        let (check, numbers) = try await HistoryReader.checkedNumbers(in: path)
        #expect(check == "ok")
        #expect(numbers.compactMap(Int.init).sorted() == Array(0..<600))
    }

    /// Writes numbers in a program of its own.
    private func write(_ numbers: Range<Int>, to path: String) async {
        await #expect(processExitsWith: .success) {
            [path = path as String, start = numbers.lowerBound as Int, end = numbers.upperBound as Int] in
            let plugin = RecordPlugin(path: path)
            for n in start..<end { _ = try await plugin.perform(.record(n)) }
        }
    }

    @Test("programs that are killed while they write lose no row that was acknowledged", .timeLimit(.minutes(15)))
    func kills() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/beeline/history.db"
        let receipts = "\(folder.path)/receipts"
        var random = SystemRandomNumberGenerator()
        for round in 0..<10 {
            let patience = Int.random(in: 0..<(round < 4 ? 15 : 150), using: &random)
            await #expect(processExitsWith: .signal(SIGKILL), "killed after \(patience) ms") {
                [path = path as String, receipts = receipts as String, round = round as Int, patience = patience as Int]
                in
                let acknowledged = open(receipts, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                let plugin = RecordPlugin(path: path)
                for n in (round * 1_000_000)... {
                    // The first rounds may well hit the beginning of the database itself; the others have it.
                    if n == round * 1_000_000 + (round < 4 ? 0 : 1) {
                        Thread.detachNewThread {
                            usleep(UInt32(patience * 1_000))
                            kill(getpid(), SIGKILL)
                        }
                    }
                    _ = try await plugin.perform(.record(n))
                    let receipt = Array("\(n)\n".utf8)
                    _ = Glibc.write(acknowledged, receipt, receipt.count)
                }
            }
            let (check, numbers) = try await HistoryReader.checkedNumbers(in: path)
            #expect(check == "ok")
            let acknowledged = Set(try folder.text(of: "receipts").split(separator: "\n").map(String.init))
            #expect(acknowledged.subtracting(numbers).isEmpty)
            // The row that was being acknowledged may be there, and no other.
            #expect(numbers.count - acknowledged.count <= round + 1)
        }
        let rows = try await HistoryReader.checkedNumbers(in: path).numbers.count
        #expect(rows >= 6, "the programs did get to write")
    }
}
