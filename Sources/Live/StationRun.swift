internal import Beeline
internal import BeelineActions
internal import BeelinePlugins
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols
internal import Dispatch
internal import Synchronization

extension Station {
    /// Opens the sources, and reports their events until all have ended. Abandoning the sequence closes them.
    ///
    /// Events and their actions are processed when the next event is requested: a slow reader slows down the scanners,
    /// and makes cameras skip pictures.
    ///
    /// - Returns: a sequence to be iterated once.
    public func events() -> some AsyncSequence<LiveEvent, Never> & Sendable { run() }

    /// The events as a sequence that can be stopped.
    package func run() -> Events { Events(StationRun(self)) }

    /// The events of a station. To be iterated once.
    package struct Events: AsyncSequence, AsyncIteratorProtocol, Sendable {
        private let run: StationRun

        fileprivate init(_ run: StationRun) { self.run = run }

        package func makeAsyncIterator() -> Events { self }

        /// The next event; nil once all sources have ended, or the task is cancelled.
        package mutating func next() async -> LiveEvent? { await run.next() }

        /// Closes the sources. Earlier events are still reported, then the sequence ends.
        package func stop() { run.stop() }
    }
}

/// A running station: a thread for each source, a task for each camera, and one reader.
final class StationRun: Sendable {
    /// An event of a source or scanner, with the index of the source.
    private enum Event: Sendable {
        case output(Int, SourceOutput.Event)
        case frames(Int, FrameScanner.Finding)
        case picture(Int, path: String, Result<Decoding, DecodeError>)
        case lost(Int, String)
        /// The source has ended; nil: without a failure.
        case over(Int, failure: String?)
    }

    /// The state that only the reader uses.
    private struct State {
        var sightings: [Sightings]
        var running: Set<Int>
        /// Why nothing can be read from a source, by its index.
        var failures: [Int: String] = [:]
        /// To be reported before anything else is taken from the queue.
        var ready: [LiveEvent] = []
        var isStarted = false
    }

    private let station: Station
    private let queue = EventQueue<Event>(room: 256)
    private let state: Mutex<State>
    private let stopping = Mutex(Stopping())

    private struct Stopping {
        /// By the index of the source.
        var outputs: [Int: SourceOutput] = [:]
        var isStopped = false
        var cancels: [@Sendable () -> Void] = []
        var isCancelled = false
    }

    init(_ station: Station) {
        self.station = station
        state = Mutex(
            State(
                sightings: station.entries.map { entry in
                    Sightings(entry.settings.sightings) { [desk = station.desk] in desk.resolver.identity(of: $0) }
                },
                running: Set(station.entries.indices)))
    }

    deinit { giveUp() }

    /// Stops the sources and cancels the decoders, as no one reads events any more.
    private func giveUp() {
        stop()
        let cancels = stopping.withLock { stopping in
            stopping.isCancelled = true
            return stopping.cancels
        }
        for cancel in cancels { cancel() }
        queue.close()
        station.preview.finish()
    }

