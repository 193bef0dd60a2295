import BeelineSymbols
import Glibc
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("QR codes in bad light, blurred and damaged")
struct QRReaderTests {
    private static func code(_ text: String, version: Int, scale: Int) async throws -> GrayImage {
        try await Drawing.image("QRCODE", text, ["--vers=\(version)", "--scale=\(scale)"]).framed(8 * scale)
    }

    private static func texts(in image: GrayImage, _ effort: QRReader.Effort = .some) throws -> [String?] {
        try QRReader(effort: effort).symbols(in: image).map(\.text)
    }

    @Test("a finder pattern is found in each corner, to a part of a pixel", arguments: [1, 2, 4])
    func finders(_ scale: Int) async throws {
        let image = try await Self.code("corners", version: 3, scale: scale).grained(6)
        let place = try #require(image.dark)
        let scales = PictureScales(DerivedImage(image: image, mapping: .identity))
        let squares = FinderSearch.squares(in: scales, levels: 0..<3, radii: [9, 24])
        let module = Double(place.columns.count) / 29
        let near = 3.5 * module - 0.5
        let (left, top) = (Double(place.columns.lowerBound), Double(place.rows.lowerBound))
        let far = Double(place.columns.count) - 7 * module
        for corner in [Vector(0, 0), Vector(far, 0), Vector(0, far)] {
            let middle = Vector(left + near, top + near) + corner
            let nearest = squares.min { ($0.middle - middle).length < ($1.middle - middle).length }
            let square = try #require(nearest)
            #expect((square.middle - middle).length < 0.4 * module)
            #expect(abs(square.module / module - 1) < 0.1)
        }
    }

    /// How a picture gets worse.
    enum Light: String, Sendable, CaseIterable {
        case shadow, faint, spot
    }

    @Test("light that changes through the code does not matter", arguments: Light.allCases)
    func light(_ light: Light) async throws {
        let image = try await Self.code("in bad light", version: 5, scale: 4)
        let (width, height) = (Double(image.width), Double(image.height))
        let pixels = image.pixels.enumerated().map { index, pixel -> UInt8 in
            let (x, y) = (Double(index % image.width) / width, Double(index / image.width) / height)
            let isDark = pixel < 128
            switch light {
            case .shadow: return UInt8((isDark ? 10 : 60) + 180 * x * y)
            case .faint: return isDark ? 118 : 132
            case .spot:
                let away = (x - 0.7) * (x - 0.7) + (y - 0.4) * (y - 0.4)
                return UInt8(min(255, (isDark ? 30 : 110) + 200 * exp(-away * 12)))
            }
        }
        let seen = GrayImage(width: image.width, height: image.height, pixels: pixels).grained(4)
        #expect(try Self.texts(in: seen) == ["in bad light"])
    }

    @Test("an equalizer undoes blur that hides single modules")
    func blurred() async throws {
        let image = try await Self.code("blurred by a module", version: 4, scale: 4)
        #expect(try Self.texts(in: image.blurred(3)) == ["blurred by a module"])
    }

    @Test("crumpled paper is followed")
    func crumpled() async throws {
        let image = try await Self.code("crumpled paper has many folds", version: 8, scale: 5)
        // Some folds that cross each other.
        let folds = (0..<6).map { index -> (along: Vector, start: Double, slope: Double) in
            let angle = Double(index) * 1.1 + 0.3
            return (Vector(cos(angle), sin(angle)), 30 + 55 * Double(index), index.isMultiple(of: 2) ? 0.05 : -0.05)
        }
        var pixels = [UInt8](repeating: 255, count: image.pixels.count)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let place = Vector(Double(x), Double(y))
                var source = place
                for fold in folds {
                    let behind = place.dot(fold.along) - fold.start
                    if behind > 0 { source += fold.along * (behind * fold.slope) }
                }
                let (column, row) = (Int(source.x.rounded()), Int(source.y.rounded()))
                guard column >= 0, row >= 0, column < image.width, row < image.height else { continue }
                pixels[y * image.width + x] = image.pixels[row * image.width + column]
            }
        }
        let seen = GrayImage(width: image.width, height: image.height, pixels: pixels).blurred(1).grained(4)
        #expect(try Self.texts(in: seen) == ["crumpled paper has many folds"])
    }

    @Test("a small code is found at twice its size")
    func small() async throws {
        let image = try await Self.code("small", version: 2, scale: 5).shrunk(by: 0.16)
        let page = GrayImage.white(width: 800, height: 600).with(image, x: 310, y: 270)
        #expect(try Self.texts(in: page) == ["small"])
        #expect(try Self.texts(in: image) == ["small"])
    }

    /// The middle of a finder pattern, by the places within 2 modules of it.
    enum Pupil: String, Sendable, CaseIterable {
        case disk, diamond, plus, star, heart

        func holds(_ x: Double, _ y: Double) -> Bool {
            switch self {
            case .disk: x * x + y * y < 3
            case .diamond: abs(x) + abs(y) < 1.9
            case .plus: min(abs(x), abs(y)) < 0.6 && max(abs(x), abs(y)) < 1.7
            case .star: (x * x + y * y).squareRoot() < 1.25 + 0.5 * cos(5 * atan2(x, -y))
            case .heart:
                pow(x * x * 0.5 + y * y * 0.5 - 1, 3) + x * x * y * y * y * 0.18 < 0
            }
        }
    }

    @Test("finder patterns may have other middles than squares", arguments: Pupil.allCases)
    func designed(_ pupil: Pupil) async throws {
        let image = try await Self.code("with a logo in mind", version: 4, scale: 4)
        let place = try #require(image.dark)
        let module = Double(place.columns.count) / 33
        var pixels = image.pixels
        for y in place.rows {
            for x in place.columns {
                let (column, row) = (
                    (Double(x - place.columns.lowerBound) + 0.5) / module,
                    (Double(y - place.rows.lowerBound) + 0.5) / module
                )
                for (left, top) in [(0.0, 0.0), (26, 0), (0, 26)] {
                    let (across, down) = (column - left - 3.5, row - top - 3.5)
                    guard max(abs(across), abs(down)) < 2 else { continue }
                    pixels[y * image.width + x] = pupil.holds(across, down) ? 0 : 255
                }
            }
        }
        let seen = GrayImage(width: image.width, height: image.height, pixels: pixels).grained(4)
        #expect(try Self.texts(in: seen) == ["with a logo in mind"])
    }

    @Test("copies are reported with all of their places")
    func copies() async throws {
        let code = try await Self.code("many times", version: 2, scale: 3)
        var page = GrayImage.white(width: 4 * code.width, height: 3 * code.height)
        for place in 0..<12 {
            page = page.with(code, x: place % 4 * code.width, y: place / 4 * code.height)
        }
        let answer = try PageReader(options: DecodeOptions()).read(page.grained(4)) { _ in }
        #expect(answer.symbols.map(\.text) == ["many times"])
        let sighting = try #require(answer.symbols.first?.sighting)
        #expect(sighting.copies == 12)
        #expect(Set(sighting.outlines.map { $0.center.x * 4 / Int32(page.width) }).count == 4)
    }

    @Test("there is nothing in noise and in stripes", arguments: [1, 3, 9])
    func nothing(_ side: Int) throws {
        var state: UInt64 = 88_172_645_463_325_252
        let cells = (0..<40_000).map { _ -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state & 1 == 0 ? 20 : 230
        }
        let pixels = (0..<40_000).map { cells[$0 / 200 / side * 200 + $0 % 200 / side] }
        #expect(try Self.texts(in: GrayImage(width: 200, height: 200, pixels: pixels)).isEmpty)
    }
}
