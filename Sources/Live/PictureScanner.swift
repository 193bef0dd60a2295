internal import BeelineSymbols
internal import Dispatch

/// Scans picture files of one source, a few at once.
final class PictureScanner: Sendable {
    private let decoder: (any BarcodeDecoder)?
    private let options: DecodeOptions
    private let report: @Sendable (String, Result<Decoding, DecodeError>) -> Void
    private let places = DispatchSemaphore(value: PictureScanner.mostAtOnce)

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

    /// Begins with a file; blocks this thread while there are enough others.
    func scan(_ path: String) {
        guard let decoder else { return }
        places.wait()
        Task {
            let result: Result<Decoding, DecodeError>
            do throws(DecodeError) {
                result = .success(try await decoder.decode(.file(path), options))
            } catch {
                result = .failure(error)
            }
            report(path, result)
            places.signal()
        }
    }

    /// Blocks this thread until all files are done.
    func wait() {
        for _ in 0..<Self.mostAtOnce { places.wait() }
        for _ in 0..<Self.mostAtOnce { places.signal() }
    }
}
