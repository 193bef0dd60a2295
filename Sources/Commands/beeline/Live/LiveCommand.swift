import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline live`: codes from cameras, hand scanners and streams, as they are scanned.
struct LiveCommand {
    private let settings: LiveSettings
    private let options: AnswerOptions
    private let rules: RulesInUse
    private let output: LiveOutput
    private let pool: DecodingPool?
    private let summary: BatchSummary?

    init(_ arguments: Arguments) throws {
        settings = try LiveSettings(arguments)
        let jobs = try Jobs.number(arguments)
        options = try AnswerOptions(arguments, endsWithSignals: false)
        rules = try RulesInUse(arguments, plugins: options.plugins.registry)
        output = LiveOutput(
            arguments, settings.entries, columns: try LiveOutput.columns(arguments, for: rules.resolver.rules),
            form: try arguments.csvForm())
        pool = settings.entries.contains(where: \.needsDecoder) ? try configured { try DecodingPool(size: jobs) } : nil
        summary = BatchSummary.wanted(arguments, noun: "code")
        if let pool { try settings.entries.checkSymbologies(by: pool, shared: DecodeOptions(arguments).only) }
    }

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        guard arguments.has(.liveList) else { return try LiveCommand(arguments).run() }
        if let word = arguments.operands.first { throw UsageError.tooManyOperands(arguments.command, word) }
        return try LiveList.run(arguments)
    }

    private func run() throws -> ExitStatus {
        let rules = rules
        let isAlone = settings.entries.count == 1
        let entries = settings.entries.map { $0.readingTerminal(isAlone: isAlone) }
        let desk = options.desk { rules.resolver }
        let station = Station(entries, desk: desk, decoder: pool)
        let events = station.run()
        // The first signal closes the sources; codes that were scanned are still printed and performed.
        Interruption.first(closing: { events.stop() }, then: options.breakOff)
        greet()
        try StandardOutput.write(data: output.header)
        let following = rules.follow()
        let outbox = desk.keepSending()
        defer {
            following?.cancel()
            outbox?.cancel()
            options.end()
            summary?.write()
        }
        return try runBlocking { () async throws(OutputError) in try await self.follow(events) }
    }

    /// Names the sources on a terminal.
    private func greet() {
        guard isatty(STDERR_FILENO) != 0 else { return }
        let names = settings.entries.map(\.name).joined(separator: ", ")
        StandardError.write("beeline: waiting for codes from \(names); Ctrl-C ends\n")
    }

    /// How long a command that is to end by itself waits for a source to be available at all.
    private static let patience = Duration.seconds(15)

    private func follow(_ events: Station.Events) async throws(OutputError) -> ExitStatus {
        let waitsForSource = settings.duration == nil
        let clock = (settings.duration ?? (settings.count == nil ? nil : Self.patience)).map { limit in
            Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                if waitsForSource {
                    let seconds = limit.components.seconds
                    StandardError.write("beeline: no source was available in \(seconds) s; --for waits longer\n")
                }
                events.stop()
            }
        }
        defer { clock?.cancel() }
        var status = ExitStatus.success
        var left = settings.count ?? .max
        var failure: OutputError?
        var (available, lost): (Set<String>, Set<String>) = ([], [])
        for await event in events {
            // Events after the last code are ignored.
            guard left > 0, failure == nil else { continue }
            do throws(OutputError) { try output.write(event) } catch {
                failure = error
                events.stop()
            }
            switch event {
            case .sighting(let sighting):
                status.raise(to: sighting.result.status)
                // An amended sighting is the same code.
                if !sighting.amends {
                    left -= 1
                    summary?.add(Answer(sighting))
                }
                // Otherwise a till would seem to record further codes.
                if options.hasQuit { left = 0 }
                if left <= 0 { events.stop() }
            case .gone: break
            case .source(let change):
                switch change.state {
                // A camera without a light still reads codes.
                case .problem(code: SourceProblem.cameraSetting, message: _, input: _): break
                case .failed, .problem: status.raise(to: .unreadable)
                case .connected:
                    available.insert(change.source)
                    if waitsForSource { clock?.cancel() }
                case .lost: lost.insert(change.source)
                case .dark, .bright, .ended: break
                }
            }
        }
        await pool?.close()
        if let failure { throw failure }
        // A source that comes and goes does not count as a failure.
        if !lost.isSubset(of: available) { status.raise(to: .unreadable) }
        return status
    }
}
