import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

/// Drawn codes are two pixels a module.
@Suite struct RetailReaderTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (GrayImage) -> GrayImage
    }

    static let damages: [Damage] = [
        Damage(testDescription: "none") { $0 },
        Damage(testDescription: "upside down") { $0.turned(2) },
        Damage(testDescription: "standing") { $0.turned(1) },
        Damage(testDescription: "blurred by 0.9 modules") { $0.blurredSideways(1.8) },
        Damage(testDescription: "1.5 pixels a module") { $0.reduced(by: 4.0 / 3) },
        Damage(testDescription: "noise") { $0.blurredSideways(0.8).noisy(30) },
        Damage(testDescription: "uneven light") { $0.unevenlyLit },
        Damage(testDescription: "glare") { $0.blurredSideways(0.8).glared },
        Damage(testDescription: "turned by 6 degrees") { $0.framed(20).turned(degrees: 6) },
        Damage(testDescription: "turned by 30 degrees") { $0.framed(40).turned(degrees: 30) },
        Damage(testDescription: "turned the other way, blurred, small and noisy") {
            $0.framed(20).turned(degrees: -8).blurredSideways(1).reduced(by: 1.25).noisy(8)
        },
    ]

    @Test(arguments: damages) func readsAnEAN13(_ damage: Damage) async throws {
        let image = damage.apply(try await Drawing.image("EANX", "978487311904").framed(10))
        #expect(RetailReader().symbols(in: image).map(\.text) == ["9784873119045"])
    }

    @Test("digits that are overwritten are not guessed", arguments: [UInt8(0), 110, 255])
    func guessesNoOverwrittenDigits(_ gray: UInt8) async throws {
        let drawn = try await Drawing.image("EANX", "978487311904").framed(10).blurredSideways(0.9)
        for length in [12, 24, 36] {
            for start in stride(from: 36, to: drawn.width - 36 - length, by: 3) {
                let image = drawn.overwritten(start..<(start + length), gray: gray)
                let texts = RetailReader(effort: .little).readings(in: image).filter(\.isCertain).map(\.symbol.text)
                #expect([[], ["9784873119045"]].contains(texts), "\(start), \(length)")
            }
        }
    }

    @Test func readsABlurOfMoreThanAModule() async throws {
        let image = try await Drawing.image("EANX", "400638133393").framed(10).blurredSideways(2.4)
        #expect(RetailReader().symbols(in: image).map(\.text) == ["4006381333931"])
    }

    struct Code: Sendable, CustomTestStringConvertible {
        let type: String, data: String, symbology: Symbology, text: String
        var testDescription: String { text }
    }

    static let codes: [Code] = [
        Code(type: "UPCA", data: "03600029145", symbology: .upcA, text: "036000291452"),
        Code(type: "EANX", data: "9638507", symbology: .ean8, text: "96385074"),
    ]

    @Test(arguments: codes) func readsTheOtherSymbologies(_ code: Code) async throws {
        let image = try await Drawing.image(code.type, code.data).framed(10).blurredSideways(1.2)
        let symbols = RetailReader().symbols(in: image)
        #expect(symbols.map(\.symbology) == [code.symbology])
        #expect(symbols.map(\.text) == [code.text])
        #expect(symbols.first?.sighting?.decoder == "beeline")
    }

    /// The parity of its digits is a UPC-E's check digit; these numbers have all ten.
    @Test(arguments: 0..<10) func readsAUPCEOfEachParity(_ check: Int) async throws {
        // Numbers that end in 0 are the shortest form of what they stand for whatever comes before.
        let number = try #require(
            (0..<100).lazy.map { "0123\($0 / 10)\($0 % 10)0" }.first { Self.upcECheck($0) == check })
        let image = try await Drawing.image("UPCE", number).framed(10).blurredSideways(1)
        let symbols = RetailReader().symbols(in: image)
        #expect(symbols.map(\.text) == ["\(number)\(check)"])
        #expect(symbols.map(\.symbology) == [.upcE])
    }

    /// The check digit of the UPC-A for which seven digits of a UPC-E stand.
    static func upcECheck(_ number: String) -> Int {
        let digits = number.compactMap(\.wholeNumberValue)
        let (start, last) = (Array(digits[1...5]), digits[6])
        let long: [Int] =
            switch last {
            case 0...2: Array(start[0...1]) + [last, 0, 0, 0, 0] + Array(start[2...4])
            case 3: Array(start[0...2]) + [0, 0, 0, 0, 0] + Array(start[3...4])
            case 4: Array(start[0...3]) + [0, 0, 0, 0, 0, start[4]]
            default: start + [0, 0, 0, 0, last]
            }
        let value = long.reduce(UInt64(digits[0])) { $0 * 10 + UInt64($1) }
        return Int(CheckDigit.gs1(value))
    }

    @Test func saysWhereACodeIsAndHowItIsTurned() async throws {
        let drawn = try await Drawing.image("EANX", "978487311904").framed(30)
        let bars = try #require(drawn.dark)
        let upright = try #require(RetailReader().symbols(in: drawn).first?.sighting?.outline)
        #expect(abs(Int(upright.topLeft.x) - bars.columns.lowerBound) <= 3)
        #expect(abs(Int(upright.bottomRight.x) - bars.columns.upperBound) <= 3)
        #expect(upright.topLeft.y < upright.bottomLeft.y)
        #expect(bars.rows.contains(Int(upright.center.y)))
        let reversed = try #require(RetailReader().symbols(in: drawn.turned(2)).first?.sighting?.outline)
        #expect(reversed.topLeft.x > reversed.topRight.x)
        #expect(reversed.topLeft.y > reversed.bottomLeft.y)
    }

    struct Other: Sendable, CustomTestStringConvertible {
        let type: String, data: String
        var testDescription: String { type }
    }

    static let others: [Other] = [
        Other(type: "CODE128", data: "42094043"), Other(type: "CODE39", data: "165340"),
        Other(type: "C25INTER", data: "0708170605"), Other(type: "CODABAR", data: "A12345B"),
        Other(type: "CODE93", data: "12345678"), Other(type: "DBAR_OMN", data: "0950110153001"),
        Other(type: "QRCODE", data: "https://example.com/"), Other(type: "PDF417", data: "PDF417 of some words"),
    ]

    @Test(arguments: others) func saysNothingOfOtherSymbologies(_ other: Other) async throws {
        let image = try await Drawing.image(other.type, other.data).framed(10).blurredSideways(1)
        #expect(RetailReader().symbols(in: image).isEmpty)
    }

    @Test(arguments: [0.6, 0.8]) func saysNothingOfAPartOfACode(_ part: Double) async throws {
        let image = try await Drawing.image("EANX", "978487311904").framed(10).blurredSideways(0.6)
        let count = Int(Double(image.width) * part)
        #expect(RetailReader().symbols(in: image.cut(0..<count)).isEmpty)
        #expect(RetailReader().symbols(in: image.cut((image.width - count)..<image.width)).isEmpty)
    }

    @Test func saysNothingOfHatchingNoiseAndEmptySheets() {
        let hatching = GrayImage(
            width: 300, height: 100, pixels: (0..<30_000).map { $0 % 300 % 6 < 3 ? 0 : 255 })
        let slanted = GrayImage(
            width: 300, height: 100, pixels: (0..<30_000).map { ($0 % 300 + $0 / 300) % 10 < 4 ? 30 : 220 })
        for image in [
            hatching, slanted, .white(width: 300, height: 100), GrayImage.white(width: 300, height: 100).noisy(60),
            .white(width: 0, height: 0), .white(width: 1, height: 1), .white(width: 500, height: 1),
            .white(width: 1, height: 500),
        ] {
            #expect(RetailReader().symbols(in: image).isEmpty)
        }
    }
}
