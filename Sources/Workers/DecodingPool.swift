package import BeelinePDF
internal import BeelineSupport
// Its declarations need those of the symbols, which come along.
@_exported public import BeelineSymbols
internal import Glibc

/// Decodes images in worker processes, one for each core.
///
/// If a decoder aborts, hangs or is taken over, only its worker dies. The image is tried again on a new worker without
/// the pass that failed, and `Decoding.losses` has that pass.
///
///     let pool = try DecodingPool()
///     let symbols = try await pool.symbols(in: .file("shelf.jpg"))
///     await pool.close()
public actor DecodingPool: BarcodeDecoder {
    private let program: String
    private let timeLimit: Duration
    private let documentBudget: DocumentBudget
    /// How many images are decoded at once.
    public nonisolated let size: Int

    /// Running workers that have nothing to do.
    private var idle: [WorkerProcess] = []
    /// How many more workers may be taken or started.
    private var free: Int
    /// Callers that wait for a place; each learns whether it has one.
    private var waiting: [FirstResult<Bool>] = []
    /// How many times the pool was closed. A worker that was busy the last time ends once it has answered.
    private var closings = 0

    /// Creates a pool. A worker is started when the first image needs it.
    ///
    /// - Parameters:
    ///   - program: the path of `beeline-decode`; nil looks for it.
    ///   - size: how many workers there are at most; nil is one for each core.
    ///   - timeLimit: how long a try at an image may take, at least 1 s. All tries at an image together take at most
    ///     twice as long, without the starts of workers. Default: 60 s.
    /// - Throws: `DecodeError.unavailable` when there is no such program.
    public init(program: String? = nil, size: Int? = nil, timeLimit: Duration = .seconds(60)) throws(DecodeError) {
        try self.init(
            program: program, size: size, timeLimit: timeLimit,
            documentBudget: DocumentBudget(timeLimit: max(.seconds(1), timeLimit)))
    }

    /// - Parameter documentBudget: what all pages of a PDF may take.
    package init(
        program: String?, size: Int?, timeLimit: Duration = .seconds(60), documentBudget: DocumentBudget
    ) throws(DecodeError) {
        if let program { self.program = program } else { self.program = try WorkerProgram.find() }
        self.size = max(1, size ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        self.timeLimit = max(.seconds(1), timeLimit)
        self.documentBudget = documentBudget
        free = self.size
    }

    /// The symbols in an image or on the pages of a PDF; waits for a free worker.
    ///
    /// When the task is cancelled it ends at once. A worker that does not answer soon is then replaced.
    ///
    /// - Throws: `DecodeError`.
    public func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        let kept = try RetainedImage(image)
        return try await leavingWhenCancelled(orThrow: .cancelled) { () async throws(DecodeError) in
            try await self.decode(kept, options)
        }
    }

    private func decode(_ image: RetainedImage, _ options: DecodeOptions) async throws(DecodeError) -> Decoding {
        try await takePlace()
        defer {
            leavePlace()
            withExtendedLifetime(image) {}
        }
        // Not before there is a place: a thousand callers who wait must not keep a thousand files open.
        let file = try await ImageHandle(image.source, timeLimit: timeLimit)
        guard PDFReading.reads(file.descriptor) else { return try await decode(file, options) }
        // It keeps the place for its pages, so that there are no more programs at once than places.
        return try await PDFReading.decoding(
            file.descriptor, options, documentBudget, launcher: program, timeLimit: timeLimit
        ) { (page, options) async throws(DecodeError) in
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
            case .cancelled: throw .cancelled
            case .lost(let end, let note, let time):
                if let error = tries.failed(end, in: note, after: time) { throw error }
                file.rewind()
            }
        }
    }

    /// The capabilities of the workers, as one of them reports them.
    ///
    /// - Throws: `DecodeError.unavailable`.
    public func capabilities() async throws(DecodeError) -> DecoderCapabilities {
        try await takePlace()
        defer { leavePlace() }
        let closingsBefore = closings
        let worker = try await takeWorker()
        await giveBack(worker, takenAfter: closingsBefore)
        var capabilities = worker.capabilities
        if PDFReading.isAvailable {
            capabilities.imageFormats.append("PDF")
        } else {
            capabilities.pdfSandbox = nil
        }
        return capabilities
    }

    /// Ends the workers; busy ones end once they have answered. The pool may be used again afterwards.
    public func close() async {
        let ended = idle
        idle = []
        closings += 1
        for worker in ended { await worker.end(patience: WorkerProcess.patience) }
    }

    deinit {
        for worker in idle { worker.endLater(patience: WorkerProcess.patience) }
    }

    private enum TryResult {
        case answer(DecodeAnswer)
        case lost(WorkerEnd, PassNote?, after: Duration)
        case cancelled
    }

    private func ask(
        _ descriptor: Int32, _ options: DecodeOptions, within limit: Duration
    ) async throws(DecodeError) -> TryResult {
        // A worker that died while it had nothing to do costs no try: the next one is asked instead.
        for _ in 0...size {
            if Task.isCancelled { return .cancelled }
            let closingsBefore = closings
            let worker = try await takeWorker()
            do throws(DecodeError) { try worker.capabilities.check(options) } catch {
                await giveBack(worker, takenAfter: closingsBefore)
                throw error
            }
            switch await worker.ask(descriptor, options, within: limit) {
            case .answer(let answer):
                await giveBack(worker, takenAfter: closingsBefore)
                return .answer(answer)
            case .neverAsked: continue
            case .cancelled: return .cancelled
            case .lost(let end, let note, let time): return .lost(end, note, after: time)
            }
        }
        throw .unavailable("\(program) does not stay alive")
    }

    private func takeWorker() async throws(DecodeError) -> WorkerProcess {
        if let worker = idle.popLast() { return worker }
        return try await WorkerProcess.start(program)
    }

    private func giveBack(_ worker: WorkerProcess, takenAfter closingsBefore: Int) async {
        if closings == closingsBefore {
            idle.append(worker)
        } else {
            await worker.end(patience: WorkerProcess.patience)
        }
    }

    private func takePlace() async throws(DecodeError) {
        if free > 0 {
            free -= 1
            return
        }
        let turn = FirstResult<Bool>()
        waiting.append(turn)
        let hasPlace = await withTaskCancellationHandler {
            await turn.value()
        } onCancel: {
            turn.finish(false)
        }
        guard hasPlace else { throw .cancelled }
    }

    private func leavePlace() {
        // Some of those that wait may have been cancelled.
        while !waiting.isEmpty {
            if waiting.removeFirst().finish(true) { return }
        }
        free += 1
    }
}

