import Beeline
import BeelineSupport
import Dispatch
import Glibc
import Synchronization

/// Reads batches of whole lines from a descriptor as they arrive: a pause of the input ends a batch.
struct LineBatches {
    private let descriptor: Int32
    private let path: String
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false
    /// Whether the rest belongs to a line that is too long and is skipped.
    private var isSkipping = false
    /// Lines that came with the end of one that was too long.
    private var pending: Batch?

    /// In bytes. The output for so much still fits into the caches of a core, and all cores end at about the same time.
    private static let chunk = 1 << 15

    /// The mark that Windows puts at the beginning of a text in UTF-8.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Some lines. Each ends with a line feed, except perhaps the last line of the input.
    struct Batch: Sendable {
        let bytes: [UInt8]
        /// Whether these bytes are the beginning of a line that is too long.
        let isCut: Bool
    }

    mutating func next() throws(FileError) -> Batch? {
        while true {
            if let batch = pending {
                pending = nil
                return batch
            }
            if isAtEnd { return lastBatch() }
            var chunk = try readOnce(from: descriptor, path: path, atMost: Self.chunk)
            guard !chunk.isEmpty else {
                isAtEnd = true
                continue
            }
            if isAtStart, chunk.starts(with: Self.byteOrderMark) { chunk.removeFirst(Self.byteOrderMark.count) }
            isAtStart = false
            let end = chunk.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            var lines = rest
            if let end {
                var whole = chunk[..<end]
                if isSkipping, let lineEnd = whole.firstIndex(of: UInt8(ascii: "\n")) {
                    whole = whole[(lineEnd + 1)...]
                    isSkipping = false
                }
                lines.append(contentsOf: whole)
                rest = Array(chunk[end...])
                if lines.isEmpty { continue }
                // Only the first line can be longer than a chunk.
                if lines.count > InputFormat.longestLine, let first = lines.firstIndex(of: UInt8(ascii: "\n")),
                    first > InputFormat.longestLine
                {
                    let others = Array(lines[(first + 1)...])
                    pending = others.isEmpty ? nil : Batch(bytes: others, isCut: false)
                    return Batch(bytes: Array(lines.prefix(InputFormat.shownBeginning)), isCut: true)
                }
                return Batch(bytes: lines, isCut: false)
            }
            if isSkipping { continue }
            rest = []
            lines.append(contentsOf: chunk)
            if lines.count > InputFormat.longestLine {
                isSkipping = true
                return Batch(bytes: Array(lines.prefix(InputFormat.shownBeginning)), isCut: true)
            }
            rest = lines
        }
    }

    private mutating func lastBatch() -> Batch? {
        defer { rest = [] }
        return rest.isEmpty ? nil : Batch(bytes: rest, isCut: false)
    }
}

extension LineBatches.Batch {
    /// The same lines, each in a batch of its own.
    var lines: [LineBatches.Batch] {
        guard !isCut else { return [self] }
        var lines: [LineBatches.Batch] = []
        forEachLine { line in
            // With its end, for an empty line counts too.
            let bytes = line.withUnsafeBufferPointer { Array($0) } + [UInt8(ascii: "\n")]
            lines.append(LineBatches.Batch(bytes: bytes, isCut: false))
        }
        return lines
    }

    /// Calls `body` with each line, without its line feed.
    func forEachLine(_ body: (Span<UInt8>) -> Void) { bytes.span.forEachLine(body) }
}

/// Makes output of batches of lines on all cores, and writes it in the order of the input. The number of batches in
/// progress is limited, so that memory stays flat however fast the input arrives.
struct StreamPipeline {
    /// The output for a batch.
    struct Product: Sendable {
        let bytes: [UInt8]
        let status: ExitStatus
        /// Whether the user ended the command.
        var isLast = false
    }

    /// Whether lines are processed one after the other, as actions need it: the output for a line is written before the
    /// next line is processed, and the first failure to write ends the work.
    let isSerial: Bool
    let work: @Sendable (LineBatches.Batch) -> Product

    /// The freed memory that is kept, in bytes for each thread. No batch needs a tenth of it.
    private static let keptMemory: Int32 = 32 << 20

    /// - Throws: `OutputError` when the output cannot be written, `FileError` when the input cannot be read.
    func run(_ input: consuming LineBatches) throws -> ExitStatus {
        keepFreedMemory(atMost: Self.keptMemory)
        let cores = isSerial ? 1 : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // More places than cores: a core that is ahead starts on the next batches.
        let places = DispatchSemaphore(value: cores * 4)
        let writer = OrderedWriter { places.signal() }
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "beeline.resolve", attributes: isSerial ? [] : .concurrent)
        var number = 0
        var failure: FileError?
        while !writer.hasEnded {
            let next: LineBatches.Batch?
            do throws(FileError) {
                next = try input.next()
            } catch {
                failure = error
                break
            }
            guard let batch = next else { break }
            for part in isSerial ? batch.lines : [batch] where !writer.hasEnded {
                places.wait()
                let place = number
                queue.async(group: group) { [isSerial, work] in
                    let isLost = isSerial && writer.hasEnded
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

/// Writes products to standard output in the order of their numbers, in whichever order they arrive. The thread that
/// brings the next product writes it, and those after it that have arrived. No thread waits.
private final class OrderedWriter: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: StreamPipeline.Product] = [:]
        var isWriting = false
        var status = ExitStatus.success
        var error: OutputError?
        var wasLast = false
    }

    private let state = Mutex(State())
    private let written: @Sendable () -> Void

    /// - Parameter written: called whenever a product is no longer kept.
    init(_ written: @escaping @Sendable () -> Void) { self.written = written }

    /// Whether no further batch is needed.
    var hasEnded: Bool { state.withLock { $0.error != nil || $0.wasLast } }
    var error: OutputError? { state.withLock { $0.error } }
    var status: ExitStatus { state.withLock { $0.status } }

    func write(_ product: StreamPipeline.Product, at place: Int) {
        state.withLock { $0.waiting[place] = product }
        while let next = takeNext() {
            var failure: OutputError?
            if error == nil {
                do throws(OutputError) { try StandardOutput.write(data: next.bytes) } catch { failure = error }
            }
            state.withLock { state in
                state.status.raise(to: next.status)
                if next.isLast { state.wasLast = true }
                if let failure { state.error = failure }
                state.isWriting = false
            }
            written()
        }
    }

    /// The next product; nil when it has not arrived, or another thread is writing, which will find it.
    private func takeNext() -> StreamPipeline.Product? {
        state.withLock { state in
            guard !state.isWriting, let product = state.waiting.removeValue(forKey: state.next) else { return nil }
            state.next += 1
            state.isWriting = true
            return product
        }
    }
}
