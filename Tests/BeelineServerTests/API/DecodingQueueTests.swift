import BeelineSupport
import BeelineSymbols
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct DecodingQueueTests {
    private func phone(_ id: Int) -> Caller {
        .device(Device(id: id, name: "Phone \(id)", paired: "", lastSeen: nil, scans: 0))
    }

    /// A queue whose pictures are decoded until they are let go.
    private struct Held {
        let queue: DecodingQueue
        let decoder = HeldDecoder()

        func send(_ caller: Caller) -> Task<String, any Error> {
            Task {
                try await onThread {
                    do throws(Problem) {
                        return try queue.run(for: caller) {
                            _ = try? await decoder.decode(.bytes([]), options: DecodeOptions())
                            return "done"
                        }
                    } catch {
                        return error.code
                    }
                }
            }
        }

        /// Waits until so many are decoded, and so many wait.
        func wait(_ running: Int, _ waiting: Int) async throws {
            _ = try await until { queue.counts.running == running && queue.counts.waiting == waiting ? true : nil }
        }
    }

    @Test func `one telephone takes half of the queue, and all of them leave some of it to the desk`() async throws {
        // Two are decoded, and six wait.
        let held = Held(queue: DecodingQueue(places: 2, waiting: 6, timeLimit: .seconds(600)))
        var sent = (0..<4).map { _ in held.send(phone(1)) }
        try await held.wait(1, 3)
        #expect(try await held.send(phone(1)).value == "queue-full")
        sent += (0..<2).map { _ in held.send(phone(2)) }
        try await held.wait(1, 5)
        #expect(try await held.send(phone(3)).value == "queue-full")
        sent += [held.send(.local), held.send(.local)]
        try await held.wait(2, 6)
        #expect(try await held.send(.local).value == "queue-full")
        #expect(held.queue.counts.refused == 3)
        await held.decoder.release()
        for task in sent { #expect(try await task.value == "done") }
        #expect(held.queue.counts.inside == 0)
        #expect(try await held.send(phone(1)).value == "done")
    }

    @Test(arguments: [(places: 2, most: 1), (places: 3, most: 2), (places: 4, most: 3)])
    func `telephones leave one decoder to the desk, and each has one at a time`(places: Int, most: Int) async throws {
        let held = Held(queue: DecodingQueue(places: places, waiting: 20, timeLimit: .seconds(600)))
        var sent = (0..<3).map { _ in held.send(phone(1)) }
        try await held.wait(1, 2)
        sent += (2...4).map { held.send(phone($0)) }
        try await held.wait(most, 6 - most)
        // Its own picture is decoded at once.
        sent.append(held.send(.local))
        try await held.wait(most + 1, 6 - most)
        await held.decoder.release()
        for task in sent { #expect(try await task.value == "done") }
    }

    @Test func `with one decoder the desk goes first, and a telephone has it for a limited time`() async throws {
        let queue = DecodingQueue(
            places: 1, waiting: 4, timeLimit: .seconds(600), deviceTimeLimit: .seconds(5))
        let order = Box<[String]>(Mutex([]))
        func send(_ caller: Caller, _ work: @escaping @Sendable () async -> Void) -> Task<String, any Error> {
            Task {
                try await onThread {
                    do throws(Problem) {
                        return try queue.run(for: caller) {
                            order.value.withLock { $0.append(caller.key) }
                            await work()
                            return "done"
                        }
                    } catch {
                        return "\(error.status) \(error.code)"
                    }
                }
            }
        }
        let slow = send(phone(1)) { try? await Task.sleep(for: .seconds(86_400)) }
        _ = try await until { queue.counts.running == 1 ? true : nil }
        let other = send(phone(2)) {}
        _ = try await until { queue.counts.waiting == 1 ? true : nil }
        let desk = send(.local) {}
        #expect(try await slow.value == "422 picture-too-slow")
        #expect(try await desk.value == "done")
        #expect(try await other.value == "done")
        #expect(order.value.withLock { $0 } == ["device:1", "local", "device:2"])
    }

    @Test func `a picture for which no decoder is free in time may be sent again`() async throws {
        let held = Held(queue: DecodingQueue(places: 1, waiting: 1, timeLimit: .milliseconds(300)))
        let first = held.send(.local)
        try await held.wait(1, 0)
        #expect(try await held.send(.local).value == "timed-out")
        #expect(try await first.value == "picture-too-slow")
        await held.decoder.release()
        try await held.wait(0, 0)
    }

    @Test func `a picture is left when its sender has gone, and its place is free`() async throws {
        let queue = try ServerFixture(decoder: HeldDecoder()).application.state.queue
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (ended, ends) = AsyncStream.makeStream(of: Void.self)
        let sender = Cancellation()
        async let status = onThread {
            do throws(Problem) {
                try queue.run(for: .local, unless: { sender.isCancelled }) {
                    begins.yield()
                    try? await Task.sleep(for: .seconds(86_400))
                    ends.yield()
                }
                return 200
            } catch {
                return error.status
            }
        }
        for await _ in begun { break }
        sender.cancel()
        for await _ in ended { break }
        #expect(try await status == 503)
        #expect(Gate.until { queue.counts.inside == 0 })
    }
}
