import CSPNG

/// Reads PNG files through libspng, a row at a time: beside the grays only rows are ever held in their own samples.
enum PNGReader {
    static func read(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> StoredPicture {
        try bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> StoredPicture in
            let decoder = try PNGDecoder()
            let header = try decoder.open(file)
            let width = Int(header.width)
            try limits.check(width: width, height: Int(header.height), of: .png)
            let samples = try PNGSamples(header, decoder)
            // EXIF may be before the pixels or behind them, where a cut that loses nothing else can take it away.
            let orientation = decoder.orientation
            let image = try GrayImage(width: width, height: Int(header.height)) { pixels throws(ImageError) in
                guard let grays = pixels.baseAddress else { return }
                try decoder.start()
                if header.interlace_method == 0 {
                    let row = try Scratch(count: samples.rowLength(of: width))
                    for y in 0..<Int(header.height) {
                        try decoder.readRow(into: row)
                        samples.convert(row.start, count: width, to: grays + y * width)
                    }
                } else {
                    try readInterlaced(decoder, samples, header, to: grays)
                }
                try decoder.finish()
            }
            return StoredPicture(image: image, orientation: orientation ?? decoder.orientation ?? .upright)
        }
    }

    /// Reads the seven passes of Adam7 (PNG specification, 8.2), each pixel of a pass to its place.
    private static func readInterlaced(
        _ decoder: borrowing PNGDecoder, _ samples: PNGSamples, _ header: spng_ihdr,
        to grays: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let firstColumn = [0, 4, 0, 2, 0, 1, 0]
        let columnStep = [8, 8, 4, 4, 2, 2, 1]
        let width = Int(header.width)
        let row = try Scratch(count: samples.rowLength(of: width))
        let passGrays = try Scratch(count: width)
        while let (pass, y) = decoder.nextRow {
            guard firstColumn.indices.contains(pass), (0..<Int(header.height)).contains(y) else {
                throw .damaged(.png, "a row outside of the picture")
            }
            let columns = stride(from: firstColumn[pass], to: width, by: columnStep[pass])
            try decoder.readRow(into: row)
            samples.convert(row.start, count: columns.underestimatedCount, to: passGrays.start)
            for (index, x) in columns.enumerated() {
                grays[y * width + x] = passGrays.start[index]
            }
        }
    }
}