/// The tries at one image: how many, with which options, and for how long. A pass that a worker did not survive is left
/// out of the next try. After a few lost passes the effort is lowered, too; if a worker does not survive even that, the
/// image fails. Each try gets half of the time that is left, so that all of them together take no more than twice the
/// limit.
struct ImageTries {
    private(set) var options: DecodeOptions
    /// The passes that were lost so far.
    private(set) var losses: [LostPass] = []
    private var timeLeft: Duration
    private var kills = 0

    private static let mostLosses = 4
    /// How often someone else may kill a worker before the image is blamed for it.
    private static let mostKills = 2

    /// - Parameter timeLimit: for the first try.
    init(_ options: DecodeOptions, timeLimit: Duration) {
        self.options = options
        timeLeft = timeLimit * 2
    }

    /// How long the next try may take.
    var timeLimit: Duration { timeLeft / 2 }

    /// Notes a try that gave no answer, the pass that it had begun, if that is known, and how long it took. Returns the
    /// error of the image; nil where it is tried again.
    mutating func failed(_ end: WorkerEnd, in note: PassNote?, after time: Duration) -> DecodeError? {
        timeLeft = max(.zero, timeLeft - time)
        // What the image does to the decoder, such as to use up the system's memory, it does again.
        if end.isByForce, kills < Self.mostKills {
            kills += 1
            return nil
        }
        guard let note else { return Self.error(end) }
        if note.pass == PassNote.reading { return Self.error(end, in: "the reader of the image file") }
        // One that runs a pass that it should leave out would do so for ever.
        guard losses.count < Self.mostLosses, options.without.insert(note.pass).inserted else {
            return Self.error(end, in: "the pass \(note.pass)")
        }
        losses.append(LostPass(pass: note.pass, page: note.page, reason: end.reason))
        if losses.count == Self.mostLosses { options.effort = .fast }
        return nil
    }

    private static func error(_ end: WorkerEnd, in place: String? = nil) -> DecodeError {
        if case .silent(let limit) = end { return .timedOut(limit: limit) }
        return .decoderDied(place.map { "in \($0): \(end.reason)" } ?? end.reason)
    }
}
