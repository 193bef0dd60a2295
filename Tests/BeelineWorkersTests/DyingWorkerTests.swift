import BeelineSymbols
import BeelineWorkers
import Foundation
import Synchronization
import TestPrograms
import Testing

private final class Kills: Sendable {
    let count = Atomic(0)
}

@Suite("Workers that die")
struct DyingWorkerTests {
    private static let book = Project.file("Examples/book.jpg")

    @Test("one that is killed while idle costs nothing")
    func idleDeathCostsNothing() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 2)
        for _ in 0..<2 {
            async let one = pool.symbols(in: .file(Self.book))
            async let other = pool.symbols(in: .file(Self.book))
            #expect(try await (one.count, other.count) == (1, 1))
            try await workers.kill()
        }
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("one that is killed while busy is replaced, and nothing is lost")
    func busyDeathCostsNothing() async throws {
        let folder = try TemporaryFolder()
        let asked = folder.path("asked")
        let workers = try await Workers(
            """
            if mkdir '\(asked)'; then
              echo '{"protocol":4}' >&0; read -r request <&0; echo zbar; touch '\(asked)/image'; read -r more <&0
            fi
            exec "$REAL"
            """)
        let pool = try DecodingPool(program: workers.program, size: 1)
        let answer = Task { try await pool.decode(.file(Self.book), options: DecodeOptions()) }
        try await workers.until { FileManager.default.fileExists(atPath: "\(asked)/image") }
        for worker in workers.processes { kill(worker.pid, SIGKILL) }
        let decoding = try await answer.value
        #expect(decoding.symbols.count == 1)
        #expect(decoding.losses.isEmpty)
        await pool.close()
    }

    @Test("one that dies by its own doing says in which pass, or that it was reading")
    func deathIsPlaced() async throws {
        // Large enough that the worker is not done before it is hurt.
        let side = 3000
        let picture = Array("P5 \(side) \(side) 255\n".utf8) + [UInt8](repeating: 200, count: side * side)
        var options = DecodeOptions()
        options.only = [.aztec]
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 1)
        _ = try await pool.symbols(in: .file(Self.book))
        let worker = try #require(workers.processes.first?.pid)
        // In a thread of its own: the worker may be done before a task comes to run.
        Thread.detachNewThread {
            while workers.processes.contains(where: { $0.pid == worker && $0.state == "S" }) { usleep(1000) }
            usleep(20_000)
            kill(worker, SIGSEGV)
        }
        let answer = Task { [options] in try await pool.decode(.bytes(picture), options: options) }
        do {
            let losses = try await answer.value.losses
            #expect(losses.map(\.reason) == ["signal 11 (Segmentation fault)"])
            #expect(losses.first?.pass.isEmpty == false)
        } catch {
            let error = try #require(error as? DecodeError)
            #expect(error == .decoderDied("in the reader of the image file: signal 11 (Segmentation fault)"))
        }
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        await pool.close()
    }

    @Test("killed at random in a batch of a thousand images they cost nothing, and every image has its answer")
    func randomDeaths() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 2)
        let folder = try TemporaryFolder()
        let texts = (0..<10).map { "image \($0)" }
        for text in texts {
            let print = try await run("zint", ["-b", "QRCODE", "-d", text, "-o", folder.path("\(text).png")])
            try #require(print.status == 0)
        }
        let kills = Kills()
        let wrong = await withTaskGroup(of: String?.self) { group in
            for number in 0..<1000 {
                let text = texts[number % texts.count]
                group.addTask {
                    do throws(DecodeError) {
                        let decoding = try await pool.decode(
                            .file(folder.path("\(text).png")), options: DecodeOptions())
                        // At intervals another thread kills a worker, whatever it is doing.
                        if number % 40 == 39 {
                            for worker in workers.processes.shuffled().prefix(1) where kill(worker.pid, SIGKILL) == 0 {
                                kills.count.add(1, ordering: .relaxed)
                            }
                        }
                        return decoding.symbols.map(\.text) == [text] ? nil : "\(text): \(decoding)"
                    } catch {
                        return "\(text): \(error)"
                    }
                }
            }
            return await group.compactMap { $0 }.reduce(into: []) { $0.append($1) }
        }
        #expect(kills.count.load(ordering: .relaxed) > 15)
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        await pool.close()
        #expect(workers.processes.isEmpty)
    }
}
