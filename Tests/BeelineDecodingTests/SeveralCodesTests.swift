import BeelineSymbols
import TestPictures
import TestPrograms
import Testing

@testable import BeelineDecoding

@Suite("Several codes in one picture")
struct SeveralCodesTests {
    /// Rows of codes, each with how far it is shifted down.
    struct Sheet: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let shifts: [[Int]]
        var qr: [Int] = []
    }

    static let sheets = [
        Sheet(testDescription: "a straight grid", shifts: [[0, 0, 0], [0, 0, 0]]),
        Sheet(testDescription: "a staggered grid", shifts: [[0, 14, 6], [10, 0, 17]]),
        Sheet(testDescription: "rows that rise to the right", shifts: [[40, 20, 0], [40, 20, 0]]),
        Sheet(testDescription: "QR codes among linear ones", shifts: [[0, 14, 6], [10, 0, 17]], qr: [1, 5]),
        Sheet(testDescription: "a column", shifts: [[0], [5], [0], [9]]),
        Sheet(testDescription: "a row", shifts: [[0, 30, 5, 20]]),
    ]

    @Test("they come in reading order", arguments: sheets)
    func readingOrder(_ sheet: Sheet) async throws {
        let columns = sheet.shifts.map(\.count).max() ?? 0
        var image = GrayImage.white(width: columns * 520 + 40, height: sheet.shifts.count * 320 + 40)
        var texts: [String] = []
        for (row, shifts) in sheet.shifts.enumerated() {
            for (column, shift) in shifts.enumerated() {
                let number = texts.count
                let isQR = sheet.qr.contains(number)
                let code = try await Drawing.image(
                    isQR ? "QRCODE" : "CODE128", "code \(number)", isQR ? ["--scale=5"] : [])
                image = image.with(code, x: column * 520 + 20, y: row * 320 + 20 + shift)
                texts.append("code \(number)")
            }
        }
        #expect(try ZBarDecoder().symbols(in: image).map(\.text) == texts)
    }

    /// Labels as they stand on a sheet: next to each other, and some of them copies.
    struct Labels: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let columns: Int
        /// For each label, its type as zint calls it and what it says.
        let codes: [(type: String, text: String)]
        var gap = 12
    }

    private static func ean(_ number: Int) -> (String, String) { ("EANX", "\(400_638_133_000 + number)") }

    static let labels = [
        Labels(testDescription: "a column of EAN-13", columns: 1, codes: (0..<7).map(ean)),
        Labels(testDescription: "a grid of EAN-13", columns: 3, codes: (0..<12).map(ean)),
        Labels(
            testDescription: "two copies and another code", columns: 2,
            codes: [ean(1), ean(1), ("CODE128", "SHELF-12")]),
        Labels(testDescription: "copies in a row", columns: 4, codes: [ean(1), ean(1), ean(1), ean(2), ean(1)]),
        Labels(testDescription: "EAN-13 closely above each other", columns: 1, codes: (0..<5).map(ean), gap: 4),
        Labels(
            testDescription: "copies of a QR code and others", columns: 3,
            codes: [("QRCODE", "a"), ("QRCODE", "a"), ("QRCODE", "b"), ("CODE128", "c"), ("QRCODE", "a")]),
    ]

    @Test("no code is hidden by another one, or by a copy", arguments: labels, [DecodeEffort.fast, .normal])
    func findsAll(_ labels: Labels, _ effort: DecodeEffort) async throws {
        var images: [GrayImage] = []
        for code in labels.codes { images.append(try await Drawing.image(code.type, code.text)) }
        let width = (images.map(\.width).max() ?? 0) + labels.gap
        let height = (images.map(\.height).max() ?? 0) + labels.gap
        let rows = (images.count + labels.columns - 1) / labels.columns
        var sheet = GrayImage.white(width: labels.columns * width + 40, height: rows * height + 40)
        for (index, image) in images.enumerated() {
            sheet = sheet.with(
                image, x: 20 + index % labels.columns * width, y: 20 + index / labels.columns * height)
        }
        var options = DecodeOptions()
        options.effort = effort
        let symbols = try PageReader(options: options).read(sheet) { _ in }.symbols
        // Zint has added the check digit.
        let found = symbols.map { $0.symbology == .ean13 ? String(($0.text ?? "").dropLast()) : $0.text }
        #expect(found.count == Set(found).count)
        #expect(Set(found) == Set(labels.codes.map(\.text)))
    }

    /// Sheets of equal codes: the code, the columns and rows, and the pixels between them.
    static let stacks = [
        (type: "EANX", text: "400638133001", columns: 1, rows: 4, gap: 4),
        (type: "EANX", text: "400638133001", columns: 3, rows: 5, gap: 12),
        (type: "CODE128", text: "BOX-17", columns: 2, rows: 3, gap: 12),
        (type: "CODE39", text: "SHELF12", columns: 1, rows: 3, gap: 30),
        (type: "ITF14", text: "0400638133390", columns: 1, rows: 3, gap: 12),
        (type: "DBAR_OMN", text: "0400638133390", columns: 2, rows: 3, gap: 12),
    ]

    @Test("each of equal linear codes above and beside each other is counted", arguments: stacks)
    func counts(_ stack: (type: String, text: String, columns: Int, rows: Int, gap: Int)) async throws {
        let code = try await Drawing.image(stack.type, stack.text)
        let (width, height) = (code.width + stack.gap, code.height + stack.gap)
        var sheet = GrayImage.white(width: stack.columns * width + 40, height: stack.rows * height + 40)
        for place in 0..<(stack.columns * stack.rows) {
            sheet = sheet.with(code, x: 20 + place % stack.columns * width, y: 20 + place / stack.columns * height)
        }
        let symbols = try PageReader(options: DecodeOptions()).read(sheet.grained(4)) { _ in }.symbols
        #expect(symbols.map { $0.sighting?.copies } == [stack.columns * stack.rows])
    }

    @Test(
        "an outline around equal codes above each other is divided by the light between them",
        arguments: [(rows: 1, gap: 12), (rows: 2, gap: 4), (rows: 4, gap: 12)])
    func divides(_ stack: (rows: Int, gap: Int)) async throws {
        let code = try await Drawing.image("EANX", "400638133001")
        let height = code.height + stack.gap
        var sheet = GrayImage.white(width: code.width + 40, height: stack.rows * height + 40)
        for row in 0..<stack.rows { sheet = sheet.with(code, x: 20, y: 20 + row * height) }
        let (right, bottom) = (20 + code.width - 1, 20 + stack.rows * height - stack.gap - 2)
        let outline = Outline(
            topLeft: Point(x: 20, y: 22), topRight: Point(x: right, y: 22), bottomRight: Point(x: right, y: bottom),
            bottomLeft: Point(x: 20, y: bottom))
        let page = sheet.grained(4)
        let parts = LinearExtent.parts(of: outline, in: DerivedImage(image: page, mapping: .identity), on: page)
        #expect(parts.count == stack.rows && (stack.rows > 1 || parts == [outline]))
        for (row, part) in parts.enumerated() where stack.rows > 1 {
            #expect((18 + row * height...20 + (row + 1) * height).contains(part.rows.lowerBound))
            #expect(part.rows.upperBound <= 20 + (row + 1) * height - stack.gap)
        }
    }

    @Test("a code that a finger cuts in two strips is one")
    func countsStripsOnce() async throws {
        let code = try await Drawing.image("EANX", "400638133001", ["--height=120"])
        let finger = GrayImage(
            width: code.width, height: code.height / 5,
            pixels: Array(repeating: 90, count: code.width * (code.height / 5)))
        let photo = code.with(finger, x: 0, y: code.height * 2 / 5).framed(20).grained(4)
        let symbols = try PageReader(options: DecodeOptions()).read(photo) { _ in }.symbols
        #expect(symbols.map { $0.sighting?.copies } == [1])
    }

    @Test("bars that lean are those of one code")
    func countsLeaningBarsOnce() throws {
        let photo = try GrayImage(decoding: Project.read("Examples/cd.jpg"))
        let symbols = try PageReader(options: DecodeOptions()).read(photo) { _ in }.symbols
        #expect(symbols.map { $0.sighting?.copies } == [1])
    }

    @Test("when time is over, found codes are kept, and a note says that there may be more")
    func endsInTime() async throws {
        let codes = [try await Drawing.image("EANX", "400638133001"), try await Drawing.image("EANX", "400638133002")]
        let sheet = GrayImage.white(width: codes[0].width + 40, height: codes[0].height * 2 + 60)
            .with(codes[0], x: 20, y: 20).with(codes[1], x: 20, y: codes[0].height + 40)
        let page = try PNGWriter.png(of: sheet)
        let all = try LocalDecoder().decode(now: .bytes(page), patience: .seconds(600))
        #expect(all.symbols.count == 2 && all.losses.isEmpty)
        let some = try LocalDecoder().decode(now: .bytes(page), patience: .seconds(0))
        // The first look may see both.
        #expect(some.symbols.count == 1 || ZXingLibrary.givesAll && some.symbols.count == 2)
        #expect(some.symbols.allSatisfy { symbol in all.symbols.contains { $0.text == symbol.text } })
        #expect(some.losses.map(\.reason) == ["0 s were over"] && some.losses.allSatisfy { $0.page == nil })
    }

    @Test("symbols without an outline come last and stay in order")
    func unplacedComeLast() {
        let unplaced = ["a", "b"].map { Symbol(.qr, $0) }
        let placed = ["c", "d"].enumerated().map { index, text in
            Symbol(.qr, text, sighting: .at(x: 100 - index * 50, y: 10, width: 30, height: 30))
        }
        #expect(ReadingOrder.sorted(unplaced + placed).map(\.text) == ["d", "c", "a", "b"])
    }

    @Test("a hundred flat outlines on one spot come to an end")
    func survivesOneSpot() {
        let symbols = (0..<100).map { Symbol(.code128, "\($0)", sighting: .at(x: 5, y: 5, width: 0, height: 0)) }
        #expect(Set(ReadingOrder.sorted(symbols)) == Set(symbols))
    }
}

extension Sighting {
    /// One whose outline is an upright box.
    static func at(x: Int, y: Int, width: Int, height: Int, quality: Int? = nil) -> Sighting {
        Sighting(
            outline: Outline(
                topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
                bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height)),
            decoder: "test", quality: quality)
    }
}
