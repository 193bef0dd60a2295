import ActionsTestSupport
import BeelineActions
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

/// A desk in a program of its own, which is killed at any moment.
@Suite(.serialized) struct KilledDeskTests {
    private static let rounds = 12
    private static let keys = 200

    @Test(.timeLimit(.minutes(15)))
    func `an answered scan is in the history once, however often the program is killed`() async throws {
        let folder = try TemporaryFolder()
        let receipts = folder.path("receipts")
        for round in 0..<Self.rounds {
            // All keys from the first on, as telephones send what they have no answer to; the answered ones too.
            let patience = Int.random(in: 0..<120)
            await #expect(processExitsWith: .signal(SIGKILL), "killed after \(patience) ms of work") {
                [
                    path = folder.path as String, receipts = receipts as String, patience = patience as Int,
                    round = round as Int
                ] in
                let file = open(receipts, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                let test = try TestDesk(in: path) { _ in
                    await Task.yield()
                    return ActionResult()
                }
                Thread.detachNewThread {
                    usleep(UInt32(patience * 1_000))
                    kill(getpid(), SIGKILL)
                }
                await withTaskGroup(of: Void.self) { group in
                    for task in 0..<8 {
                        group.addTask {
                            var number = task + round % 3
                            while true {
                                let key = number % KilledDeskTests.keys
                                if let answer = try? await test.scan("key-\(key)", "work \(key)", "twice \(key)"),
                                    let ids = answer.json["history"]?.array, ids.count == 3
                                {
                                    let receipt = Array("key-\(key)\n".utf8)
                                    _ = Glibc.write(file, receipt, receipt.count)
                                }
                                number += 5
                            }
                        }
                    }
                }
            }
        }
        let acknowledged = Set(try folder.text(of: "receipts").split(separator: "\n").map(String.init))
        #expect(acknowledged.count > 10, "the programs did get to work")
        let rows = try TestDesk.rows("SELECT scan, text FROM scans", folder.path("history.db"))
        var counts: [String: Int] = [:]
        for row in rows {
            let name = try #require(row[0]?.split(separator: " ").last?.split(separator: "#").first)
            counts[String(name), default: 0] += 1
        }
        for key in acknowledged { #expect(counts[key] == 3, "\(key)") }
        #expect(counts.values.allSatisfy { $0 <= 3 })
        // All others are sent again.
        let test = try TestDesk(in: folder.path)
        for key in 0..<Self.keys { _ = try await test.scan("key-\(key)", "work \(key)", "twice \(key)") }
        #expect(try test.history().count == 3 * Self.keys)
        #expect(try TestDesk.rows("PRAGMA integrity_check", folder.path("serve.sqlite")) == [["ok"]])
    }
}
