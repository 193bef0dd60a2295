import BeelineSymbols
import Foundation
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("Matrix codes module by module")
struct ModuleGridTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let options: [String]
        /// In degrees: from straight above, the axis about which, and in its own plane.
        let view: (tilt: Double, axis: Double, turn: Double)
        var isInverted = false
        var testDescription: String {
            let kind = ([type] + options).joined(separator: " ")
            return
                "\(kind)\(isInverted ? ", light on dark," : "") tilted by \(Int(view.tilt))°, turned by \(Int(view.turn))°"
        }
    }

    static let aztecCodes = [
        Case(type: "AZTEC", options: ["--vers=2"], view: (40, 20, 70)),
        Case(type: "AZTEC", options: ["--vers=4"], view: (30, 100, 200)),
        Case(type: "AZTEC", options: ["--vers=7"], view: (42, 60, 130)),
        Case(type: "AZTEC", options: ["--vers=15"], view: (35, 140, 10)),
        Case(type: "AZTEC", options: ["--vers=3"], view: (25, 70, 300), isInverted: true),
    ]

    static let dataMatrixCodes = [
        Case(type: "DATAMATRIX", options: ["--square"], view: (38, 20, 110)),
        Case(type: "DATAMATRIX", options: ["--vers=10"], view: (25, 60, 30)),
        Case(type: "DATAMATRIX", options: ["--vers=14"], view: (32, 200, 250)),
        Case(type: "DATAMATRIX", options: ["--vers=28"], view: (20, 100, 75)),
        Case(type: "DATAMATRIX", options: ["--square"], view: (30, 45, 160), isInverted: true),
    ]

    private static func parts(_ image: GrayImage, _ form: Regions.Form) -> [DerivedImage] {
        Regions.parts(of: PictureScales(DerivedImage(image: image, mapping: .identity)), as: form)
    }

    private static func picture(_ seen: Case, _ text: String) async throws -> GrayImage {
        let code = try await Drawing.image(seen.type, text, ["--scale=5"] + seen.options).framed(10)
        let tilted = try #require(code.tilted(by: seen.view.tilt, about: seen.view.axis, turned: seen.view.turn))
        let sheet = GrayImage.white(width: tilted.width + 120, height: tilted.height + 80)
            .with(tilted, x: 90, y: 25).shrunk(by: 0.5).grained(6)
        return seen.isInverted ? try #require(sheet.inverted()) : sheet
    }

    @Test("a tilted Aztec code is read in its one part, and its outline is where it is", arguments: aztecCodes)
    func aztec(_ seen: Case) async throws {
        let image = try await Self.picture(seen, "seen from the side")
        let parts = Self.parts(image, .aztecGrids)
        try #require(parts.count == 1)
        try Self.expect(parts, .aztec, in: image)
    }

    @Test("a tilted Data Matrix is read in a part, and its outline is where it is", arguments: dataMatrixCodes)
    func dataMatrix(_ seen: Case) async throws {
        let image = try await Self.picture(seen, "from the side")
        let parts = Self.parts(image, .dataMatrixGrids)
        try #require(parts.count <= 3)
        try Self.expect(parts, .dataMatrix, in: image, "from the side")
    }

    private static func expect(
        _ parts: [DerivedImage], _ symbology: Symbology, in image: GrayImage, _ text: String = "seen from the side"
    ) throws {
        let question = ZXingQuery(symbologies: [symbology], binarizer: .fixedThreshold, rotates: false)
        let found = try parts.flatMap { part in
            try ZXingDecoder().symbols(in: part.image, asking: question)
                .map { $0.placed(by: part.mapping, width: image.width, height: image.height) }
        }
        let symbol = try #require(found.first { $0.text == text })
        let outline = try #require(symbol.sighting?.outline)
        // All that is dark, or light on dark, is the code.
        let dark = try #require((image.pixels[0] < 128 ? image.inverted() : image)?.dark)
        #expect(abs(outline.columns.lowerBound - dark.columns.lowerBound) <= 10)
        #expect(abs(outline.columns.upperBound - dark.columns.upperBound) <= 10)
        #expect(abs(outline.rows.lowerBound - dark.rows.lowerBound) <= 10)
        #expect(abs(outline.rows.upperBound - dark.rows.upperBound) <= 10)
    }

    @Test("an Aztec code in a mirror is drawn as it was printed")
    func mirrored() async throws {
        let code = try await Drawing.image("AZTEC", "in a mirror", ["--scale=3", "--vers=2"]).framed(20)
        let rows = (0..<code.height).map { code.pixels[($0 * code.width)..<(($0 + 1) * code.width)] }
        let seen = GrayImage(width: code.width, height: code.height, pixels: rows.flatMap { $0.reversed() })
        let part = try #require(Self.parts(seen, .aztecGrids).first)
        let straight = try #require(Self.parts(code, .aztecGrids).first)
        #expect(part.image == straight.image)
    }

    @Test("every code of a tray is a part of its own")
    func tray() async throws {
        var tray = GrayImage.white(width: 5 * 60, height: 4 * 60)
        for place in 0..<20 {
            let code = try await Drawing.image("DATAMATRIX", "PART \(place)", ["--square", "--scale=1.5"])
            tray = tray.with(code, x: place % 5 * 60 + 4, y: place / 5 * 60 + 4)
        }
        let question = ZXingQuery(symbologies: [.dataMatrix], binarizer: .fixedThreshold, rotates: false)
        let texts = try Self.parts(tray.grained(4), .dataMatrixGrids).flatMap {
            try ZXingDecoder().symbols(in: $0.image, asking: question).map(\.text)
        }
        #expect(Set(texts) == Set((0..<20).map { "PART \($0)" }))
    }

    @Test("in noise there is nothing")
    func noise() {
        let noise = GrayImage(width: 640, height: 480, pixels: Array(repeating: 128, count: 640 * 480)).grained(100)
        #expect(Self.parts(noise, .aztecGrids).isEmpty)
        #expect(Self.parts(noise, .dataMatrixGrids).isEmpty)
    }

    @Test("a mode message is known again with a few wrong modules", arguments: [true, false])
    func modeMessage(_ isCompact: Bool) {
        let bits = isCompact ? 28 : 40
        for value in stride(from: 0, to: isCompact ? 256 : 65536, by: isCompact ? 7 : 4111) {
            // The words themselves come first, so the message nearest to a value with any checks begins with it.
            let message = AztecModeMessage.message(value, isCompact)
            #expect(message >> UInt64(bits - (isCompact ? 8 : 16)) == UInt64(value))
            let nearest = AztecModeMessage.nearest(to: message ^ 1 << UInt64(value % bits) ^ 1 << 3, isCompact)
            #expect(nearest.value == value && nearest.message == message)
        }
    }

    @Test("the sides of full Aztec codes are those of the standard", arguments: [(1, 19), (4, 31), (5, 37), (32, 151)])
    func sides(_ layers: Int, _ side: Int) {
        #expect(AztecLayout(isCompact: false, layers: layers, message: 0).side == side)
    }
}

