// What BeelineDrawing and the program beeline-draw say to each other over a socket: frames of four bytes that count, and as
// many bytes. The program begins with a frame of its version; each request but a page that is not the last has one answer.

/// What the program is to do.
package enum DrawingRequest: Sendable {
    /// Encode a symbol: answered by an `EncodedSymbol`.
    case symbol(SymbolRequest)
    /// Look at a PNG or JPEG file: answered by its width and height in pixels.
    case logo([UInt8])
    /// Look for fonts: answered by a byte for each line, 1 where no font has one of its characters.
    case missingCharacters([String])
    /// Paint a page of a document: the last one is answered by the document, others by nothing.
    case page(PaintedPage, DocumentForm, isLast: Bool)

    /// The version of these frames. It changes with them.
    package static let version: Int32 = 1
    /// A logo has at most 8 MiB, and a page of labels 25 million bars.
    package static let longestFrame = 1 << 29
}

/// A symbol for libzint to encode.
package struct SymbolRequest: Sendable {
    package var format: CodeFormat
    /// In libzint's notation.
    package var bytes: [UInt8]
    package var isGS1: Bool
    /// The Extended Channel Interpretation; 0: none.
    package var eci: Int32
    /// By the symbology's own count; -1: its default.
    package var level: Int32
}

/// What a document is written as.
package enum DocumentForm: Hashable, Sendable {
    /// Pages are measured in millimetres.
    case svg, pdf
    /// One page, measured in pixels; with the resolution that the file states, 0: none.
    case png(pixelsPerMetre: Int)
    /// Shades of gray, a byte for each pixel.
    case gray

    package var isRaster: Bool {
        switch self {
        case .svg, .pdf: false
        case .png, .gray: true
        }
    }
}

/// What stands on a page. Lengths are millimetres or pixels, from the top left corner.
package struct PaintedPage: Sendable {
    package var width: Double
    package var height: Double
    package var codes: [PaintedCode] = []
    package var lines: [PaintedLine] = []
}

/// A code on a page; its parts are measured in modules.
package struct PaintedCode: Sendable {
    package var x: Double
    package var y: Double
    /// How long a module is on the page.
    package var moduleWidth: Double
    package var width: Int
    package var height: Int
    package var colours: CodeColours
    package var shapes: [Shape]
    package var texts: [PlacedText]
    package var logo: PaintedLogo?
}

/// A picture, and where it stands.
package struct PaintedLogo: Sendable {
    package var file: [UInt8]
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
}

/// A line of text in the middle of a width, and cut there.
package struct PaintedLine: Sendable {
    package var text: String
    package var x: Double
    package var baseline: Double
    package var width: Double
    /// The size of the font.
    package var size: Double
}

// MARK: Frames

/// A frame that is not what it should be.
package struct WireError: Error {}

/// Writes the numbers and texts of a frame.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put(_ number: Int32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    package mutating func put(_ number: Int) { put(Int32(clamping: number)) }
    package mutating func put(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    }
    package mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }
    package mutating func put(_ some: some Collection<UInt8>) {
        put(some.count)
        bytes += some
    }
    package mutating func put(_ text: String) { put(Array(text.utf8)) }
    /// Many numbers in one piece.
    package mutating func put(_ numbers: [Int32]) {
        put(numbers.count)
        numbers.withUnsafeBytes { bytes += $0 }
    }
}

/// Reads them again, and trusts none.
package struct WireReader {
    private var bytes: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count else { throw WireError() }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    private mutating func number<Number: FixedWidthInteger>() throws(WireError) -> Number {
        try take(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    package mutating func int() throws(WireError) -> Int { Int(try number() as Int32) }
    package mutating func double() throws(WireError) -> Double {
        let number = Double(bitPattern: try number())
        guard number.isFinite else { throw WireError() }
        return number
    }
    package mutating func flag() throws(WireError) -> Bool { try take(1).first == 1 }
    package mutating func data() throws(WireError) -> [UInt8] { Array(try take(int())) }
    package mutating func text() throws(WireError) -> String { String(decoding: try take(int()), as: UTF8.self) }
    package mutating func numbers() throws(WireError) -> [Int32] {
        let count = try int()
        guard count >= 0, count <= bytes.count / 4 else { throw WireError() }
        let some = try take(count * 4)
        return [Int32](unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).copyBytes(from: some)
            filled = count
        }
    }
    package mutating func list<Item>(
        _ item: (inout WireReader) throws(WireError) -> Item
    ) throws(WireError) -> [Item] {
        // Each item has a byte at least, so a count that is too large ends in an error soon.
        let count = try int()
        guard count >= 0, count <= bytes.count else { throw WireError() }
        var items: [Item] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try item(&self)) }
        return items
    }
}

extension DrawingRequest {
    var frame: [UInt8] {
        var wire = WireWriter()
        switch self {
        case .symbol(let request):
            wire.put(0)
            wire.put(request.format.rawValue)
            wire.put(request.bytes)
            wire.put(request.isGS1)
            wire.put(request.eci)
            wire.put(request.level)
        case .logo(let file):
            wire.put(1)
            wire.put(file)
        case .missingCharacters(let lines):
            wire.put(2)
            wire.put(lines.count)
            for line in lines { wire.put(line) }
        case .page(let page, let form, let isLast):
            wire.put(3)
            form.put(to: &wire)
            wire.put(isLast)
            page.put(to: &wire)
        }
        return wire.bytes
    }

