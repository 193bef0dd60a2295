/// Reads the bitmaps of Windows and OS/2.
enum BMPReader {
    static func read(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) -> StoredPicture {
        let header = try BMPHeader(Bytes(file: file, isLittleEndian: true))
        try limits.check(width: header.width, height: header.height, of: .bmp)
        guard header.pixels < file.count else { throw .truncated(.bmp) }
        let stored = UnsafeBufferPointer(rebasing: file[header.pixels...])
        let image: GrayImage
        if case .runs = header.packing {
            image = try GrayImage(width: header.width, height: header.height) { pixels throws(ImageError) in
                // What no run covers has the first colour.
                pixels.initialize(repeating: header.grays.first ?? 0)
                var runs = BMPRuns(header, stored)
                try runs.draw(on: pixels)
            }
        } else {
            image = try readRows(header, stored)
        }
        return StoredPicture(image: image, orientation: header.isTopDown ? .upright : .flipped)
    }

    private static func readRows(
        _ header: BMPHeader, _ stored: UnsafeBufferPointer<UInt8>
    ) throws(ImageError) -> GrayImage {
        let (width, height) = (header.width, header.height)
        // Rows are padded to 4 bytes; behind the last one nobody misses it.
        let rowLength = (width * header.bitsPerPixel + 31) / 32 * 4
        let needed = rowLength * (height - 1) + (width * header.bitsPerPixel + 7) / 8
        guard stored.count >= needed else { throw .truncated(.bmp) }
        let convert = converter(header, stored, rowLength: rowLength)
        return try GrayImage(width: width, height: height) { pixels in
            guard let start = stored.baseAddress, let grays = pixels.baseAddress else { return }
            for y in 0..<height { convert(start + y * rowLength, grays + y * width) }
        }
    }

    /// What makes grays of a row.
    private static func converter(
        _ header: BMPHeader, _ stored: UnsafeBufferPointer<UInt8>, rowLength: Int
    ) -> (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void {
        let width = header.width
        switch header.packing {
        case .indices, .runs:
            let samples = PackedSamples(bitDepth: header.bitsPerPixel, grays: header.grays)
            return { row, grays in samples.convert(row, count: width, to: grays) }
        case .blueGreenRed:
            return { row, grays in
                for x in 0..<width { grays[x] = Luma.gray(row[3 &* x &+ 2], row[3 &* x &+ 1], row[3 &* x]) }
            }
        case .masks(let declared):
            let length = header.bitsPerPixel / 8
            func pixel(_ row: UnsafePointer<UInt8>, _ x: Int) -> Int {
                (0..<length).reduce(0) { $0 | Int(row[x * length + $1]) << (8 * $1) }
            }
            var masks = declared
            // Many write 0 for "opaque" into the alpha of every pixel.
            if masks.alpha != 0, let start = stored.baseAddress {
                let isSeen = (0..<header.height).contains { y in
                    (0..<width).contains { pixel(start + y * rowLength, $0) & masks.alpha != 0 }
                }
                if !isSeen { masks = BMPMasks(red: masks.red, green: masks.green, blue: masks.blue, alpha: 0) }
            }
            return { [masks] row, grays in
                for x in 0..<width { grays[x] = masks.gray(pixel(row, x)) }
            }
        }
    }
}