    /// The next event; nil once all sources have ended.
    func next() async -> LiveEvent? {
        await withTaskCancellationHandler {
            startOnce()
            while true {
                if let event = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) { return event }
                if state.withLock({ $0.running.isEmpty }) {
                    station.preview.finish()
                    return nil
                }
                guard !Task.isCancelled, let event = await queue.next() else { return nil }
                await handle(event)
            }
        } onCancel: {
            giveUp()
        }
    }

    /// Asks all sources to return.
    func stop() {
        let outputs = stopping.withLock { stopping in
            stopping.isStopped = true
            return Array(stopping.outputs.values)
        }
        for output in outputs { output.stop() }
    }

    private func startOnce() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        for (index, entry) in station.entries.enumerated() { start(entry, index) }
    }

    private func start(_ entry: StationEntry, _ index: Int) {
        let queue = queue
        let scanner = station.decoder.map { decoder in
            FrameScanner(decoder, entry.settings, camera: entry.source as? any AdjustableCamera) { finding in
                // A scanner reports once for each picture, and waits for its reader below.
                queue.putAtOnce(.frames(index, finding))
            }
        }
        let pictures = PictureScanner(station.decoder, entry.settings) { path, result in
            queue.putAtOnce(.picture(index, path: path, result))
        }
        let output: SourceOutput
        do throws(ProgramError) {
            output = try SourceOutput { [preview = station.preview] event in
                switch event {
                case .frame(let frame):
                    scanner?.put(frame)
                    preview.put(frame, from: entry.name)
                case .picture(let path): pictures.scan(path)
                case .connected, .code, .problem, .handled: queue.put(.output(index, event))
                }
            }
        } catch {
            return queue.putAtOnce(.over(index, failure: "\(error)"))
        }
        let task = scanner.map { scanner in Task { await scanner.run() } }
        let cancel = { @Sendable in
            task?.cancel()
            pictures.cancel()
        }
        let (isStopped, isCancelled) = stopping.withLock { stopping in
            stopping.outputs[index] = output
            stopping.cancels.append(cancel)
            return (stopping.isStopped, stopping.isCancelled)
        }
        if isStopped { output.stop() }
        if isCancelled { cancel() }
        let source = entry.source
        let waits = station.waits
        // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
        DispatchQueue(label: "beeline.source").async {
            let failure = Attempts(source, output, waits).run { reason in queue.put(.lost(index, reason)) }
            scanner?.close()
            pictures.wait()
            Task {
                await task?.value
                queue.putAtOnce(.over(index, failure: failure))
            }
        }
    }

    private func handle(_ event: Event) async {
        switch event {
        case .output(let index, .connected): report(index, .connected)
        case .output(let index, .problem(let problem)):
            report(index, .problem(code: problem.code, message: problem.message, input: problem.input))
        case .output(let index, .code(let symbol)):
            let report = state.withLock { $0.sightings[index].receive(symbol, at: .now) }
            if let report { await take([report], from: index, isFrame: false) }
            reportGone(from: index)
        case .output(_, .handled(let tell)): tell()
        case .output(_, .frame), .output(_, .picture): break
        case .frames(let index, .read(let symbols, let time)):
            await take(state.withLock { $0.sightings[index].see(symbols, at: time) }, from: index, isFrame: true)
            reportGone(from: index)
        case .frames(let index, .dark): report(index, .dark)
        case .frames(let index, .bright): report(index, .bright)
        case .frames(let index, .failing(let error)):
            report(index, .problem(code: error.code, message: error.description, input: nil))
        case .picture(let index, let path, .success(let decoding)):
            let reports = state.withLock { state in
                decoding.symbols.map { symbol in
                    Sightings.Report(
                        symbol: symbol, frames: 1, amends: false, number: state.sightings[index].nextNumber())
                }
            }
            await take(reports, from: index, isFrame: false, image: path)
            for failure in decoding.pages.compactMap(\.failure) {
                report(index, .problem(code: failure.code, message: failure.description, input: path))
            }
        case .frames(let index, .impossible(let error)): giveUp(index, error)
        case .picture(let index, _, .failure(let error)) where error.isForAllPictures: giveUp(index, error)
        case .picture(let index, let path, .failure(let error)):
            report(index, .problem(code: error.code, message: error.description, input: path))
        case .lost(let index, let reason): report(index, .lost(reason))
        case .over(let index, let failure):
            reportGone(from: index, hasEnded: true)
            let reason = failure ?? state.withLock { $0.failures[index] }
            report(index, reason.map { .failed($0) } ?? .ended)
            state.withLock { _ = $0.running.remove(index) }
        }
    }

    /// Ends a source from which nothing can be read.
    private func giveUp(_ index: Int, _ error: DecodeError) {
        state.withLock { $0.failures[index] = error.description }
        stopping.withLock { $0.outputs[index] }?.stop()
    }

    private func reportGone(from index: Int, hasEnded: Bool = false) {
        state.withLock { state in
            for number in state.sightings[index].gone(hasEnded: hasEnded) {
                state.ready.append(.gone(id(of: number, from: index)))
            }
        }
    }

    /// The numbers of each source are its own.
    private func id(of number: Int, from index: Int) -> LiveSighting.ID { number * station.entries.count + index }

    private func report(_ index: Int, _ change: SourceStatus.State) {
        let name = station.entries[index].name
        state.withLock {
            $0.ready.append(.source(SourceStatus(source: name, at: .now(), state: change)))
        }
    }

    /// Resolves the codes of one moment, and performs their actions.
    private func take(_ reports: [Sightings.Report], from index: Int, isFrame: Bool, image: String? = nil) async {
        guard !reports.isEmpty else { return }
        let name = station.entries[index].name
        let at = Moment.now()
        let scan = Scan.now(source: name)
        let (desk, resolver) = (station.desk, station.desk.resolver)
        let charset = station.entries[index].settings.charset
        let symbols = reports.map { $0.symbol.told(in: charset) }
        let resolutions = resolver.resolve(symbols, scan: scan, memory: desk.memory)
        // The actions of a code are not repeated for its add-on or for more copies.
        let due = zip(reports, resolutions).filter { !$0.0.amends }.map(\.1)
        var performed: [CodeResult]?
        if station.performs { performed = await desk.perform(due, by: resolver, scan: scan, input: image ?? name) }
        var results = (performed ?? []).makeIterator()
        for (report, resolution) in zip(reports, resolutions) {
            let sighting = LiveSighting(
                id: id(of: report.number, from: index), source: name, at: at, frames: isFrame ? report.frames : nil,
                amends: report.amends, image: image,
                result: (report.amends ? nil : results.next()) ?? CodeResult(resolution))
            state.withLock { $0.ready.append(.sighting(sighting)) }
        }
    }
}