    package init(frame: [UInt8]) throws(WireError) {
        var wire = WireReader(frame)
        switch try wire.int() {
        case 0:
            guard let format = CodeFormat(rawValue: try wire.text()) else { throw WireError() }
            self = .symbol(
                SymbolRequest(
                    format: format, bytes: try wire.data(), isGS1: try wire.flag(), eci: Int32(try wire.int()),
                    level: Int32(try wire.int())))
        case 1: self = .logo(try wire.data())
        case 2: self = .missingCharacters(try wire.list { wire throws(WireError) in try wire.text() })
        case 3:
            let form = try DocumentForm(&wire)
            let isLast = try wire.flag()
            self = .page(try PaintedPage(&wire), form, isLast: isLast)
        default: throw WireError()
        }
    }
}

extension DocumentForm {
    fileprivate func put(to wire: inout WireWriter) {
        switch self {
        case .svg: wire.put(0)
        case .pdf: wire.put(1)
        case .gray: wire.put(2)
        case .png(let density):
            wire.put(3)
            wire.put(density)
        }
    }

    fileprivate init(_ wire: inout WireReader) throws(WireError) {
        switch try wire.int() {
        case 0: self = .svg
        case 1: self = .pdf
        case 2: self = .gray
        case 3: self = .png(pixelsPerMetre: try wire.int())
        default: throw WireError()
        }
    }
}

extension PaintedPage {
    fileprivate func put(to wire: inout WireWriter) {
        wire.put(width)
        wire.put(height)
        wire.put(codes.count)
        for code in codes { code.put(to: &wire) }
        wire.put(lines.count)
        for line in lines {
            wire.put(line.text)
            for number in [line.x, line.baseline, line.width, line.size] { wire.put(number) }
        }
    }

    fileprivate init(_ wire: inout WireReader) throws(WireError) {
        width = try wire.double()
        height = try wire.double()
        codes = try wire.list { wire throws(WireError) in try PaintedCode(&wire) }
        lines = try wire.list { wire throws(WireError) in
            PaintedLine(
                text: try wire.text(), x: try wire.double(), baseline: try wire.double(), width: try wire.double(),
                size: try wire.double())
        }
    }
}

extension PaintedCode {
    fileprivate func put(to wire: inout WireWriter) {
        for number in [x, y, moduleWidth] { wire.put(number) }
        wire.put(width)
        wire.put(height)
        wire.put([colours.dark.red, colours.dark.green, colours.dark.blue])
        wire.put(colours.light.map { [$0.red, $0.green, $0.blue] } ?? [])
        // Nearly all shapes are bars: four numbers each.
        var bars: [Int32] = []
        var others: [Shape] = []
        for shape in shapes {
            guard case .bar(let bar) = shape else {
                others.append(shape)
                continue
            }
            bars.append(Int32(truncatingIfNeeded: bar.x))
            bars.append(Int32(truncatingIfNeeded: bar.y))
            bars.append(Int32(truncatingIfNeeded: bar.width))
            bars.append(Int32(truncatingIfNeeded: bar.height))
        }
        wire.put(bars)
        wire.put(others.count)
        for shape in others { shape.put(to: &wire) }
        wire.put(texts.count)
        for text in texts {
            wire.put(text.characters)
            wire.put(text.y)
            for number in [text.x, text.pitch, text.height] { wire.put(number) }
        }
        wire.put(logo != nil)
        guard let logo else { return }
        wire.put(logo.file)
        for number in [logo.x, logo.y, logo.width, logo.height] { wire.put(number) }
    }

    fileprivate init(_ wire: inout WireReader) throws(WireError) {
        (x, y, moduleWidth) = (try wire.double(), try wire.double(), try wire.double())
        (width, height) = (try wire.int(), try wire.int())
        guard let dark = Colour(try wire.data()) else { throw WireError() }
        colours = CodeColours(dark: dark, light: Colour(try wire.data()))
        let bars = try wire.numbers()
        shapes = []
        shapes.reserveCapacity(bars.count / 4)
        for place in stride(from: 0, to: bars.count - bars.count % 4, by: 4) {
            shapes.append(
                .bar(Bar(Int(bars[place]), Int(bars[place + 1]), Int(bars[place + 2]), Int(bars[place + 3]))))
        }
        shapes += try wire.list { wire throws(WireError) in try Shape(&wire) }
        texts = try wire.list { wire throws(WireError) in
            let (characters, y) = (try wire.text(), try wire.int())
            return PlacedText(
                characters, x: try wire.double(), pitch: try wire.double(), y: y, height: try wire.double())
        }
        guard try wire.flag() else { return }
        logo = PaintedLogo(
            file: try wire.data(), x: try wire.double(), y: try wire.double(), width: try wire.double(),
            height: try wire.double())
    }
}

extension Colour {
    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count == 3 else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
}

extension Shape {
    fileprivate func put(to wire: inout WireWriter) {
        switch self {
        case .bar(let bar):
            wire.put(0)
            bar.put(to: &wire)
        case .disc(let x, let y, let radius):
            wire.put(1)
            for number in [x, y, radius] { wire.put(number) }
        case .rounded(let bar, let radius):
            wire.put(2)
            bar.put(to: &wire)
            wire.put(radius)
        }
    }

    fileprivate init(_ wire: inout WireReader) throws(WireError) {
        switch try wire.int() {
        case 0: self = .bar(try Bar(&wire))
        case 1: self = .disc(x: try wire.double(), y: try wire.double(), radius: try wire.double())
        case 2: self = .rounded(try Bar(&wire), radius: try wire.double())
        default: throw WireError()
        }
    }
}

extension Bar {
    fileprivate func put(to wire: inout WireWriter) { for number in [x, y, width, height] { wire.put(number) } }

    fileprivate init(_ wire: inout WireReader) throws(WireError) {
        self.init(try wire.int(), try wire.int(), try wire.int(), try wire.int())
    }
}
