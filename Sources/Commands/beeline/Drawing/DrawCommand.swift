import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline draw`: a code, or sheets of labels.
enum DrawCommand {
    private static let onlyForSheets: [Option] = [.drawPage, .drawLabel, .drawGap, .drawMargin]

    /// - Throws: `UsageError`, `ConfigurationError`, `FileError`, `OutputError`.
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.has(.drawList) {
            if let operand = arguments.operands.first {
                throw UsageError.tooManyOperands(arguments.command, operand)
            }
            try StandardOutput.write(DrawList.text)
            return .success
        }
        do {
            if arguments[.drawSheet] != nil { return try SheetWork(arguments).run() }
            if let option = onlyForSheets.first(where: { arguments[$0] != nil }) {
                throw UsageError.drawing(.needs(option, .drawSheet))
            }
            return try CodeWork(arguments).run()
        } catch let error as DrawingError {
            StandardError.write("beeline: \(error.words)\n")
            return error.status
        } catch let error as TableMistakes {
            StandardError.write(error.text)
            return error.status
        }
    }

    /// The format that is asked for; nil where the content says it.
    ///
    /// - Throws: `UsageError`.
    static func format(_ arguments: Arguments) throws(UsageError) -> CodeFormat? {
        guard let name = arguments[.drawAs] else { return nil }
        guard let format = CodeFormat(name: name) else { throw .drawing(.unknownFormat(name)) }
        return format
    }

    /// What reads drawings back; nil where that is not wanted.
    ///
    /// - Parameter size: how many are read at once; nil: one for each core.
    /// - Throws: `ConfigurationError`, with the way out.
    static func reader(_ arguments: Arguments, size: Int?) throws(ConfigurationError) -> DecodingPool? {
        guard !arguments.has(.drawNoVerify) else { return nil }
        do throws(DecodeError) {
            return try DecodingPool(size: size)
        } catch {
            throw .noReader(error)
        }
    }

    static func warn(_ text: String) { StandardError.write("beeline: warning: \(text)\n") }
}

extension DrawingError {
    /// What is wrong, and which option helps.
    var words: String {
        let ways = [("force it", "--force"), ("without reading it back", "--no-verify")]
        let words = ways.reduce(description) { $0.replacing($1.0, with: "\($1.0) (\($1.1))") }
        guard reason == .unreadable, words == description else { return words }
        return "\(words); --no-verify writes it all the same"
    }

    var status: ExitStatus { reason == .unreadable ? .actionFailed : .usage }
}

/// Where a drawing goes, and as what.
struct DrawTarget: Hashable, Sendable {
    let file: DrawnFile
    /// Nil: standard output.
    private let path: String?

    /// - Parameter usual: what is drawn where neither a file nor an option says it.
    /// - Throws: `UsageError`.
    init(_ arguments: Arguments, usual: DrawnFile) throws(UsageError) {
        let asked = arguments[.drawFormat].flatMap(DrawnFile.init(rawValue:))
        path = arguments[.drawOutput].flatMap { $0 == "-" ? nil : $0 }
        if let path {
            let named = DrawnFile(ending: path)
            if let asked, let named, asked != named { throw .drawing(.otherEnding(path, asked)) }
            guard let file = asked ?? named else { throw .drawing(.unknownEnding(path)) }
            self.file = file
        } else {
            file = asked ?? usual
            guard file.isText || isatty(STDOUT_FILENO) == 0 else { throw .drawing(.onTerminal(file)) }
        }
    }

    /// Whether it is shown on a terminal, and not written to a file.
    var isTerminal: Bool { path == nil && file == .text && isatty(STDOUT_FILENO) != 0 }

    /// Writes it, whole or not at all. A link stays one: what it leads to is replaced.
    ///
    /// - Throws: `FileError`, `OutputError`.
    func write(_ bytes: [UInt8]) throws {
        guard let path else { return try StandardOutput.write(data: bytes) }
        // A file that is not there yet has no other name either.
        if !exists(path) || isRegularFile(path) {
            return try replaceFile((try? absolutePath(path)) ?? path, with: bytes)
        }
        guard !isFolder(path) else { throw FileError(path: path, reason: .isFolder) }
        // A device or a pipe, as /dev/stdout, is written to: putting a file in its place would be a mischief.
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: path)
    }
}

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

/// What a code is written as.
enum DrawnFile: String, CaseIterable, Hashable, Sendable {
    case svg, png, pdf
    /// Half blocks, for a terminal.
    case text

    /// What the end of a file's name says.
    init?(ending path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "svg": self = .svg
        case "png": self = .png
        case "pdf": self = .pdf
        case "txt": self = .text
        default: return nil
        }
    }

    /// For people.
    var title: String {
        switch self {
        case .svg: "SVG"
        case .png: "PNG"
        case .pdf: "PDF"
        case .text: "text"
        }
    }

    /// Whether a terminal shows it.
    var isText: Bool { self == .text || self == .svg }
}

/// What can be drawn, for a terminal.
enum DrawList {
    static var text: TerminalText {
        let formats = CodeFormat.allCases.map { row($0.rawValue, $0.title, $0.holds) }
        let kinds = CodeText.fields.flatMap { kind, names in
            wrapped(names).enumerated().map { index, line in row(index == 0 ? kind.rawValue : "", line) }
        }
        let sheets = SheetLayout.names.map { row($0.name, $0.summary) }
        return """
            Formats, for --as
            \(formats.joined())
            Kinds and their fields, for --kind
            \(kinds.joined())
            Sheets of Avery, for --sheet
            \(sheets.joined())
            """
    }

    private static func row(_ cells: String...) -> TerminalText {
        let widths = [26, 38]
        var line: TerminalText = "  "
        for (index, cell) in cells.enumerated() {
            let isLast = index == cells.count - 1
            let gap = isLast ? 0 : max(2, widths[min(index, widths.count - 1)] - cell.count)
            line += "\(cell)\(TerminalText.blanks(gap))"
        }
        return line + "\n"
    }

    /// Names with commas between them, in lines that a terminal has room for.
    private static func wrapped(_ names: [String]) -> [String] {
        var lines: [String] = []
        for name in names {
            if let last = lines.last, last.count + name.count < 70 {
                lines[lines.count - 1] = "\(last), \(name)"
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += "," }
                lines.append(name)
            }
        }
        return lines
    }
}

extension CodeFormat {
    /// What it can say.
    fileprivate var holds: String {
        switch self {
        case .qr, .dataMatrix, .aztec, .pdf417: "any text or bytes"
        case .microQR: "some 15 characters or 35 digits"
        case .rectangularMicroQR: "up to some 150 characters"
        case .microPDF417: "up to some 250 characters"
        case .gs1QR, .gs1DataMatrix, .gs1128, .databarExpanded, .databarExpandedStacked:
            "GS1 element strings: (01)09521234543213(10)AB-1"
        case .ean13: "12 digits, and a check digit"
        case .ean8: "7 digits, and a check digit"
        case .upcA: "11 digits, and a check digit"
        case .upcE: "7 digits that begin with 0 or 1, and a check digit"
        case .isbn: "an ISBN in any form"
        case .code128, .code93: "ASCII"
        case .code39: "capitals, digits, blanks and -.$/+%"
        case .codabar: "digits and -$:/.+ between two letters of A to D"
        case .itf: "an even number of digits"
        case .itf14: "a GTIN of 14 digits"
        case .databar, .databarStacked, .databarStackedOmni: "a GTIN"
        case .databarLimited: "a GTIN that begins with 0 or 1"
        }
    }
}
