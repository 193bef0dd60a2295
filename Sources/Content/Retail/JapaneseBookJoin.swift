internal import BeelineSymbols

/// Joins the second row of a Japanese book to the ISBN above it. A decoder may report the row first, and an image may
/// show several books; so the places of the symbols decide. Where they are not known, a row belongs to the ISBN that
/// was read next to it.
enum JapaneseBookJoin {
    static func join(_ readings: inout [Reading]) {
        let codes = readings.indices.compactMap { Code(readings[$0], at: $0) }
        guard codes.contains(where: { $0.row != nil }), codes.contains(where: { $0.row == nil }) else { return }
        for page in pages(of: codes) {
            for (row, book) in pairs(on: page) { join(row: row, book: book, &readings) }
        }
    }

    private struct Code {
        let index: Int
        /// Nil for an ISBN.
        let row: JapaneseBookRow?
        let outline: Outline?
        let page: Int?

        /// Nil for readings that cannot be one of a pair.
        init?(_ reading: Reading, at index: Int) {
            switch reading.content {
            case .isbn(let book) where JapaneseBookJoin.mayHaveRow(book): row = nil
            case .japaneseBookRow(let row): self.row = row
            default: return nil
            }
            self.index = index
            outline = reading.symbol.sighting?.outline
            page = reading.symbol.sighting?.page
        }
    }

    /// Only books of Japan have a second row: 978-4, and 979 groups that the table does not know and Japan may get.
    private static func mayHaveRow(_ book: Book) -> Bool {
        book.isbn.number / 1_000_000_000 == 9784 || book.agency == "Japan"
            || (book.isbn10 == nil && book.division == nil)
    }

    /// The codes by page, each in the order of reading.
    private static func pages(of codes: [Code]) -> [[Code]] {
        var pages: [Int?: [Code]] = [:]
        for code in codes { pages[code.page, default: []].append(code) }
        return Array(pages.values)
    }

    private static func pairs(on page: [Code]) -> [(row: Int, book: Int)] {
        let placed = page.filter { $0.outline != nil }
        // Comparing each row with each book is for images; an input of thousands of codes is none.
        guard placed.count <= 256 else { return neighbours(page) }
        return nearest(placed) + neighbours(page.filter { $0.outline == nil })
    }

    /// The nearest pairs first, each row and each book once.
    private static func nearest(_ codes: [Code]) -> [(row: Int, book: Int)] {
        let books = codes.filter { $0.row == nil }
        let rows = codes.filter { $0.row != nil }
        // With one of each, a decoder that takes a code for upside down does no harm.
        let isOnly = books.count == 1 && rows.count == 1
        var candidates: [(cost: Double, row: Int, book: Int)] = []
        for book in books {
            guard let outline = book.outline else { continue }
            let frame = Frame(outline)
            for row in rows {
                guard let cost = row.outline.flatMap({ frame.cost(of: $0, isAnySide: isOnly) }) else { continue }
                candidates.append((cost, row.index, book.index))
            }
        }
        candidates.sort { ($0.cost, $0.row, $0.book) < ($1.cost, $1.row, $1.book) }
        var taken: Set<Int> = []
        return candidates.compactMap { candidate in
            guard !taken.contains(candidate.row), !taken.contains(candidate.book) else { return nil }
            taken.formUnion([candidate.row, candidate.book])
            return (candidate.row, candidate.book)
        }
    }

    /// The directions of a book's ISBN: a label may be turned in the image.
    private struct Frame {
        private let center: (x: Double, y: Double)
        /// From the left of the code to its right; of length 1.
        private let right: (x: Double, y: Double)
        private let width: Double

        init(_ outline: Outline) {
            center = (Double(outline.center.x), Double(outline.center.y))
            let x = Double(outline.topRight.x) - Double(outline.topLeft.x)
            let y = Double(outline.topRight.y) - Double(outline.topLeft.y)
            width = (x * x + y * y).squareRoot()
            right = width > 0 ? (x / width, y / width) : (1, 0)
        }

        /// How far away another code is; more to the left, for a row that is beside its ISBN is to the right.
        /// Nil when it cannot belong to it: above it, or too far away.
        func cost(of outline: Outline, isAnySide: Bool) -> Double? {
            let (x, y) = (Double(outline.center.x) - center.x, Double(outline.center.y) - center.y)
            let along = x * right.x + y * right.y
            let below = y * right.x - x * right.y
            let distance = (x * x + y * y).squareRoot()
            guard width == 0 || distance <= width * 4 else { return nil }
            guard isAnySide || below >= -width / 4 else { return nil }
            return along < -width / 2 ? distance * 1.5 : distance
        }
    }

    /// Pairs of neighbours, all with the book first or all with the row first, whichever gives more. Where several
    /// books are before several rows, it is unknown which belong together.
    private static func neighbours(_ codes: [Code]) -> [(row: Int, book: Int)] {
        let bookFirst = pairs(codes) { $0.row == nil }
        let rowFirst = pairs(codes) { $0.row != nil }
        return rowFirst.count > bookFirst.count ? rowFirst : bookFirst
    }

    private static func pairs(_ codes: [Code], isFirst: (Code) -> Bool) -> [(row: Int, book: Int)] {
        codes.indices.dropLast().compactMap { place in
            let (one, other) = (codes[place], codes[place + 1])
            guard isFirst(one), !isFirst(other) else { return nil }
            let isSeveralBefore = place > 0 && isFirst(codes[place - 1])
            let isSeveralAfter = place + 2 < codes.count && !isFirst(codes[place + 2])
            guard !(isSeveralBefore && isSeveralAfter) else { return nil }
            return one.row == nil ? (other.index, one.index) : (one.index, other.index)
        }
    }

    private static func join(row: Int, book: Int, _ readings: inout [Reading]) {
        guard case .japaneseBookRow(let second) = readings[row].content, case .isbn(let first) = readings[book].content
        else { return }
        let (rowReading, bookReading) = (readings[row], readings[book])
        readings[row] = Reading(
            symbol: rowReading.symbol, content: rowReading.content, warnings: rowReading.warnings, joinedTo: book)
        readings[book] = Reading(
            symbol: bookReading.symbol, content: .isbn(first.joined(to: second)), warnings: bookReading.warnings,
            joinedTo: bookReading.joinedTo)
    }
}
