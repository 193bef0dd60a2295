import BeelineRules
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// Programs that record until their end, be it theirs or that of `kill -9`.
@Suite("what was recorded stays", .serialized)
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
