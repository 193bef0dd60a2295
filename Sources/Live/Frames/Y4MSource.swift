internal import BeelineSupport
internal import Glibc

/// Pictures from Y4M in a file, a pipe or standard input: `y4m:FILE` and `y4m:-`. A file is played at the speed in its
/// header; else all but its last picture would be skipped. A pipe is read as fast as its writer writes, as waiting
/// would delay live pictures.
package struct Y4MSource: CodeSource {
    package let name: String
    private let path: String?

    /// - Parameter path: of the file; `-` is standard input.
    package init(path: String) {
        name = "y4m:\(path)"
        self.path = path == "-" ? nil : path
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        guard let path else { return try play(STDIN_FILENO, output) }
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(path: path)
        } catch {
            throw .unusable(error.message)
        }
        try play(file.descriptor, output)
    }

    private func play(_ descriptor: Int32, _ output: SourceOutput) throws(SourceError) {
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var reader = Y4MReader(DescriptorReader(descriptor, for: output))
        do throws(Y4MError) {
            guard case .value(let header) = try reader.header() else {
                if output.isStopped { return }
                throw .unsuitable("nothing is in it")
            }
            output.reportConnection()
            let interval = isFile ? header.interval ?? .seconds(1) / 25 : nil
            let start = ContinuousClock.now
            var count = 0
            while case .value(let frame) = try reader.frame(header) {
                if let interval {
                    // From the start, so that what each wait takes too long does not add up.
                    pause(until: start + interval * count, output)
                    if output.isStopped { return }
                    count += 1
                }
                output.send(frame)
            }
        } catch {
            throw error == .noMemory ? .lost(error.reason) : .unusable(error.reason)
        }
    }

    private func pause(until time: ContinuousClock.Instant, _ output: SourceOutput) {
        while !output.isStopped, .now < time {
            var awaited = [Awaited.reading(output.stopSignal.descriptor.number)]
            wait(for: &awaited, until: time)
        }
    }
}
