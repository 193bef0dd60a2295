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
            try UsageError.requireFolder(of: path)
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
        let size = try arguments.size(.drawSize)
        guard size == nil || target.file == .png else { throw UsageError.onlyFor(.drawSize, .png) }
        guard size == nil || asked == nil else { throw UsageError.exclude(.drawSize, .drawScale) }
        // The scale at which vectors are read back, and the default of a PNG.
        let usual = asked ?? 8
        let format = try arguments.codeFormat()
        let options = try DrawingOptions(arguments)
        let digitalLink = try DrawnDigitalLink(arguments)
        let content = try digitalLink.map { .text($0.uri) } ?? DrawnContent(arguments)
        let reader = try arguments.drawingReader(size: 1)
        defer { if let reader { runBlocking { () async in await reader.close() } } }
        func drawing(_ options: DrawingOptions) throws(DrawingError) -> Drawing {
            switch content {
            case .text(let text): try Drawing(text, as: format, options: options)
            case .bytes(let bytes): try Drawing(bytes: bytes, as: format ?? .qr, options: options)
            }
        }
        func file(_ drawing: Drawing) throws(DrawingError) -> [UInt8] {
            let frame = try size.map { size throws(DrawingError) in
                try PixelFrame(width: size.width, height: size.height, of: drawing)
            }
            return try verified(drawing, target.file, frame?.scale ?? usual, frame, by: reader)
        }
        let logo = LargestLogo(options) { options throws(DrawingError) in _ = try file(drawing(options)) }
        let drawn = try logo.advising { () throws(DrawingError) in try drawing(options) }
        let answer = arguments.has(.drawNoVerify) ? nil : try digitalLink?.check()
        try target.write(try logo.advising { () throws(DrawingError) in try file(drawn) })
        if let answer { try target.say(answer) }
        for warning in drawn.warnings { StandardError.warn(warning.description) }
        if target.isTerminal, let columns = terminalColumns, drawn.size.width > columns {
            StandardError.warn(
                "the code is \(drawn.size.width) columns wide, the terminal \(columns); widen it, or write a file "
                    + "with --output")
        }
        return .success
    }

    private static func verified(
        _ drawing: Drawing, _ file: DrawnFile, _ scale: Int, _ frame: PixelFrame?, by reader: DecodingPool?
    ) throws(DrawingError) -> [UInt8] {
        guard let reader else { return try bytes(drawing, file, scale, frame) }
        return try runBlocking { () async throws(DrawingError) in
            if file == .png { return try await drawing.png(scale: scale, in: frame, verifiedBy: reader) }
            let bytes = try Self.bytes(drawing, file, scale, frame)
            try await drawing.verify(by: reader, scale: scale)
            return bytes
        }
    }

    private static func bytes(
        _ drawing: Drawing, _ file: DrawnFile, _ scale: Int, _ frame: PixelFrame?
    ) throws(DrawingError) -> [UInt8] {
        switch file {
        case .svg: Array(try drawing.svg().utf8)
        case .png:
            if let frame {
                try drawing.png(width: frame.width, height: frame.height)
            } else {
                try drawing.png(scale: scale)
            }
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

/// Finds how large a logo can be, where one is too large.
struct LargestLogo {
    private let options: DrawingOptions
    private let draw: (DrawingOptions) throws(DrawingError) -> Void

    /// - Parameter draw: draws with other options, and reads the code back.
    init(_ options: DrawingOptions, draw: @escaping (DrawingOptions) throws(DrawingError) -> Void) {
        (self.options, self.draw) = (options, draw)
    }

    /// What a closure returns; where it fails because of the logo, its error has the share that is possible.
    func advising<Value>(_ body: () throws(DrawingError) -> Value) throws(DrawingError) -> Value {
        do throws(DrawingError) {
            return try body()
        } catch {
            guard let logo = options.logo, error.reason == .unreadable || error.reason == .logo,
                let percent = largest(below: logo)
            else { throw error }
            throw DrawingError(
                error.reason, error.place, error.problem,
                remedy: "make the logo smaller: with --logo-share \(percent) the code can be read"
                    + (error.remedy.hasSuffix("level H") ? "; or use level H" : ""))
        }
    }

    /// In whole hundredths; nil where none can be read.
    private func largest(below logo: Logo) -> Int? {
        var (good, bad) = (0, Int((logo.share * 100).rounded(.up)))
        while bad - good > 1 {
            let middle = (good + bad) / 2
            var options = options
            options.logo = logo.covering(Double(middle) / 100)
            if (try? draw(options)) == nil { bad = middle } else { good = middle }
        }
        return good > 0 ? good : nil
    }
}

extension Arguments {
    /// `300`, or `400x200`.
    func size(_ option: Option) throws(UsageError) -> (width: Int, height: Int?)? {
        try parsed(option, as: "a number of pixels such as 300 or 400x200, at most 32767") { text in
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
                side.utf8.allSatisfy(\.isASCIIDigit) ? Int(side).flatMap { (1...32_767).contains($0) ? $0 : nil } : nil
            }
            guard let width = sides[0], sides.count == 1 || sides.count == 2 && sides[1] != nil else { return nil }
            return (width, sides.count == 2 ? sides[1] : nil)
        }
    }
}
