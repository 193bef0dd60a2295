import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Add-ons and their parents")
struct AddOnTests {
    @Test("two books side by side keep their own add-ons, however they lie", arguments: 0..<4)
    func eachItsOwn(_ quarters: Int) async throws {
        let one = try await Drawing.image("EANX", "978487311904+51234")
        let other = try await Drawing.image("EANX", "978030640615+52495")
        let image = GrayImage.white(width: one.width + other.width, height: one.height + 40)
            .with(one, x: 0, y: 10).with(other, x: one.width, y: 25).framed(20).turned(quarters)
        let found = Dictionary(
            uniqueKeysWithValues: try ZBarDecoder().symbols(in: image).map { ($0.text ?? "", $0.addOn ?? "") })
        #expect(found == ["9784873119045": "51234", "9780306406157": "52495"])
    }

    @Test(
        "an add-on that no row shares with its turned code is read in a strip of both",
        arguments: [-30, -18, 9, 24.0])
    func turned(_ degrees: Double) async throws {
        let code = try await Drawing.image("EANX", "978487311904+51234", ["--scale=1.5"]).framed(30)
        let upright = try #require(try ZBarDecoder().symbols(in: code).first?.sighting?.outline)
        let (page, mapping) = try #require(code.turned(degrees: degrees))
        let back = try #require(mapping.inverted)
        let corners = upright.corners.map { back(Vector($0)) }
        let middle = corners.reduce(Vector(), +) / 4
        let along = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
        // From side to side in a row of the page, and as high as some rows, with sides that lean as the bars do.
        let row = Vector(along.length * along.length / along.x / 2, 0)
        let bars = along.turned / along.length * 10
        let outline = Outline(
            topLeft: Point(middle - row - bars), topRight: Point(middle + row - bars),
            bottomRight: Point(middle + row + bars), bottomLeft: Point(middle - row + bars))
        let symbol = Symbol(.ean13, "9784873119045", sighting: Sighting(outline: outline, decoder: ZXingDecoder.name))
        #expect(try RetailStrip.withAddOn(symbol, on: page)?.addOn == "51234")
        // An add-on there does not belong to another number.
        let other = Symbol(.ean13, "9780306406157", sighting: symbol.sighting)
        #expect(try RetailStrip.withAddOn(other, on: page) == nil)
    }

    @Test("two books above each other keep their own add-ons")
    func aboveEachOther() async throws {
        let one = try await Drawing.image("EANX", "978487311904+51234")
        let other = try await Drawing.image("EANX", "978030640615+52495")
        let image = GrayImage.white(width: one.width + 60, height: 2 * one.height + 60)
            .with(one, x: 0, y: 10).with(other, x: 40, y: one.height + 30)
        let symbols = try ZBarDecoder().symbols(in: image)
        #expect(symbols.map(\.text) == ["9784873119045", "9780306406157"])
        #expect(symbols.map(\.addOn) == ["51234", "52495"])
    }

    @Test("a book without an add-on gets none from its neighbour")
    func takesNone() async throws {
        let bare = try await Drawing.image("EANX", "978487311904")
        let full = try await Drawing.image("EANX", "978030640615+52495")
        let image = GrayImage.white(width: bare.width + full.width, height: bare.height)
            .with(bare, x: 0, y: 0).with(full, x: bare.width, y: 0)
        #expect(try ZBarDecoder().symbols(in: image).map(\.addOn) == [nil, "52495"])
    }

    @Test("an add-on without a parent is not a code", arguments: ["52495", "05"])
    func orphanGoes(_ digits: String) async throws {
        let image = try await Drawing.image("EANX", digits).framed(40)
        #expect(try ZBarDecoder().symbols(in: image).isEmpty)
    }

    @Test("an add-on elsewhere does not belong to the parent")
    func strangerGoes() async throws {
        let parent = try await Drawing.image("EANX", "978487311904")
        let addOn = try await Drawing.image("EANX", "52495")
        let image = GrayImage.white(width: 700, height: 700).with(parent, x: 20, y: 20).with(addOn, x: 40, y: 450)
        let symbols = try ZBarDecoder().symbols(in: image)
        #expect(symbols.map(\.text) == ["9784873119045"])
        #expect(symbols.map(\.addOn) == [nil])
    }

    /// Bars one pixel wide, each bit one, in which ZBar reads `9784873119045` and beside it `5249?`.
    private static let unreadableDigit =
        "aec49d6e45eab366e9cae4ea057624eb722f559b374e57275016e5269d45ac20057624eb722f559b374e57275016e5269d45ac20"
        + "16e5269d45ac2016e5269d45ac20"

    @Test("an add-on with an unreadable digit is dropped")
    func digitsOnly() throws {
        let bits = Self.unreadableDigit.flatMap { digit in
            (0..<4).map { (digit.hexDigitValue ?? 0) >> (3 - $0) & 1 == 1 }
        }
        let image = GrayImage(width: 1, height: bits.count, pixels: bits.map { $0 ? 0 : 255 })
        let symbols = try ZBarDecoder().symbols(in: image)
        #expect(symbols.map(\.text) == ["9784873119045"])
        #expect(symbols.map(\.addOn) == [nil])
    }

    @Test("an add-on belongs to the nearest parent before it, and never to a code that is not a retail code")
    func nearest() {
        func symbol(_ symbology: Symbology, _ text: String, x: Int, width: Int) -> Symbol {
            Symbol(symbology, text, sighting: .at(x: x, y: 0, width: width, height: 50))
        }
        let symbols = [
            symbol(.ean13, "far", x: 0, width: 100), symbol(.ean13, "near", x: 60, width: 100),
            symbol(.code128, "nearest", x: 100, width: 70), symbol(.ean5, "52495", x: 175, width: 50),
        ]
        #expect(AddOns.bound(symbols).map(\.addOn) == [nil, "52495", nil])
    }
}
