import BeelineImages
import BeelineSymbols
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