/// Runs a source again and again until it has ended.
private struct Attempts {
    private let source: any CodeSource
    private let output: SourceOutput
    private let waits: ClosedRange<Duration>

    /// After a run of this length the waits start again with the first one.
    private static let recovery = Duration.seconds(10)
    /// The least time between two reports of different reasons while a source stays lost.
    private static let silence = Duration.seconds(60)

    init(_ source: any CodeSource, _ output: SourceOutput, _ waits: ClosedRange<Duration>) {
        (self.source, self.output, self.waits) = (source, output, waits)
    }

    /// Returns why it cannot work; nil at its end. `lost` gets the reason of each loss: once, until it was open again.
    func run(lost: (String) -> Void) -> String? {
        var delay = waits.lowerBound
        var reported: (reason: String, at: ContinuousClock.Instant)?
        while !output.isStopped {
            let begin = ContinuousClock.now
            let connections = output.connections
            do throws(SourceError) {
                try source.run(output)
                return nil
            } catch {
                guard case .lost(let reason) = error else { return output.isStopped ? nil : error.reason }
                guard !output.isStopped else { return nil }
                let wasOpen = output.connections > connections
                if wasOpen { (reported, delay) = (nil, .now - begin > Self.recovery ? waits.lowerBound : delay) }
                if reported.map({ $0.reason != reason && .now - $0.at > Self.silence }) ?? true {
                    lost(reason)
                    reported = (reason, .now)
                }
            }
            var awaited = [Awaited.reading(output.stopSignal.descriptor.number)]
            wait(for: &awaited, until: .now + delay)
            delay = min(delay * 2, waits.upperBound)
        }
        return nil
    }
}

extension DecodeError {
    /// Whether the next picture has it too.
    fileprivate var isForAllPictures: Bool { if case .nothingReads = self { true } else { false } }
}
