import Beeline
import BeelineFiles
import BeelineWorkers
import Glibc

/// `beeline scan`: codes in images.
struct ScanCommand {
    private let images: [ImageList.Entry]
    private let output: OutputFormat
    private let resolver: Resolver
    private let dispatcher: Dispatcher?
    private let showsSecrets: Bool
    private let scanOptions: ScanOptions
    private let pool: DecodingPool

    init(_ arguments: Arguments) throws {
        let plugins = PluginRegistry.standard
        let list = arguments[.filesFrom]
        guard !arguments.operands.isEmpty || list != nil else { throw UsageError.noOperands(arguments.command) }
        let readers = arguments.operands.count { $0 == "-" } + (list == "-" ? 1 : 0)
        guard readers <= 1 else { throw UsageError.standardInputTwice }
        output = OutputFormat(arguments[.format], style: Style(arguments[.color], for: STDOUT_FILENO))
        showsSecrets = arguments.has(.showSecrets)
        scanOptions = try ScanOptions(arguments)
        dispatcher = try RunOptions(arguments, plugins: plugins).dispatcher
        resolver = try RuleOptions(arguments, files: arguments.all(.rules)).resolver(plugins)
        do throws(FileError) {
            images = try ImageList.entries(
                operands: arguments.operands, recursive: arguments.has(.recursive), list: list)
        } catch {
            throw ConfigurationError.file(error)
        }
        do throws(DecodeError) {
            pool = try DecodingPool()
        } catch {
            throw ConfigurationError.decoder(error)
        }
    }

    /// - Throws: `OutputError`.
    func run() throws -> ExitStatus {
        try StandardOutput.write(output.header)
        let progress = ProgressLine(total: images.count, noun: "images")
        let result: Result<ExitStatus, OutputError> = runBlocking {
            await self.scanAll(progress)
        }
        progress.end()
        return try result.get()
    }

    /// Decodes as many images at once as there are workers, and answers in the order of the images.
    private func scanAll(_ progress: ProgressLine) async -> Result<ExitStatus, OutputError> {
        var status = ExitStatus.success
        var failure: OutputError?
        await withTaskGroup(of: (Int, Answer).self) { group in
            // A few more than there are workers, so that none waits for the output of a slow one.
            let window = pool.size * 4
            var started = 0
            var finished: [Int: Answer] = [:]
            var next = 0
            while started < images.count || next < started {
                while started < images.count, started - next < window {
                    let index = started
                    group.addTask { (index, await self.answer(to: self.images[index])) }
                    started += 1
                }
                guard let (index, answer) = await group.next() else { break }
                finished[index] = answer
                while let ready = finished.removeValue(forKey: next) {
                    next += 1
                    var answer = ready
                    if let dispatcher {
                        // It may ask, and a question does not stand behind the line.
                        progress.end()
                        answer = await ready.performed(by: dispatcher)
                    }
                    if !showsSecrets { answer = answer.redacted { _ in nil } }
                    progress.clear()
                    do throws(OutputError) {
                        try StandardOutput.write(answer, as: output)
                    } catch {
                        failure = error
                    }
                    status.raise(to: answer.status)
                    progress.show(done: next)
                }
                if failure != nil {
                    group.cancelAll()
                    break
                }
            }
        }
        await pool.close()
        return failure.map(Result.failure) ?? .success(status)
    }

    private func answer(to image: ImageList.Entry) async -> Answer {
        if let problem = image.problem { return Answer(input: .text(image.name), outcome: .failure(problem)) }
        do throws(DecodeError) {
            let source = image.isStandardInput ? ImageSource.descriptor(STDIN_FILENO) : .file(image.name)
            let symbols = try await pool.symbols(in: source)
            let scan = scanOptions.scan
            return Answer(
                input: .text(image.name),
                outcome: .success(resolver.resolve(symbols, scan: scan).map { Answer.Resolved($0) }))
        } catch {
            return Answer(input: .text(image.name), outcome: .failure(InputError(error)))
        }
    }
}
