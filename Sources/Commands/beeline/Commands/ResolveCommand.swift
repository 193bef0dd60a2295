import Beeline
import BeelineSupport
import Glibc

/// `beeline resolve` and `beeline explain`: codes that are typed or piped in.
struct ResolveCommand {
    private let codes: [String]
    /// The parsed codes; nil for an operand that is not a code.
    private let readings: [Reading?]
    private let format: InputFormat
    private var options: AnswerOptions
    private let rules: RulesInUse
    /// Whether the output explains for each rule why it matched a code or did not.
    private let explains: Bool
    private let summary: BatchSummary?
    /// Performs the actions; nil without `--run`.
    private let desk: Desk?

    init(_ arguments: Arguments) throws {
        codes = try arguments.operands(1...Int.max)
        guard codes.count(where: { $0 == "-" }) <= 1 else { throw UsageError.standardInputTwice }
        guard try codes.allSatisfy(Arguments.isWhole) else { throw UsageError.codeNotUTF8 }
        format = arguments.choice(.input) ?? .lines
        explains = arguments.command == .explain
        options = try AnswerOptions(arguments)
        summary = BatchSummary.wanted(arguments, noun: "code")
        // The columns of CSV are those of all rules, whatever the codes are.
        let asksFew = Self.needsOneThread(arguments) && !explains && arguments[.format] != "csv"
        let parser = try arguments.parser()
        readings = codes.map { [format, date = options.scan.date] code in
            (try? format.symbol(code.utf8.span)).map { parser.reading(of: $0, on: date) }
        }
        let kinds = Set(readings.compactMap { $0?.content.kind })
        rules = try RulesInUse(
            arguments, plugins: options.plugins.registry, parser: parser, kinds: asksFew ? kinds : nil)
        try options.chooseColumns(arguments, for: rules.resolver.rules)
        desk = options.dispatcher == nil ? nil : options.desk { [rules] in rules.resolver }
    }

    /// Whether a command line needs no other thread: it resolves or explains operands, performs and watches nothing.
    static func needsOneThread(_ arguments: Arguments) -> Bool {
        [.resolve, .explain].contains(arguments.command) && !arguments.operands.contains("-")
            && !arguments.has(.run) && !arguments.has(.watchRules)
    }

    func run() throws -> ExitStatus {
        var status = ExitStatus.success
        try StandardOutput.write(data: options.output.header)
        let following = rules.follow()
        defer {
            following?.cancel()
            options.end()
            summary?.write()
        }
        for (code, reading) in zip(codes, readings) {
            if code == "-" {
                status.raise(to: try resolveStandardInput())
            } else {
                let resolver = rules.resolver
                var writer = AnswerWriter(options.output)
                let memory = memory(for: resolver)
                status.raise(to: append(code.utf8.span, reading, options.scan, resolver, memory, to: &writer))
                try StandardOutput.write(data: writer.bytes)
            }
            if options.hasQuit { break }
        }
        return status
    }

    private func resolveStandardInput() throws -> ExitStatus {
        if TerminalLines.areTyped {
            return try TypedCodes(format: format, answersHaveHeading: options.output.isText).forEach(printed)
        }
        let stream = StreamPipeline(isSerial: options.dispatcher != nil) { batch in self.printed(batch) }
        return try stream.run(LineBatches(descriptor: STDIN_FILENO, path: "standard input"))
    }

    /// The output and the exit status for a batch of lines.
    private func printed(_ batch: LineBatches.Batch) -> StreamPipeline.Product {
        var status = ExitStatus.success
        let resolver = rules.resolver
        // Answers have about fifteen times as many bytes as the lines.
        var writer = AnswerWriter(options.output, capacity: batch.bytes.count * 17)
        if batch.isCut {
            let answer = Answer(toLongLine: batch.bytes, showsSecrets: options.showsSecrets)
            writer.append(answer)
            summary?.add(answer)
            return .init(bytes: writer.bytes, status: answer.status)
        }
        // One scan for the batch: its lines have arrived together.
        let scan = options.scan
        let memory = memory(for: resolver)
        batch.forEachLine { line in
            // Files from other systems end lines with a return as well.
            let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
            let line = hasReturn ? line.extracting(droppingLast: 1) : line
            if !options.hasQuit { status.raise(to: append(line, nil, scan, resolver, memory, to: &writer)) }
        }
        return .init(bytes: writer.bytes, status: status, isLast: options.hasQuit)
    }

    /// The history for the conditions of rules; nil where no rule reads it, so that no code counts a reference to it.
    private func memory(for resolver: Resolver) -> HistoryMemory? {
        resolver.rules.memoryUse.isNone ? nil : options.memory
    }

    /// Writes the answer to a line, which is parsed first where `reading` is nil. Returns the exit status for it.
    private func append(
        _ line: Span<UInt8>, _ reading: Reading?, _ scan: Scan, _ resolver: Resolver, _ memory: HistoryMemory?,
        to writer: inout AnswerWriter
    ) -> ExitStatus {
        var answer: Answer
        // Whether nothing is performed and nothing is redacted.
        var isPlain = false
        do throws(InputError) {
            let reading =
                if let reading { reading } else { resolver.parser.reading(of: try format.symbol(line), on: scan.date) }
            let result = resolver.result(of: consume reading, scan: scan, explaining: explains, memory: memory)
            isPlain = options.dispatcher == nil && (options.showsSecrets || !result.resolution.tellsSecret)
            // Then JSON contains the line as it was given.
            let input = format.echo(line, of: result.resolution.symbol, keepsAIM: isPlain && options.output == .json)
            answer = Answer(input: input, outcome: .success([result]))
        } catch {
            answer = Answer(input: format.echo(line, of: nil), outcome: .failure(error))
        }
        if !isPlain { answer = performed(answer, resolver) }
        writer.append(answer)
        summary?.add(answer)
        return answer.status
    }

    /// The answer after its actions were performed, redacted.
    private func performed(_ answer: Answer, _ resolver: Resolver) -> Answer {
        var answer = answer
        if let desk {
            let scan = options.scan
            answer = runBlocking { [answer] in
                await answer.performed(by: desk, resolver, scan: scan, image: nil, pause: Interruption.hold)
            }
        }
        return options.showsSecrets ? answer : answer.redacted(line: format.line)
    }
}
