internal import BeelineSymbols
internal import Dispatch
internal import Synchronization

/// Scans picture files of one source, a few at once.
final class PictureScanner: Sendable {
    private let decoder: (any BarcodeDecoder)?
    private let options: DecodeOptions
    private let report: @Sendable (String, Result<Decoding, DecodeError>) -> Void
    private let places = DispatchSemaphore(value: PictureScanner.mostAtOnce)
    private let tasks = Mutex<(running: [Int: Task<Void, Never>], last: Int, isCancelled: Bool)>(([:], 0, false))

    /// More than the workers of most machines, so that none of them waits for the next file.
    private static let mostAtOnce = 8

    init(
        _ decoder: (any BarcodeDecoder)?, _ settings: SourceSettings,
        report: @escaping @Sendable (String, Result<Decoding, DecodeError>) -> Void
    ) {
        var options = settings.decoding
        options.effort = settings.effort ?? .normal
        (self.decoder, self.options, self.report) = (decoder, options, report)
    }

    /// Starts scanning a file. Blocks this thread while as many as possible are running.
    func scan(_ path: String) {
        guard let decoder else { return }
        places.wait()
        // Under the lock, so that it is stored before it ends.
        tasks.withLock { tasks in
            tasks.last += 1
            let number = tasks.last
            let task = task(path, decoder, number)
            if tasks.isCancelled { task.cancel() }
            tasks.running[number] = task
        }
    }

    private func task(_ path: String, _ decoder: any BarcodeDecoder, _ number: Int) -> Task<Void, Never> {
        Task {
            let result: Result<Decoding, DecodeError>
            do throws(DecodeError) {
                result = .success(try await decoder.decode(.file(path), options: options))
            } catch {
                result = .failure(error)
            }
            report(path, result)
            _ = tasks.withLock { $0.running.removeValue(forKey: number) }
            places.signal()
        }
    }

    /// Cancels the running scans, and all later ones.
    func cancel() {
        tasks.withLock { tasks in
            tasks.isCancelled = true
            for task in tasks.running.values { task.cancel() }
        }
    }

    /// Blocks this thread until all files are done.
    func wait() {
        for _ in 0..<Self.mostAtOnce { places.wait() }
        for _ in 0..<Self.mostAtOnce { places.signal() }
    }
}
