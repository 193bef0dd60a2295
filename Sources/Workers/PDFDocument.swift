internal import BeelineSupport
internal import BeelineSymbols
internal import CLinux
internal import Dispatch
internal import Glibc

/// A PDF and what `pdfinfo` says of it. Its pages are drawn by `pdftoppm`, which is a program, so that what a hostile
/// document does to it costs that document.
struct PDFDocument: ~Copyable {
    /// A page, as large as it is on paper.
    struct Page {
        /// Counted from 1.
        let number: Int
        /// In points, 72 of which are an inch.
        let width: Double
        let height: Double

        /// The resolution, in pixels an inch, that is wanted, or as much of it as fits into so many pixels.
        func resolution(_ wanted: Int, mostPixels: Int) -> Int {
            let inches = max(width, 1) / 72 * (max(height, 1) / 72)
            let most = (Double(mostPixels) / inches).squareRoot()
            return max(1, min(wanted, Int(most)))
        }

        /// How large it is in pixels at that resolution.
        func size(at resolution: Int) -> (width: Int, height: Int) {
            func pixels(_ points: Double) -> Int { Int((points / 72 * Double(resolution)).rounded(.up)) }
            return (pixels(width), pixels(height))
        }
    }

    /// The first pages, as many as were asked for.
    let pages: [Page]
    /// How many pages there are.
    let pageCount: Int

    private let file: Int32
    private let drawing: PDFProgram

    /// Of a page as it is drawn: A4 at 600 pixels an inch has 35 millions.
    static let mostPixels = 40_000_000
    private static let longestInfo = 1 << 20

    /// Whether an open file that stands at its beginning is a PDF: its mark is among the first 1024 bytes (ISO 32000-1, H.3, note 13). Where there may
    /// be images of another kind, these go before.
    static func isOne(_ file: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: 1024)
        // The programs open it anew, and begin at its beginning.
        guard lseek(file, 0, SEEK_CUR) == 0 else { return false }
        let count = pread(file, &start, start.count, 0)
        let mark = Array("%PDF-".utf8)
        guard count >= mark.count else { return false }
        let bytes = start[..<count]
        if bytes.starts(with: mark) { return true }
        // Behind junk; but a picture may well speak of PDF in its notes.
        guard let first = bytes.first, first != 0x89, first != 0xFF, first != 0, !isTextual(bytes.prefix(4)) else {
            return false
        }
        return bytes.indices.dropLast(mark.count - 1).contains { bytes[$0...].starts(with: mark) }
    }

    /// Whether a file begins with letters by which other formats are told.
    private static func isTextual(_ start: ArraySlice<UInt8>) -> Bool {
        ["RIFF", "GIF8", "II*", "MM", "II+", "BM", "P1", "P2", "P3", "P4", "P5", "P6"].contains {
            start.starts(with: $0.utf8)
        }
    }

    /// - Parameters:
    ///   - file: open, and lent.
    ///   - mostPages: how many pages are asked about.
    ///   - launcher: the path of `beeline-decode`, which shuts the programs in.
    ///   - timeLimit: of each run of a program, in seconds.
    /// - Throws: `DecodeError`: it cannot be opened, or there is nothing to read it with.
    init(_ file: Int32, mostPages: Int, launcher: String, timeLimit: Int) async throws(DecodeError) {
        let drawing = try PDFProgram("pdftoppm", launcher: launcher, timeLimit: timeLimit)
        let asking = try PDFProgram("pdfinfo", launcher: launcher, timeLimit: timeLimit)
        let answer = try await asking.run(
            ["-f", "1", "-l", "\(mostPages)", "/dev/stdin"], pdf: file, outputLimit: Self.longestInfo)
        let text: String
        do throws(FileError) {
            text = String(
                decoding: try readToEnd(of: answer.number, path: "pdfinfo", limit: Self.longestInfo), as: UTF8.self)
        } catch {
            throw .cannotOpen(error.message)
        }
        var count = 0
        var pages: [Page] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            // What the document says of itself comes before, and may look the same.
            if words.first == "Pages:", words.count == 2 { (count, pages) = (Int(words[1]) ?? 0, []) }
            guard words.count > 5, words[0] == "Page", words[2] == "size:", words[4] == "x",
                let width = Double(words[3]), let height = Double(words[5]), width.isFinite, height.isFinite,
                Int(words[1]) == pages.count + 1
            else { continue }
            pages.append(Page(number: pages.count + 1, width: min(width, 1e6), height: min(height, 1e6)))
        }
        guard count > 0, !pages.isEmpty else { throw .unreadableImage("the PDF has no pages") }
        self.file = file
        self.drawing = drawing
        self.pages = pages
        pageCount = count
    }

    /// Draws a page in grays.
    ///
    /// - Returns: a file in memory, of the format PNM.
    func draw(_ page: Page, resolution: Int) async throws(DecodeError) -> Descriptor {
        let arguments = [
            "-gray", "-cropbox", "-r", "\(resolution)", "-f", "\(page.number)", "-l", "\(page.number)", "/dev/stdin",
        ]
        return try await drawing.run(arguments, pdf: file, outputLimit: Self.mostPixels / 4 * 5)
    }
}

