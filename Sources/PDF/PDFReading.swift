internal import BeelineSupport
package import BeelineSymbols

/// Reads the pages of a PDF one after the other, each at increasing resolutions, first with little effort. A page on
/// which a code was found is decoded again: a large QR code must not hide a small EAN. A page without a code is decoded
/// at all resolutions of the effort.
package struct PDFReading {
    /// A resolution and an effort with which a page is decoded.
    struct Look: Equatable {
        /// In pixels an inch.
        let resolution: Int
        let effort: DecodeEffort
        /// The effort for a page on which a code was found already; nil: it is not decoded at this resolution.
        let effortForMore: DecodeEffort?

        init(_ resolution: Int, _ effort: DecodeEffort, forMore: DecodeEffort? = nil) {
            (self.resolution, self.effort, effortForMore) = (resolution, effort, forMore)
        }
    }

    /// Whether the programs that draw pages are installed.
    package static var isAvailable: Bool { ["pdfinfo", "pdftoppm"].allSatisfy { Executable.find($0) != nil } }

    /// Whether an open file that is at its beginning is a PDF.
    package static func reads(_ file: Int32) -> Bool { PDFDocument.isOne(file) }

    /// Whether a file of some bytes is a PDF.
    package static func reads(_ bytes: [UInt8]) -> Bool { PDFDocument.isOne(beginning: bytes[...]) }

    /// Reads a PDF that is open, and lent. It is an error when no page could be read.
    ///
    /// - Parameters:
    ///   - budget: what all pages together may take.
    ///   - launcher: the path of `beeline-decode`, which confines the programs that draw pages.
    ///   - timeLimit: of each run of such a program.
    ///   - decode: decodes the picture of a page, a PNM file; the descriptor is lent to it.
    package static func decoding(
        _ file: Int32, _ options: DecodeOptions, _ budget: DocumentBudget, launcher: String, timeLimit: Duration,
        decode: @Sendable (Int32, DecodeOptions) async throws(DecodeError) -> Decoding
    ) async throws(DecodeError) -> Decoding {
        let document = try await PDFDocument(file, mostPages: budget.pages, launcher: launcher, timeLimit: timeLimit)
        var reading = PDFReading(options, budget)
        return try await reading.read(document, decode: decode)
    }

    private let options: DecodeOptions
    private let budget: DocumentBudget
    private var used = DocumentBudget.Use()
    private var decoding = Decoding()

    private init(_ options: DecodeOptions, _ budget: DocumentBudget) {
        self.options = options
        self.budget = budget
    }

    /// The resolutions and efforts for each page, in order.
    static func looks(_ effort: DecodeEffort) -> [Look] {
        switch effort {
        case .fast: [Look(150, .fast), Look(300, .fast)]
        case .normal: [Look(150, .fast), Look(300, .normal, forMore: .normal)]
        case .max: [Look(150, .fast), Look(300, .normal, forMore: .normal), Look(600, .max)]
        }
    }

    private mutating func read(
        _ document: borrowing PDFDocument,
        decode: @Sendable (Int32, DecodeOptions) async throws(DecodeError) -> Decoding
    ) async throws(DecodeError) -> Decoding {
        for page in document.pages {
            if used.limitReached(of: budget) != nil { break }
            do throws(DecodeError) {
                try await read(page, of: document, decode: decode)
            } catch .cancelled {
                throw .cancelled
            } catch {
                let size = page.size(at: resolution(of: page, Self.looks(options.effort)[0]))
                var failed = DecodedPage(number: page.number, width: size.width, height: size.height)
                failed.failure = error
                decoding.pages.append(failed)
            }
            if options.stopsAtFirst, !decoding.symbols.isEmpty { return decoding }
            used.pages += 1
        }
        let readCount = decoding.pages.count
        if let failure = decoding.onlyFailure { throw failure }
        if readCount < document.pageCount { addRest(of: document, behind: readCount) }
        return decoding
    }

    /// Adds an error for the pages that were not read.
    private mutating func addRest(of document: borrowing PDFDocument, behind readCount: Int) {
        var rest = DecodedPage(number: readCount + 1, width: 0, height: 0)
        // Where it says that there are more pages than can be asked about, there is no limit to name.
        let reason = used.limitReached(of: budget).map { ", and \($0)" } ?? ""
        rest.failure = .tooLarge(
            "the PDF has \(document.pageCount) pages\(reason); page \(readCount + 1) and the following pages were "
                + "not read; split it"
        )
        decoding.pages.append(rest)
    }

    private mutating func read(
        _ page: PDFDocument.Page, of document: borrowing PDFDocument,
        decode: @Sendable (Int32, DecodeOptions) async throws(DecodeError) -> Decoding
    ) async throws(DecodeError) {
        let number = document.pageCount > 1 ? page.number : nil
        var found = Decoding()
        var before = 0
        for look in Self.looks(options.effort) {
            let isMore = !found.symbols.isEmpty
            if isMore, options.stopsAtFirst { break }
            guard let effort = isMore ? look.effortForMore : look.effort else { break }
            let resolution = resolution(of: page, look)
            // A large page has as many pixels as it may at the resolution before.
            if resolution == before, effort == .fast { continue }
            let picture = try await document.draw(page, resolution: resolution)
            let size = page.size(at: resolution)
            used.drawnBytes += size.width * size.height
            var closer = try await decode(picture.number, options(for: look, effort, resolution))
            if isMore { closer.add(found, enlarged: Double(resolution) / Double(before)) }
            found = closer
            before = resolution
        }
        used.addKept(found)
        decoding.symbols += found.symbols.map { $0.onPage(number) }
        for var page in found.pages {
            page.number = number
            decoding.pages.append(page)
        }
        for var loss in found.losses {
            loss.page = number
            decoding.losses.append(loss)
        }
    }

    private func resolution(of page: PDFDocument.Page, _ look: Look) -> Int {
        page.resolution(look.resolution, mostPixels: PDFDocument.mostPixels)
    }

    /// The decoding options for a picture of a page. The pixels of a region are those of the first resolution.
    private func options(for look: Look, _ effort: DecodeEffort, _ resolution: Int) -> DecodeOptions {
        var options = options
        options.effort = effort
        guard let region = options.region else { return options }
        let scale = Double(resolution) / Double(Self.looks(options.effort)[0].resolution)
        func scaled(_ length: ImageRegion.Length) -> ImageRegion.Length {
            guard case .pixels(let count) = length else { return length }
            return .pixels(Int(min(max((Double(count) * scale).rounded(), 0), 1e9)))
        }
        options.region = ImageRegion(
            x: scaled(region.x), y: scaled(region.y), width: scaled(region.width), height: scaled(region.height))
        return options
    }
}

