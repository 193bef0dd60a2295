internal import BeelineSupport
internal import BeelineSymbols

/// Reads the pages of a PDF one after the other, each at the resolution that its codes need: first at a low one with what
/// is cheap, then at higher ones. A page on which something was found is looked at once more: a large QR code must not hide
/// a small EAN. One without a code is looked at as closely as the effort has it.
struct PDFReading {
    /// A way to look at a page.
    struct Look: Equatable {
        /// In pixels an inch.
        let resolution: Int
        let effort: DecodeEffort
        /// What is enough for a page on which something is known already; nil: it is not looked at in this way.
        let effortForMore: DecodeEffort?

        init(_ resolution: Int, _ effort: DecodeEffort, forMore: DecodeEffort? = nil) {
            (self.resolution, self.effort, effortForMore) = (resolution, effort, forMore)
        }
    }

    private let options: DecodeOptions
    private let budget: DocumentBudget
    private var used = DocumentBudget.Use()
    private var decoding = Decoding()

    init(_ options: DecodeOptions, _ budget: DocumentBudget) {
        self.options = options
        self.budget = budget
    }

    /// How pages are looked at, one after the other.
    static func looks(_ effort: DecodeEffort) -> [Look] {
        switch effort {
        case .fast: [Look(150, .fast), Look(300, .fast)]
        case .normal: [Look(150, .fast), Look(300, .normal, forMore: .normal)]
        case .max: [Look(150, .fast), Look(300, .normal, forMore: .normal), Look(600, .max)]
        }
    }

    /// - Parameter decode: decodes a picture; the descriptor is lent to it.
    /// - Throws: `DecodeError` when no page could be read.
    mutating func read(
        _ document: borrowing PDFDocument,
        decode: @Sendable (Int32, DecodeOptions) async throws(DecodeError) -> Decoding
    ) async throws(DecodeError) -> Decoding {
        for page in document.pages {
            if used.limitReached(of: budget) != nil { break }
            do throws(DecodeError) {
                try await read(page, of: document, decode: decode)
            } catch {
                let size = page.size(at: resolution(of: page, Self.looks(options.effort)[0]))
                var failed = DecodedPage(number: page.number, width: size.width, height: size.height)
                failed.failure = error
                decoding.pages.append(failed)
            }
            if options.stopsAtFirst, !decoding.symbols.isEmpty { return decoding }
            used.addPage()
        }
        let readCount = decoding.pages.count
        if let failure = decoding.onlyFailure { throw failure }
        if readCount < document.pageCount { addRest(of: document, behind: readCount) }
        return decoding
    }

    /// Says from where on pages were not read, and why.
    private mutating func addRest(of document: borrowing PDFDocument, behind readCount: Int) {
        var rest = DecodedPage(number: readCount + 1, width: 0, height: 0)
        // Where it says that there are more pages than can be asked about, there is no limit to name.
        let reason = used.limitReached(of: budget).map { ", and \($0)" } ?? ""
        rest.failure = .tooLarge(
            "the PDF has \(document.pageCount) pages\(reason); page \(readCount + 1) and what follows was not read; split it"
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
            used.addDrawn(size.width * size.height)
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

    /// What is asked of a picture of a page. Pixels of a region are those of the first look.
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
