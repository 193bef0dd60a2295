/// Reads the portable bitmaps, graymaps and pixmaps of netpbm (`man 5 pnm`), plain and binary: P1 to P6.
enum PNMReader {
    static func read(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> StoredPicture {
        var scanner = PNMScanner(bytes, at: 2)
        let header = try PNMHeader(kind: bytes[1], &scanner, limits: limits)
        let image: GrayImage
        if header.isPlain {
            image = try readPlain(header, &scanner)
        } else {
            try scanner.endHeader(beforePixels: header.rasterLength)
            guard scanner.remaining >= header.rasterLength else { throw .truncated(.pnm) }
            image = try readBinary(header, bytes, at: scanner.position)
        }
        return StoredPicture(image: image, orientation: .upright)
    }

    private static func readPlain(
        _ header: PNMHeader, _ scanner: inout PNMScanner
    ) throws(ImageError) -> GrayImage {
        // The pixels of a bitmap may touch; numbers have a space between them.
        let samples = header.width * header.height * header.channels
        let least = header.isBitmap ? samples : samples * 2 - 1
        guard scanner.remaining >= least else { throw .truncated(.pnm) }
        return try GrayImage(width: header.width, height: header.height) { pixels throws(ImageError) in
            for index in pixels.indices {
                if header.isBitmap {
                    pixels[index] = try scanner.bit() == 0 ? 255 : 0
                } else if header.channels == 1 {
                    pixels[index] = header.scaled(try scanner.number())
                } else {
                    let red = header.scaled(try scanner.number())
                    let green = header.scaled(try scanner.number())
                    let blue = header.scaled(try scanner.number())
                    pixels[index] = Luma.gray(red, green, blue)
                }
            }
        }
    }

    /// Converts the pixels from `start` on, where the caller has made sure that all of them are.
    private static func readBinary(
        _ header: PNMHeader, _ bytes: [UInt8], at start: Int
    ) throws(ImageError) -> GrayImage {
        try GrayImage(width: header.width, height: header.height) { pixels in
            bytes.withUnsafeBufferPointer { bytes in
                let raster = UnsafeBufferPointer(rebasing: bytes[start..<(start + header.rasterLength)])
                if header.isBitmap {
                    convertBits(raster, width: header.width, to: pixels)
                } else if header.channels == 1, header.maximum == 255 {
                    _ = pixels.update(from: raster)
                } else if header.sampleLength == 1 {
                    convertBytes(raster, header, to: pixels)
                } else {
                    convertPairs(raster, header, to: pixels)
                }
            }
        }
    }

    /// A bit is a pixel, the highest first, and 1 is black. Rows begin with a byte.
    private static func convertBits(
        _ raster: UnsafeBufferPointer<UInt8>, width: Int, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
        let rowLength = (width + 7) / 8
        for y in 0..<(pixels.count / width) {
            for x in 0..<width {
                let bit = raster[y &* rowLength &+ x &>> 3] &>> (7 &- UInt8(truncatingIfNeeded: x & 7)) & 1
                pixels[y &* width &+ x] = bit &- 1
            }
        }
    }

    private static func convertBytes(
        _ raster: UnsafeBufferPointer<UInt8>, _ header: PNMHeader, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
        let scaled = (0..<256).map { header.scaled($0) }
        scaled.withUnsafeBufferPointer { scaled in
            for index in pixels.indices {
                if header.channels == 1 {
                    pixels[index] = scaled[Int(raster[index])]
                } else {
                    let place = index &* 3
                    pixels[index] = Luma.gray(
                        scaled[Int(raster[place])], scaled[Int(raster[place &+ 1])], scaled[Int(raster[place &+ 2])])
                }
            }
        }
    }

    /// Samples of two bytes, the high one first.
    private static func convertPairs(
        _ raster: UnsafeBufferPointer<UInt8>, _ header: PNMHeader, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
        func sample(_ index: Int) -> UInt8 {
            header.scaled(Int(raster[2 &* index]) << 8 | Int(raster[2 &* index &+ 1]))
        }
        for index in pixels.indices {
            pixels[index] =
                header.channels == 1
                ? sample(index) : Luma.gray(sample(3 &* index), sample(3 &* index &+ 1), sample(3 &* index &+ 2))
        }
    }
}
