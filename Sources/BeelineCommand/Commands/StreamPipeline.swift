import BeelineFiles
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

    /// Whether batches are worked on one after the other, as actions want it.
    let isSerial: Bool
    let work: @Sendable (LineBatches.Batch) -> Product

    init(isSerial: Bool, work: @escaping @Sendable (LineBatches.Batch) -> Product) {
        self.isSerial = isSerial
        self.work = work
    }

    /// - Throws: `OutputError` when the output cannot be written, `FileError` when the input cannot be read.
    func run(_ input: consuming LineBatches) throws -> ExitStatus {
        let cores = isSerial ? 1 : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let writer = OrderedWriter()
        let places = DispatchSemaphore(value: cores * 2)
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
            places.wait()
            let place = number
            queue.async(group: group) { [work] in
                writer.write(work(batch), at: place)
                places.signal()
            }
            number += 1
        }
        group.wait()
        if let error = writer.error { throw error }
        if let failure { throw failure }
        return writer.status
    }
}

/// Writes products to standard output in the order of their numbers, whenever they come.
private final class OrderedWriter: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: StreamPipeline.Product] = [:]
        var status = ExitStatus.success
        var error: OutputError?
    }

    private let state = Mutex(State())

    var hasFailed: Bool { state.withLock { $0.error != nil } }
    var error: OutputError? { state.withLock { $0.error } }
    var status: ExitStatus { state.withLock { $0.status } }

    func write(_ product: StreamPipeline.Product, at place: Int) {
        state.withLock { state in
            state.waiting[place] = product
            while let ready = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                state.status.raise(to: ready.status)
                guard state.error == nil else { continue }
                do throws(OutputError) {
                    try StandardOutput.write(ready.bytes)
                } catch {
                    state.error = error
                }
            }
        }
    }
}
