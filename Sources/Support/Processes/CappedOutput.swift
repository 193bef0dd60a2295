/// What a program says on one of its streams, up to a limit.
struct CappedOutput: ~Copyable {
    private(set) var bytes: [UInt8] = []
    /// Whether there was more.
    private(set) var isCut = false
    private let limit: Int
    private var source: Descriptor?

    /// As much as a pipe can hold when a program ends (Linux: 64 KiB, for users at most 1 MiB), and so all that is still to
    /// be read.
    private static let mostInPipe = 1 << 20
    private static let chunk = 1 << 16

    init(_ source: consuming Descriptor, limit: Int) {
        self.source = source.withoutBlocking()
        self.limit = limit
    }

    /// The descriptor to wait for; nil when nothing comes any more.
    var number: Int32? { source.number }

    /// Reads what is there, once.
    ///
    /// - Returns: how many bytes that was; nil: nothing, or nothing ever again.
    @discardableResult
    mutating func read() -> Int? {
        var answer = ReadAnswer.over
        let fresh = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            answer = source?.readAvailable(into: UnsafeMutableRawBufferPointer(buffer)) ?? .over
            if case .bytes(let read) = answer { count = read }
        }
        switch answer {
        case .bytes(let count):
            // What is beyond the limit is read all the same, lest the program waits for ever.
            let kept = min(count, limit - bytes.count)
            bytes.append(contentsOf: fresh.prefix(kept))
            if kept < count { isCut = true }
            return count
        case .nothingYet: return nil
        case .over:
            source = nil
            return nil
        }
    }

    /// Reads what is left once the program has ended; others who write into the same pipe cannot prolong it for ever.
    mutating func readRest() {
        var rest = Self.mostInPipe
        while rest > 0, let count = read() { rest -= count }
        source = nil
    }
}
