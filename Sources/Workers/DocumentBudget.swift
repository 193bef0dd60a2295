internal import BeelineSymbols

/// What reading all pages of one document may take. Each page has limits of its own beside it; with a thousand pages, or ten that
/// are as slow as may be, those would add up to hours.
///
/// It is looked at between pages: the first is always read, and the last may go beyond it.
package struct DocumentBudget: Hashable, Sendable {
    /// How many pages are read.
    package var pages: Int
    /// In seconds.
    package var seconds: Int
    /// How many bytes of pictures are drawn.
    package var drawnBytes: Int
    /// How many bytes of symbols and previews are kept.
    package var keptBytes: Int

    /// - Parameter timeLimit: how many seconds a try at an image may take. Documents may take ten times as long.
    package init(
        timeLimit: Int, pages: Int = 500, drawnBytes: Int = 16 << 30, keptBytes: Int = 256 << 20
    ) {
        seconds = 10 * timeLimit
        self.pages = pages
        self.drawnBytes = drawnBytes
        self.keptBytes = keptBytes
    }

    /// What was used of it so far.
    struct Use {
        private let began = ContinuousClock.now
        private var pages = 0
        private var drawnBytes = 0
        private var keptBytes = 0

        mutating func addPage() { pages += 1 }
        mutating func addDrawn(_ bytes: Int) { drawnBytes += bytes }

        mutating func addKept(_ decoding: Decoding) {
            for symbol in decoding.symbols { keptBytes += symbol.bytes.count + Self.symbolCost }
            for page in decoding.pages { keptBytes += page.preview?.count ?? 0 }
        }

        /// Beside its bytes: the text, the outline, the rest.
        private static let symbolCost = 512

        /// Why no more pages are read; nil while there is something left.
        func limitReached(of budget: DocumentBudget) -> String? {
            guard pages > 0 else { return nil }
            let read = pages == 1 ? "the first page" : "the first \(pages) pages"
            if pages >= budget.pages { return "\(read) \(pages == 1 ? "is" : "are") as much as is read of a document" }
            if .now - began >= .seconds(budget.seconds) {
                return "\(read) took \(budget.seconds) s, and a document may take no more"
            }
            if drawnBytes >= budget.drawnBytes || keptBytes >= budget.keptBytes {
                return "\(read) made as much data as a document may"
            }
            return nil
        }
    }
}