/// The limits for all pages of one document together. Each page has limits of its own as well, but over a thousand
/// pages those would add up to hours. They are checked between pages: the first page is always read, and the last may
/// exceed them.
package struct DocumentBudget: Hashable, Sendable {
    package var pages: Int
    package var time: Duration
    package var drawnBytes: Int
    /// How many bytes of symbols and previews are kept.
    package var keptBytes: Int

    /// - Parameter timeLimit: how long a try at an image may take. Documents may take ten times as long.
    package init(timeLimit: Duration, pages: Int = 500, drawnBytes: Int = 16 << 30, keptBytes: Int = 256 << 20) {
        time = timeLimit * 10
        self.pages = pages
        self.drawnBytes = drawnBytes
        self.keptBytes = keptBytes
    }

    /// What was used of a budget so far.
    struct Use {
        private let began = ContinuousClock.now
        var pages = 0
        var drawnBytes = 0
        private var keptBytes = 0

        mutating func addKept(_ decoding: Decoding) {
            for symbol in decoding.symbols { keptBytes += symbol.bytes.count + Self.symbolCost }
            for page in decoding.pages { keptBytes += page.preview?.count ?? 0 }
        }

        /// What a symbol takes beside its bytes: the text, the outline, the rest.
        private static let symbolCost = 512

        /// Why no more pages are read; nil while there is something left.
        func limitReached(of budget: DocumentBudget) -> String? {
            guard pages > 0 else { return nil }
            let read = pages == 1 ? "the first page" : "the first \(pages) pages"
            if pages >= budget.pages { return "\(read) \(pages == 1 ? "is" : "are") the limit of a document" }
            if .now - began >= budget.time {
                return "\(read) took \(budget.time.wholeSeconds) s, which is the limit of a document"
            }
            if drawnBytes >= budget.drawnBytes || keptBytes >= budget.keptBytes {
                return "\(read) reached the limit of data for a document"
            }
            return nil
        }
    }
}

extension Decoding {
    /// Adds what an earlier look at the same page, drawn with fewer pixels, found and this one did not. `factor` pixels
    /// of this look are one of the earlier one.
    mutating func add(_ earlier: Decoding, enlarged factor: Double) {
        losses = earlier.losses.filter { !losses.contains($0) } + losses
        // Of one place the closer look knows more, and each code is reported once.
        let missing = earlier.symbols.map { $0.enlarged(factor) }.filter { symbol in
            !symbols.contains { $0.says(symbol) || $0.surrounds(symbol) || symbol.surrounds($0) }
        }
        for symbol in missing {
            let place = symbols.firstIndex { $0.stands(below: symbol) } ?? symbols.endIndex
            symbols.insert(symbol, at: place)
        }
        // What may be wrong with a page is said where nothing was found.
        guard !symbols.isEmpty else { return }
        for index in pages.indices { pages[index].diagnosis?.findings = [] }
    }
}

extension Symbol {
    fileprivate func enlarged(_ factor: Double) -> Symbol {
        guard let sighting else { return self }
        return seen(sighting.moved { $0.enlarged(factor) })
    }

    /// Whether it is the same code, also in another place.
    fileprivate func says(_ other: Symbol) -> Bool { symbology == other.symbology && bytes == other.bytes }

    /// Whether the middle of another symbol lies within this one.
    fileprivate func surrounds(_ other: Symbol) -> Bool {
        guard let outline = sighting?.outline, let place = other.sighting?.outline else { return false }
        return outline.holdsCenter(of: place)
    }

    /// Whether all of it is below the middle of another one.
    fileprivate func stands(below other: Symbol) -> Bool {
        guard let outline = sighting?.outline, let center = other.sighting?.outline?.center else { return false }
        return outline.rows.lowerBound > Int(center.y)
    }
}

extension Outline {
    fileprivate func enlarged(_ factor: Double) -> Outline {
        func enlarged(_ point: Point) -> Point {
            // A worker may say anything.
            func enlarged(_ length: Int32) -> Int { Int(max(-1e9, min(Double(length) * factor, 1e9))) }
            return Point(x: enlarged(point.x), y: enlarged(point.y))
        }
        return Outline(
            topLeft: enlarged(topLeft), topRight: enlarged(topRight), bottomRight: enlarged(bottomRight),
            bottomLeft: enlarged(bottomLeft))
    }
}
