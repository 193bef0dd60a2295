import BeelineDrawing
import BeelineSupport
import BeelineWorkers
import Glibc

/// A code that is drawn, read back, and written.
struct CodeWork {
    private let target: DrawTarget
    private let drawing: Drawing
    /// Pixels for each module.
    private let scale: Int
    private let reader: DecodingPool?

    /// What vectors are read back at, and what a PNG has where nothing else is said.
    private static let usualScale = 8

    /// - Throws: `UsageError`, `ConfigurationError`, `FileError`, `DrawingError`.
    init(_ arguments: Arguments) throws {
        target = try DrawTarget(arguments, usual: .text)
        let scale = try arguments.wholeNumber(.drawScale, like: "8")
        guard scale == nil || target.file == .png else { throw UsageError.drawing(.onlyFor(.drawScale, .png)) }
        self.scale = scale ?? Self.usualScale
        let format = try DrawCommand.format(arguments)
        let options = try DrawingOptions(arguments)
        reader = try DrawCommand.reader(arguments, size: 1)
        switch try DrawnContent(arguments) {
        case .text(let text): drawing = try Drawing(text, as: format, options)
        case .bytes(let bytes): drawing = try Drawing(bytes: bytes, as: format ?? .qr, options)
        }
    }

    /// - Throws: `DrawingError`, `FileError`, `OutputError`.
    func run() throws -> ExitStatus {
        let bytes = try verified()
        try target.write(bytes)
        for warning in drawing.warnings { DrawCommand.warn(warning.description) }
        if target.isTerminal, let columns = terminalColumns, drawing.size.width > columns {
            DrawCommand.warn(
                "the code is \(drawing.size.width) columns wide, the terminal \(columns); widen it, or write a file "
                    + "with --output")
        }
        return .success
    }

    /// What is to be written, once it was read back.
    private func verified() throws(DrawingError) -> [UInt8] {
        let (drawing, scale, file) = (drawing, scale, target.file)
        guard let reader else { return try Self.bytes(drawing, file, scale) }
        let result: Result<[UInt8], DrawingError> = runBlocking {
            do throws(DrawingError) {
                let bytes: [UInt8]
                if file == .png {
                    bytes = try await drawing.png(scale: scale, verifiedBy: reader)
                } else {
                    bytes = try Self.bytes(drawing, file, scale)
                    try await drawing.verify(by: reader, scale: scale)
                }
                await reader.close()
                return .success(bytes)
            } catch {
                await reader.close()
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func bytes(_ drawing: Drawing, _ file: DrawnFile, _ scale: Int) throws(DrawingError) -> [UInt8] {
        switch file {
        case .svg: Array(try drawing.svg().utf8)
        case .png: try drawing.png(scale: scale)
        case .pdf: try drawing.pdf()
        case .text: Array(drawing.terminalText().utf8)
        }
    }

    /// How wide the terminal is; nil where that is unknown.
    private var terminalColumns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
