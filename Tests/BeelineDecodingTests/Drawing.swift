import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineDecoding

/// Codes drawn by zint, as it draws them for print: with quiet zones, two pixels a module, no text below.
enum Drawing {
    /// - Parameters:
    ///   - type: a name of zint's, `EANX`.
    ///   - data: what the code says, in zint's notation or, with `--binary` among the options, as it is.
    static func png(_ type: String, _ data: [UInt8], _ options: [String] = []) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let input = try folder.write("data", data)
        let fixed = ["--filetype=PNG", "--scale=2", "--quietzones", "--notext"]
        let result = try await run(
            "zint", fixed + ["-b", type, "-o", folder.path("code.png"), "-i", input] + options)
        // Below 5 are warnings.
        try #require(result.status >= 0 && result.status < 5, "zint: \(result.errors)")
        return try folder.read("code.png")
    }

    static func image(_ type: String, _ data: String, _ options: [String] = []) async throws -> GrayImage {
        try GrayImage(decoding: await png(type, Array(data.utf8), options))
    }
}

extension GrayImage {
    /// A sheet of white.
    static func white(width: Int, height: Int) -> GrayImage {
        GrayImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height))
    }

    /// The image with another one on top of it, whose top left corner is at x, y.
    func with(_ other: GrayImage, x: Int, y: Int) -> GrayImage {
        var pixels = pixels
        for row in 0..<other.height {
            let start = (y + row) * width + x
            pixels.replaceSubrange(
                start..<(start + other.width), with: other.pixels[(row * other.width)..<((row + 1) * other.width)])
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// The image on white, with that many pixels more on each side.
    func framed(_ margin: Int) -> GrayImage {
        .white(width: width + 2 * margin, height: height + 2 * margin).with(self, x: margin, y: margin)
    }

    /// The image turned clockwise by quarters.
    func turned(_ quarters: Int) -> GrayImage {
        guard quarters > 0 else { return self }
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
        for x in 0..<width { for y in (0..<height).reversed() { turned.append(pixels[y * width + x]) } }
        return GrayImage(width: height, height: width, pixels: turned).turned(quarters - 1)
    }

    /// The least and greatest column and row with a dark pixel.
    var dark: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let places = pixels.indices.filter { pixels[$0] < 128 }
        let columns = places.map { $0 % width }
        let rows = places.map { $0 / width }
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return (left...right, top...bottom)
    }
}
