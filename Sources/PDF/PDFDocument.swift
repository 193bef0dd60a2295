internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// A PDF, with the page sizes of `pdfinfo`. `pdftoppm` draws its pages, so that it cannot harm this process.
struct PDFDocument: ~Copyable {
    struct Page {
        /// Counted from 1.
        let number: Int
        /// In points, 72 of which are an inch.
        let width: Double
        let height: Double

        /// The requested resolution, in pixels an inch, or less, where the page would have more than `mostPixels`.
        func resolution(_ wanted: Int, mostPixels: Int) -> Int {
            let inches = max(width, 1) / 72 * (max(height, 1) / 72)
            let most = (Double(mostPixels) / inches).squareRoot()
            return max(1, min(wanted, Int(most)))
        }

        func size(at resolution: Int) -> (width: Int, height: Int) {
            func pixels(_ points: Double) -> Int { Int((points / 72 * Double(resolution)).rounded(.up)) }
            return (pixels(width), pixels(height))
        }
    }

    /// The first pages, as many as were asked for.
    let pages: [Page]
    let pageCount: Int

    private let file: Int32
    private let drawing: PDFProgram

    /// The most pixels of a drawn page: A4 at 600 pixels an inch has 35 million.
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

    /// Within how many bytes from the beginning the mark of a PDF may be (ISO 32000-1, H.3, note 13).
    private static let markRange = 1024

    /// Whether a file that begins with some bytes is a PDF. A file that may be an image of another format is not.
    static func isOne(beginning bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.prefix(markRange)
        let mark = Array("%PDF-".utf8)
        if bytes.starts(with: mark) { return true }
        // The mark may come after junk; but the notes of a picture may contain it, too.
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

    /// Opens a file that is lent, and gets the sizes of so many pages. The launcher is the path of `beeline-decode`,
    /// which confines the programs; the time limit is for each run of one. It is an error when a program is missing.
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
            // The metadata of the document come before, and may look the same.
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

    /// Draws a page in gray, as a PNM file in memory.
    func draw(_ page: Page, resolution: Int) async throws(DecodeError) -> Descriptor {
        let arguments = [
            "-gray", "-cropbox", "-r", "\(resolution)", "-f", "\(page.number)", "-l", "\(page.number)", "/dev/stdin",
        ]
        return try await drawing.run(arguments, pdf: file, outputLimit: Self.mostPixels / 4 * 5)
    }
}
