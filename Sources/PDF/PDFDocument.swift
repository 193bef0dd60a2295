internal import BeelineSupport
internal import BeelineSymbols
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

        /// The requested resolution, in pixels an inch, or as much of it as fits into so many pixels.
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

    /// Whether an open file that is at its beginning is a PDF.
    static func isOne(_ file: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: markRange)
        // The programs open it again, and begin at its beginning.
        guard lseek(file, 0, SEEK_CUR) == 0 else { return false }
        let count = pread(file, &start, start.count, 0)
        return count > 0 && isOne(beginning: start[..<count])
    }

    /// Where the mark of a PDF may stand, in bytes from the beginning (ISO 32000-1, H.3, note 13).
    private static let markRange = 1024

    /// Whether a file that begins with some bytes is a PDF. Where it may be an image of another format, it is that.
    static func isOne(beginning bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.prefix(markRange)
        let mark = Array("%PDF-".utf8)
        if bytes.starts(with: mark) { return true }
        // Behind junk; but a picture may well speak of PDF in its notes.
        guard let first = bytes.first, first != 0x89, first != 0xFF, first != 0, !isTextual(bytes.prefix(4)) else {
            return false
        }
        return bytes.indices.contains { bytes[$0...].starts(with: mark) }
    }

    /// Whether a file begins with the signature of another format.
    private static func isTextual(_ start: ArraySlice<UInt8>) -> Bool {
        ["RIFF", "GIF8", "II*", "MM", "II+", "BM", "P1", "P2", "P3", "P4", "P5", "P6"].contains {
            start.starts(with: $0.utf8)
        }
    }

    /// - Parameters:
    ///   - file: open, and lent.
    ///   - mostPages: how many pages are asked about.
    ///   - launcher: the path of `beeline-decode`, which confines the programs.
    ///   - timeLimit: of each run of a program.
    /// - Throws: `DecodeError`: it cannot be opened, or there is nothing to read it with.
    init(_ file: Int32, mostPages: Int, launcher: String, timeLimit: Duration) async throws(DecodeError) {
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
