public import BeelineSymbols
internal import Glibc

/// Decodes images in worker processes, one for each core.
///
/// A decoder that aborts, hangs or is taken over is a worker that dies: it costs one pass over the image that it worked on.
/// The image is tried again on a new worker without that pass, and `Decoding.losses` says so.
///
///     let pool = try DecodingPool()
///     let symbols = try await pool.symbols(in: .file("shelf.jpg"))
///     await pool.close()
public actor DecodingPool: BarcodeDecoder {
    private let program: String
    private let timeLimit: Int
    private let documentBudget: DocumentBudget
    /// How many images are decoded at once.
    public nonisolated let size: Int

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
    ///   - timeLimit: how many seconds a try at an image may take; when it is tried again after losses, all tries together
    ///     take at most twice as long, beside the starts of workers. Default: 60.
    /// - Throws: `DecodeError.unavailable` when there is no such program.
    public init(program: String? = nil, size: Int? = nil, timeLimit: Int = 60) throws(DecodeError) {
        try self.init(
            program: program, size: size, timeLimit: timeLimit,
            documentBudget: DocumentBudget(timeLimit: max(1, timeLimit)))
    }

    /// - Parameter documentBudget: what all pages of a PDF may take.
    package init(
        program: String?, size: Int?, timeLimit: Int = 60, documentBudget: DocumentBudget
    ) throws(DecodeError) {
        if let program { self.program = program } else { self.program = try WorkerProgram.find() }
        self.size = max(1, size ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        self.timeLimit = max(1, timeLimit)
        self.documentBudget = documentBudget
        free = self.size
    }

    public func decode(_ image: ImageSource, _ options: DecodeOptions) async throws(DecodeError) -> Decoding {
        await takePlace()
        defer { leavePlace() }
        // Not before there is a place: a thousand callers who wait must not hold a thousand open files.
        let file = try await ImageHandle(image, timeLimit: timeLimit)
        guard PDFDocument.isOne(file.descriptor) else { return try await decode(file, options) }
        // It keeps the place for its pages, so that there are no more programs at once than places.
        let document = try await PDFDocument(
            file.descriptor, mostPages: documentBudget.pages, launcher: program, timeLimit: timeLimit)
        var reading = PDFReading(options, documentBudget)
        return try await reading.read(document) { (page, options) async throws(DecodeError) in
            try await self.decode(page: page, options)
        }
    }

    private func decode(page: Int32, _ options: DecodeOptions) async throws(DecodeError) -> Decoding {
        try await decode(try await ImageHandle(.descriptor(page), timeLimit: timeLimit), options)
    }

    private func decode(_ file: borrowing ImageHandle, _ options: DecodeOptions) async throws(DecodeError) -> Decoding {
        var tries = ImageTries(options, timeLimit: timeLimit)
        while true {
            switch try await ask(file.descriptor, tries.options, within: tries.timeLimit) {
            case .answer(.decoding(var decoding)):
                decoding.losses.insert(contentsOf: tries.losses, at: 0)
                return decoding
            case .answer(.failure(let error)): throw error
            case .lost(let end, let note, let time):
                if let error = tries.failed(end, in: note, after: time) { throw error }
                file.rewind()
            }
        }
    }

    /// What the workers can do, as one of them says.
    ///
    /// - Throws: `DecodeError.unavailable`.
    public func capabilities() async throws(DecodeError) -> DecoderCapabilities {
        await takePlace()
        defer { leavePlace() }
        let closingsBefore = closings
        let worker = try await takeWorker()
        await giveBack(worker, takenAfter: closingsBefore)
        var capabilities = worker.capabilities
        if PDFProgram.areInstalled {
            capabilities.imageFormats.append("PDF")
        } else {
            capabilities.pdfSandbox = nil
        }
        return capabilities
    }

    /// Ends the workers, once those that are asked have answered. The pool may be used again afterwards.
    public func close() async {
        let ended = idle
        idle = []
        closings += 1
        for worker in ended { await worker.end(patience: WorkerProcess.patience) }
    }

    deinit {
        for worker in idle { worker.endLater(patience: WorkerProcess.patience) }
    }

    /// What became of one try.
    private enum Outcome {
        case answer(DecodeAnswer)
        case lost(WorkerEnd, PassNote?, after: Duration)
    }

    private func ask(
        _ descriptor: Int32, _ options: DecodeOptions, within limit: Duration
    ) async throws(DecodeError) -> Outcome {
        // A worker that died while nobody asked it has cost nothing yet: the next one is asked instead.
        for _ in 0...size {
            let closingsBefore = closings
            let worker = try await takeWorker()
            switch await worker.ask(descriptor, options, within: limit) {
            case .answer(let answer):
                await giveBack(worker, takenAfter: closingsBefore)
                return .answer(answer)
            case .neverAsked: continue
            case .lost(let end, let note, let time): return .lost(end, note, after: time)
            }
        }
        throw .unavailable("\(program) does not stay alive")
    }

    private func takeWorker() async throws(DecodeError) -> WorkerProcess {
        if let worker = idle.popLast() { return worker }
        return try await WorkerStart.worker(program)
    }

    private func giveBack(_ worker: WorkerProcess, takenAfter closingsBefore: Int) async {
        if closings == closingsBefore {
            idle.append(worker)
        } else {
            await worker.end(patience: WorkerProcess.patience)
        }
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
