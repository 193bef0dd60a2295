import BeelineDecoding
import Foundation
import Testing

/// An image and the grays that are to come out of it, as `ImageFixtures/make_fixtures.py` recorded them from Pillow.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Int
    let height: Int

    /// The greatest difference of a pixel that is right; above 1 for lossy formats only.
    let tolerance: Int

    let bytes: [UInt8]
    let grays: [UInt8]

    var testDescription: String { name }

    /// The format that the name claims; the reader does not see the name.
    var format: ImageFormat? {
        switch name.split(separator: ".").last {
        case "jpg": .jpeg
        case "png": .png
        case "webp": .webp
        case "tif": .tiff
        case "gif": .gif
        case "bmp": .bmp
        case "heic": .heic
        case "avif": .avif
        case "pbm", "pgm", "ppm": .pnm
        default: nil
        }
    }

    /// Every fixture in `manifest.txt`; empty if it cannot be read, which a test of its own finds.
    static let all: [Fixture] = {
        guard let manifest = try? String(decoding: load("manifest.txt"), as: UTF8.self) else { return [] }
        return manifest.split(separator: "\n").compactMap { try? Fixture(line: $0) }
    }()

    /// The fixture of that name.
    static func named(_ name: String) throws -> Fixture {
        try #require(all.first { $0.name == name })
    }

    /// - Parameter line: name, width, height and tolerance.
    private init(line: Substring) throws {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        try #require(numbers.count == 3)
        name = String(words[0])
        (width, height, tolerance) = (numbers[0], numbers[1], numbers[2])
        bytes = try Self.load(name)
        grays = try Self.load(name + ".gray")
    }

    static func load(_ name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.url(forResource: "ImageFixtures", withExtension: nil))
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
