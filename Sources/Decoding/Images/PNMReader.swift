import CPixels

/// Reads the portable bitmaps, graymaps and pixmaps of netpbm (`man 5 pnm`), plain and binary: P1 to P6.
enum PNMReader {
    static func read(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> StoredPicture {
        var scanner = PNMScanner(bytes, at: 2)
        let header = try PNMHeader(kind: bytes[1], &scanner, limits: limits)
        let image: GrayImage
        if header.reduction > 1 {
            try scanner.endHeader(beforePixels: header.rasterLength)
            guard scanner.remaining >= header.rasterLength else { throw .truncated(.pnm) }
            image = try readReduced(header, bytes, at: scanner.position, limits)
        } else if header.isPlain {
            image = try readPlain(header, &scanner)
        } else {
            try scanner.endHeader(beforePixels: header.rasterLength)
            guard scanner.remaining >= header.rasterLength else { throw .truncated(.pnm) }
            image = try readBinary(header, bytes, at: scanner.position)
        }
        return StoredPicture(image: image, orientation: .upright, reduction: header.reduction)
    }

    private static func readPlain(_ header: PNMHeader, _ scanner: inout PNMScanner) throws(ImageError) -> GrayImage {
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
                    pixels[index] = beeline_luma(red, green, blue)
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
                convert(UnsafeBufferPointer(rebasing: bytes[start..<(start + header.rasterLength)]), header, to: pixels)
            }
        }
    }

    /// The same, a row at a time.
    private static func readReduced(
        _ header: PNMHeader, _ bytes: [UInt8], at start: Int, _ limits: ImageLimits
    ) throws(ImageError) -> GrayImage {
        let (width, height, reduction) = (header.width, header.height, header.reduction)
        return try GrayImage(width: width / reduction, height: height / reduction) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            var rows = try ReducedRows(width: width, height: height, by: reduction, to: grays)
            let length = header.rasterLength / height
            for y in 0..<height {
                try limits.checkCancelled()
                bytes.withUnsafeBufferPointer { bytes in
                    let first = start + y * length
                    let raster = UnsafeBufferPointer(rebasing: bytes[first..<(first + length)])
                    rows.add { convert(raster, header, to: UnsafeMutableBufferPointer(start: $0, count: width)) }
                }
            }
        }
    }

    private static func convert(
        _ raster: UnsafeBufferPointer<UInt8>, _ header: PNMHeader, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
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

    /// A bit is a pixel, the highest first, and 1 is black. Rows begin with a byte.
    private static func convertBits(
        _ raster: UnsafeBufferPointer<UInt8>, width: Int, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let raster = raster.baseAddress, let grays = pixels.baseAddress else { return }
        let samples = PackedSamples(bitDepth: 1, grays: [255, 0])
        for y in 0..<(pixels.count / width) {
            samples.convert(raster + y * samples.rowLength(of: width), count: width, to: grays + y * width)
        }
    }

    private static func convertBytes(
        _ raster: UnsafeBufferPointer<UInt8>, _ header: PNMHeader, to pixels: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let raster = raster.baseAddress, let grays = pixels.baseAddress else { return }
        let scaled = (0..<256).map { header.scaled($0) }
        if header.channels == 1 {
            beeline_map(raster, pixels.count, scaled, grays)
        } else {
            beeline_grays_of_mapped_rgb(raster, scaled, pixels.count, grays)
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
                ? sample(index) : beeline_luma(sample(3 &* index), sample(3 &* index &+ 1), sample(3 &* index &+ 2))
        }
    }
}

/// What a PNM file says before its pixels.
struct PNMHeader {
    let width: Int
    let height: Int

    /// The sample that is full brightness, 1...65535.
    let maximum: Int

    /// Samples of a pixel: 3 in a pixmap, else 1.
    let channels: Int

    /// Whether the pixels are words rather than bytes.
    let isPlain: Bool

    /// Whether a pixel is a bit, of which 1 is black.
    let isBitmap: Bool

    /// How many pixels of its sides are one of the picture's.
    let reduction: Int

    /// The kind is the digit after the P, `1`...`6`. The scanner moves from there to the end of the header.
    init(kind: UInt8, _ scanner: inout PNMScanner, limits: ImageLimits) throws(ImageError) {
        let kind = kind &- UInt8(ascii: "0")
        isPlain = kind <= 3
        isBitmap = kind == 1 || kind == 4
        channels = kind == 3 || kind == 6 ? 3 : 1
        width = try scanner.number()
        height = try scanner.number()
        reduction = try limits.reduction(width: width, height: height, of: .pnm, by: isPlain ? [1] : nil)
        maximum = isBitmap ? 1 : try scanner.number()
        guard (1...65535).contains(maximum) else {
            throw .damaged(.pnm, "a maximum of \(maximum), which is not 1 to 65535")
        }
    }

    /// Bytes of a sample in a binary file, 1 or 2.
    var sampleLength: Int { maximum < 256 ? 1 : 2 }

    /// Bytes of all pixels in a binary file.
    var rasterLength: Int { isBitmap ? (width + 7) / 8 * height : width * height * channels * sampleLength }

    /// A sample as a byte, rounded; what is beyond the maximum is as bright as it.
    @inline(__always)
    func scaled(_ sample: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (min(sample, maximum) &* 255 &+ maximum / 2) / maximum)
    }
}

/// Reads the words of a PNM file: numbers between white space and comments.
struct PNMScanner {
    private let bytes: [UInt8]

    /// Where the next byte is.
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    /// White space as the format means it: blank, tab, line feed, vertical tab, form feed, carriage return.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Reads a number, in decimal digits.
    mutating func number() throws(ImageError) -> Int {
        try skipSpace()
        let start = position
        var number = 0
        while position < bytes.count, let digit = Self.digit(bytes[position]) {
            number = number * 10 + digit
            // Far above every number that has a meaning, and far below an overflow.
            guard number < 1 << 40 else { throw .damaged(.pnm, "a number that is too large") }
            position += 1
        }
        guard position > start else { throw .damaged(.pnm, "a byte where a number belongs") }
        return number
    }

    /// Reads a single 0 or 1, after which no space is needed.
    mutating func bit() throws(ImageError) -> UInt8 {
        try skipSpace()
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 1 else { throw .damaged(.pnm, "a byte where 0 or 1 belongs") }
        position += 1
        return digit
    }

    /// Passes the one white space between the header and pixels in binary, which may have any value themselves. How
    /// many bytes there are distinguishes a line end of two bytes from one byte and a first pixel.
    mutating func endHeader(beforePixels length: Int) throws(ImageError) {
        guard position < bytes.count else { throw .truncated(.pnm) }
        if bytes[position] == UInt8(ascii: "#") {
            // A comment that touches the last number ends with the white space (netpbm reads it so).
            while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        }
        guard position < bytes.count else { throw .truncated(.pnm) }
        guard Self.isSpace(bytes[position]) else { throw .damaged(.pnm, "no space after the header") }
        let isLineEndOfTwo = bytes[position...].starts(with: [0x0D, 0x0A])
        position += isLineEndOfTwo && remaining - 2 >= length ? 2 : 1
    }

    private mutating func skipSpace() throws(ImageError) {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "#") {
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            } else if Self.isSpace(bytes[position]) {
                position += 1
            } else {
                return
            }
        }
        throw .truncated(.pnm)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit <= 9 ? Int(digit) : nil
    }
}
