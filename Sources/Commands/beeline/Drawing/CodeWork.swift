import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

struct DrawTarget: Hashable, Sendable {
    let file: DrawnFile
    /// Nil: standard output.
    private let path: String?

    /// - Parameter usual: the format where neither the file nor an option says it.
    init(_ arguments: Arguments, usual: DrawnFile) throws(UsageError) {
        let asked = arguments.choice(.drawFormat) as DrawnFile?
        path = arguments[.drawOutput].flatMap { $0 == "-" ? nil : $0 }
        if let path {
            let named = DrawnFile(ending: path)
            if let asked, let named, asked != named { throw .otherEnding(path, asked.rawValue) }
            guard let file = asked ?? named else { throw .unknownEnding(path) }
            self.file = file
        } else {
            file = asked ?? usual
            guard file.isText || isatty(STDOUT_FILENO) == 0 else { throw .onTerminal(file.title) }
        }
    }

    var isTerminal: Bool { path == nil && file == .text && isatty(STDOUT_FILENO) != 0 }

    /// Writes a message where the drawing is not written.
    func say(_ text: TerminalText) throws(OutputError) {
        if path == nil { StandardError.write(text) } else { try StandardOutput.write(text) }
    }

    /// Writes the drawing, whole or not at all. A symbolic link stays; its target is replaced.
    func write(_ bytes: [UInt8]) throws {
        guard let path else { return try StandardOutput.write(data: bytes) }
        // A new file has no absolute path yet.
        if !exists(path) || isRegularFile(path) {
            return try replaceFile((try? absolutePath(path)) ?? path, with: bytes)
        }
        guard !isFolder(path) else { throw FileError(path: path, reason: .isFolder) }
        // A device or a pipe, such as /dev/stdout, must not be replaced by a file.
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: path)
    }
}

/// Draws a code, reads it back, and writes it.
enum CodeWork {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let target = try DrawTarget(arguments, usual: .text)
        let asked = try arguments.wholeNumber(.drawScale, like: "8")
        guard asked == nil || target.file == .png else { throw UsageError.onlyFor(.drawScale, .png) }
        // The scale at which vectors are read back, and the default of a PNG.
        let scale = asked ?? 8
        let format = try arguments.codeFormat()
        let options = try DrawingOptions(arguments)
        let digitalLink = try DrawnDigitalLink(arguments)
        let content = try digitalLink.map { .text($0.uri) } ?? DrawnContent(arguments)
        let reader = try arguments.drawingReader(size: 1)
        let drawing =
            switch content {
            case .text(let text): try Drawing(text, as: format, options: options)
            case .bytes(let bytes): try Drawing(bytes: bytes, as: format ?? .qr, options: options)
            }
        let answer = arguments.has(.drawNoVerify) ? nil : try digitalLink?.check()
        try target.write(verified(drawing, target.file, scale, by: reader))
        if let answer { try target.say(answer) }
        for warning in drawing.warnings { StandardError.warn(warning.description) }
        if target.isTerminal, let columns = terminalColumns, drawing.size.width > columns {
            StandardError.warn(
                "the code is \(drawing.size.width) columns wide, the terminal \(columns); widen it, or write a file "
                    + "with --output")
        }
        return .success
    }

    private static func verified(
        _ drawing: Drawing, _ file: DrawnFile, _ scale: Int, by reader: DecodingPool?
    ) throws(DrawingError) -> [UInt8] {
        guard let reader else { return try bytes(drawing, file, scale) }
        return try runBlocking(closing: reader) { () async throws(DrawingError) in
            if file == .png { return try await drawing.png(scale: scale, verifiedBy: reader) }
            let bytes = try Self.bytes(drawing, file, scale)
            try await drawing.verify(by: reader, scale: scale)
            return bytes
        }
    }

    private static func bytes(_ drawing: Drawing, _ file: DrawnFile, _ scale: Int) throws(DrawingError) -> [UInt8] {
        switch file {
        case .svg: Array(try drawing.svg().utf8)
        case .png: try drawing.png(scale: scale)
        case .pdf: try drawing.pdf()
        case .text: Array(drawing.terminalText().utf8)
        }
    }

    /// The width of the terminal; nil where it is unknown.
    private static var terminalColumns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
