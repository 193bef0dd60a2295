import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Pages full of matrix codes")
struct CodeGridTests {
    private static func square(_ side: Int, x: Int = 0, y: Int = 0) -> Outline {
        Outline(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + side - 1, y: y),
            bottomRight: Point(x: x + side - 1, y: y + side - 1), bottomLeft: Point(x: x, y: y + side - 1))
    }

    @Test(
        "every code lies in a cell with its quiet zone, wherever it stands",
        arguments: [(1240, 1754, 90), (1240, 1754, 301), (500, 2000, 33), (2000, 130, 40), (301, 299, 69)])
    func cellsCover(width: Int, height: Int, side: Int) throws {
        let crowd = try #require(CodeGrid(Array(repeating: (.qr, Self.square(side)), count: 3)))
        let cells = crowd.cells(of: .white(width: width, height: height))
        try #require(!cells.isEmpty)
        let reach = side * 5 / 4
        for y in Set(stride(from: 0, through: height - reach, by: 7)).union([max(0, height - reach)]) {
            for x in Set(stride(from: 0, through: width - reach, by: 7)).union([width - reach]) {
                let isHeld = cells.contains { cell in
                    cell.x <= x && x + reach <= cell.x + cell.side
                        && cell.y <= y && min(y + reach, height) <= cell.y + cell.side
                }
                #expect(isHeld, "\(x), \(y)")
            }
        }
    }

    @Test("few codes, and a page of one cell, are decoded as a whole")
    func leavesOthers() throws {
        #expect(CodeGrid([(.qr, Self.square(90)), (.qr, Self.square(90))]) == nil)
        let crowd = try #require(CodeGrid(Array(repeating: (.qr, Self.square(90)), count: 3)))
        #expect(crowd.cells(of: .white(width: 300, height: 300)).isEmpty)
    }

    @Test("outlines of a pixel do not make a cell of each", arguments: [1, 2, 10])
    func boundsCells(side: Int) throws {
        let crowd = try #require(CodeGrid(Array(repeating: (.qr, Self.square(side)), count: 3)))
        #expect((1...1500).contains(crowd.cells(of: .white(width: 2480, height: 3508)).count))
    }

    @Test("cells are searched for the symbologies of the page, except those that are read line by line")
    func asksForTheSame() throws {
        let crowd = try #require(CodeGrid(Array(repeating: (.qr, Self.square(90)), count: 3)))
        let asked = Passes.plan.compactMap { crowd.question(of: $0, $0.question) }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.symbologies == [.qr] })
    }

    struct Sheet: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var type = "QRCODE"
        var scale = 2
        let text: @Sendable (Int) -> String
    }

    static let sheets = [
        Sheet(testDescription: "QR codes") { "https://example.com/item/\($0)" },
        // In small pictures it is found in the middle only.
        Sheet(testDescription: "Data Matrix", type: "DATAMATRIX", scale: 3) { "shelf \($0)" },
        Sheet(testDescription: "copies") { _ in "https://example.com/same" },
    ]

    @Test("a sheet of sixty is read in fewer looks than it has codes", arguments: sheets)
    func readsSheet(_ sheet: Sheet) async throws {
        let (columns, rows) = (6, 10)
        var codes: [GrayImage] = []
        for number in 0..<(columns * rows) {
            codes.append(try await Drawing.image(sheet.type, sheet.text(number), ["--scale=\(sheet.scale)"]))
        }
        let side = (codes.map { max($0.width, $0.height) }.max() ?? 0) + 40
        var page = GrayImage.white(width: columns * side + 40, height: rows * side + 40)
        for (number, code) in codes.enumerated() {
            page = page.with(code, x: 40 + number % columns * side, y: 40 + number / columns * side)
        }
        var looks = 0
        let answer = try PageReader(options: DecodeOptions()).read(page) { if $0 == "zxing.matrix" { looks += 1 } }
        #expect(Set(answer.symbols.map(\.text)) == Set((0..<codes.count).map { sheet.text($0) }))
        #expect(looks < codes.count / 3, "\(looks)")
    }
}
