import Beeline
import BeelineSupport
import BeelineSymbols

/// Collects the annotated pictures of a scan, and writes them when all have arrived. The pictures wait in an unnamed
/// file. Only their places in it are in memory.
final class Annotator {
    private typealias Verdict = AnnotatedPicture.Verdict

    private let target: AnnotationTarget
    private let maker: AnnotatedPicture.Maker
    /// Whether there is one image, which is shown as large as there is room.
    private let isLarge: Bool
    private var drawing: [AnnotatedPicture] = []
    private var spool: SpoolFile?
    private var places: [Verdict: [Range<Int>]] = [:]
    private var counts: [Verdict: Int] = [:]
    private var failure: FileError?

    /// More pictures on one page keep a browser busy for too long.
    private static let mostOnPage = 200
    private static let mostBytesOnPage = 12 << 20
    /// The limit of a single page; further pictures are left out.
    private static let mostOnOnlyPage = 500
    private static let mostBytesOnOnlyPage = 32 << 20

    init(_ target: AnnotationTarget, _ maker: AnnotatedPicture.Maker, images count: Int) {
        self.target = target
        self.maker = maker
        isLarge = count == 1
    }

    /// - Parameter answer: a redacted answer, unless secrets are shown.
    func add(_ answer: Answer) {
        // After a failure the scan continues without pictures.
        guard failure == nil else { return }
        do throws(FileError) {
            for picture in maker.pictures(of: answer) { try add(picture) }
        } catch {
            failure = error
        }
    }

    private func add(_ picture: AnnotatedPicture) throws(FileError) {
        counts[picture.verdict, default: 0] += 1
        switch target {
        case .svg: if drawing.count < PictureSVG.mostPages { drawing.append(picture) }
        // Pictures after these are never shown.
        case .html: if places[picture.verdict, default: []].count < Self.mostOnOnlyPage { try keep(picture) }
        case .folder: try keep(picture)
        }
    }

    private func keep(_ picture: AnnotatedPicture) throws(FileError) {
        let side = isLarge ? 1_200.0 : 320.0
        if spool == nil { spool = try SpoolFile(in: target.spoolFolder) }
        let article = Array(picture.article(side: side).utf8)
        if let place = try spool?.append(article) { places[picture.verdict, default: []].append(place) }
    }

    /// Writes the collected pictures, each file whole or not at all. Returns a remark when some are left out.
    func write() throws(FileError) -> String? {
        if let failure { throw failure }
        let count = counts.values.reduce(0, +)
        let shown: Int
        switch target {
        case .svg(let path):
            try replaceFile(path, with: Array(PictureSVG(drawing).document.utf8))
            shown = drawing.count
        case .html(let path):
            let first = pages(most: Self.mostOnOnlyPage, bytes: Self.mostBytesOnOnlyPage).first ?? []
            shown = first.count
            try write(first, shown: shown, number: 1, of: 1, to: path)
        case .folder(let folder):
            let all = pages(most: Self.mostOnPage, bytes: Self.mostBytesOnPage)
            for (index, places) in all.enumerated().reversed() {
                let path = "\(folder)/\(PicturePage.name(index + 1))"
                try write(places, shown: count, number: index + 1, of: all.count, to: path)
            }
            removePages(of: folder, after: all.count)
            shown = count
        }
        guard shown < count else { return nil }
        return "\(target.path) shows \(shown) of \(count) pictures; use a folder for all of them: --annotate FOLDER/"
    }

    /// The places of pictures, misses first, page by page.
    private func pages(most: Int, bytes: Int) -> [[Range<Int>]] {
        var pages: [[Range<Int>]] = [[]]
        var size = 0
        for place in Verdict.allCases.flatMap({ places[$0] ?? [] }) {
            let last = pages.count - 1
            if pages[last].count == most || (size + place.count > bytes && !pages[last].isEmpty) {
                pages.append([place])
                size = place.count
            } else {
                pages[last].append(place)
                size += place.count
            }
        }
        return pages
    }

    private func write(
        _ places: [Range<Int>], shown: Int, number: Int, of total: Int, to path: String
    ) throws(FileError) {
        let page = PicturePage(counts: counts, shownCount: shown, number: number, total: total, isLarge: isLarge)
        var bytes = Array(page.head.utf8)
        for place in places {
            guard let article = try spool?.read(place) else { continue }
            bytes += article
        }
        try replaceFile(path, with: bytes + page.foot.utf8)
    }

    /// Removes the pages of an earlier scan that had more pictures.
    private func removePages(of folder: String, after last: Int) {
        var number = last + 1
        while case let path = "\(folder)/\(PicturePage.name(number))", PicturePage.isOurs(path) {
            removeFile(path)
            number += 1
        }
    }
}

/// The file or folder that annotated pictures are written to.
enum AnnotationTarget: Hashable, Sendable {
    /// One image, with its pages one below the other.
    case svg(String)
    /// One page for all images, by its path.
    case html(String)
    /// As many pages as there need to be, in a folder.
    case folder(String)

    /// Reads the option as it is on the command line.
    init(_ text: String, images count: Int) throws(UsageError) {
        let ending = extensionOfFile(text)
        if text.isEmpty || text == "-" {
            throw .badAnnotation(text, "a name is needed: a file, OUT.svg or OUT.html, or a folder")
        }
        if isFolder(text) || text.hasSuffix("/") || (ending == nil && !exists(text)) {
            var folder = text[...]
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            self = .folder(String(folder))
            let index = "\(folder)/index.html"
            guard !exists(index) || PicturePage.isOurs(index) else {
                throw .badAnnotation(text, "it has an index.html that Beeline did not write; choose another folder")
            }
        } else if ending == "svg" {
            guard count == 1 else {
                throw .badAnnotation(
                    text, "an SVG can show one image, but there are \(count); use a .html file or a folder")
            }
            self = .svg(text)
        } else if ending == "html" || ending == "htm" {
            self = .html(text)
        } else {
            throw .badAnnotation(text, "a file must end in .svg or .html; a new folder must end in /")
        }
        try UsageError.requireFolder(of: path)
    }

    /// The longest side of the requested pictures, in pixels. A photograph has 1 MB at the largest, else 40 kB.
    func previewSide(images count: Int) -> Int {
        switch self {
        case .svg: 1_600
        case .html, .folder: count == 1 ? 1_200 : 320
        }
    }

    var path: String {
        switch self {
        case .svg(let path), .html(let path), .folder(let path): path
        }
    }

    /// The folder of the unnamed file in which pictures wait.
    var spoolFolder: String {
        switch self {
        case .folder(let path): path
        case .svg(let path), .html(let path): path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        }
    }
}
