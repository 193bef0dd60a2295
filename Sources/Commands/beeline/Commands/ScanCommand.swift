import Beeline
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline scan`: codes in images.
struct ScanCommand {
    /// The images that are known from the start.
    private let images: [ImageList.Entry]
    /// The images whose names arrive on standard input; nil where none do.
    private let incoming: IncomingNames?
    private var options: AnswerOptions
    private let resolver: Resolver
    private let decodeOptions: DecodeOptions
    /// Whether the output contains the diagnosis.
    private let diagnoses: Bool
    private let annotation: AnnotationTarget?
    private let pool: DecodingPool
    private let summary: BatchSummary?

    init(_ arguments: Arguments) throws {
        let list = arguments[.filesFrom]
        guard !arguments.operands.isEmpty || list != nil else { throw UsageError.noOperands(arguments.command) }
        let readers = arguments.operands.count { $0 == "-" } + (list == "-" ? 1 : 0)
        guard readers <= 1 else { throw UsageError.standardInputTwice }
        if arguments.has(.diagnose), arguments[.format] == "csv" { throw UsageError.diagnosisInCSV }
        var decodeOptions = try DecodeOptions(arguments)
        let jobs = try Jobs.number(arguments)
        options = try AnswerOptions(arguments, effort: decodeOptions.effort)
        resolver = try RuleOptions(arguments, files: arguments.all(.rules)).resolver(options.plugins.registry)
        try options.chooseColumns(arguments, for: resolver.rules)
        summary = BatchSummary.wanted(arguments, noun: "image")
        // How pictures are drawn depends on how many there are.
        let comes = list == "-" && !arguments.has(.annotate)
        incoming = comes ? IncomingNames() : nil
        images = try configured {
            try ImageList.entries(
                operands: arguments.operands, recursive: arguments.has(.recursive), list: comes ? nil : list)
        }
        let count = images.count
        annotation = try arguments[.annotate].map { text throws(UsageError) in
            try AnnotationTarget(text, images: count)
        }
        diagnoses = arguments.has(.diagnose)
        decodeOptions.previewSide = annotation?.previewSide(images: images.count)
        // Annotated pictures show why no code was found.
        decodeOptions.diagnoses = diagnoses || annotation != nil
        self.decodeOptions = decodeOptions
        pool = try configured { try DecodingPool(size: jobs) }
    }

    /// - Throws: `FileError` when the list of images cannot be read to its end.
    func run() throws -> ExitStatus {
        try decodeOptions.checkSymbologies(by: pool, of: "--only")
        try StandardOutput.write(data: options.output.header)
        defer {
            options.end()
            summary?.write()
        }
        let progress = ProgressLine(total: incoming == nil ? images.count : nil, noun: "images")
        defer { progress.end() }
        return try runBlocking { await self.scanAll(progress) }.get()
    }

    private enum Event: Sendable {
        case answer(Int, Answer)
        /// Further names; nil at their end.
        case names(Result<[ImageList.Entry], FileError>?)
    }

    /// Decodes as many images at once as there are workers, and answers in the order of the images.
    private func scanAll(_ progress: ProgressLine) async -> Result<ExitStatus, any Error> {
        var status = ExitStatus.success
        var failure: OutputError?
        var listFailure: FileError?
        let annotator = annotation.map { target in
            let maker = AnnotatedPicture.Maker(showsSecrets: options.showsSecrets, effort: decodeOptions.effort)
            return Annotator(target, maker, images: images.count)
        }
        await withTaskGroup(of: Event.self) { group in
            // More than there are workers, so that none waits for the output of a slow one: it may take as long as fifty others.
            let window = pool.size * 32
            var images = images
            var incoming = incoming
            let resolver = resolver
            let desk = options.dispatcher == nil ? nil : options.desk { resolver }
            var isListening = false
            var started = 0
            var finished: [Int: Answer] = [:]
            var next = 0
            while started < images.count || next < started || incoming != nil {
                while started < images.count, started - next < window {
                    let (index, image) = (started, images[started])
                    group.addTask { .answer(index, await self.answer(to: image)) }
                    started += 1
                }
                // Names are read when no other image can be started, so that they do not accumulate.
                if let incoming, !isListening, started == images.count {
                    isListening = true
                    group.addTask { .names(await incoming.next()) }
                }
                switch await group.next() {
                case .names(.success(let more)?):
                    isListening = false
                    images += more
                    continue
                case .names(let end):
                    incoming = nil
                    progress.expect(images.count)
                    if case .failure(let error)? = end { listFailure = error }
                    continue
                case .answer(let index, let answer): finished[index] = answer
                case nil: return
                }
                while !options.hasQuit, let ready = finished.removeValue(forKey: next) {
                    next += 1
                    var answer = ready
                    if let desk {
                        // A question must not be on the line of the progress.
                        progress.end()
                        answer = await ready.performed(
                            by: desk, resolver, scan: options.scan, image: ready.input.text,
                            pause: Interruption.hold)
                    }
                    if !options.showsSecrets { answer = answer.redacted { _ in nil } }
                    annotator?.add(answer)
                    if !diagnoses { answer.image?.removeDiagnoses() }
                    summary?.add(answer)
                    progress.clear()
                    do throws(OutputError) {
                        try StandardOutput.write(answer, as: options.output)
                    } catch {
                        failure = error
                    }
                    status.raise(to: answer.status)
                }
                // Images that wait for the output of a slow one are done as well.
                progress.show(done: next + finished.count)
                if failure != nil || options.hasQuit {
                    group.cancelAll()
                    break
                }
            }
        }
        await pool.close()
        progress.end()
        if failure == nil, let annotator {
            do throws(FileError) {
                if let remark = try annotator.write() { StandardError.write("beeline: \(remark)\n") }
            } catch {
                StandardError.write("beeline: \(error)\n")
                status.raise(to: .unreadable)
            }
        }
        if let error: any Error = failure ?? listFailure { return .failure(error) }
        return .success(status)
    }

    private func answer(to image: ImageList.Entry) async -> Answer {
        if let problem = image.problem { return Answer(input: .text(image.name), outcome: .failure(problem)) }
        do throws(DecodeError) {
            let source = image.isStandardInput ? ImageSource.descriptor(STDIN_FILENO) : .file(image.name)
            let decoding = try await pool.decode(source, options: decodeOptions)
            let results = resolver.resolve(decoding.symbols, scan: options.scan, memory: options.memory)
                .map { CodeResult($0) }
            return Answer(
                input: .text(image.name), outcome: .success(results),
                image: Answer.ImageReport(pages: decoding.pages, losses: decoding.losses))
        } catch {
            return Answer(input: .text(image.name), outcome: .failure(InputError(error)))
        }
    }
}
