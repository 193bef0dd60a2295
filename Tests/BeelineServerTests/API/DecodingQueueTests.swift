import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct DecodingQueueTests {
    private func phone(_ id: Int) -> Caller {
        .device(Device(id: id, name: "Phone \(id)", paired: "", lastSeen: nil, scans: 0))
    }

    @Test func `one telephone takes half of the places, and others get theirs`() async throws {
        // Two are decoded, and four wait.
        let decoder = HeldDecoder()
        let fixture = try ServerFixture(decoder: decoder) { services in
            (services.decodingPlaces, services.settings.waitingPictures) = (2, 4)
        }
        let queue = fixture.application.queue
        func send(_ caller: Caller) -> Task<Int, any Error> {
            Task {
                try await onThread {
                    do throws(Problem) {
                        _ = try queue.run(for: caller) { try? await decoder.decode(.bytes([]), DecodeOptions()) }
                        return 200
                    } catch {
                        return error.status
                    }
                }
            }
        }
        let first = (0..<3).map { _ in send(phone(1)) }
        await decoder.waitForPictures(3)
        #expect(try await send(phone(1)).value == 503)
        let others = [send(phone(2)), send(.local), send(.local)]
        await decoder.waitForPictures(6)
        #expect(try await send(.local).value == 503)
        #expect(try await send(phone(2)).value == 503)
        #expect(queue.counts.refused == 3)
        await decoder.release()
        for task in first + others { #expect(try await task.value == 200) }
        #expect(queue.counts.inside == 0)
        #expect(try await send(phone(1)).value == 200)
    }

    @Test func `a picture is left when its sender has gone, and its place is free`() async throws {
        let queue = try ServerFixture(decoder: HeldDecoder()).application.queue
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