/// A program of poppler's that reads a PDF: `pdfinfo` or `pdftoppm`.
///
/// The worker program starts it, and shuts it in before. It sees nothing of us but the PDF, as its standard input, and writes
/// into memory.
struct PDFProgram: Sendable {
    private let path: String
    private let name: String
    private let launcher: String
    /// In seconds.
    private let timeLimit: Int

    private static let longestMessage = 1 << 16

    /// Whether both are there, so that PDF files are read.
    static var areInstalled: Bool { ["pdfinfo", "pdftoppm"].allSatisfy { Executable.find($0) != nil } }

    /// - Parameter launcher: the path of the worker program.
    /// - Throws: `DecodeError.unavailable`, with the package that has it.
    init(_ name: String, launcher: String, timeLimit: Int) throws(DecodeError) {
        guard let path = Executable.find(name) else {
            throw .unavailable(
                "PDF files are read by the program \(name), which is not on the PATH; install it (Debian and Fedora: the "
                    + "package poppler-utils)")
        }
        self.path = path
        self.name = name
        self.launcher = launcher
        self.timeLimit = timeLimit
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: the last of them stands for the PDF.
    ///   - pdf: lent; it is read from its beginning, whatever its position is.
    ///   - outputLimit: in bytes.
    /// - Returns: a file in memory with what it wrote, at its beginning.
    /// - Throws: `DecodeError`, with the last line of its complaints; also when it wrote nothing.
    func run(_ arguments: [String], pdf: Int32, outputLimit: Int) async throws(DecodeError) -> Descriptor {
        let output = try memoryFile()
        let messages = try memoryFile()
        let program = ConfinedProgram(
            path: path, arguments: arguments, seconds: timeLimit, outputLimit: max(outputLimit, Self.longestMessage))
        let start = ProgramStart(
            path: launcher, arguments: program.workerArguments, environment: WorkerProgram.environment,
            input: .descriptor(pdf), output: .descriptor(output.number), errorOutput: .descriptor(messages.number))
        let process: ChildProcess
        do throws(ProgramError) {
            process = try ChildProcess(start)
        } catch {
            throw .unavailable("a PDF could not be read: \(error)")
        }
        let limit = timeLimit
        let end: ProgramEnd? = await withCheckedContinuation { continuation in
            // A queue of its own: it blocks its thread, and those of the concurrency runtime are few.
            DispatchQueue(label: "beeline.pdf").async {
                let end = process.waitForEnd(until: .now + .seconds(limit))
                if end == nil { process.stop() }
                continuation.resume(returning: end)
            }
        }
        guard let end, end != .signalled(SIGXCPU) else { throw .timedOut(seconds: timeLimit) }
        if end == .exited(ConfinedProgram.failureStatus) {
            throw .unavailable("a PDF could not be read: \(said(messages).last ?? "it ended with \(end)")")
        }
        lseek(output.number, 0, SEEK_SET)
        if end == .signalled(SIGXFSZ) { throw .tooLarge("\(name) makes more of the page than is read at most") }
        var status = stat()
        guard end == .exited(0), fstat(output.number, &status) == 0, status.st_size > 0 else {
            throw .unreadableImage(complaint(messages, end))
        }
        return output
    }

    private func memoryFile() throws(DecodeError) -> Descriptor {
        let file = beeline_memory_file(nil, 0)
        guard file >= 0 else { throw .cannotOpen(String(cString: strerror(-file))) }
        return Descriptor(taking: file)
    }

    /// The lines of its error output.
    private func said(_ messages: borrowing Descriptor) -> [Substring] {
        lseek(messages.number, 0, SEEK_SET)
        let bytes = (try? readToEnd(of: messages.number, path: name, limit: 8 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
    }

    /// Why it gave nothing: its last line, without what it calls the kind of error.
    private func complaint(_ messages: borrowing Descriptor, _ end: ProgramEnd) -> String {
        let lines = said(messages)
        guard let last = lines.last else { return "the PDF cannot be read (\(name) ended with \(end))" }
        if lines.contains(where: { $0.contains("Incorrect password") }) {
            return "the PDF is locked with a password; save it without one"
        }
        let kind = last.prefix { $0 != ":" }
        let words = kind.hasSuffix("Error") ? last.dropFirst(kind.count + 1).drop { $0 == " " } : last
        return "the PDF cannot be read: \(words.prefix(200)) (\(name))"
    }
}
