import Beeline
import BeelineFiles
import Glibc

/// `beeline resolve` and `beeline explain`: codes that are typed or piped in.
struct ResolveCommand {
    private let codes: [String]
    private let format: CodeFormat
    private let output: OutputFormat
    private let rules: RulesInUse
    private let dispatcher: Dispatcher?
    private let showsSecrets: Bool
    private let scanOptions: ScanOptions
    /// Whether it is said of every rule why it took a code or did not.
    private let explains: Bool

    init(_ arguments: Arguments) throws {
        let plugins = PluginRegistry.standard
        guard !arguments.operands.isEmpty else { throw UsageError.noOperands(arguments.command) }
        guard arguments.operands.count(where: { $0 == "-" }) <= 1 else { throw UsageError.standardInputTwice }
        codes = arguments.operands
        format = arguments[.input].flatMap(CodeFormat.init(rawValue:)) ?? .lines
        output = OutputFormat(
            arguments[.format] ?? arguments[.listFormat], style: Style(arguments[.color], for: STDOUT_FILENO),
            listsAll: arguments.has(.allRules))
        explains = arguments.command == .explain
        showsSecrets = arguments.has(.showSecrets)
        scanOptions = try ScanOptions(arguments)
        dispatcher = try RunOptions(arguments, plugins: plugins).dispatcher
        rules = try RulesInUse(arguments, plugins: plugins)
    }

    /// - Throws: `OutputError`.
    func run() throws -> ExitStatus {
        var status = ExitStatus.success
        try StandardOutput.write(output.header)
        let following = rules.follow()
        defer { following?.cancel() }
        for code in codes {
            if code == "-" {
                status.raise(to: try resolveStandardInput())
            } else {
                let answer = performed(answer(to: Array(code.utf8)[...], scanOptions.scan, rules.resolver))
                try StandardOutput.write(answer, as: output)
                status.raise(to: answer.status)
            }
        }
        return status
    }

    private func resolveStandardInput() throws -> ExitStatus {
        let stream = StreamPipeline(isSerial: dispatcher != nil) { batch in self.printed(batch) }
        return try stream.run(LineBatches(descriptor: STDIN_FILENO, path: "standard input"))
    }

    /// The output for some lines, and what they mean for the exit status.
    private func printed(_ batch: LineBatches.Batch) -> StreamPipeline.Product {
        var writer = AnswerWriter(output)
        var status = ExitStatus.success
        if batch.isCut {
            let message = "longer than \(LineBatches.longestLine) bytes; no code holds as much"
            let answer = Answer(
                input: .text(String(decoding: batch.bytes, as: UTF8.self) + "…"),
                outcome: .failure(InputError(code: "line-too-long", message: message)))
            writer.append(answer)
            return .init(bytes: writer.bytes, status: answer.status)
        }
        // A batch is what has come at once.
        let scan = scanOptions.scan
        let resolver = rules.resolver
        batch.forEachLine { line in
            // Files from other systems end lines with a return as well.
            let answer = performed(answer(to: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, scan, resolver))
            status.raise(to: answer.status)
            writer.append(answer)
        }
        return .init(bytes: writer.bytes, status: status)
    }

    private func answer(to line: ArraySlice<UInt8>, _ scan: Scan, _ resolver: Resolver) -> Answer {
        do throws(InputError) {
            let symbol = try format.symbol(line)
            return Answer(input: format.echo(line, of: symbol), outcome: .success([resolved(symbol, scan, resolver)]))
        } catch {
            return Answer(input: format.echo(line, of: nil), outcome: .failure(error))
        }
    }

    private func resolved(_ symbol: Symbol, _ scan: Scan, _ resolver: Resolver) -> Answer.Resolved {
        guard explains else { return Answer.Resolved(resolver.resolve(symbol, scan: scan)) }
        let explanation = resolver.explain(symbol, scan: scan)
        return Answer.Resolved(explanation.resolution, explanation: explanation)
    }

    /// The answer after what is to be performed, without what is not to be shown.
    private func performed(_ answer: Answer) -> Answer {
        var answer = answer
        if let dispatcher {
            let asked = answer
            answer = runBlocking { await asked.performed(by: dispatcher) }
        }
        return showsSecrets ? answer : answer.redacted(line: format.line)
    }
}
