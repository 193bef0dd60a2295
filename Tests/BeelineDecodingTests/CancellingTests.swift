import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPictures
import TestPrograms
import Testing

@testable import BeelineDecoding

/// What was started on a thread that decodes; the thread waits at one of the starts until it may continue.
private final class Barrier: Sendable {
    private let notes = Mutex<[PassNote]>([])
    private let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    private let mayGoOn = DispatchSemaphore(value: 0)
    private let stops: @Sendable (PassNote) -> Bool

    init(_ stops: @escaping @Sendable (PassNote) -> Bool) { self.stops = stops }

    @Sendable func note(_ note: PassNote) {
        notes.withLock { $0.append(note) }
        guard stops(note) else { return }
        begins.yield()
        mayGoOn.wait()
    }

    /// Waits until so many threads stand still.
    func reached(by count: Int = 1) async {
        var left = count
        for await _ in begun {
            left -= 1
            if left == 0 { return }
        }
    }

    func open() { for _ in 0..<100 { mayGoOn.signal() } }

    var noted: [PassNote] { notes.withLock { $0 } }
}

@Suite("Cancelling", .timeLimit(.minutes(5)))
struct CancellingTests {
    private static let threadCount = ProcessInfo.processInfo.activeProcessorCount

    /// A page in which every pass finds as little as the one before.
    private static let empty = GrayImage.white(width: 300, height: 200).pnm

    private static func isPass(_ note: PassNote) -> Bool { note.pass != PassNote.reading }

    /// Waits until the one thread has done all that it was given.
    private static func finish(_ threads: WorkThreads) async throws {
        try await threads.run(orThrow: DecodeError.cancelled) { _ throws(DecodeError) in }
    }

    @Test func `a task that is cancelled ends while a decoder is at work, and no further pass is begun`() async throws {
        let threads = WorkThreads(label: "test", most: 1)
        let barrier = Barrier(Self.isPass)
        let decoder = LocalDecoder(limits: .default, threads: threads)
        let task = Task { try await decoder.decode(.bytes(Self.empty), options: DecodeOptions(), noting: barrier.note) }
        await barrier.reached()
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        // The thread still waits where it waited.
        #expect(barrier.noted.count(where: Self.isPass) == 1)
        barrier.open()
        try await Self.finish(threads)
        #expect(barrier.noted.count(where: Self.isPass) == 1)
        #expect(barrier.noted.last.map(Self.isPass) == true)
    }

    @Test func `without that all passes are begun`() async throws {
        let barrier = Barrier { _ in false }
        _ = try await LocalDecoder().decode(.bytes(Self.empty), options: DecodeOptions(), noting: barrier.note)
        #expect(barrier.noted.count(where: Self.isPass) > 20)
    }

    @Test func `a cancelled document begins no further page, and no page has the error`() async throws {
        let threads = WorkThreads(label: "test", most: 1)
        let barrier = Barrier { $0.page == 2 && $0.pass == PassNote.reading }
        let decoder = LocalDecoder(limits: .default, threads: threads)
        let file = try Fixture.named("animated.png").bytes
        let task = Task { try await decoder.decode(.bytes(file), options: DecodeOptions(), noting: barrier.note) }
        await barrier.reached()
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        barrier.open()
        try await Self.finish(threads)
        #expect(barrier.noted.last == PassNote(pass: PassNote.reading, page: 2))
    }

    @Test func `work that waits for a thread is not begun once it is cancelled`() async throws {
        let threads = WorkThreads(label: "test", most: 1)
        let (first, second) = (Barrier(Self.isPass), Barrier { _ in false })
        let decoder = LocalDecoder(limits: .default, threads: threads)
        let running = Task {
            try await decoder.decode(.bytes(Self.empty), options: DecodeOptions(), noting: first.note)
        }
        await first.reached()
        let waiting = Task {
            try await decoder.decode(.bytes(Self.empty), options: DecodeOptions(), noting: second.note)
        }
        waiting.cancel()
        await #expect(throws: DecodeError.cancelled) { try await waiting.value }
        running.cancel()
        first.open()
        try await Self.finish(threads)
        #expect(second.noted.isEmpty)
    }

    @Test func `a task that was cancelled before does nothing`() async throws {
        let barrier = Barrier { _ in false }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await LocalDecoder().decode(.bytes(Self.empty), options: DecodeOptions(), noting: barrier.note)
        }
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        #expect(barrier.noted.isEmpty)
    }

    @Test func `a pipe that nothing is written to is given up, and blocks no thread`() async throws {
        let threads = WorkThreads(label: "test", most: 1)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let decoder = LocalDecoder(limits: .default, threads: threads)
        let source = ImageSource.descriptor(ends[0])
        let task = Task { try await decoder.decode(source, options: DecodeOptions()) }
        task.cancel()
        await #expect(throws: DecodeError.cancelled) { try await task.value }
        // What was lent is not needed any more.
        close(ends[0])
        try await Self.finish(threads)
        close(ends[1])
    }

    @Test func `decoders that are all at work leave the threads of tasks to others`() async throws {
        let count = Self.threadCount
        let threads = WorkThreads(label: "test", most: count)
        let barrier = Barrier(Self.isPass)
        let decoder = LocalDecoder(limits: .default, threads: threads)
        // Some more than there are threads, of either kind.
        let decodes = (0..<(2 * count)).map { _ in
            Task { try await decoder.decode(.bytes(Self.empty), options: DecodeOptions(), noting: barrier.note) }
        }
        await barrier.reached(by: count)
        // All threads that decode are blocked now; tasks continue, as many at once as before.
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...(10 * count) {
                group.addTask {
                    await Task.yield()
                    return number
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 5 * count * (10 * count + 1))
        #expect(barrier.noted.count(where: Self.isPass) == count)
        for decode in decodes { decode.cancel() }
        for decode in decodes { await #expect(throws: DecodeError.cancelled) { try await decode.value } }
        barrier.open()
    }

    @Test func `a cancelled search of a page begins no pass`() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        var reader = PageReader(options: DecodeOptions())
        reader.cancellation = cancellation
        #expect(throws: DecodeError.cancelled) {
            try reader.read(.white(width: 30, height: 20)) { _ in Issue.record("a pass was begun") }
        }
    }
}
