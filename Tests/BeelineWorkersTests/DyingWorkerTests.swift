import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

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

    @Test("one that is killed while busy costs that image, and the error says how it died")
    func busyDeathCostsOneImage() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 1)
        let dam = try Dam()
        // It is greeted before it is asked, so that the kill cannot come too early.
        _ = try await pool.symbols(in: .file(Self.book))
        let asked = Task { try await pool.symbols(in: .file(dam.path)) }
        let worker = try #require(workers.processes.first?.pid)
        try await workers.until {
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")) ?? []
            return open.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker)/fd/\($0)")) == dam.path
            }
        }
        kill(worker, SIGKILL)
        let error = await #expect(throws: DecodeError.self) { try await asked.value }
        #expect(error == .decoderDied("signal 9 (Killed)"))
        #expect(error?.code == "decoder-died")
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("killed at random they cost at most an image each")
    func randomDeaths() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 2)
        let kills = Task {
            var count = 0
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(150))
                if let worker = workers.processes.filter({ $0.state != "Z" }).randomElement(), !Task.isCancelled {
                    kill(worker.pid, SIGKILL)
                    count += 1
                }
            }
            return count
        }
        let errors = await withTaskGroup(of: DecodeError?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do throws(DecodeError) {
                        let symbols = try await pool.symbols(in: .file(Self.book))
                        return symbols.count == 1 ? nil : .unreadableImage("\(symbols)")
                    } catch {
                        return error
                    }
                }
            }
            return await group.compactMap { $0 }.reduce(into: []) { $0.append($1) }
        }
        kills.cancel()
        let count = await kills.value
        // One that is killed before it has greeted is a decoder that cannot be had.
        #expect(errors.allSatisfy { ["decoder-died", "decoder-unavailable"].contains($0.code) }, "\(errors)")
        #expect(errors.count <= count)
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        await pool.close()
        #expect(workers.processes.isEmpty)
    }
}