extension GrayImage {
    /// The picture as a camera sees it from four of its sides away.
    ///
    /// - Parameters:
    ///   - degrees: from straight above.
    ///   - axis: the direction about which it is tilted, in degrees.
    ///   - turned: clockwise, in its own plane.
    func tilted(by degrees: Double, about axis: Double, turned: Double) -> GrayImage? {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        func turn(_ place: Vector, _ angle: Double) -> Vector {
            Vector(place.x * cos(angle) - place.y * sin(angle), place.x * sin(angle) + place.y * cos(angle))
        }
        let (wide, high) = (Double(width), Double(height))
        let distance = 4 * max(wide, high)
        let seen = [(0.0, 0.0), (wide, 0), (wide, high), (0, high)].map { x, y -> Vector in
            let place = turn(Vector(x - wide / 2, y - high / 2), radians(turned - axis))
            let depth = distance + place.y * sin(radians(degrees))
            return turn(Vector(place.x, place.y * cos(radians(degrees))) * (distance / depth), radians(axis))
        }
        let left = seen.map(\.x).min() ?? 0
        let top = seen.map(\.y).min() ?? 0
        let corners = seen.map { $0 - Vector(left, top) }
        let columns = Int((corners.map(\.x).max() ?? 0).rounded(.up))
        let rows = Int((corners.map(\.y).max() ?? 0).rounded(.up))
        let there = Mapping(square: 1, toCorners: corners)?.after(.scale(x: 1 / wide, y: 1 / high))
        return there?.inverted.flatMap { resampled(width: columns, height: rows, $0) }
    }
}
