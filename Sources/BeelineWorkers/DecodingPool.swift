internal import BeelineFiles
public import BeelineSymbols
internal import CDescriptorPassing
internal import Glibc

/// Decodes images in worker processes, one for each core.
///
/// A decoder or image reader that aborts, hangs or is taken over is a worker that dies: it costs the image that it
/// worked on, the error says so, and the next image gets a new worker.
///
///     let pool = try DecodingPool()
///     let symbols = try await pool.symbols(in: .file("shelf.jpg"))
///     await pool.close()
public actor DecodingPool: BarcodeDecoder {
    private let program: String
    private let timeLimit: Int
    /// How many images are decoded at once.
    public nonisolated let size: Int

    /// How long a worker that is ending may take for it; how it ended by itself is worth knowing.
    private static let patience = Duration.seconds(1)

    /// Running workers that nobody asks at the moment.
    private var idle: [WorkerProcess] = []
    /// How many more workers may be taken or started.
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many times the pool was closed; a worker that was asked before the last time ends once it has answered.
    private var closings = 0

    /// Starts nothing yet: a worker is started when the first image needs it.
    ///
    /// - Parameters:
    ///   - program: the path of `beeline-decode`; nil looks for it.
    ///   - size: how many workers there are at most; nil is one for each core.
    ///   - timeLimit: how many seconds an image may take. Default: 60.
    /// - Throws: `DecodeError.unavailable` when there is no such program.
    public init(program: String? = nil, size: Int? = nil, timeLimit: Int = 60) throws(DecodeError) {
        if let program { self.program = program } else { self.program = try WorkerProgram.find() }
        self.size = max(1, size ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        self.timeLimit = timeLimit
        free = self.size
    }

    public func symbols(in image: ImageSource) async throws(DecodeError) -> [Symbol] {
        await takePlace()
        defer { leavePlace() }
        // Not before there is a place: a thousand callers who wait must not hold a thousand open files.
        let file = try LentFile(image)
        let closingsBefore = closings
        // A worker that died while nobody asked it has cost nothing yet: the next one is asked instead.
        for _ in 0...size {
            let worker = try await takeWorker()
            switch await worker.ask(file.descriptor, within: timeLimit) {
            case .answer(let answer):
                if closings == closingsBefore { idle.append(worker) } else { await worker.end(patience: Self.patience) }
                switch answer {
                case .symbols(let symbols): return symbols
                case .failure(let error): throw error
                }
            case .neverAsked: await worker.end(patience: Self.patience)
            case .died: throw .decoderDied(await worker.end(patience: Self.patience))
            case .timedOut:
                await worker.end(patience: .zero)
                throw .timedOut(seconds: timeLimit)
            }
        }
        throw .unavailable("\(program) does not stay alive")
    }

    /// Ends the workers, once those that are asked have answered. The pool may be used again afterwards.
    public func close() async {
        let ended = idle
        idle = []
        closings += 1
        for worker in ended { await worker.end(patience: Self.patience) }
    }

    deinit {
        for worker in idle { worker.endLater(patience: Self.patience) }
    }

    private func takeWorker() async throws(DecodeError) -> WorkerProcess {
        if let worker = idle.popLast() { return worker }
        return try await WorkerProcess(program: program)
    }

    private func takePlace() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leavePlace() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// An open file to hand to a worker; it closes what it opened itself.
private struct LentFile: ~Copyable {
    let descriptor: Int32
    private let isOwned: Bool

    init(_ source: ImageSource) throws(DecodeError) {
        switch source {
        case .descriptor(let descriptor): (self.descriptor, isOwned) = (descriptor, false)
        case .bytes(let bytes):
            let file = bytes.withUnsafeBytes { beeline_memory_file($0.baseAddress, $0.count) }
            guard file >= 0 else { throw .cannotOpen(String(cString: strerror(-file))) }
            (descriptor, isOwned) = (file, true)
        case .file(let path):
            do throws(FileError) {
                (descriptor, isOwned) = (try openForReading(path), true)
            } catch {
                throw .cannotOpen(error.message)
            }
        }
    }

    deinit { if isOwned { Glibc.close(descriptor) } }
}
