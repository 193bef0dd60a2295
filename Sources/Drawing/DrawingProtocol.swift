// What BeelineDrawing and the program beeline-draw say to each other over a socket: frames of four bytes that count,
// and as many bytes. The program begins with a frame of its version; each request but a page that is not the last has
// one answer.

/// A request to the program.
package struct DrawingRequest: WireCoded {
    /// Encode a symbol: answered by `symbol`.
    package var symbol: SymbolRequest?
    /// Look at a PNG or JPEG file: answered by its width and height in pixels.
    package var logo: [UInt8] = []
    /// Look at lines of text: answered by the number of a `LineFit` for each.
    package var lines: [String] = []
    /// The size of the font of these lines, and the width that they have.
    package var lineSize = 0.0
    package var lineWidth = 0.0
    /// Paint a page of a document: the last one is answered by the file, others by nothing.
    package var page: PaintedPage?

    /// The version of these frames. It changes with them.
    package static let version = 2

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&symbol)
        wire.code(&logo)
        wire.code(&lines)
        wire.code(&lineSize)
        wire.code(&lineWidth)
        wire.code(&page)
    }
}

/// How a line of text fits: a number with a bit for each flaw.
package struct LineFit: Hashable, Sendable {
    package var number: Int32 { (lacksCharacters ? 1 : 0) + (isCut ? 2 : 0) }
    /// Whether no font has one of its characters.
    package let lacksCharacters: Bool
    /// Whether it is longer than its width.
    package let isCut: Bool

    package init(lacksCharacters: Bool = false, isCut: Bool = false) {
        (self.lacksCharacters, self.isCut) = (lacksCharacters, isCut)
    }

    init(number: Int32) { self.init(lacksCharacters: number & 1 != 0, isCut: number & 2 != 0) }
}

/// The answer of the program.
package struct DrawingAnswer: WireCoded {
    /// Reason, place, problem and remedy of a `DrawingError`; empty: all is well.
    package var error: [String] = []
    package var symbol: EncodedSymbol?
    package var numbers: [Int32] = []
    package var file: [UInt8] = []

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&error)
        wire.code(&symbol)
        wire.code(&numbers)
        wire.code(&file)
    }
}

/// A symbol for libzint to encode.
package struct SymbolRequest: WireCoded {
    package var format = CodeFormat.qr
    /// In libzint's notation.
    package var bytes: [UInt8] = []
    package var isGS1 = false
    /// The Extended Channel Interpretation; 0: none.
    package var eci = 0
    /// By the symbology's own count; -1: its default.
    package var level = -1

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&format)
        wire.code(&bytes)
        wire.code(&isGS1)
        wire.code(&eci)
        wire.code(&level)
    }
}

/// The modules of a symbol, as libzint made them.
package struct EncodedSymbol: WireCoded, Hashable {
    private(set) var width = 0
    /// Row after row; 1 is dark. None after an error.
    private(set) var modules: [UInt8] = []
    /// The height of each row in modules; 0 if the symbology does not decide it.
    var rowHeights: [Int] = []
    /// The warning of libzint; empty if there is none.
    var message = ""

    var rows: Int { rowHeights.count }
    var height: Int { rowHeights.reduce(0, +) }

    package init() {}

    package init(width: Int, modules: [UInt8], rowHeights: [Int], message: String) {
        (self.width, self.modules, self.rowHeights, self.message) = (width, modules, rowHeights, message)
    }

    package mutating func code(_ wire: inout Wire) {
        wire.code(&width)
        wire.code(&modules)
        wire.code(&rowHeights)
        wire.code(&message)
    }

    /// Calls something with each range of dark modules in a row, without an array of them.
    @inline(__always)
    func forEachRun(_ row: Int, _ body: (Range<Int>) -> Void) {
        let first = row * width
        var start: Int?
        for (column, module) in modules[first..<(first + width)].enumerated() {
            if module != 0 {
                if start == nil { start = column }
            } else if let begin = start {
                body(begin..<column)
                start = nil
            }
        }
        if let start { body(start..<width) }
    }
}

package enum DocumentForm: String, Sendable {
    /// Pages are measured in millimetres.
    case svg, pdf
    /// One page, measured in pixels.
    case png
    /// The same as shades of gray, a byte for each pixel.
    case gray
}

/// The content of a page. Lengths are millimetres or pixels, from the top left corner.
package struct PaintedPage: WireCoded {
    package var form = DocumentForm.svg
    package var isLast = true
    package var width = 0.0
    package var height = 0.0
    /// The resolution that a PNG file states; 0: none.
    package var pixelsPerMetre = 0
    package var codes: [PaintedCode] = []
    package var lines: [PaintedLine] = []

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&form)
        wire.code(&isLast)
        wire.code(&width)
        wire.code(&height)
        wire.code(&pixelsPerMetre)
        wire.code(&codes)
        wire.code(&lines)
    }
}

/// A code on a page, in modules. Its parts are dark, and light where one is within another (the even-odd rule).
package struct PaintedCode: WireCoded {
    package var x = 0.0
    package var y = 0.0
    /// The length of a module on the page.
    package var moduleWidth = 0.0
    package var width = 0
    package var height = 0
    package var colours = CodeColours()
    /// Left, top, width and height of each rectangle.
    package var bars: [Int32] = []
    /// The middle and the radius of each.
    package var discs: [Double] = []
    /// Left, top, width, height and radius of each rectangle with round corners.
    package var roundedBars: [Double] = []
    package var texts: [PaintedText] = []
    package var logo: PaintedLogo?

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&x)
        wire.code(&y)
        wire.code(&moduleWidth)
        wire.code(&width)
        wire.code(&height)
        colours.code(&wire)
        wire.code(&bars)
        wire.code(&discs)
        wire.code(&roundedBars)
        wire.code(&texts)
        wire.code(&logo)
    }
}

/// Characters at equal distances, in modules.
package struct PaintedText: WireCoded {
    package var characters = ""
    /// The middle of the first character.
    package var x = 0.0
    package var pitch = 0.0
    package var baseline = 0.0
    /// The height of capitals and digits.
    package var height = 0.0

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&characters)
        wire.code(&x)
        wire.code(&pitch)
        wire.code(&baseline)
        wire.code(&height)
    }
}

/// A picture, and where it is.
package struct PaintedLogo: WireCoded {
    package var file: [UInt8] = []
    package var x = 0.0
    package var y = 0.0
    package var width = 0.0
    package var height = 0.0

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&file)
        wire.code(&x)
        wire.code(&y)
        wire.code(&width)
        wire.code(&height)
    }
}

/// A line of text in the middle of a width, and cut there.
package struct PaintedLine: WireCoded {
    package var text = ""
    package var x = 0.0
    package var baseline = 0.0
    package var width = 0.0
    package var size = 0.0

    package init() {}

    package mutating func code(_ wire: inout Wire) {
        wire.code(&text)
        wire.code(&x)
        wire.code(&baseline)
        wire.code(&width)
        wire.code(&size)
    }
}

extension Colour: WireCoded {
    package init() { self = .black }

    package mutating func code(_ wire: inout Wire) {
        var bytes = [red, green, blue]
        wire.code(&bytes)
        if bytes.count == 3 { self = Colour(red: bytes[0], green: bytes[1], blue: bytes[2]) }
    }
}

extension CodeColours {
    fileprivate mutating func code(_ wire: inout Wire) {
        dark.code(&wire)
        wire.code(&light)
    }
}
