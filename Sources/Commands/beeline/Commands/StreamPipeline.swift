import BeelineSupport
import Dispatch
import Glibc
import Synchronization

/// Turns batches of lines into output on all cores, and writes it in the order of the input.
///
/// Only so many batches are under way at once; so memory stays flat, however fast the input comes.
struct StreamPipeline {
    /// What is made of a batch.
    struct Product: Sendable {
        let bytes: [UInt8]
        let status: ExitStatus
    }

    /// Whether lines are worked on one after the other, as actions want it: what came of one is written before anything
    /// is done about the next, and nothing more is done once it cannot be written.
    let isSerial: Bool
    let work: @Sendable (LineBatches.Batch) -> Product

    /// In bytes for each thread; no batch needs a tenth of it.
    private static let keptMemory: Int32 = 32 << 20

    init(isSerial: Bool, work: @escaping @Sendable (LineBatches.Batch) -> Product) {
        self.isSerial = isSerial
        self.work = work
    }

    /// - Throws: `OutputError` when the output cannot be written, `FileError` when the input cannot be read.
    func run(_ input: consuming LineBatches) throws -> ExitStatus {
        keepFreedMemory(atMost: Self.keptMemory)
        let cores = isSerial ? 1 : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let places = DispatchSemaphore(value: cores * 2)
        let writer = OrderedWriter { places.signal() }
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "beeline.resolve", attributes: isSerial ? [] : .concurrent)
        var number = 0
        var failure: FileError?
        while !writer.hasFailed {
            let next: LineBatches.Batch?
            do throws(FileError) {
                next = try input.next()
            } catch {
                failure = error
                break
            }
            guard let batch = next else { break }
            for part in isSerial ? batch.lines : [batch] where !writer.hasFailed {
                places.wait()
                let place = number
                queue.async(group: group) { [isSerial, work] in
                    let isLost = isSerial && writer.hasFailed
                    writer.write(isLost ? Product(bytes: [], status: .success) : work(part), at: place)
                }
                number += 1
            }
        }
        group.wait()
        if let error = writer.error { throw error }
        if let failure { throw failure }
        return writer.status
    }
}

/// Writes products to standard output in the order of their numbers, whenever they come.
///
/// Whoever brings the next one writes it, and all behind it that are there already; nobody waits for them.
private final class OrderedWriter: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: StreamPipeline.Product] = [:]
        var isWriting = false
        var status = ExitStatus.success
        var error: OutputError?
    }

    private let state = Mutex(State())
    private let written: @Sendable () -> Void

    /// - Parameter written: called whenever a product is no longer kept.
    init(_ written: @escaping @Sendable () -> Void) { self.written = written }

    var hasFailed: Bool { state.withLock { $0.error != nil } }
    var error: OutputError? { state.withLock { $0.error } }
    var status: ExitStatus { state.withLock { $0.status } }

    func write(_ product: StreamPipeline.Product, at place: Int) {
        state.withLock { $0.waiting[place] = product }
        while let next = takeNext() {
            var failure: OutputError?
            if !hasFailed {
                do throws(OutputError) { try StandardOutput.write(data: next.bytes) } catch { failure = error }
            }
            state.withLock { state in
                state.status.raise(to: next.status)
                if let failure { state.error = failure }
                state.isWriting = false
            }
            written()
        }
    }

    /// The product whose turn it is; nil when it is not there yet, or somebody else is writing, who will find it.
    private func takeNext() -> StreamPipeline.Product? {
        state.withLock { state in
            guard !state.isWriting, let product = state.waiting.removeValue(forKey: state.next) else { return nil }
            state.next += 1
            state.isWriting = true
            return product
        }
    }
}
